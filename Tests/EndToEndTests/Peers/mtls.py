"""An authorization server and API that speak only to clients with a certificate (RFC 8705)."""

import base64
import datetime
import hashlib
import json
import secrets
import ssl
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from authority import Authority

HOST = "mtls.example"


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


class Clients:
    """An authority for clients' certificates, which is not the one that the server's own comes from."""

    def __init__(self, folder: Path, title: str):
        self.folder, self.now = folder, datetime.datetime.now(datetime.timezone.utc)
        self.key, self.name = ec.generate_private_key(ec.SECP256R1()), name(title)
        self.file = folder / f"{title}.pem"
        made = (
            Authority._builder(self.name, self.name, self.key.public_key(), self.now)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self.key, hashes.SHA256())
        )
        self.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def client(self, subject: str):
        """The PEM files of a client's certificate and key."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = (
            Authority._builder(name(subject), self.name, key.public_key(), self.now)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        certificate, private = self.folder / f"{subject}.crt", self.folder / f"{subject}.key"
        certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        private.touch(mode=0o600)
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return {"certificate": str(certificate), "key": str(private)}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, context):
        super().__init__(("127.0.0.1", 0), Handler)
        self.context, self.tokens, self.seen = context, {}, []

    def finish_request(self, request, address):
        """The handshake belongs to the connection's own thread; one that fails is a client without a certificate."""
        try:
            super().finish_request(self.context.wrap_socket(request, server_side=True), address)
        except (ssl.SSLError, OSError) as error:
            self.seen.append({"path": "", "subject": "", "body": "", "authorization": "", "refused": str(error)})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self, body):
        shown = self.connection.getpeercert()
        subject = dict(pair for names in shown["subject"] for pair in names)["commonName"]
        der = self.connection.getpeercert(binary_form=True)
        self.server.seen.append({
            "path": self.path, "subject": subject, "body": body, "refused": "",
            "authorization": self.headers.get("Authorization", ""),
        })
        return subject, base64.urlsafe_b64encode(hashlib.sha256(der).digest()).rstrip(b"=").decode()

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        subject, thumbprint = self.note(body)
        form = parse_qs(body)
        # RFC 8705 §2: the certificate is the proof, and client_id says whose it has to be.
        if form.get("client_id") != [subject] or "client_secret" in form or self.headers.get("Authorization"):
            return self.answer(401, {"error": "invalid_client", "error_description": "not your certificate"})
        token = secrets.token_urlsafe(24)
        self.server.tokens[token] = thumbprint
        self.answer(200, {"access_token": token, "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        subject, thumbprint = self.note("")
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        # RFC 8705 §3: a token that was given to one certificate is good with that one alone.
        if self.server.tokens.get(token) != thumbprint:
            return self.answer(401, {"error": "invalid_token"})
        self.answer(200, {"id": subject})


def main():
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(Path(folder), [HOST])
        clients, strangers = Clients(Path(folder), "clients"), Clients(Path(folder), "strangers")
        context = authority.server_context
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(clients.file)
        server = Server(context)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(json.dumps({"ready": True}), flush=True)
        opened = {
            "port": server.server_address[1], "ca": str(authority.ca_file),
            "own": clients.client("client-1"), "other": clients.client("client-2"),
            "unknown": strangers.client("client-3"),
        }
        for line in sys.stdin:
            question = json.loads(line)
            reply = opened if question["do"] == "open" else server.seen
            print(json.dumps({"id": question["id"], "reply": reply}), flush=True)


if __name__ == "__main__":
    main()
