"""A browser comes in by an enrolment code, pairs with the command line, is rung by it, and answers; through whatever stands
in front of the relay.

browser.py ORIGIN CODE FOLDER CERTIFICATE, with the program in REVEILLE. FOLDER is for what the command line keeps; the
certificate of the origin is trusted by its key, as no authority of the world vouches for it.
"""
import base64, hashlib, json, os, pathlib, re, subprocess, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "WebAppTests/browser"))
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from relay import until  # noqa: E402
from screenPeople import SECONDS, ScreenPerson, enrol, show_code  # noqa: E402

WORDS = "Into a browser"


class Stage:
    """What a person with a browser needs to know of the relay."""

    def __init__(self, origin):
        self.origin, self.time, self.people = origin, None, []


def command(folder, *arguments):
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, "data")}
    return [os.environ["REVEILLE"], *arguments], environment


def ran(folder, *arguments):
    line, environment = command(folder, *arguments)
    done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def pair(ben, folder):
    line, environment = command(folder, "join", "--profile", "carl", "--name", "Carl", "--yes", "--relay", ben.origin,
                                show_code(ben))
    carl = subprocess.Popen(line, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = ""
    try:
        while not (digits := re.search(r"^Digits: (.*)$", said, re.M)):
            piece = carl.stdout.readline()
            assert piece, said
            said += piece
        ben.fill("Six digits", re.sub(r"\D", "", digits[1]))
        ben.press("They match")
        ben.heading("Paired with Carl")
        ben.press("Continue")
        said += carl.communicate(timeout=30)[0]
        assert carl.returncode == 0, said
    finally:
        carl.kill()
        carl.wait()


def ring(ben, folder):
    ben.go("bedside")
    ben.heading("Bedside mode")
    ben.press("Start, with sound")
    ben.sees("No alarm is set for you.")
    alarm = json.loads(ran(folder, "alarm", "send", "--profile", "carl", "--json", "--in", "4s", WORDS))["id"]
    expect(ben.page.get_by_role("button", name="I'm up")).to_be_visible(timeout=30 * SECONDS)
    ben.sees(WORDS)
    ben.press("I'm up")
    until(lambda: '"acknowledged"' in ran(folder, "alarm", "show", "--profile", "carl", "--json", alarm), "the answer")


def main():
    origin, code, folder, certificate = sys.argv[1:]
    key = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-pubkey"], check=True, capture_output=True).stdout
    key = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=key, check=True, capture_output=True).stdout
    trusted = base64.b64encode(hashlib.sha256(key).digest()).decode()
    troubles = []
    os.makedirs(folder, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={trusted}"])
        ben = ScreenPerson(browser, Stage(origin), "Ben", "Asia/Taipei", troubles)
        try:
            enrol(ben, code)
            pair(ben, folder)
            ring(ben, folder)
        except BaseException:
            print(ben.page.url, ben.page.evaluate("document.body.innerText")[:900], file=sys.stderr)
            raise
        browser.close()
    assert troubles == [], troubles


if __name__ == "__main__":
    main()
