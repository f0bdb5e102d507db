#!/usr/bin/env python3
"""Takes a relay's webhooks: checks that the relay has sent them, prints what they say, and may answer a ring.

    REVEILLE_SECRET=whsec_…  python3 receiver.py 8123              # prints a line for each
    REVEILLE_SECRET=whsec_…  python3 receiver.py 8123 acknowledge  # and says to every ring that you are up

The secret is what `reveille device add-webhook https://…` printed. Behind a proxy with a certificate, since the relay
posts to https only, unless it allows private addresses. Needs nothing but Python 3.9; to be changed to what you need.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import sys
import time

TOLERANCE = 300  # seconds that a timestamp may be off (Standard Webhooks)
LONGEST = 20 * 1024  # bytes of a body


def is_genuine(secret, headers, body, now):
    """Whether a request was signed under the secret (whsec_…) within the last five minutes."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        name, sent = headers["webhook-id"], int(headers["webhook-timestamp"])
        given = headers["webhook-signature"]
    except (KeyError, TypeError, ValueError):
        return False
    if not name or not given or abs(now - sent) > TOLERANCE:
        return False
    signed = hmac.new(key, f"{name}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(signed).decode()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given.split())


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answers one request after the other."""

    timeout = 10
    answer = None
    # A request that is sent again has the same id: what it sets off must not happen twice.
    seen = {}

    def do_POST(self):
        """Takes a webhook."""
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > LONGEST:
            return self.finish_with(413)
        body = self.rfile.read(int(length))
        if not is_genuine(os.environ["REVEILLE_SECRET"], self.headers, body, time.time()):
            return self.finish_with(401)
        message, name = json.loads(body), self.headers["webhook-id"]
        if name not in self.seen:
            self.seen[name] = time.time()
            print(message["at"], message["stage"], message.get("title", ""), flush=True)
        for old in [one for one, at in self.seen.items() if at < time.time() - 86_400]:
            del self.seen[old]
        if message["stage"] == "ring" and self.answer:
            return self.finish_with(200, json.dumps({"action": self.answer}).encode())
        return self.finish_with(204)

    def finish_with(self, status, body=b""):
        """Sends an answer."""
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing: a path may be a secret."""


if __name__ == "__main__":
    Receiver.answer = sys.argv[2] if len(sys.argv) > 2 else None
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
