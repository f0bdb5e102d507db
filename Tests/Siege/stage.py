"""A relay and a push gateway in processes of their own, with a canary: a couple whose alarms ring all the while."""
import contextlib, datetime, http.client, json, os, re, socket, ssl, subprocess, tempfile, threading, time
import urllib.request

from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from device import TRUST, Device, Refused, connect, pair, set_alarm

# Claims a minute from one address: enough for the pairings of the stage, all of which come from this machine.
CLAIMS = 1_000
# A canary rings so often; each of its alarms is measured.
EVERY = 0.05


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(test, what, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if value := test():
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {limit} s: {what}")


class Gateway:
    def __init__(self, binary, folder):
        self.port, self.control = free_port(), free_port()
        self.record, self.ca, self.key = (os.path.join(folder, name) for name in ("pushes", "ca.pem", "key.p8"))
        self.process = subprocess.Popen([
            binary, "gateway", "--listen", f"127.0.0.1:{self.port}", "--control", f"127.0.0.1:{self.control}",
            "--topic", "org.example.reveille", "--key", self.key, "--key-id", "ABCDE12345", "--team-id", "TEAM567890",
            "--record", self.record, "--ca", self.ca, "--quiet",
        ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(self.ca) and self.is_listening(), "the gateway listens")

    def is_listening(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.control), 1):
            return True

    def environment(self):
        return {"REVEILLE_APNS_KEY_FILE": self.key, "REVEILLE_APNS_KEY_ID": "ABCDE12345",
                "REVEILLE_APNS_TEAM_ID": "TEAM567890", "REVEILLE_APNS_TOPIC": "org.example.reveille",
                "REVEILLE_APNS_ENDPOINT": f"https://127.0.0.1:{self.port}", "REVEILLE_APNS_CA_FILE": self.ca}

    def device(self):
        """Registers a phone; returns what a device says of it to the relay."""
        body = json.dumps({"topic": "org.example.reveille", "environment": "sandbox"}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.control}/v1/devices", body,
                                         {"Content-Type": "application/json"})
        token = json.load(urllib.request.urlopen(request, timeout=5))["token"]
        return {"platform": "apns", "timeZone": "UTC",
                "apns": {"token": token, "environment": "sandbox", "topic": "org.example.reveille"}}

    def rings(self):
        """When the first ring of each alarm came, in seconds since 1970."""
        first = {}
        with open(self.record, encoding="utf-8") as lines:
            for line in lines:
                with contextlib.suppress(ValueError):
                    push = json.loads(line)
                    alarm, _, stage = push.get("headers", {}).get("apns-collapse-id", "").partition(".")
                    if stage == "ring":
                        first.setdefault(alarm, push["receivedAt"] / 1000)
        return first


class Mail:
    """A mail server that counts letters by recipient, in a file, since attacks run in processes of their own."""

    def __init__(self, folder):
        self.taken = os.path.join(folder, "letters")
        open(self.taken, "w").close()
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    def environment(self):
        return {"REVEILLE_SMTP_SERVER": f"127.0.0.1:{self.controller.port}", "REVEILLE_SMTP_SECURITY": "none",
                "REVEILLE_SMTP_FROM": "alarm@example.org"}

    async def handle_DATA(self, _server, _session, envelope):
        with open(self.taken, "a", encoding="utf-8") as file:
            file.writelines(f"{to}\n" for to in envelope.rcpt_tos)
        return "250 2.0.0 taken"

    def letters(self, to):
        with open(self.taken, encoding="utf-8") as file:
            return file.read().split("\n").count(to)


def certificate(folder):
    """Makes a certificate for this machine, which stands for itself; returns what a relay is told of it."""
    path, key_path = os.path.join(folder, "relay.crt"), os.path.join(folder, "relay.key")
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)
    own = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
           .serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day)
           .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=True)
           .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True).sign(key, hashes.SHA256()))
    with open(path, "wb") as file:
        file.write(own.public_bytes(serialization.Encoding.PEM))
    with open(key_path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                     serialization.NoEncryption()))
    return {"REVEILLE_TLS_CERTIFICATE_FILE": path, "REVEILLE_TLS_KEY_FILE": key_path}


class Relay:
    def __init__(self, binary, folder, gateway, mail, **more):
        self.binary, self.folder, self.mail, self.port = binary, folder, mail, free_port()
        data = os.path.join(folder, "data")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "REVEILLE_DATA": data,
            "REVEILLE_LISTEN": f"127.0.0.1:{self.port}", "REVEILLE_LIMIT_REQUESTS_PER_HOUR": "10000",
            "REVEILLE_LIMIT_PENDING_ALARMS": "10000", "REVEILLE_LIMIT_KEPT_ANSWERS": "100000",
            "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": str(CLAIMS),
            "REVEILLE_WEBHOOKS": "private", **gateway.environment(), **mail.environment(), **more,
        }
        if "REVEILLE_TLS_CERTIFICATE_FILE" in more:
            TRUST[self.port] = ssl.create_default_context(cafile=more["REVEILLE_TLS_CERTIFICATE_FILE"])
        self.log = os.path.join(folder, "log")
        self.process = subprocess.Popen([binary, "serve"], env=self.environment, stdout=open(self.log, "ab"),
                                        stderr=subprocess.STDOUT)
        until(self.is_ready, "the relay answers")

    def is_ready(self):
        assert self.process.poll() is None, f"the relay has ended: {self.said()}"
        return self.get("/healthz") == 200

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]

    def get(self, path, timeout=2):
        """The status of an answer; None if there is none."""
        connection = connect(self.port, timeout)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def code(self):
        run = subprocess.run([self.binary, "enroll", "--quiet"], env=self.environment, capture_output=True, text=True,
                             check=True)
        return run.stdout.strip()

    def memory(self):
        """The most memory that the relay had since the last `forget_memory`, in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024

    def forget_memory(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="utf-8") as file:
            file.write("5")

    def log_bytes(self):
        return os.path.getsize(self.log)

    def database_bytes(self):
        """The size of the database without its log, which is bounded and grows and shrinks with whatever is written."""
        return os.path.getsize(os.path.join(self.environment["REVEILLE_DATA"], "reveille.db"))


class Canary:
    """A couple that nothing is allowed to disturb."""

    def __init__(self, relay, gateway):
        self.ana, self.ben = Device(relay.port, relay.code()), Device(relay.port, relay.code(), gateway.device())
        self.token, self.gateway, self.due = pair(self.ana, self.ben), gateway, {}

    def set(self, start, seconds):
        """Sets the alarms of an attack that begins at `start`."""
        self.due = {}
        for number in range(round(seconds / EVERY)):
            at = round(start + number * EVERY, 3)
            self.due[set_alarm(self.ana, self.token, at)] = at

    def lateness(self, limit=60):
        """How late each alarm rang, in milliseconds; waits until all have rung."""
        with contextlib.suppress(AssertionError):
            until(lambda: self.due.keys() <= self.gateway.rings().keys(), "every alarm rings", limit)
        rings, now = self.gateway.rings(), time.time()
        return sorted((rings.get(alarm, now) - due) * 1000 for alarm, due in self.due.items())


class Bystander:
    """Somebody who asks for their alarms twice a second, and must be answered."""

    def __init__(self, relay):
        self.device, self.answers, self.slowest, self.is_over = Device(relay.port, relay.code()), [], 0.0, False
        self.thread = threading.Thread(target=self.ask, daemon=True)

    def ask(self):
        while not self.is_over:
            begin = time.monotonic()
            try:
                self.device.call("GET", "/v1/alarms")
                self.answers.append(True)
            except (OSError, Refused, ValueError):
                self.answers.append(False)
            self.slowest = max(self.slowest, time.monotonic() - begin)
            time.sleep(0.5)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join(40)


@contextlib.contextmanager
def stage(binary, is_secure=False):
    """A relay, which speaks TLS and HTTP/2 itself if `is_secure`, and the gateway that it pushes to."""
    with contextlib.ExitStack() as ends:
        folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="reveille-siege-"))
        gateway, mail = Gateway(binary, folder), Mail(folder)
        ends.callback(mail.controller.stop)
        ends.callback(gateway.process.wait, 10)
        ends.callback(gateway.process.terminate)
        relay = Relay(binary, folder, gateway, mail, **(certificate(folder) if is_secure else {}))
        ends.callback(relay.process.wait, 30)
        ends.callback(relay.process.terminate)
        yield relay, gateway
