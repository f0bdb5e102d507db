"""Two people go through the screens, from a stranger's first page to an answered alarm, against a real relay.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_couple.py

It waits for the next full minute, since the time wheel has minutes.
"""

import datetime
import re
import sys
import time
from urllib.parse import urlsplit

from playwright.sync_api import expect, sync_playwright

from people import Stage

SECONDS = 1_000


class Person:
    def __init__(self, browser, origin, name, zone, troubles):
        self.context = browser.new_context(locale="en-GB", timezone_id=zone, viewport={"width": 390, "height": 844})
        self.context.grant_permissions(["notifications", "clipboard-read", "clipboard-write"], origin=origin)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20 * SECONDS)
        self.page.on("console", lambda message: troubles.append(f"{name}: {message.text}")
                     if message.type == "error" and "violates" in message.text or "no words" in message.text else None)
        self.page.on("pageerror", lambda error: troubles.append(f"{name}: {error}"))
        self.name, self.origin = name, origin

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).click()

    def follow(self, label):
        self.page.get_by_role("link", name=label).first.click()

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)

    def sees(self, text, limit=20):
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=limit * SECONDS)

    def heading(self, text, limit=20):
        expect(self.page.get_by_role("heading", level=1, name=text)).to_be_visible(timeout=limit * SECONDS)


def enrol(ana, code):
    ana.page.goto(ana.origin + "/e#" + code)
    ana.heading("Enrol this device")
    assert urlsplit(ana.page.url).fragment == "/welcome", "the code stayed in the address"
    ana.press("Go in")
    ana.sees("Your name is missing")
    ana.fill("Your first name", "Ana")
    ana.press("Go in")
    ana.heading("Notifications")


def pair(ana, ben):
    ana.follow("Back")
    ana.follow("People")
    ana.press("Pair with somebody")
    ana.press("Show a code")
    code = ana.page.locator(".big-code").inner_text().strip()
    wrong = ("B" if code[0] != "B" else "C") + code[1:]
    ben.page.goto(f"{ben.origin}/p#{wrong}")
    ben.heading("Pair with your partner")
    ben.fill("Your first name", "Ben")
    ben.press("Go in")
    ben.sees("One sign of the code is wrong")
    assert ben.page.get_by_label("Code", exact=True).input_value() == wrong, "what was typed was lost"
    ben.fill("Code", code)
    ben.press("Go in")
    ben.heading("Ana may ring this device. Allow?")
    ben.press("Allow")
    digits = re.sub(r"\D", "", ben.page.locator(".big-digits").inner_text())
    ana.heading("Type the digits from Ben's screen")
    ana.fill("Six digits", f"{(int(digits) + 1) % 1_000_000:06}")
    ana.press("They match")
    ana.sees("Those are not the digits")
    ana.fill("Six digits", digits)
    ana.press("They match")
    ana.heading("Paired with Ben")
    ben.heading("Paired with Ana")
    ana.press("Continue")
    ben.press("Continue")


def watch(ben):
    ben.page.goto(ben.origin + "/#/bedside")
    ben.heading("Bedside mode")
    ben.press("Start, with sound")
    ben.sees("No alarm is set for you.")


def set_alarm(ana):
    ana.page.goto(ana.origin + "/#/new")
    ana.heading("Wake Ben")
    now = datetime.datetime.now(datetime.timezone.utc)
    if now.second > 45:
        time.sleep(61 - now.second)
    due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=1)
    for label, value in (("Hour", due.hour), ("Minute", due.minute)):
        wheel = ana.page.get_by_role("spinbutton", name=label)
        wheel.focus()
        ana.page.keyboard.type(f"{value:02}")
    ana.press("Time to get up")
    ana.press(f"Set for {due:%H:%M}")
    ana.heading("For Ben")
    ana.sees("Time to get up")


def rings_and_is_answered(ana, ben):
    ben.sees("Next alarm, from Ana")
    ana.sees("The phone rings by itself,", 40)
    expect(ben.page.get_by_role("button", name="I'm up")).to_be_visible(timeout=80 * SECONDS)
    ben.sees("Time to get up")
    ben.page.get_by_text("Answer Ana with a word").click()
    ben.press("I'm up, thank you")
    expect(ben.page.locator(".night-clock")).to_be_visible(timeout=20 * SECONDS)
    ana.sees("Ben answered:", 40)
    ana.sees("I'm up, thank you")


def mutes_and_ends(ben):
    ben.press("End bedside mode")
    ben.follow("People")
    ben.follow("Ana")
    ben.page.get_by_role("switch", name="Mute Ana").check()
    ben.press("Save")
    ben.sees("Muted: does not ring")
    ben.follow("Ana")
    ben.press("End the pair with Ana")
    ben.page.get_by_role("dialog").get_by_role("button", name="End the pair with Ana").click()
    ben.sees("Ended. Nothing from Ana rings any more.")


def main():
    troubles = []
    stage = Stage()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            ana = Person(browser, stage.origin, "Ana", "UTC", troubles)
            ben = Person(browser, stage.origin, "Ben", "Asia/Taipei", troubles)
            steps = [(enrol, (ana, stage.relay.enrolment())), (pair, (ana, ben)), (watch, (ben,)), (set_alarm, (ana,)),
                     (rings_and_is_answered, (ana, ben)), (mutes_and_ends, (ben,))]
            try:
                for step, given in steps:
                    step(*given)
                    print("ok", step.__name__.replace("_", " "), flush=True)
            except BaseException:
                for person in (ana, ben):
                    print(person.name, person.page.url, person.page.evaluate("document.body.innerText")[:900])
                raise
            browser.close()
    finally:
        stage.close()
    print(*troubles, sep="\n")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
