"""A device of the protocol, as far as an attacker or a canary needs one: it registers, pairs and asks.

What only partners could read is random here, since the relay cannot tell the difference.
"""
import base64, hashlib, http.client, json, os, time

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def seal(key, message, **header):
    """A compact JWE of docs/protocol.md, section 3."""
    head = b64(json.dumps({"alg": "dir", "enc": "A256GCM", **header}, separators=(",", ":")).encode())
    text, iv = json.dumps(message, separators=(",", ":")).encode(), os.urandom(12)
    sealed = AESGCM(key).encrypt(iv, text, head.encode())
    return ".".join([head, "", b64(iv), b64(sealed[:-16]), b64(sealed[-16:])])


class Refused(Exception):
    def __init__(self, status, problem):
        super().__init__(f"{status} {problem}")
        self.status, self.problem = status, problem


# How to trust relays that speak TLS themselves, by their ports.
TRUST = {}


def connect(port, timeout):
    if port in TRUST:
        return http.client.HTTPSConnection("localhost", port, timeout=timeout, context=TRUST[port])
    return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)


class Device:
    """`push` is what registration says of the way to it; the default listens on the event stream."""

    def __init__(self, port, ticket=None, push={"platform": "events"}):
        self.port, self.key = port, os.urandom(32)
        request = {"deviceKey": b64(self.key), **push}
        if ticket:
            request["ticket"] = ticket if isinstance(ticket, dict) else {"kind": "enrolment", "code": ticket}
        body = json.dumps(request).encode()
        self.id = self.send("POST", "/v1/devices", body, {"Content-Type": "application/json"})["deviceId"]
        self.request_key = HKDF(SHA256(), 32, b"pa1 device", b"pa1 req").derive(self.key)

    def envelope(self, method, target, body=None):
        message = {"iat": int(time.time()), "jti": b64(os.urandom(16)), "htm": method, "htu": target}
        return seal(self.request_key, message if body is None else {**message, "body": body}, kid=f"{self.id}.0")

    def request(self, method, target, body=None):
        """The request as it goes over the wire: the bytes of its body, and its headers."""
        envelope = self.envelope(method, target, body)
        if method in ("GET", "DELETE"):
            return None, {"Authorization": f"PA1 {envelope}"}
        return envelope.encode(), {"Content-Type": "application/jose"}

    def raw(self, method, target, body=None):
        """The same as bytes, for a socket that an attack fills."""
        data, headers = self.request(method, target, body)
        if data is not None:
            headers["Content-Length"] = str(len(data))
        lines = [f"{method} {target} HTTP/1.1", "Host: relay", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + (data or b"")

    def call(self, method, target, body=None):
        return self.send(method, target, *self.request(method, target, body))

    def send(self, method, target, data, headers):
        connection = connect(self.port, 30)
        try:
            connection.request(method, target, data, headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        told = json.loads(text) if text else None
        if answer.status >= 400:
            raise Refused(answer.status, (told or {}).get("type"))
        return told

    def invite(self):
        """Opens an invite; returns what its code would hold, and its identifier."""
        proof = os.urandom(32)
        told = self.call("POST", "/v1/invites", {
            "purpose": "partner", "ttl": 600, "verifier": b64(hashlib.sha256(proof).digest()), "hello": words(),
        })
        return {"locator": told["locator"], "auth": b64(proof)}, told["inviteId"]


def words():
    return seal(os.urandom(32), {"v": 1, "text": " " * 200})


def pair(ana, ben):
    """Makes two devices partners; returns the token by which Ana sets alarms for Ben."""
    code, invite = ana.invite()
    ben.call("POST", "/v1/invites/claim", code)
    ben.call("POST", f"/v1/invites/{invite}/answer", {"pk": b64(os.urandom(32)), "box": words()})
    ana.call("POST", f"/v1/invites/{invite}/confirm", {"box": words()})
    ben.call("POST", f"/v1/invites/{invite}/ack")
    return ana.call("GET", f"/v1/invites/{invite}")["partnerToken"]


def set_alarm(ana, token, due, **more):
    """Sets an alarm at a time in seconds since 1970; returns its identifier."""
    milliseconds = round(due * 1000)
    written = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03}Z"
    request = {"type": "alarm_request", "id": b64(os.urandom(16)), "toToken": token, "time": written,
               "message": words(), **more}
    ana.call("POST", "/v1/alarms", request)
    return request["id"]
