"""An API on this machine for requests of every kind: bodies of any size, pages, and refusals that pass.

It speaks plain HTTP, which a descriptor may use towards its own machine, and reads and writes bodies piece by
piece. Commanded like peers.py.
"""

import hashlib
import json
import sys
import threading
import time
import zlib
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from werkzeug.formparser import parse_form_data

PIECE = b"\x00\x01\x02\x03\xfe\xff\n\r" * 8192
ITEMS = list(range(1, 8)) + [9007199254740993, {"name": "caf\u00e9 \u202egpj"}]


class API:
    def __init__(self):
        self.requests: list[dict] = []
        self.refusals: dict[str, int] = {}
        self.tokens = 0
        self.released = threading.Event()
        self.lock = threading.Lock()
        api = self

        class Handler(_Handler):
            pass

        Handler.api = api
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api: API

    def log_message(self, *arguments):
        pass

    def handle_any(self):
        url = urlsplit(self.path)
        query = {k: v[-1] for k, v in parse_qs(url.query, keep_blank_values=True).items()}
        self.at = url.path.rstrip("/").rsplit("/", 1)[-1]
        with self.api.lock:
            self.api.requests.append({
                "method": self.command, "path": url.path, "query": url.query,
                "authorization": self.headers.get("Authorization", ""),
            })
        handler = getattr(self, "at_" + self.at.replace("-", "_"), None)
        if handler is None:
            self.drain()
            return self.answer(404, {"error": "nothing here"})
        handler(query)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    # Bodies

    def pieces(self):
        """The request's body as it comes, whichever way it is framed."""
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline().split(b";")[0], 16):
                left = size
                while left:
                    piece = self.rfile.read(min(left, 1 << 16))
                    left -= len(piece)
                    yield piece
                self.rfile.readline()
            self.rfile.readline()
            return
        left = int(self.headers.get("Content-Length") or 0)
        while left:
            piece = self.rfile.read(min(left, 1 << 16))
            if not piece:
                return
            left -= len(piece)
            yield piece

    def drain(self):
        return b"".join(self.pieces())

    def answer(self, status, value, headers=()):
        body = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        if not isinstance(value, bytes):
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    # Addresses

    def at_token(self, query):
        self.drain()
        with self.api.lock:
            self.api.tokens += 1
            number = self.api.tokens
        self.answer(200, {"access_token": f"token-{number}", "token_type": "Bearer", "expires_in": 3600})

    def at_introspect(self, query):
        """RFC 7662, for the client whose secret is asked for."""
        fields = {k: v[-1] for k, v in parse_qs(self.drain().decode()).items()}
        if self.headers.get("Authorization") != "Basic aWQ6c2VjcmV0":
            return self.answer(401, {"error": "invalid_client"})
        if fields.get("token") != f"token-{self.api.tokens}":
            return self.answer(200, {"active": False})
        self.answer(200, {"active": True, "exp": 1900000000, "client_id": "id", "sub": "9007199254740993"})

    def at_echo(self, query):
        body = self.drain()
        self.answer(200, {"method": self.command, "headers": dict(self.headers.items()), "body": body.decode()})

    def at_sink(self, query):
        count, check = 0, 0
        for piece in self.pieces():
            count += len(piece)
            check = zlib.crc32(piece, check)
        self.answer(200, {
            "count": count, "crc32": f"{check:08x}", "length": self.headers.get("Content-Length"),
            "framing": self.headers.get("Transfer-Encoding"), "type": self.headers.get("Content-Type"),
            "encoded": self.command,
        })

    def at_source(self, query):
        left = int(query["bytes"])
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(left))
        self.end_headers()
        stop = int(query.get("stop", left))
        while left > 0 and stop > 0:
            piece = PIECE[: min(left, stop)]
            self.wfile.write(piece)
            left -= len(piece)
            stop -= len(piece)
        if left:
            self.close_connection = True

    def at_gated(self, query):
        """The first half at once, the rest when the test says so."""
        self.drain()
        self.send_response(200)
        self.send_header("Content-Length", "12")
        self.end_headers()
        self.wfile.write(b"first\n")
        self.wfile.flush()
        self.api.released.wait(60)
        self.wfile.write(b"second")

    def at_multipart(self, query):
        body = self.drain()
        environ = {
            "wsgi.input": __import__("io").BytesIO(body), "REQUEST_METHOD": "POST",
            "CONTENT_TYPE": self.headers["Content-Type"], "CONTENT_LENGTH": str(len(body)),
        }
        _, form, files = parse_form_data(environ)
        self.answer(200, {
            "fields": [[k, v] for k, v in form.items(multi=True)],
            "files": [
                {"name": k, "filename": f.filename, "type": f.content_type,
                 "sha256": hashlib.sha256(f.stream.read()).hexdigest()}
                for k, f in files.items(multi=True)
            ],
        })

    def at_busy(self, query):
        """Refuses `times` requests with the same `key`, then serves."""
        self.drain()
        with self.api.lock:
            count = self.api.refusals[query["key"]] = self.api.refusals.get(query["key"], 0) + 1
        if count > int(query.get("times", 1)):
            return self.answer(200, {"served": count})
        headers = []
        if "after" in query:
            after = int(query["after"])
            headers = [("Retry-After", formatdate(time.time() + after, usegmt=True) if "date" in query else str(after))]
        self.answer(int(query.get("status", 429)), {"error": "busy"}, headers)

    def at_unauthorized(self, query):
        body = self.drain()
        if self.headers.get("Authorization") == "Bearer token-1":
            return self.answer(401, {"error": "expired"})
        self.answer(200, {"body": body.decode()})

    def at_moved(self, query):
        self.drain()
        self.answer(int(query["status"]), {}, [("Location", query["to"])])

    # Pages

    def page(self, query, size=4):
        start = int(query.get("at", 0))
        end = start + size
        return ITEMS[start:end], (end if end < len(ITEMS) else None)

    def at_linked(self, query):
        items, after = self.page(query)
        link = [("Link", f'<?at=0>; rel="first", <?keep={query.get("keep", "")}&at={after}>; rel="next"')] if after else []
        self.answer(200, items, link)

    def at_next(self, query):
        items, after = self.page(query)
        self.answer(200, {"data": {"items": items}, "next": f"/v1/next?at={after}&key=own" if after else None})

    def at_cursor(self, query):
        items, after = self.page({"at": query.get("cursor", 0)})
        self.answer(200, {"items": items, "meta": {"cursor": after}})

    def at_offset(self, query):
        start = int(query.get("offset", 0))
        self.answer(200, {"items": ITEMS[start : start + 4]})

    def at_paged(self, query):
        start = (int(query.get("page", 1)) - 1) * 4
        self.answer(200, {"items": ITEMS[start : start + 4]})

    def at_plain(self, query):
        items, after = self.page(query)
        self.answer(200, {"values": items}, [("Link", f'<?at={after}>; rel="next"')] if after else [])

    def at_circle(self, query):
        at = int(query.get("at", 0))
        self.answer(200, [at], [("Link", f'</v1/circle?at={(at + 1) % 3}>; rel="next"')])

    def at_elsewhere(self, query):
        self.answer(200, [1], [("Link", f'<{query["to"]}>; rel="next"')])

    def at_broken(self, query):
        if "at" in query:
            return self.answer(500, {"error": "page lost"})
        self.answer(200, [1], [("Link", '<?at=1>; rel="next"')])


class Peers:
    def __init__(self):
        self.apis: dict[int, API] = {}

    def open(self):
        api = API()
        self.apis[api.port] = api
        return api.port

    def close(self, port):
        api = self.apis.pop(port)
        api.released.set()
        api.server.shutdown()
        api.server.server_close()
        return True

    def requests(self, port):
        return self.apis[port].requests

    def release(self, port):
        self.apis[port].released.set()
        return True


def main():
    peers = Peers()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = {"reply": getattr(peers, question["do"])(**question["with"])}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps({"id": question["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
