"""People who use the app's screens, in Chromium, by what is written on them."""

import contextlib, re
from urllib.parse import urlsplit

from playwright.sync_api import TimeoutError, expect, sync_playwright

from people import Stage, clock_script
from relay import until

SECONDS = 1_000


class ScreenPerson:
    """A phone's browser; `troubles` gets what no screen should cause."""

    def __init__(self, browser, stage, name, zone, troubles, permissions=("notifications",), script=None):
        self.context = browser.new_context(locale="en-GB", timezone_id=zone, viewport={"width": 390, "height": 844})
        self.context.grant_permissions([*permissions, "clipboard-read", "clipboard-write"], origin=stage.origin)
        self.name, self.origin, self.time, self.troubles = name, stage.origin, stage.time, troubles
        for text in ([clock_script(stage.time)] if stage.time else []) + ([script] if script else []):
            self.context.add_init_script(text)
        stage.people.append(self)
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.set_default_timeout(20 * SECONDS)
        page.on("console", lambda message: self.troubles.append(f"{self.name}: {message.text}")
                if message.type == "error" and "violates" in message.text or "no words" in message.text else None)
        page.on("pageerror", lambda error: self.troubles.append(f"{self.name}: {error}"))
        return page

    def keep_time(self):
        """Has the browser's clock go with the relay's."""
        if self.time and self.page.url.startswith(self.origin):
            self.page.evaluate("(ahead) => localStorage.setItem('test.ahead', ahead)", round(self.time.offset * 1000))

    def go(self, route):
        self.page.goto(f"{self.origin}/#/{route}")

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).click()

    def press_until(self, label, seen, limit=40):
        """Presses a button until what it leads to is seen, since the app may try again by itself meanwhile."""
        def step():
            if seen.count():
                return True
            with contextlib.suppress(TimeoutError):
                self.page.get_by_role("button", name=label, exact=True).click(timeout=2 * SECONDS)
            return False
        until(step, f"what “{label}” leads to", limit)

    def follow(self, label):
        self.page.get_by_role("link", name=label).first.click()

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)

    def sees(self, text, limit=20):
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=limit * SECONDS)

    def sees_not(self, text, limit=20):
        # What was said aloud before stays in the region that screen readers read.
        expect(self.page.locator("main").get_by_text(text)).to_have_count(0, timeout=limit * SECONDS)

    def heading(self, text, limit=20):
        expect(self.page.get_by_role("heading", level=1, name=text)).to_be_visible(timeout=limit * SECONDS)

    def code(self):
        return self.page.locator(".big-code").inner_text().strip()

    def digits(self):
        return re.sub(r"\D", "", self.page.locator(".big-digits").inner_text())


def enrol(person, code):
    person.page.goto(person.origin + "/e#" + code)
    person.heading("Enrol this device")
    assert urlsplit(person.page.url).fragment == "/welcome", "the code stayed in the address"
    person.press("Go in")
    person.sees("Your name is missing")
    person.fill("Your first name", person.name)
    person.press("Go in")
    person.heading("Notifications")


def show_code(person):
    """A fresh code for a partner."""
    person.go("pair/new")
    return person.code()


def claim(person, code):
    """Enters a code on a device that has no name yet, or has one."""
    person.page.goto(f"{person.origin}/p#{code}")
    person.page.get_by_label("Code", exact=True).wait_for()
    name = person.page.get_by_label("Your first name", exact=True)
    if name.count():
        name.fill(person.name)
    person.page.locator("form .button.primary").click()


def pair(inviter, claimer):
    claim(claimer, show_code(inviter))
    claimer.heading(f"{inviter.name} may ring this device. Allow?")
    claimer.press("Allow")
    inviter.fill("Six digits", claimer.digits())
    inviter.press("They match")
    inviter.heading(f"Paired with {claimer.name}")
    claimer.heading(f"Paired with {inviter.name}")
    inviter.press("Continue")
    claimer.press("Continue")


def join(inviter, claimer, question):
    """From the code on the inviter's screen to a place in their circle."""
    claim(claimer, inviter.code())
    claimer.heading(question)
    claimer.press("Allow")
    inviter.fill("Six digits", claimer.digits())
    inviter.press("They match")
    claimer.heading(re.compile("^In the (family|care circle)$"))
    inviter.press("Continue")
    claimer.press("Continue")


@contextlib.contextmanager
def stage_and_screens(**options):
    """A stage, a browser, and what went wrong on any screen, which fails the test at its end."""
    troubles = []
    stage = Stage(**options)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            try:
                yield stage, browser, troubles
            except BaseException:
                for person in stage.people:
                    print(person.name, person.page.url, person.page.evaluate("document.body.innerText")[:900],
                          flush=True)
                raise
            browser.close()
    finally:
        stage.close()
    assert troubles == [], "\n".join(dict.fromkeys(troubles))
