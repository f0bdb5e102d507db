"""Firefox, driven by Marionette, its own remote control: a JSON array per message, after its length and a colon.

Scripts run beside the page's own, with its document: `wrappedJSObject` leads to what the page has made.
"""
import json, os, pathlib, shutil, socket, subprocess, tempfile

from relay import HOST, free_port, until


class CommandFailure(Exception):
    pass


class Firefox:
    def __init__(self, push_address):
        self.folder = tempfile.mkdtemp(prefix="reveille-firefox-")
        port = free_port()
        settings = {
            # Those that are recommended for remote control turn off pushes.
            "marionette.port": port, "remote.prefs.recommended": False, "browser.shell.checkDefaultBrowser": False,
            "dom.push.serverURL": push_address,
            "dom.push.testing.allowInsecureServerURL": True, "dom.push.testing.ignorePermission": True,
            "permissions.default.desktop-notification": 1, "alerts.useSystemBackend": False,
            "intl.accept_languages": "en-GB, en", "intl.locale.requested": "en-GB",
            # Nothing is asked of Mozilla's servers.
            "app.update.auto": False, "app.normandy.enabled": False, "browser.safebrowsing.downloads.enabled": False,
            "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False, "extensions.update.enabled": False,
            "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
            "services.settings.server": f"http://{HOST}:9/", "toolkit.telemetry.server": f"http://{HOST}:9/",
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        pathlib.Path(self.folder, "user.js").write_text("".join(lines))
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.folder, "about:blank"],
            env={"PATH": os.environ["PATH"], "HOME": self.folder, "MOZ_HEADLESS": "1", "TZ": "UTC"},
            stdout=self.log, stderr=self.log)
        self.connection = until(lambda: self.connect(port), "Firefox answers", 60)
        self.connection.settimeout(60)
        self.reading = self.connection.makefile("rb")
        self.count = 0
        self.read()
        self.send("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"timeouts": {"script": 30_000}}}})

    @staticmethod
    def connect(port):
        try:
            return socket.create_connection((HOST, port), 2)
        except OSError:
            return None

    def read(self):
        digits = b""
        while (one := self.reading.read(1)) != b":":
            assert one, "Firefox has ended"
            digits += one
        return json.loads(self.reading.read(int(digits)))

    def send(self, command, given):
        self.count += 1
        text = json.dumps([0, self.count, command, given]).encode()
        self.connection.sendall(b"%d:%b" % (len(text), text))
        _, number, error, answer = self.read()
        assert number == self.count, (number, self.count)
        if error is not None:
            raise CommandFailure(f"{command}: {error['error']}: {error['message']}")
        return answer.get("value") if isinstance(answer, dict) else answer

    def go(self, address):
        self.send("WebDriver:Navigate", {"url": address})

    def run(self, script, *given):
        """The result of an expression, or what its promise resolves to; `given` are its arguments."""
        text = f"""const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
            (async () => ({script}))().then((value) => done({{ value }}),
                (error) => done({{ error: String(error) }}));"""
        answer = self.send("WebDriver:ExecuteAsyncScript", {"script": text, "args": list(given), "newSandbox": False})
        assert "error" not in answer, (script, answer["error"])
        return answer.get("value")

    def until(self, script, what, *given, limit=20):
        return until(lambda: self.run(script, *given), what, limit)

    def act(self, command, strategy, selector, **given):
        """Does something to an element, once it is there; again, where the page was drawn anew meanwhile."""
        def attempt():
            found = self.send("WebDriver:FindElements", {"using": strategy, "value": selector})
            try:
                return found and (self.send(command, {"id": next(iter(found[0].values())), **given}), True)
            except CommandFailure:
                return False
        until(attempt, f"{command} on {selector}")

    def press(self, label):
        """A button, by the text on it, as a finger does, so that the page may ask for what needs one."""
        self.act("WebDriver:ElementClick", "xpath", f'//button[normalize-space(.)="{label}"]')

    def fill(self, selector, text):
        self.act("WebDriver:ElementClear", "css selector", selector)
        self.act("WebDriver:ElementSendKeys", "css selector", selector, text=text)

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
