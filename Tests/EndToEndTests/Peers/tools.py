"""The servers of tools that take a token from a credential helper: git, a container registry, Kubernetes,
AWS STS, a plain API, and SMTP. One folder: `accept` holds the good tokens, a line each, and `log` gets
one JSON object for each attempt."""

import base64
import json
import os
import socketserver
import ssl
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FOLDER = sys.argv[1]
LOCK = threading.Lock()


def accepted():
    with open(os.path.join(FOLDER, "accept")) as file:
        return file.read().split()


def note(**entry):
    with LOCK, open(os.path.join(FOLDER, "log"), "a") as file:
        file.write(json.dumps(entry) + "\n")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def credential(self):
        """Scheme, user and token of the Authorization field."""
        scheme, _, rest = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            user, _, token = base64.b64decode(rest).decode().partition(":")
            return scheme, user, token
        return scheme, "", rest

    def reply(self, status, body, kind="application/json", fields=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in fields:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        path = self.path.partition("?")[0]
        scheme, user, token = self.credential()
        if path == "/" and self.command == "POST":
            return self.sts()
        note(path=path, method=self.command, scheme=scheme, user=user, token=token, body=body.decode("latin-1"))
        if token not in accepted():
            challenge = 'Bearer realm="api"' if path.startswith("/bearer/") else 'Basic realm="tools"'
            return self.reply(401, {"error": "unauthorized"}, fields=[("WWW-Authenticate", challenge)])
        if path.startswith("/git/"):
            return self.git(body)
        if path.endswith("/tags/list"):
            return self.reply(200, {"name": path.split("/")[2], "tags": ["one", "two"]})
        if path.startswith("/v2"):
            return self.reply(200, {}, fields=[("Docker-Distribution-Api-Version", "registry/2.0")])
        return self.reply(200, {"path": path, "user": user})

    do_GET = do_POST = do_HEAD = do_PUT = answer

    def sts(self):
        """GetCallerIdentity, which believes a key whose session token is good."""
        authorization = self.headers.get("Authorization", "")
        key = authorization.partition("Credential=")[2].partition("/")[0]
        token = self.headers.get("X-Amz-Security-Token", "")
        note(path="sts", key=key, token=token)
        if token not in accepted():
            return self.reply(403, b"<ErrorResponse><Error><Code>InvalidClientTokenId</Code></Error></ErrorResponse>", "text/xml")
        self.reply(
            200,
            b'<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>'
            b"<Arn>arn:aws:iam::42:user/test</Arn><UserId>AIDA</UserId><Account>42</Account>"
            b"</GetCallerIdentityResult></GetCallerIdentityResponse>",
            "text/xml",
        )

    def git(self, body):
        path, _, query = self.path.removeprefix("/git").partition("?")
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": os.path.join(FOLDER, "repositories"),
            "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path, "QUERY_STRING": query, "REMOTE_USER": "test",
            "REQUEST_METHOD": self.command, "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)), "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REMOTE_ADDR": "127.0.0.1", "HOME": FOLDER, "GIT_CONFIG_NOSYSTEM": "1",
        }
        output = subprocess.run(["git", "http-backend"], input=body, env=environment, stdout=subprocess.PIPE).stdout
        head, _, content = output.partition(b"\r\n\r\n")
        status, kind = 200, "text/plain"
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(": ")
            if name == "Status":
                status = int(value.split()[0])
            if name == "Content-Type":
                kind = value
        self.reply(status, content, kind)


class Mail(socketserver.StreamRequestHandler):
    """SMTP that takes mail from whoever has a good token."""

    def say(self, text):
        self.wfile.write((text + "\r\n").encode())

    def handle(self):
        self.say("220 tools ESMTP")
        known = False
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word in ("EHLO", "HELO"):
                self.say("250-tools")
                self.say("250 AUTH XOAUTH2 OAUTHBEARER")
            elif word == "AUTH":
                known = self.authenticate(line.split()[1:])
                self.say("235 2.7.0 Accepted" if known else "535 5.7.8 Bad token")
            elif word == "DATA":
                self.say("354 go on")
                while self.rfile.readline().strip() != b".":
                    pass
                self.say("250 2.0.0 Taken")
            elif word == "QUIT":
                return self.say("221 bye")
            else:
                self.say("250 2.1.0 Ok" if known else "530 5.7.0 Authenticate first")

    def authenticate(self, words):
        if len(words) == 1:
            self.say("334 ")
            words.append(self.rfile.readline().decode().strip())
        message = base64.b64decode(words[1]).decode()
        parts = dict(part.partition("=")[::2] for part in message.split("\x01") if "=" in part)
        token = parts.get("auth", "").partition("Bearer ")[2]
        user = parts.get("user") or message.partition("a=")[2].partition(",")[0]
        note(path="smtp", mechanism=words[0].upper(), user=user, token=token, closed=message.endswith("\x01\x01"))
        return token in accepted()


def encrypted():
    """The same web server behind TLS, with a certificate of its own that nobody trusts."""
    key, certificate = os.path.join(FOLDER, "key.pem"), os.path.join(FOLDER, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=tools", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    return server


web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
mail = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail)
safe = encrypted()
for server in (web, mail, safe):
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
print("ports", *(server.server_address[1] for server in (web, mail, safe)), flush=True)
sys.stdin.read()
