"""Runs every test of the web app that needs a browser or a relay, three beside one another: run.py [PART-OF-A-NAME].

REVEILLE_BINARY names the relay's program. What a test says is shown if it fails. Since browsers share a small machine,
what failed is played once more with nothing beside it, and is a fault if it fails again.
"""
import concurrent.futures, os, pathlib, subprocess, sys, time

TESTS = pathlib.Path(__file__).resolve().parents[1]
ABREAST = 3
LIMIT = 330

# The longest first, so that none is left over at the end.
JOURNEYS = [
    "bad_days", "push", "nights", "without_looking", "watching", "couple", "session", "life", "firefox", "canary",
    "alone", "peers", "first_screen",
]


def commands():
    python = [sys.executable, "-u"]
    told = {"parts": ["node", "--test", str(TESTS / "session") + "/"]}
    told |= {name: [*python, str(TESTS / f"browser/test_{name}.py")] for name in JOURNEYS}
    told["screens"] = [*python, str(TESTS / "browser/life_flows.py")]
    told["audit"] = [*python, str(TESTS / "browser/audit.py"), "--short"]
    told["audit_life"] = [*python, str(TESTS / "browser/life_screens.py"), "audit", "--short", "en"]
    told["protocol"] = ["node", "--test", str(TESTS / "pa1/interop.mjs")]
    return told


def run(name, command):
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        text, _ = process.communicate(timeout=LIMIT)
        result = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        text, result = process.communicate()[0] + f"\nnot done within {LIMIT} s", 1
    took = time.monotonic() - begin
    print(f"{'✓' if result == 0 else '✘'} {name}, {took:.0f} s" + (f"\n{text}" if result else ""), flush=True)
    return result


def main():
    if not os.access(os.environ.get("REVEILLE_BINARY", ""), os.X_OK):
        sys.exit("REVEILLE_BINARY has to name the relay's program: `make test-web` does.")
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    chosen = {name: command for name, command in commands().items() if wanted in name}
    with concurrent.futures.ThreadPoolExecutor(ABREAST) as pool:
        results = list(pool.map(lambda one: run(*one), chosen.items()))
    failed = [one for one, result in zip(chosen.items(), results) if result]
    if failed:
        print("Once more, one after another:", ", ".join(name for name, _ in failed), flush=True)
    return 1 if not chosen or any([run(*one) for one in failed]) else 0


if __name__ == "__main__":
    sys.exit(main())
