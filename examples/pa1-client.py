#!/usr/bin/env python3
"""A third-party device in one file: registers, pairs from either side, sets alarms, and rings.

    python3 -m pip install joserfc
    python3 pa1-client.py register http://127.0.0.1:8080 ENROLMENT-CODE    # as "reveille enroll" shows it
    python3 pa1-client.py pair CODE --name Ben      # asks for consent, shows six digits, waits for the partner
    python3 pa1-client.py invite --name Ana         # the other side: shows a code, asks for the digits
    python3 pa1-client.py send Ben 600 "Good morning"    # in 600 seconds
    python3 pa1-client.py alarms
    python3 pa1-client.py listen --answer           # rings here, and says that somebody is up

It follows docs/protocol.md, whose sections are named below. Its keys lie in one file that only its owner can read;
a real client keeps them where its system keeps secrets, asks again where an answer was lost, reports what it has
received, and changes the key under which it seals after 90 days.
"""
import argparse, base64, hashlib, hmac, json, os, sys, time, urllib.error, urllib.request
from datetime import datetime, timezone
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


def padded(text): return text.ljust(next(size for size in (256, 512, 1024, 2048) if len(text) <= size))


def seal(key, message, pad=bytes, **header):
    text = pad(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode())
    return jwe.encrypt_compact({"alg": "dir", "enc": "A256GCM", **header}, text, OctKey.import_key(key))


def unseal(key, text):
    return json.loads(jwe.decrypt_compact(text, OctKey.import_key(key)).plaintext)


class Code:
    """Twenty symbols (section 1); a typo is found here and costs no attempt."""

    @classmethod
    def showing(cls, locator, secret):
        """The code with its check symbol, for a locator of the relay's and a secret of the inviter's."""
        return cls(locator + secret + ALPHABET[cls.check(map(ALPHABET.index, locator + secret))])

    def __init__(self, text):
        symbols = text.rsplit("#", 1)[-1].upper().translate(str.maketrans("ILO", "110", "- \t"))
        if len(symbols) != 20 or any(symbol not in ALPHABET for symbol in symbols):
            sys.exit("A code has 20 letters and digits, without U.")
        if self.check(map(ALPHABET.index, symbols[:-1])) != ALPHABET.index(symbols[-1]):
            sys.exit("There is a typo in the code: the check symbol differs.")
        self.text = "-".join(symbols[at:at + 5] for at in range(0, 20, 5))
        self.locator, self.secret = symbols[:5], symbols[5:19]
        self.claim_auth, self.hello_key = self.keys(self.secret)

    @staticmethod
    def keys(secret):
        root = extract(b"pa1 code", secret.encode())
        return expand(root, "pa1 claim"), expand(root, "pa1 hello")

    @classmethod
    def check(cls, values):
        weight = check = 1
        for value in values:
            weight = cls.product(weight, 2)
            check ^= cls.product(weight, value)
        return check

    @staticmethod
    def product(left, right):
        result = 0
        for bit in range(5):
            result ^= left * (right >> bit & 1)
            left = left << 1 ^ (0b100101 if left & 16 else 0)
        return result

    @staticmethod
    def fingerprint(public_key):
        bits = int.from_bytes(hashlib.sha256(b"pa1 code\0" + public_key).digest(), "big") >> 186
        return "".join(ALPHABET[bits >> 5 * (13 - i) & 31] for i in range(14))

    def is_fingerprint(self, public_key): return self.secret == self.fingerprint(public_key)


class Device:
    def __init__(self, path):
        self.path = path
        self.state = json.load(open(path)) if os.path.exists(path) else {"pairs": []}

    def save(self):
        with open(os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self.state, file, indent=2)
        os.replace(self.path + ".new", self.path)

    def post(self, method, target, data=None, **headers):
        request = urllib.request.Request(self.state["relay"] + target, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            sys.exit(f"{problem['title']}: {problem['detail']} ({problem['type']})")
        return json.loads(text) if text else None

    def envelope(self, method, target, body=None):
        """What authenticates one request (section 3)."""
        if "deviceId" not in self.state: sys.exit("Register first.")
        key = expand(extract(b"pa1 device", unb64(self.state["deviceKey"])), "pa1 req")
        plaintext = {"iat": int(time.time()), "jti": b64(os.urandom(16)), "htm": method, "htu": target}
        if body is not None: plaintext["body"] = body
        return seal(key, plaintext, kid=f"{self.state['deviceId']}.0")

    def call(self, method, target, body=None):
        envelope = self.envelope(method, target, body)
        if method in ("GET", "DELETE"): return self.post(method, target, Authorization=f"PA1 {envelope}")
        return self.post(method, target, envelope.encode(), **{"Content-Type": "application/jose"})

    def register(self, relay, code):
        """Section 2. The key is kept before it is sent, so that a repeat after a lost answer is the same device."""
        self.state.setdefault("relay", relay.rstrip("/"))
        self.state.setdefault("deviceKey", b64(os.urandom(32)))
        self.save()
        request = {"deviceKey": self.state["deviceKey"], "platform": "events",
                   "ticket": {"kind": "enrolment", "code": code}}
        answer = self.post("POST", "/v1/devices", json.dumps(request).encode(), **{"Content-Type": "application/json"})
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
        transcript, root = self.agree(code, claimed["inviteId"], key, inviter_key, (inviter_key, public_key))
        box = seal(expand(root, "pa1 confirm B"), {"v": 1, "name": name, "role": "B"})
        self.call("POST", f"{invite}/answer", {"pk": b64(public_key), "box": box})
        print(f"Read these digits to {hello['name']!r}: {self.digits(root)}", flush=True)
        while (status := self.call("GET", invite))["state"] == "answered":
            time.sleep(1)
        if status["state"] != "confirmed": sys.exit(f"The invite is {status['state']}.")
        if unseal(expand(root, "pa1 confirm A"), status["box"]) != {"v": 1, "role": "A"}:
            sys.exit("The confirmation is not the partner's.")
        self.keep("B", hello["name"], self.call("POST", f"{invite}/ack"), transcript, root)

    def invite(self, name):
        """Section 4, as the inviter; the digits are typed, since somebody else who saw the code would have others."""
        key = X25519PrivateKey.generate()
        public_key = key.public_key().public_bytes_raw()
        secret = Code.fingerprint(public_key)
        claim_auth, hello_key = Code.keys(secret)
        hello = seal(hello_key, {"v": 1, "pk": b64(public_key), "name": name, "relay": self.state["relay"]})
        opened = self.call("POST", "/v1/invites", {"purpose": "partner", "ttl": 600, "hello": hello,
                                                   "verifier": b64(hashlib.sha256(claim_auth).digest())})
        code, invite = Code.showing(opened["locator"], secret), f"/v1/invites/{opened['inviteId']}"
        print(f"Code: {code.text}", flush=True)
        while (status := self.call("GET", invite))["state"] in ("open", "claimed"):
            time.sleep(1)
        if status["state"] != "answered": sys.exit(f"The invite is {status['state']}.")
        claimer_key = unb64(status["pk"])
        transcript, root = self.agree(code, opened["inviteId"], key, claimer_key, (public_key, claimer_key))
        try:
            partner = unseal(expand(root, "pa1 confirm B"), status["box"])["name"]
        except JoseError:
            self.call("DELETE", invite)
            sys.exit("The answer is not from whoever has the code.")
        for _ in range(3):
            if input(f"The six digits on {partner!r}'s screen: ").replace(" ", "") == self.digits(root): break
        else:
            self.call("DELETE", invite)
            sys.exit("Those were not the digits: the pairing is given up.")
        self.call("POST", f"{invite}/confirm", {"box": seal(expand(root, "pa1 confirm A"), {"v": 1, "role": "A"})})
        while (status := self.call("GET", invite))["state"] == "confirmed":
            time.sleep(1)
        if status["state"] != "active": sys.exit(f"The invite is {status['state']}.")
        self.keep("A", partner, status, transcript, root)

    def agree(self, code, invite, key, other_key, keys):
        """The transcript and the root key of a pair, from both public keys in the order of inviter and claimer."""
        shared = key.exchange(X25519PublicKey.from_public_bytes(other_key))  # Raises where it would be zero.
        parts = [b"pa1 pair", self.state["relay"].encode(), unb64(invite), code.locator.encode(), *keys]
        transcript = hashlib.sha256(b"".join(map(prefixed, parts))).digest()
        return transcript, extract(transcript, shared + code.secret.encode())

    @staticmethod
    def digits(root): return f"{int.from_bytes(expand(root, 'pa1 sas', 8), 'big') % 1_000_000:06}"

    def keep(self, role, name, active, transcript, root):
        self.state["pairs"].append({"id": active["pairId"], "name": name, "token": active["partnerToken"], "role": role,
                                    "transcript": b64(transcript), "root": b64(root)})
        self.save()
        print(f"Paired with {name!r}.")

    def words(self, alarm):
        """What the partner sealed (section 5); None where it cannot be trusted: such an alarm still rings."""
        pair = next((pair for pair in self.state["pairs"] if pair["id"] == alarm["pairId"]), None)
        if pair is None or "message" not in alarm: return None
        key_id = json.loads(unb64(alarm["message"].split(".")[0])).get("kid")
        is_from_inviter = (alarm["direction"] == "incoming") == (pair.get("role", "B") == "B")
        direction, root = "A>B" if is_from_inviter else "B>A", unb64(pair["root"])
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

    def send(self, partner, seconds, text):
        """Section 5: the words are sealed together with the time, so that they cannot be moved to another alarm."""
        pair = next((pair for pair in self.state["pairs"] if pair["name"] == partner), None)
        if pair is None: sys.exit(f"There is no pair with {partner!r}.")
        if len(json.dumps(text, ensure_ascii=False).encode()) > 1900: sys.exit("The words are too long.")
        direction, root = "A>B" if pair.get("role", "B") == "A" else "B>A", unb64(pair["root"])
        due = datetime.fromtimestamp(int(time.time()) + seconds, timezone.utc).isoformat().replace("+00:00", "Z")
        alarm = b64(os.urandom(16))
        message = seal(expand(root, f"pa1 msg {direction} 0"), {"v": 1, "id": alarm, "time": due, "text": text},
                       pad=padded, kid=b64(expand(root, f"pa1 kid {direction} 0", 6)))
        answer = self.call("POST", "/v1/alarms", {"type": "alarm_request", "id": alarm, "toToken": pair["token"],
                                                  "time": due, "message": message})
        print(f"{answer['time']} {answer['state']} {alarm}")

    def listen(self, answer):
        """Sections 5 and 6: rings on the event stream until an alarm was answered, or for ever."""
        envelope = self.envelope("GET", "/v1/events")
        request = urllib.request.Request(self.state["relay"] + "/v1/events", None, {"Authorization": f"PA1 {envelope}"})
        with urllib.request.urlopen(request) as stream:
            print("Listening.", flush=True)
            for line in stream:
                if not line.startswith(b"data:"): continue
                alarm = json.loads(line[5:])
                if alarm.get("stage") != "ring": continue
                listed = self.call("GET", f"/v1/alarms/{alarm['id']}")
                print("RINGS:", repr(self.words(listed) or "(unverified)"), flush=True)
                if answer:
                    now = datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")
                    receipt = {"state": "acknowledged", "revision": alarm["revision"], "at": now}
                    print(self.call("POST", f"/v1/alarms/{alarm['id']}/receipts", receipt)["state"])
                    return

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
    command = commands.add_parser("invite")
    command.add_argument("--name", required=True)
    command = commands.add_parser("send")
    command.add_argument("partner", help="the name of a partner")
    command.add_argument("seconds", type=int, help="in how many seconds it rings")
    command.add_argument("text")
    commands.add_parser("alarms")
    command = commands.add_parser("listen")
    command.add_argument("--answer", action="store_true", help="acknowledge the first alarm that rings, and end")
    arguments = vars(parser.parse_args())
    device = Device(arguments.pop("state"))
    getattr(device, arguments.pop("command"))(*arguments.values())


if __name__ == "__main__":
    main()
