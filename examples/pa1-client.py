#!/usr/bin/env python3
"""A third-party device in one file: registers, pairs by a partner's code, and lists its alarms with their words.

    python3 -m pip install joserfc
    python3 pa1-client.py register http://127.0.0.1:8080 ENROLMENT-CODE    # as "reveille enroll" shows it
    python3 pa1-client.py pair CODE --name Ben      # asks for consent, shows six digits, waits for the partner
    python3 pa1-client.py alarms

It follows docs/protocol.md, whose sections are named below. Its keys lie in one file that only its owner can read;
a real client keeps them where its system keeps secrets, reports receipts, and follows the key rotation for sending.
"""
import argparse, base64, hashlib, hmac, json, os, sys, time, urllib.error, urllib.request
from datetime import datetime
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def b64(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
def extract(salt, key): return hmac.digest(salt, key, "sha256")
def expand(key, label, length=32): return hmac.digest(key, label.encode() + b"\x01", "sha256")[:length]
def prefixed(data): return len(data).to_bytes(2, "big") + data
def instant(text): return datetime.fromisoformat(text.replace("Z", "+00:00"))


def unb64(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if b64(data) != text: raise ValueError("not canonical base64url")
    return data


def seal(key, message, **header):
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
    return jwe.encrypt_compact({"alg": "dir", "enc": "A256GCM", **header}, text, OctKey.import_key(key))


def unseal(key, text):
    return json.loads(jwe.decrypt_compact(text, OctKey.import_key(key)).plaintext)


class Code:
    """Twenty symbols (section 1); a typo is found here and costs no attempt."""

    def __init__(self, text):
        symbols = text.rsplit("#", 1)[-1].upper().translate(str.maketrans("ILO", "110", "- \t"))
        if len(symbols) != 20 or any(symbol not in ALPHABET for symbol in symbols):
            sys.exit("A code has 20 letters and digits, without U.")
        values, weight, check = [ALPHABET.index(symbol) for symbol in symbols], 1, 1
        for value in values[:-1]:
            weight = self.product(weight, 2)
            check ^= self.product(weight, value)
        if check != values[-1]:
            sys.exit("There is a typo in the code: the check symbol differs.")
        self.locator, self.secret = symbols[:5], symbols[5:19]
        root = extract(b"pa1 code", self.secret.encode())
        self.claim_auth, self.hello_key = expand(root, "pa1 claim"), expand(root, "pa1 hello")

    @staticmethod
    def product(left, right):
        result = 0
        for bit in range(5):
            result ^= left * (right >> bit & 1)
            left = left << 1 ^ (0b100101 if left & 16 else 0)
        return result

    def is_fingerprint(self, public_key):
        bits = int.from_bytes(hashlib.sha256(b"pa1 code\0" + public_key).digest(), "big") >> 186
        return self.secret == "".join(ALPHABET[bits >> 5 * (13 - i) & 31] for i in range(14))


class Device:
    def __init__(self, path):
        self.path = path
        self.state = json.load(open(path)) if os.path.exists(path) else {"pairs": []}

    def save(self):
        with open(os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self.state, file, indent=2)
        os.replace(self.path + ".new", self.path)

    def send(self, method, target, data=None, **headers):
        request = urllib.request.Request(self.state["relay"] + target, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            sys.exit(f"{problem['title']}: {problem['detail']} ({problem['type']})")
        return json.loads(text) if text else None

    def call(self, method, target, body=None):
        """One request in its envelope (section 3)."""
        if "deviceId" not in self.state: sys.exit("Register first.")
        key = expand(extract(b"pa1 device", unb64(self.state["deviceKey"])), "pa1 req")
        plaintext = {"iat": int(time.time()), "jti": b64(os.urandom(16)), "htm": method, "htu": target}
        if body is not None: plaintext["body"] = body
        envelope = seal(key, plaintext, kid=f"{self.state['deviceId']}.0")
        if method in ("GET", "DELETE"): return self.send(method, target, Authorization=f"PA1 {envelope}")
        return self.send(method, target, envelope.encode(), **{"Content-Type": "application/jose"})

    def register(self, relay, code):
        """Section 2. The key is kept before it is sent, so that a repeat after a lost answer is the same device."""
        self.state.setdefault("relay", relay.rstrip("/"))
        self.state.setdefault("deviceKey", b64(os.urandom(32)))
        self.save()
        request = {"deviceKey": self.state["deviceKey"], "platform": "events",
                   "ticket": {"kind": "enrolment", "code": code}}
        answer = self.send("POST", "/v1/devices", json.dumps(request).encode(), **{"Content-Type": "application/json"})
        self.state["deviceId"] = answer["deviceId"]
        self.save()
        print("Registered.")

    def pair(self, text, name):
        """Section 4, as the claimer; everything that the relay passes on is a lie until it opens."""
        code = Code(text)
        claimed = self.call("POST", "/v1/invites/claim", {"locator": code.locator, "auth": b64(code.claim_auth)})
        invite, hello = f"/v1/invites/{claimed['inviteId']}", unseal(code.hello_key, claimed["hello"])
        inviter_key = unb64(hello["pk"])
        if not code.is_fingerprint(inviter_key) or hello["relay"] != self.state["relay"]:
            self.call("DELETE", invite)
            sys.exit("The greeting is not the one that the code stands for.")
        if input(f"{hello['name']!r} may ring this device. Allow? [y/N] ").lower() != "y":
            self.call("DELETE", invite)
            return
        key = X25519PrivateKey.generate()
        public_key = key.public_key().public_bytes_raw()
        shared = key.exchange(X25519PublicKey.from_public_bytes(inviter_key))  # Raises where it would be zero.
        parts = [b"pa1 pair", self.state["relay"].encode(), unb64(claimed["inviteId"]), code.locator.encode(),
                 inviter_key, public_key]
        transcript = hashlib.sha256(b"".join(map(prefixed, parts))).digest()
        root = extract(transcript, shared + code.secret.encode())
        box = seal(expand(root, "pa1 confirm B"), {"v": 1, "name": name, "role": "B"})
        self.call("POST", f"{invite}/answer", {"pk": b64(public_key), "box": box})
        digits = int.from_bytes(expand(root, "pa1 sas", 8), "big") % 1_000_000
        print(f"Read these digits to {hello['name']!r}: {digits:06}", flush=True)
        while (status := self.call("GET", invite))["state"] == "answered":
            time.sleep(1)
        if status["state"] != "confirmed": sys.exit(f"The invite is {status['state']}.")
        if unseal(expand(root, "pa1 confirm A"), status["box"]) != {"v": 1, "role": "A"}:
            sys.exit("The confirmation is not the partner's.")
        active = self.call("POST", f"{invite}/ack")
        self.state["pairs"].append({"id": active["pairId"], "name": hello["name"], "token": active["partnerToken"],
                                    "transcript": b64(transcript), "root": b64(root)})
        self.save()
        print(f"Paired with {hello['name']!r}.")

    def words(self, alarm):
        """What the partner sealed (section 5); None where it cannot be trusted: such an alarm still rings."""
        pair = next((pair for pair in self.state["pairs"] if pair["id"] == alarm["pairId"]), None)
        if pair is None or "message" not in alarm: return None
        key_id = json.loads(unb64(alarm["message"].split(".")[0])).get("kid")
        direction, root = "A>B" if alarm["direction"] == "incoming" else "B>A", unb64(pair["root"])
        for generation in range(9):
            if key_id == b64(expand(root, f"pa1 kid {direction} {generation}", 6)):
                try:
                    message = unseal(expand(root, f"pa1 msg {direction} {generation}"), alarm["message"])
                except JoseError:
                    return None
                # A listing names the present occurrence alone, the message the first one.
                is_same_time = "repeat" in alarm or instant(message["time"]) == instant(alarm["time"])
                is_same = message["id"] == alarm["id"] and message.get("repeat") == alarm.get("repeat")
                return message["text"] if is_same and is_same_time else None
            root = extract(unb64(pair["transcript"]), expand(root, f"pa1 root {generation}"))
        return None

    def alarms(self):
        for alarm in self.call("GET", "/v1/alarms")["alarms"]:
            words = self.words(alarm)
            print(alarm["time"], alarm["state"], alarm["direction"], repr(words) if words else "(unverified)")


def main():
    parser = argparse.ArgumentParser(description="A minimal PA1 device.")
    parser.add_argument("--state", default="pa1-client.json", help="the file in which its keys lie")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("register")
    command.add_argument("relay")
    command.add_argument("code")
    command = commands.add_parser("pair")
    command.add_argument("code", help="a code or a link")
    command.add_argument("--name", required=True)
    commands.add_parser("alarms")
    arguments = vars(parser.parse_args())
    device = Device(arguments.pop("state"))
    getattr(device, arguments.pop("command"))(*arguments.values())


if __name__ == "__main__":
    main()
