"""What can go wrong at a server, on demand: each fault takes the place of, or changes, one answer."""

import json
import socket
import time
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode


@dataclass
class Fault:
    """One rule. It applies to matching requests after the first `skip`, for `times` of them (-1: always)."""

    action: str
    host: str | None = None
    path: str | None = None
    skip: int = 0
    times: int = 1
    status: int = 200
    headers: dict = field(default_factory=dict)
    body: str = ""
    seconds: float = 0.0
    set: dict = field(default_factory=dict)
    remove: list = field(default_factory=list)

    def takes(self, host: str, path: str) -> bool:
        if (self.host or host) != host or (self.path or path) != path or self.times == 0:
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        if self.times > 0:
            self.times -= 1
        return True


def apply(fault: Fault, app, environ, start_response, closing, released):
    """Answers one request as the fault says.

    `closing` ends every wait when the rig is taken down, `released` those of `hold`.
    """
    connection = environ["werkzeug.socket"]
    if fault.action == "reply":
        body = fault.body.encode()
        headers = {"Content-Type": "application/json", **fault.headers, "Content-Length": str(len(body))}
        start_response(f"{fault.status} Fault", list(headers.items()))
        return [body]
    if fault.action == "hang":
        closing.wait()
        return _close(connection, start_response)
    if fault.action == "close":
        return _close(connection, start_response)
    if fault.action == "delay":
        closing.wait(fault.seconds)
        return app(environ, start_response)
    if fault.action == "hold":
        released.wait()
        return app(environ, start_response)

    status, headers, body = _collect(app, environ)
    if fault.action == "lose":
        # The server did its work and the answer got lost on the way.
        return _close(connection, start_response)
    if fault.action == "drip":
        start_response(status, _with_length(headers, len(body)))
        return _drip(body, closing)
    if fault.action == "truncate":
        start_response(status, _with_length(headers, len(body)))
        return _truncate(body, connection)
    if fault.action == "change":
        body = _change(body, headers, fault)
        headers = [(k, v) for k, v in headers if k not in fault.headers] + list(fault.headers.items())
        start_response(status, _with_length(headers, len(body)))
        return [body]
    raise ValueError(f"unknown fault action {fault.action}")


def _collect(app, environ):
    answer = {}

    def start(status, headers, exc_info=None):
        answer["status"], answer["headers"] = status, headers

    body = b"".join(app(environ, start))
    return answer["status"], answer["headers"], body


def _with_length(headers, length):
    return [(k, v) for k, v in headers if k.lower() != "content-length"] + [("Content-Length", str(length))]


def _drip(body, closing):
    for index in range(len(body)):
        if closing.wait(1):
            return
        yield body[index : index + 1]


def _truncate(body, connection):
    yield body[: len(body) // 2]
    time.sleep(0.05)
    connection.shutdown(socket.SHUT_RDWR)


def _close(connection, start_response):
    connection.shutdown(socket.SHUT_RDWR)
    start_response("500 Never sent", [("Content-Length", "0")])
    return [b""]


def _change(body, headers, fault):
    kind = dict((k.lower(), v) for k, v in headers).get("content-type", "")
    if "json" in kind:
        values = json.loads(body)
        values.update(fault.set)
        for name in fault.remove:
            values.pop(name, None)
        return json.dumps(values).encode()
    pairs = [(k, v) for k, v in parse_qsl(body.decode(), keep_blank_values=True) if k not in fault.remove]
    pairs = [(k, fault.set.pop(k, v)) for k, v in pairs] + list(fault.set.items())
    return urlencode(pairs).encode()
