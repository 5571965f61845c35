"""A person with a browser, in as few steps as will do: opens the page, presses the button, follows the redirect."""

import argparse
import http.client
import json
import socket
import ssl
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit


class Form(HTMLParser):
    """The page's form, and the PIN when it shows one."""

    def __init__(self, page: str):
        super().__init__()
        self.action, self.fields, self.found, self.pin, self._in_pin = "", {}, False, None, False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.found, self.action = True, attrs.get("action", "")
        elif tag == "input" and "name" in attrs:
            self.fields[attrs["name"]] = attrs.get("value", "")
        self._in_pin = attrs.get("id") == "pin"

    def handle_data(self, data):
        if self._in_pin:
            self.pin, self._in_pin = data, False


class Connection(http.client.HTTPSConnection):
    """HTTPS to the named host, but at the rig's port on this machine."""

    def __init__(self, host, port, context):
        super().__init__(host, 443, context=context, timeout=30)
        self._to = port

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self._to), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


def fetch(url, method="GET", body=None, headers=None, port=None, context=None):
    """One request; https goes to the rig, http (a loopback callback) to where it says."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme == "https":
        connection = Connection(parts.hostname, port, context)
    else:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    try:
        connection.request(method, target, body, headers or {})
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        return {"status": answer.status, "location": answer.getheader("Location"), "body": text, "url": url}
    finally:
        connection.close()


def visit(url, decision, deliver, port, context):
    """Opens the authorization page and decides; returns where it led: callback, PIN, or the page that stopped it."""
    page = fetch(url, port=port, context=context)
    form = Form(page["body"])
    answer = {"status": page["status"], "page": page["body"], "callback": None, "pin": None, "delivered": None}
    if page["status"] == 302:
        answer["callback"] = page["location"]
    elif page["status"] == 200 and form.found:
        sent = fetch(
            urljoin(url, form.action) if form.action else url,
            "POST",
            urlencode({**form.fields, "decision": decision}),
            {"Content-Type": "application/x-www-form-urlencoded"},
            port,
            context,
        )
        answer.update(status=sent["status"], page=sent["body"], callback=sent["location"])
        answer["pin"] = Form(sent["body"]).pin
    if deliver and answer["callback"]:
        answer["delivered"] = fetch(answer["callback"])
    return answer


def main():
    """As a browser command: the last argument is the page to open; what was seen goes to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--ca", required=True)
    parser.add_argument("--decision", default="allow")
    parser.add_argument("--result", type=Path)
    parser.add_argument("url")
    given = parser.parse_args()
    seen = visit(given.url, given.decision, True, given.port, ssl.create_default_context(cafile=given.ca))
    if given.result:
        given.result.write_text(json.dumps(seen))
    else:
        json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
