"""A browser pairs with the command line and with the client of another language, and each rings the other.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_peers.py
"""
import os, pathlib, re, subprocess, sys, threading, time

from people import Person, alarm_in, run_steps, stage_and_browser
from relay import until

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "examples/pa1-client.py"


class Program:
    """A process that asks and answers in lines."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(arguments, env=environment, text=True, bufsize=0, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = ""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while piece := os.read(self.process.stdout.fileno(), 4096):
            self.text += piece.decode(errors="replace")

    def says(self, pattern, limit=30):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if found := re.search(pattern, self.text):
                return found
            time.sleep(0.05)
        raise AssertionError(f"{pattern!r} is not in {self.text!r}")

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ends_well(self):
        assert self.process.wait(30) == 0, self.text

    def close(self):
        self.process.kill()
        self.process.wait()


def the_example_pairs_and_reads_the_words(stage, ana):
    state = os.path.join(stage.relay.folder, "example.json")
    client = [sys.executable, str(EXAMPLE), "--state", state]
    environment = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    subprocess.run([*client, "register", stage.origin, stage.relay.enrolment()], env=environment, check=True,
                   stdout=subprocess.DEVNULL, timeout=60)
    invite = ana.do("app.invite('pair')")
    claimer = Program([*client, "pair", invite["code"], "--name", "Carl"], environment)
    try:
        claimer.says(r"'Ana' may ring this device")
        claimer.type("y")
        digits = claimer.says(r": (\d{6})")[1]
        ana.until(f"app.state.invites.some((one) => one.id === '{invite['id']}' && one.asks === 'digits')",
            "the answer")
        ana.do(f"app.confirm('{invite['id']}', given)", digits)
        claimer.ends_well()
    finally:
        claimer.close()
    ana.until("app.state.partners.some((one) => one.name === 'Carl')", "the pair")
    set_for(ana, "Carl", "Words for another language ☀")
    listed = subprocess.run([*client, "alarms"], env=environment, check=True, capture_output=True, text=True,
        timeout=60)
    assert "'Words for another language ☀'" in listed.stdout and "incoming" in listed.stdout, listed.stdout


def set_for(person, name, words):
    person.do("""(() => { const due = new Date(app.relayNow + 3_600_000).toISOString();
        const pairId = app.state.partners.find((one) => one.name === given[0]).pairId;
        return app.setAlarm({ pairId, message: given[1], zone: 'UTC', date: due.slice(0, 10),
            localTime: due.slice(11, 16) }); })()""", [name, words])


def the_command_line_pairs_and_rings_the_browser(stage, ana):
    command = [stage.relay.binary]
    invite = Program([*command, "pair", "new", "--profile", "dora", "--name", "Dora", "--relay", stage.origin,
                      "--enroll", stage.relay.enrolment()],
                     stage.relay.environment)
    try:
        code = invite.says(r"\b([0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3})\b")[1]
        claim = ana.do("app.claim(given, 'Ana')", code)
        answered = ana.do("app.answer(given)", claim["id"])
        invite.says(r"(?i)digits")
        invite.type(answered["digits"])
        invite.ends_well()
    finally:
        invite.close()
    ana.until("app.state.partners.some((one) => one.name === 'Dora')", "the pair")
    stage.relay.command("alarm", "send", "--profile", "dora", "--in", "2s", "From a terminal")
    ana.until("app.state.ringing.some((one) => one.message === 'From a terminal' && one.sender === 'Dora')", "the ring")
    alarm = ana.do("app.state.ringing[0].alarmId")
    ana.do("app.acknowledge(given, { words: 'I am awake' })", alarm)
    until(lambda: "I am awake" in stage.relay.command("alarm", "show", "--profile", "dora", alarm),
        "the answer's words")


def the_browser_rings_the_command_line(stage, ana):
    listener = Program([stage.relay.binary, "listen", "--profile", "dora"], stage.relay.environment)
    try:
        dora = ana.do("app.state.partners.findIndex((one) => one.name === 'Dora')")
        ana.do(alarm_in(3).replace("partners[0]", f"partners[{dora}]"), "From a browser")
        listener.says(r"From a browser")
    finally:
        listener.close()


def main():
    with stage_and_browser() as (stage, browser):
        ana = Person(browser, stage)
        ana.do("app.enroll(given, 'Ana')", stage.relay.enrolment())
        run_steps([
            (the_example_pairs_and_reads_the_words, stage, ana),
            (the_command_line_pairs_and_rings_the_browser, stage, ana), (the_browser_rings_the_command_line,
                stage, ana),
        ])
        assert ana.troubles == [], ana.troubles


if __name__ == "__main__":
    main()
