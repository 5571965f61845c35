"""One TLS server that speaks for every provider's real host names, on a port of its own.

Each test gets a rig of its own, so that no test sees another's keys, faults or requests.
"""

import logging
import threading

from werkzeug.serving import make_server

import faults
from acme import Acme
from authority import Authority
from spotify import Spotify
from twitter import Twitter

HOSTS = ["api.twitter.com", "accounts.spotify.com", "api.spotify.com", "api.acme.example"]

logging.getLogger("werkzeug").setLevel(logging.ERROR)


class Rig:
    def __init__(self, authority: Authority, settings: dict):
        self.twitter = Twitter(**settings.get("twitter", {}))
        self.spotify = Spotify(**settings.get("spotify", {}))
        self.acme = Acme(**settings.get("acme", {}))
        self.apps = {
            "api.twitter.com": self.twitter.app,
            "accounts.spotify.com": self.spotify.accounts,
            "api.spotify.com": self.spotify.api,
            "api.acme.example": self.acme.app,
        }
        self.requests: list[dict] = []
        self.faults: list[faults.Fault] = []
        self.closing = threading.Event()
        self.released = threading.Event()
        self.changed = threading.Condition()
        self.server = make_server(settings.get("listen") or "127.0.0.1", 0, self._answer, threaded=True)
        # The handshake happens in each connection's own thread: a client that stalls stops nobody else.
        self.server.socket = authority.server_context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.server.ssl_context = authority.server_context
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def close(self):
        self.closing.set()
        self.released.set()
        self.server.shutdown()
        self.server.server_close()

    def wait_for_requests(self, path: str, count: int, seconds: float) -> bool:
        """Whether `count` requests for the path have arrived, waiting for them if need be."""
        with self.changed:
            return self.changed.wait_for(
                lambda: sum(r["path"] == path for r in self.requests) >= count, seconds
            )

    def _answer(self, environ, start_response):
        host = environ.get("HTTP_HOST", "")
        path = environ["PATH_INFO"]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        record = {
            "method": environ["REQUEST_METHOD"],
            "host": host,
            "path": path,
            "query": environ["QUERY_STRING"],
            "headers": {
                k[5:].replace("_", "-").lower(): v for k, v in environ.items() if k.startswith("HTTP_")
            },
            "body": body.decode(errors="replace"),
            "status": 0,
        }
        if environ.get("CONTENT_TYPE"):
            record["headers"]["content-type"] = environ["CONTENT_TYPE"]
        with self.changed:
            self.requests.append(record)
            fault = next((f for f in self.faults if f.takes(host, path)), None)
            self.changed.notify_all()

        def start(status, headers, exc_info=None):
            record["status"] = int(status.split()[0])
            return start_response(status, headers)

        # The applications read the body again.
        environ["wsgi.input"] = _Body(body)
        app = self.apps.get(host)
        if app is None:
            start("421 Misdirected Request", [("Content-Length", "0")])
            return [b""]
        if fault is None:
            return app(environ, start)
        return faults.apply(fault, app, environ, start, self.closing, self.released)


class _Body:
    """The request's body, once more."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def read(self, size=-1):
        end = len(self.data) if size is None or size < 0 else self.at + size
        part, self.at = self.data[self.at : end], min(end, len(self.data))
        return part

    def readline(self, size=-1):
        at = self.data.find(b"\n", self.at)
        return self.read(-1 if at < 0 else at + 1 - self.at)

    def __iter__(self):
        return iter(self.readline, b"")
