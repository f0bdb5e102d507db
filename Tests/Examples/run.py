"""Runs the examples: run.py [PART-OF-A-NAME]. REVEILLE_BINARY names the relay's program.

What needs a proxy, a container or a system of its own is run by `make test-packaging`.
"""
import base64, contextlib, hashlib, hmac, http.server, json, os, pathlib, re, shutil, subprocess, sys, tempfile
import threading, time, urllib.request

import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = PROJECT / "examples"
sys.path.append(str(PROJECT / "Tests/Siege"))
from device import Device, pair, set_alarm  # noqa: E402
from stage import Relay, free_port, until  # noqa: E402

BINARY = os.environ.get("REVEILLE_BINARY", "")


class Nothing:
    """No push gateway, and no mail server."""

    @staticmethod
    def environment():
        return {}


class Program:
    """A process that asks and answers in lines."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(arguments, env=environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = ""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while piece := os.read(self.process.stdout.fileno(), 4096):
            self.text += piece.decode(errors="replace")

    def says(self, pattern):
        try:
            return until(lambda: re.search(pattern, self.text), pattern, 30)
        except AssertionError:
            raise AssertionError(f"{pattern!r} is not in {self.text!r}") from None

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ends_well(self):
        assert self.process.wait(60) == 0, self.text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def relay(**more):
    with tempfile.TemporaryDirectory(prefix="reveille-examples-") as folder:
        running = Relay(BINARY, folder, Nothing(), Nothing(), **more)
        try:
            yield running
        finally:
            running.process.terminate()
            running.process.wait(30)


def ran(arguments, **more):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def the_catalogue_names_every_example():
    pages = {page.parent: page.read_text(encoding="utf-8") for page in EXAMPLES.rglob("README.md")}
    for file in EXAMPLES.rglob("*"):
        if not file.is_file() or file.name == "README.md" or "__pycache__" in file.parts:
            continue
        # A page names a file, or a folder that the file is in; the catalogue itself only folders with a page of their own.
        named = any(file.name in text or file.parent.name + "/" in text and file.parent in pages
                    or folder != EXAMPLES and any(f"{part}/" in text for part in file.relative_to(folder).parts[:-1])
                    for folder, text in pages.items() if folder in file.parents)
        assert named, f"{file.relative_to(EXAMPLES)} stands in no catalogue"
    catalogue = pages[EXAMPLES]
    for link in re.findall(r"]\(([^)#]+)", catalogue):
        assert (EXAMPLES / link).exists(), f"examples/README.md links {link}, which is not there"


def clients_in_python_pair_and_ring_each_other():
    with relay(REVEILLE_OPEN_REGISTRATION="false") as running:
        environment = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}

        def client(name, *arguments):
            state = os.path.join(running.folder, f"{name}.json")
            return [sys.executable, str(EXAMPLES / "pa1-client.py"), "--state", state, *arguments]

        for name in ("ana", "ben"):
            ran(client(name, "register", f"http://127.0.0.1:{running.port}", running.code()), env=environment)
        with Program(client("ana", "invite", "--name", "Ana"), environment) as ana:
            code = ana.says(r"Code: ([0-9A-Z-]+)\n")[1]
            with Program(client("ben", "pair", code, "--name", "Ben"), environment) as ben:
                ben.says("'Ana' may ring this device")
                ben.type("y")
                digits = ben.says(r": (\d{6})")[1]
                ana.says("digits on 'Ben'")
                # A wrong one first: it costs a try, and nothing else.
                ana.type(f"{(int(digits) + 1) % 1_000_000:06}")
                ana.type(digits)
                ana.ends_well()
                ben.ends_well()
        for sender, receiver, words in (("ana", "ben", "Good morning ☀"), ("ben", "ana", "Good morning to you")):
            with Program(client(receiver, "listen", "--answer"), environment) as listening:
                listening.says("Listening")
                ran(client(sender, "send", receiver.title(), "2", words), env=environment)
                listed = ran(client(receiver, "alarms"), env=environment)
                assert "incoming" in listed and repr(words) in listed, listed
                listening.says(f"RINGS: {re.escape(repr(words))}")
                listening.says("acknowledged")
                listening.ends_well()


def devices_in_a_shell_pair_and_ring_each_other():
    with relay() as running:
        environment = {"PATH": os.environ["PATH"], "HOME": running.folder, "REVEILLE": BINARY,
                       "REVEILLE_RELAY": f"http://127.0.0.1:{running.port}", "ENROLL": running.code()}
        said = ran([EXAMPLES / "shell/couple.sh"], env=environment)
        assert re.search(r"They are a pair: \S{22}", said), said
        for words in ("Good morning", "Good morning to you", "ana's alarm is acknowledged",
                      "ben's alarm is acknowledged"):
            assert words in said, said


def module(path):
    """An example as a module."""
    import importlib.util
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(made)
    return made


@contextlib.contextmanager
def serving(handler, folder, secure=True):
    """Serves a handler on a port of this machine; by https, with an authority of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if secure:
        import ssl
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def certificate(folder):
    ran(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
         "-keyout", os.path.join(folder, "server.key"), "-out", os.path.join(folder, "server.pem")])
    return os.path.join(folder, "server.pem")


@contextlib.contextmanager
def couple_with_server(handler):
    """A relay that may post to this machine, and a couple; yields what rings Ben and tells his alarm's state."""
    with tempfile.TemporaryDirectory(prefix="reveille-webhook-") as folder:
        authority = certificate(folder)
        with relay(REVEILLE_OPEN_REGISTRATION="true", REVEILLE_WEBHOOKS="private",
                   REVEILLE_WEBHOOK_CA_FILE=authority) as running, serving(handler, folder) as port:
            ana, ben = Device(running.port), Device(running.port)
            token = pair(ana, ben)
            added = ben.call("POST", "/v1/devices/webhook", {"webhook": f"https://127.0.0.1:{port}/reveille"})
            os.environ["REVEILLE_SECRET"] = added["webhookSecret"]

            def ring():
                alarm = set_alarm(ana, token, time.time() + 1)
                return lambda: ana.call("GET", f"/v1/alarms/{alarm}")["state"]

            yield ring


def the_receiver_takes_what_the_relay_has_signed_and_answers():
    receiver = module(EXAMPLES / "webhook/receiver.py")
    with couple_with_server(receiver.Receiver) as ring:
        receiver.Receiver.answer = "acknowledge"
        state = ring()
        until(lambda: state() == "acknowledged", "the receiver's answer", 30)
    is_refusing(receiver.is_genuine)


def the_doorman_passes_on_and_answers():
    doorman = module(EXAMPLES / "home-assistant/doorman.py")
    passed = []

    class HomeAssistant(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            passed.append((self.path, json.loads(self.rfile.read(int(self.headers["content-length"])))))
            self.finish(b"")

        def do_GET(self):
            is_known = self.headers["Authorization"] == "Bearer token"
            is_on = is_known and self.path.endswith("/binary_sensor.out_of_bed")
            self.finish(b'{"state":"on"}' if is_on else b'{"state":"off"}')

        def finish(self, body=None):
            if body is None:
                return super().finish()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with serving(HomeAssistant, "", secure=False) as port, couple_with_server(doorman.Doorman) as ring:
        os.environ |= {"HOME_ASSISTANT": f"http://127.0.0.1:{port}", "WEBHOOK_ID": "id",
                       "HOME_ASSISTANT_TOKEN": "token", "AWAKE": "binary_sensor.out_of_bed"}
        state = ring()
        until(lambda: state() == "acknowledged", "the doorman's answer", 30)
        assert ("/api/webhook/id", "ring") in [(path, message["stage"]) for path, message in passed], passed
    is_refusing(doorman.is_genuine)


SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two characters").decode()
BODY = '{"v":1,"stage":"ring","alarm":"AAAAAAAAAAAAAAAAAAAAAA","revision":1,"at":"2026-01-01T07:00:00Z"}'


def signed(body, name="msg_1", sent=None, secret=SECRET):
    """The headers of a webhook, as Standard Webhooks has them."""
    sent = str(int(time.time()) if sent is None else sent)
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{name}.{sent}.{body}".encode(), hashlib.sha256).digest()
    return {"webhook-id": name, "webhook-timestamp": sent, "webhook-signature": "v1," + base64.b64encode(mac).decode()}


def is_refusing(is_genuine):
    """Tries a check of signatures with what is right, and with what is not."""
    body, now = BODY.encode(), time.time()
    assert is_genuine(SECRET, signed(BODY), body, now)
    other = "whsec_" + base64.b64encode(b"another").decode()
    for headers, taken in ((signed(BODY), body + b" "), (signed(BODY, sent=now - 301), body),
                           (signed(BODY, secret=other), body),
                           ({**signed(BODY), "webhook-id": "msg_2"}, body), ({}, body),
                           ({**signed(BODY), "webhook-timestamp": "soon"}, body)):
        assert not is_genuine(SECRET, headers, taken, now), headers


def the_node_red_flow_takes_what_is_signed_alone():
    def told(headers, body=BODY, **flow):
        request = {"headers": headers, "body": body, "secret": SECRET, "flow": flow}
        script = str(PROJECT / "Tests/Examples/nodeRed.mjs")
        return json.loads(ran(["node", script, str(EXAMPLES / "node-red/flow.json"), json.dumps(request)]))

    first, again = told(signed(BODY))
    assert first == {"status": 200, "stage": "ring", "isRepeated": False, "answer": {}}, first
    assert again["isRepeated"], again
    assert told(signed(BODY), outOfBed=True)[0]["answer"] == {"action": "acknowledge"}
    for headers, body in ((signed(BODY), BODY + " "), (signed(BODY, sent=time.time() - 301), BODY), ({}, BODY),
                          ({**signed(BODY), "webhook-id": "msg_2"}, BODY),
                          ({**signed(BODY), "webhook-signature": "v1,AAAA"}, BODY)):
        assert told(headers, body) == [{"status": 401}] * 2, headers


def every_behaviour_is_one_of_the_gateway():
    for file in sorted((EXAMPLES / "gateway").glob("*.yaml")):
        control = free_port()
        arguments = [BINARY, "gateway", "--listen", "127.0.0.1:0", "--control", f"127.0.0.1:{control}", "--quiet",
                     "--behavior", str(file)]
        # What is killed leaves its temporary files.
        with (tempfile.TemporaryDirectory(prefix="reveille-gateway-") as folder,
              Program(arguments, {**os.environ, "TMPDIR": folder}) as gateway):

            def asked():
                assert gateway.process.poll() is None, f"{file.name}: {gateway.text}"
                with contextlib.suppress(OSError):
                    return urllib.request.urlopen(f"http://127.0.0.1:{control}/v1/behavior", timeout=2).status == 200

            until(asked, f"the gateway takes {file.name}")


def every_policy_is_one_of_the_relay():
    for file in sorted((EXAMPLES / "policies").glob("*.yaml")):
        said = ran([BINARY, "policy", "show", "partner-alarm", "--policy-file", str(file)])
        assert said != ran([BINARY, "policy", "show", "partner-alarm"]), file.name


def a_scenario_ends_as_it_says():
    ran([BINARY, "simulate", "run", str(EXAMPLES / "scenarios/low-power.yaml")])


def the_deployments_are_what_they_seem():
    compose = yaml.safe_load((EXAMPLES / "deployment/compose.yaml").read_text(encoding="utf-8"))
    assert set(compose["services"]) == {"relay", "caddy"} and compose["services"]["relay"]["read_only"] is True
    cluster = yaml.safe_load((EXAMPLES / "deployment/cluster/compose.yaml").read_text(encoding="utf-8"))
    assert set(cluster["services"]) == {"relay1", "relay2", "db1", "db2", "caddy"}
    if caddy := shutil.which("caddy"):
        for file in ["Caddyfile", "cluster/Caddyfile"]:
            ran([caddy, "adapt", "--adapter", "caddyfile", "--config", str(EXAMPLES / "deployment" / file)],
                env={**os.environ, "REVEILLE_NAME": "localhost", "REVEILLE_UPSTREAM": "127.0.0.1:8080"})
    dashboard = json.loads((EXAMPLES / "prometheus/dashboard.json").read_text(encoding="utf-8"))
    assert dashboard["panels"], "a dashboard without panels"
    if promtool := shutil.which("promtool"):
        ran([promtool, "check", "rules", str(EXAMPLES / "prometheus/alerts.yaml")])


CHECKS = [
    the_catalogue_names_every_example, clients_in_python_pair_and_ring_each_other,
    devices_in_a_shell_pair_and_ring_each_other, the_receiver_takes_what_the_relay_has_signed_and_answers,
    the_doorman_passes_on_and_answers, the_node_red_flow_takes_what_is_signed_alone,
    every_behaviour_is_one_of_the_gateway, every_policy_is_one_of_the_relay, a_scenario_ends_as_it_says,
    the_deployments_are_what_they_seem,
]


def main():
    if not os.access(BINARY, os.X_OK):
        sys.exit("REVEILLE_BINARY has to name the relay's program: `make test-examples` does.")
    wanted, failed = (sys.argv[1] if len(sys.argv) > 1 else ""), 0
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        if wanted not in name and wanted not in check.__name__:
            continue
        try:
            check()
            print(f"✓ {name}", flush=True)
        except (AssertionError, OSError, subprocess.SubprocessError, KeyError, ValueError) as fault:
            failed += 1
            print(f"✗ {name}: {type(fault).__name__} {fault}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    BINARY = os.path.abspath(BINARY) if BINARY else ""
    sys.exit(main())
