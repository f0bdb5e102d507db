"""A push service on this machine: takes messages (RFC 8030), and checks who sends them (RFC 8292).

Chromium has none that can be replaced, so that a test makes its subscriptions (`subscription`) and gives it the opened
text. Firefox connects by WebSocket, subscribes for itself, and opens the messages that it is passed here.
"""
import base64, hashlib, http.server, json, secrets, struct, threading, time, uuid

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

HOST = "127.0.0.1"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Message:
    """What the relay has sent; `payload` where the keys are this test's."""

    def __init__(self, name, headers, body, payload):
        self.name, self.headers, self.body, self.payload = name, headers, body, payload
        self.stage = payload["reveille"].get("stage") if payload else None


class PushService(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, now=time.time):
        super().__init__((HOST, 0), Request)
        self.origin = f"http://{HOST}:{self.server_address[1]}"
        self.socket_address = f"ws://{HOST}:{self.server_address[1]}/"
        self.now = now
        self.keys, self.messages, self.gone, self.faults, self.refused = {}, [], set(), [], []
        self.browsers = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def subscription(self):
        name, key, auth = secrets.token_hex(16), ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.keys[name] = (key, auth)
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}/push/{name}", "p256dh": encode(point), "auth": encode(auth)}

    def take(self, name, headers, body):
        """The status for a message."""
        self.check_token(headers["authorization"])
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) >= 0, headers
        if name in self.gone:
            self.refused.append(name)
            return 410
        payload = None
        if name in self.keys:
            key, auth = self.keys[name]
            payload = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm"))
        elif name in self.browsers:
            self.browsers[name].pass_on(name, body)
        else:
            return 404
        self.messages.append(Message(name, headers, body, payload))
        return 201

    def check_token(self, authorization):
        scheme, rest = authorization.split(" ", 1)
        parts = dict(part.split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and set(parts) == {"t", "k"}, authorization
        head, claims, signature = parts["t"].split(".")
        raw = decode(signature)
        signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
        public.verify(signature, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        told = json.loads(decode(claims))
        assert told["aud"] == self.origin and 0 < told["exp"] - self.now() <= 86400, told
        assert told["sub"] == "mailto:operator@example.org", told


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            status = self.server.take(self.path.removeprefix("/push/"), headers, body)
        except Exception as error:
            self.server.faults.append(repr(error))
            status = 400
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self):
        """A browser that connects, by WebSocket (RFC 6455)."""
        name = self.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("upgrade", "websocket")
        self.send_header("connection", "upgrade")
        self.send_header("sec-websocket-accept", base64.b64encode(hashlib.sha1(name.encode()).digest()).decode())
        self.send_header("sec-websocket-protocol", "push-notification")
        self.end_headers()
        self.close_connection = True
        self.writing = threading.Lock()
        while (text := self.read_frame()) is not None:
            self.answer(json.loads(text))

    def answer(self, message):
        kind = message.get("messageType", "ping")
        if kind == "hello":
            uaid = message.get("uaid") or uuid.uuid4().hex
            self.tell({"messageType": "hello", "uaid": uaid, "status": 200, "use_webpush": True, "broadcasts": {}})
        elif kind == "register":
            channel = message["channelID"]
            name = secrets.token_hex(16)
            self.channels = {**getattr(self, "channels", {}), name: channel}
            self.server.browsers[name] = self
            self.tell({"messageType": "register", "channelID": channel, "status": 200,
                       "pushEndpoint": f"{self.server.origin}/push/{name}"})
        elif kind == "unregister":
            self.tell({"messageType": "unregister", "channelID": message["channelID"], "status": 200})
        elif kind == "ping":
            self.tell({})

    def pass_on(self, name, body):
        self.tell({"messageType": "notification", "channelID": self.channels[name], "version": secrets.token_hex(8),
                   "data": encode(body), "headers": {"encoding": "aes128gcm"}})

    def tell(self, message):
        data = json.dumps(message).encode()
        length = bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack("!H", len(data))
        with self.writing:
            self.wfile.write(b"\x81" + length + data)
            self.wfile.flush()

    def read_frame(self):
        """The text of the next message; None at the end."""
        while len(head := self.rfile.read(2)) == 2:
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(self.rfile.read(2 if length == 126 else 8), "big")
            mask = self.rfile.read(4)
            data = bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.rfile.read(length)))
            if head[0] & 15 == 8:
                return None
            if head[0] & 15 == 1:
                return data.decode()
        return None

    def log_message(self, *_):
        pass
