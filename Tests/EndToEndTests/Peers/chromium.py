"""A real browser as a browser command: headless Chromium opens the page, the consent button is clicked with the mouse.

Everything goes through the DevTools protocol. What the last page says is written to a file as JSON.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket


class Tab:
    """One page, commanded over its DevTools socket."""

    def __init__(self, address):
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)
        self.last = 0

    def call(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def evaluate(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait_until(self, expression, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.evaluate(expression):
                    return value
            except RuntimeError:
                pass  # The page was being replaced by the next one.
            time.sleep(0.05)
        raise TimeoutError(f"never true: {expression}; at {self.evaluate('location.href + document.body.innerText')}")

    def click(self, selector):
        middle = self.wait_until(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=middle[0], y=middle[1], button="left", clickCount=1
            )


def start(profile, port, pin, hosts):
    mapping = ", ".join(f"MAP {host}:443 127.0.0.1:{port}" for host in hosts)
    return subprocess.Popen(
        [
            shutil.which("chromium") or "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--no-proxy-server",
            "--disable-component-update", "--disable-sync", "--remote-debugging-port=0",
            f"--user-data-dir={profile}", f"--host-resolver-rules={mapping}",
            f"--ignore-certificate-errors-spki-list={pin}", "about:blank",
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )


def first_tab(profile, browser, seconds=60):
    end = time.monotonic() + seconds
    told = profile / "DevToolsActivePort"
    while time.monotonic() < end and browser.poll() is None:
        if told.exists() and (lines := told.read_text().split()):
            with urllib.request.urlopen(f"http://127.0.0.1:{lines[0]}/json/list", timeout=10) as answer:
                for page in json.load(answer):
                    if page["type"] == "page":
                        return Tab(page["webSocketDebuggerUrl"])
        time.sleep(0.05)
    raise RuntimeError(f"Chromium did not start (exit {browser.poll()})")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True, help="where the rig listens")
    parser.add_argument("--pin", required=True, help="the rig's key, the only one trusted besides public ones")
    parser.add_argument("--host", action="append", required=True, help="a name that the rig speaks for")
    parser.add_argument("--decision", default="allow")
    parser.add_argument("--result", type=Path, required=True)
    parser.add_argument("url")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = start(Path(folder), given.port, given.pin, given.host)
        try:
            tab = first_tab(Path(folder), browser)
            tab.call("Page.enable")
            tab.call("Page.navigate", url=given.url)
            tab.click(f'button[name=decision][value={given.decision}]')
            # A page that says nothing hands an answer over by a script and is followed by another.
            there = (
                "location.protocol === 'http:' && document.readyState === 'complete'"
                " && document.body.innerText.trim() && location.href"
            )
            address = tab.wait_until(there)
            seen = {
                "url": address, "title": tab.evaluate("document.title"),
                "text": tab.evaluate("document.body.innerText"), "language": tab.evaluate("document.documentElement.lang"),
            }
        except Exception as error:
            seen = {"error": repr(error)}
            raise
        finally:
            given.result.write_text(json.dumps(seen))
            browser.terminate()
            browser.wait(20)


if __name__ == "__main__":
    main()
