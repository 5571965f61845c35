"""The test rigs, commanded over standard input: one JSON question a line, one JSON answer a line.

It tells `{"ready": {…}}` first and ends when its input does.
"""

import json
import socket
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import browse
from authority import Authority
from faults import Fault
from rig import HOSTS, Rig


class Peers:
    def __init__(self, folder: Path):
        self.authority = Authority(folder, HOSTS)
        self.rigs: dict[int, Rig] = {}
        self.silent: list[socket.socket] = []

    def open(self, settings):
        """A new rig; `settings` are the constructors' arguments by provider."""
        rig = Rig(self.authority, settings)
        self.rigs[rig.port] = rig
        return {"port": rig.port, "ca": str(self.authority.ca_file), "pin": self.authority.spki_pin}

    def close(self, port):
        self.rigs.pop(port).close()
        return True

    def fault(self, port, **rule):
        self.rigs[port].faults.append(Fault(**rule))
        return True

    def release(self, port):
        """Lets the answers out that a fault holds; it holds none any more."""
        self.rigs[port].released.set()
        return True

    def clear(self, port):
        """Ends all faults and forgets the requests so far."""
        self.rigs[port].faults.clear()
        self.rigs[port].requests.clear()
        return True

    def clear_requests(self, port):
        """Forgets the requests so far; faults go on."""
        self.rigs[port].requests.clear()
        return True

    def requests(self, port):
        return self.rigs[port].requests

    def await_requests(self, port, path, count=1, seconds=30.0):
        return self.rigs[port].wait_for_requests(path, count, seconds)

    def configure(self, port, provider, name, value):
        """Changes a server's setting, such as the secret it expects."""
        target = getattr(self.rigs[port], provider)
        *path, last = name.split(".")
        for part in path:
            target = getattr(target, part)
        if not hasattr(target, last):
            raise AttributeError(f"{provider} has no {name}")
        setattr(target, last, value)
        return True

    def expire(self, port):
        self.rigs[port].spotify.expire()
        return True

    def revoke(self, port):
        for token in self.rigs[port].spotify.tokens:
            token.revoked = True
        return True

    def visit(self, port, url, decision="allow", deliver=True):
        return browse.visit(url, decision, deliver, port, self.authority.client_context)

    def fetch(self, url, method="GET", body=None, headers=None, port=None):
        return browse.fetch(url, method, body, headers, port, self.authority.client_context)

    def silence(self):
        """A port that takes connections and never says a word, not even in the TLS handshake."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.silent.append(listener)
        threading.Thread(target=self._swallow, args=(listener,), daemon=True).start()
        return listener.getsockname()[1]

    def _swallow(self, listener):
        while True:
            self.silent.append(listener.accept()[0])

    def nobody(self):
        """A port where nothing listens."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            return listener.getsockname()[1]


def main():
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(32) as workers:
        peers, speaking = Peers(Path(folder)), threading.Lock()

        def say(message):
            with speaking:
                sys.stdout.write(json.dumps(message) + "\n")
                sys.stdout.flush()

        def answer(question):
            try:
                operation = getattr(peers, question["do"])
                say({"id": question["id"], "reply": operation(**question["with"])})
            except Exception as error:
                say({"id": question["id"], "error": repr(error)})

        say({"ready": {"hosts": HOSTS}})
        for line in sys.stdin:
            workers.submit(answer, json.loads(line))
        for rig in peers.rigs.values():
            rig.closing.set()


if __name__ == "__main__":
    main()
