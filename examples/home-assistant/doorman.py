#!/usr/bin/env python3
"""Checks the signatures of a relay's webhooks, passes them to Home Assistant, and answers rings for a person.

    REVEILLE_SECRET=whsec_…  HOME_ASSISTANT=http://homeassistant.local:8123  WEBHOOK_ID=…  \
    HOME_ASSISTANT_TOKEN=…  SNOOZE=input_boolean.snooze  AWAKE=binary_sensor.out_of_bed  python3 doorman.py 8124

Behind a proxy with a certificate, since the relay posts to https only. Needs nothing but Python 3.9. The token, and the
entities whose state `on` means "put it off by nine minutes" and "I am up", may be left out: then it answers nothing.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import sys
import time
import urllib.request

TOLERANCE = 300  # seconds that a timestamp may be off (Standard Webhooks)
LONGEST = 20 * 1024  # bytes of a body
PATIENCE = 3  # seconds that Home Assistant may take; the relay waits for 10


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


def answer_to(message, is_on):
    """What to answer to a message: `is_on` tells whether the entity of a variable is on."""
    if message.get("stage") != "ring":
        return None
    if is_on("AWAKE"):
        return {"action": "acknowledge"}
    if is_on("SNOOZE"):
        return {"action": "snooze", "minutes": 9}
    return None


def is_on(variable):
    """Whether the entity that a variable names is on; not where none is named, or Home Assistant does not say."""
    entity, token = os.environ.get(variable), os.environ.get("HOME_ASSISTANT_TOKEN")
    if not entity or not token:
        return False
    url = f"{os.environ['HOME_ASSISTANT']}/api/states/{entity}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response).get("state") == "on"
    except (OSError, ValueError):
        return False


def pass_on(body):
    """Posts a message to Home Assistant's webhook."""
    url = f"{os.environ['HOME_ASSISTANT']}/api/webhook/{os.environ['WEBHOOK_ID']}"
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=PATIENCE).close()


class Doorman(http.server.BaseHTTPRequestHandler):
    """Lets in what the relay has signed."""

    timeout = 10

    def do_POST(self):
        """Takes a webhook."""
        try:
            length = int(self.headers.get("content-length", ""))
        except ValueError:
            length = -1
        if not 0 <= length <= LONGEST:
            return self.finish_with(413)
        body = self.rfile.read(length)
        if not is_genuine(os.environ["REVEILLE_SECRET"], self.headers, body, time.time()):
            return self.finish_with(401)
        try:
            pass_on(body)
        except OSError:
            return self.finish_with(503)  # the relay tries again
        answer = answer_to(json.loads(body), is_on)
        return self.finish_with(200, json.dumps(answer).encode() if answer else b"")

    def finish_with(self, status, body=b""):
        """Sends an answer."""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing: a path may be a secret."""


if __name__ == "__main__":
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Doorman).serve_forever()
