"""Two people go through the screens, from a stranger's first page to an answered alarm, against a real relay.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_couple.py
"""

import datetime

from playwright.sync_api import expect

from people import run_steps
from screenPeople import SECONDS, ScreenPerson, enrol, stage_and_screens


def pair(ana, ben):
    ana.follow("Back")
    ana.follow("People")
    ana.press("Pair with somebody")
    ana.press("Show a code")
    code = ana.code()
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
    digits = ben.digits()
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
    ben.go("bedside")
    ben.heading("Bedside mode")
    ben.press("Start, with sound")
    ben.sees("No alarm is set for you.")


def set_alarm(stage, ana):
    ana.go("new")
    ana.heading("Wake Ben")
    due = datetime.datetime.fromtimestamp(stage.time.now(), datetime.timezone.utc) + datetime.timedelta(minutes=3)
    for label, value in (("Hour", due.hour), ("Minute", due.minute)):
        wheel = ana.page.get_by_role("spinbutton", name=label)
        wheel.focus()
        ana.page.keyboard.type(f"{value:02}")
    ana.press("Time to get up")
    ana.press(f"Set for {due:%H:%M}")
    ana.heading("For Ben")
    ana.sees("Time to get up")


def rings_and_is_answered(stage, ana, ben):
    ben.sees("Next alarm, from Ana")
    ana.sees("The phone rings by itself,", 40)
    stage.forward(180)
    expect(ben.page.get_by_role("button", name="I'm up")).to_be_visible(timeout=40 * SECONDS)
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
    with stage_and_screens(has_simulated_time=True) as (stage, browser, troubles):
        ana = ScreenPerson(browser, stage, "Ana", "UTC", troubles)
        ben = ScreenPerson(browser, stage, "Ben", "Asia/Taipei", troubles)
        run_steps([
            (enrol, ana, stage.relay.enrolment()), (pair, ana, ben), (watch, ben), (set_alarm, stage, ana),
            (rings_and_is_answered, stage, ana, ben), (mutes_and_ends, ben),
        ])


if __name__ == "__main__":
    main()
