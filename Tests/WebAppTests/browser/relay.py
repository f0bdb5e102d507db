"""A relay in a process of its own, by the machine's clock or by one that a test sets forward.

REVEILLE_BINARY names its program.
"""
import os, re, shutil, socket, subprocess, tempfile, threading, time, urllib.request

HOST = "127.0.0.1"


def until(test, what, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = test()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {limit} s: {what}")


def free_port():
    """A port that nobody listens on; the system does not give it to another for a while."""
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return listener.getsockname()[1]


class Relay:
    def __init__(self, origin=None, port=None, environment={}, time=None):
        self.port = port or free_port()
        self.origin = origin or f"http://{HOST}:{self.port}"
        self.folder = tempfile.mkdtemp(prefix="reveille-web-")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "REVEILLE_DATA": self.folder,
            "REVEILLE_LISTEN": f"{HOST}:{self.port}", "REVEILLE_ORIGIN": self.origin,
            **(time.environment if time else {}), **environment,
        }
        self.binary = os.environ["REVEILLE_BINARY"]
        self.start()

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([self.binary, "serve"], env=self.environment, stdout=self.log, stderr=self.log)
        until(self.is_ready, f"the relay answers; it said {self.said()}")

    def is_ready(self):
        assert self.process.poll() is None, f"the relay has ended: {self.said()}"
        try:
            return urllib.request.urlopen(f"http://{HOST}:{self.port}/healthz", timeout=2).status == 200
        except OSError:
            return False

    def said(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]

    def enrolment(self):
        return self.command("enroll", "--quiet")

    def command(self, *arguments, **more):
        run = subprocess.run([self.binary, *arguments], env=self.environment, capture_output=True, text=True,
            timeout=60,
                             **more)
        assert run.returncode == 0, f"{arguments}: {run.stdout}{run.stderr}"
        return run.stdout.strip()

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class SimulatedTime:
    """The clock of relays: as fast as the machine's, unless it is set forward.

    Sources/Engine/Clock/TimeMessage.swift has its messages.
    """

    def __init__(self, offset=0.0):
        self.offset = offset
        self.processes, self.lock = [], threading.Lock()
        self.listener = socket.create_server((HOST, 0))
        self.environment = {"REVEILLE_SIMULATED_CLOCK": f"{HOST}:{self.listener.getsockname()[1]}"}
        threading.Thread(target=self.accept, daemon=True).start()
        threading.Thread(target=self.pass_by_itself, daemon=True).start()

    @classmethod
    def from_noon(cls):
        """Begins at the next noon by UTC, so that what a test calls today does not end while it runs."""
        return cls(-(time.time() - 43_200) % 86_400)

    def now(self):
        """Seconds since 1970."""
        return time.time() + self.offset

    def forward(self, seconds):
        """Sets the clock forward, and stops wherever a relay has something to do."""
        end = self.offset + seconds
        while self.offset < end:
            with self.lock:
                due = min((one.next for one in self.processes if one.next is not None), default=None)
                ahead = end - self.offset if due is None else min(max(due / 1000 - self.now(), 0.02), end - self.offset)
                self.offset += ahead
                self.show()
            # What the relay begins at an instant should be done, or on its way, before the next.
            time.sleep(0.03)

    def leap(self, seconds):
        """Sets the clock forward over a time in which nothing is due but the relay's own heartbeats."""
        with self.lock:
            self.offset += seconds
            self.show()

    def pass_by_itself(self):
        while True:
            with self.lock:
                self.show()
            time.sleep(0.05)

    def show(self):
        now = int(self.now() * 1000)
        followers = [one for one in self.processes if one.send(f"show {now}\n")]
        limit = time.monotonic() + 30
        while any(one.is_there and one.shown < now for one in followers) and time.monotonic() < limit:
            time.sleep(0.0005)
        self.processes = [one for one in followers if one.send("wake\n")]

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.processes.append(FollowingProcess(connection))


class FollowingProcess:
    def __init__(self, connection):
        self.connection, self.shown, self.next, self.is_there = connection, 0, None, True
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            for line in self.connection.makefile():
                name, _, value = line.strip().partition(" ")
                if name == "shown":
                    self.shown = int(value)
                elif name == "next":
                    self.next = None if value == "never" else int(value)
        except OSError:
            pass
        self.is_there = False

    def send(self, line):
        try:
            self.connection.sendall(line.encode())
            return self.is_there
        except OSError:
            self.is_there = False
            return False


def memory_holds(process, texts):
    """Which of some texts are in a process's memory."""
    found = set()
    wanted = [(text, text.encode()) for text in texts]
    longest = max(len(data) for _, data in wanted)
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            start, end, rights = re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+)", line).groups()
            if not rights.startswith("rw"):
                continue
            position, end, rest = int(start, 16), int(end, 16), b""
            while position < end:
                try:
                    memory.seek(position)
                    piece = memory.read(min(1 << 22, end - position))
                except (OSError, OverflowError, ValueError):
                    break
                if not piece:
                    break
                found |= {text for text, data in wanted if data in rest + piece}
                rest = piece[-longest:]
                position += len(piece)
    return found
