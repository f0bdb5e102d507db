#!/usr/bin/env python3
"""Records the data of a relay and of two people's devices, as one version of the program leaves them.

    Tests/Upgrade/record.py PROGRAM FOLDER

FOLDER gets the database, the keyring, both people's profiles, and request.json: a request as it went over the wire, and
its answer. Tests/RelayServerTests/Upgrade opens every folder beside this file with the program of today. Record one more
with each release, and name it after the release; schema-4 is from before the first one. The keys are of the trial alone.
"""
import http.client, http.server, json, pathlib, shutil, signal, socket, sqlite3, subprocess, sys, tempfile, threading
from datetime import datetime, timedelta, timezone

PROGRAM, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
HOME = pathlib.Path(tempfile.mkdtemp())
heard = []


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


RELAY, WIRE = free_port(), free_port()


class Wire(http.server.BaseHTTPRequestHandler):
    """Carries requests to the relay, and keeps what could be heard."""

    def carry(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        relay = http.client.HTTPConnection("127.0.0.1", RELAY)
        kept = {name: self.headers[name] for name in ("Content-Type", "Authorization") if self.headers[name]}
        relay.request(self.command, self.path, body, kept)
        answer = relay.getresponse()
        if self.path == "/v1/events":
            return self.follow(answer)
        said = answer.read()
        heard.append((self.command, self.path, body.decode(), answer.status, said.decode(errors="replace")))
        self.send_response(answer.status)
        for name in ("Content-Type", "Date"):
            if answer.headers[name]:
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def follow(self, events):
        """Carries a stream of events until one side ends it."""
        self.send_response(events.status)
        self.send_header("Content-Type", events.headers["Content-Type"])
        self.end_headers()
        while part := events.read1(65536):
            try:
                self.wfile.write(part)
            except OSError:
                break

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = carry

    def log_message(self, *_):
        pass


ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": str(HOME), "TZ": "UTC", "USER": "trial",
               "REVEILLE_RELAY": f"http://127.0.0.1:{WIRE}"}


def start(*arguments):
    return subprocess.Popen([PROGRAM, *arguments], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True)


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True, check=True)
    return done.stdout


def line(process, needle):
    for text in process.stdout:
        if needle in text:
            return text.strip()
    raise SystemExit(f"no line with {needle}")


def meet(inviting, joining):
    """Takes the digits from one process to the other, and waits for both."""
    digits = line(joining, "Digits:").split(":")[1].replace(" ", "")
    inviting.stdin.write(digits + "\n")
    inviting.stdin.flush()
    for process in (inviting, joining):
        process.communicate()
        assert process.returncode == 0


def send(*arguments):
    return json.loads(run("alarm", "send", "--json", "--profile", "ana", *arguments))["id"]


relay = start("serve", "--listen", f"127.0.0.1:{RELAY}", "--open-registration",
              "--origin", "https://relay.example.org")
line(relay, "listens on")
wire = http.server.ThreadingHTTPServer(("127.0.0.1", WIRE), Wire)
threading.Thread(target=wire.serve_forever, daemon=True).start()

ana = start("pair", "new", "--profile", "ana", "--name", "Ana")
code = line(ana, "Code:").split()[-1]
meet(ana, start("join", code, "--yes", "--profile", "ben", "--name", "Ben"))
run("circle", "new", "family", "Hearth", "--name", "Ana", "--profile", "ana")
ana = start("circle", "invite", "Hearth", "--role", "parent", "--profile", "ana")
code = line(ana, "Code:").split()[-1]
meet(ana, start("join", code, "--yes", "--profile", "ben"))

answered = send("--in", "0s", "Tea")
subprocess.run([PROGRAM, "listen", "--profile", "ben", "--answer", "got-it", "--reply", "Coming", "--once", "--no-sound"],
               timeout=60, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
# In whole minutes, a day and a month ahead.
now = datetime.now(timezone.utc).replace(second=0, microsecond=0)
text = lambda time: time.strftime("%Y-%m-%dT%H:%M:%SZ")
once, daily, due = now + timedelta(days=1), now + timedelta(days=2), now + timedelta(days=3)
alarms = {
    "answered": answered,
    "once": send("--at", text(once), "Airport"),
    "daily": send("--at", text(daily), "--zone", "Europe/Berlin", "--repeat", "FREQ=DAILY", "Good morning"),
}
run("reminder", "add", "--profile", "ana", "--for", "Ben", "--at", text(due), "Feed the axolotl")
request = next(entry for entry in reversed(heard) if entry[:2] == ("POST", "/v1/alarms"))
relay.send_signal(signal.SIGTERM)
relay.wait()
stopped = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(seconds=1)

FOLDER.mkdir(parents=True)
data = HOME / ".local/share/reveille"
with sqlite3.connect(data / "reveille.db") as database:
    steps = [row[0] for row in database.execute("SELECT identifier FROM grdb_migrations ORDER BY rowid")]
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
shutil.copy(data / "reveille.db", FOLDER / "reveille.db")
shutil.copy(data / "keyring", FOLDER / "keyring")
for person in ("ana", "ben"):
    shutil.copy(data / f"profiles/{person}/profile.json", FOLDER / f"{person}.json")
(FOLDER / "request.json").write_text(json.dumps(dict(zip(("method", "target", "envelope", "status", "answer"), request)),
                                                indent=2) + "\n")
(FOLDER / "trial.json").write_text(json.dumps({"stoppedAt": text(stopped), "schema": steps[-1], "alarms": alarms,
                                               "onceAt": text(once), "dailyAt": text(daily)}, indent=2) + "\n")
shutil.rmtree(HOME)
