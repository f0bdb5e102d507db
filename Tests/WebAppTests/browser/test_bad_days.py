"""Codes that are old, seen by others or mistyped, a relay that is away, a clock that is wrong, notifications denied.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_bad_days.py
"""

import re

from people import run_steps
from screenPeople import ScreenPerson, claim, enrol, pair, show_code, stage_and_screens

# A clock that is two hours fast, as when somebody has set it by hand in the wrong zone.
WRONG_CLOCK = """(() => {
    const Own = Date, ahead = 2 * 3600_000;
    globalThis.Date = class extends Own {
        constructor(...given) { super(...(given.length ? given : [Own.now() + ahead])); }
        static now() { return Own.now() + ahead; }
    };
})()"""


def three_wrong_digits_stop_the_pairing(ana, ben):
    claim(ben, show_code(ana))
    ben.heading("Ana may ring this device. Allow?")
    ben.press("Allow")
    wrong = f"{(int(ben.digits()) + 1) % 1_000_000:06}"
    for left in ("2 tries left.", "1 try left."):
        ana.fill("Six digits", wrong)
        ana.press("They match")
        ana.sees(left)
    ana.fill("Six digits", wrong)
    ana.press("They match")
    ana.heading("It did not work")
    ana.sees("Three times wrong: this code has ended.")
    ben.heading("It was stopped", 40)
    ana.go("consent")
    ana.sees("Nobody")


def an_old_code_is_refused_and_its_screen_says_so(stage, ana, ben):
    code = show_code(ana)
    stage.forward(601)
    ana.heading("The code has run out", 40)
    claim(ben, code)
    ben.sees("The relay does not know this code")
    assert re.sub(r"\W", "", ben.page.get_by_label("Code", exact=True).input_value()) == re.sub(r"\W", "", code)


def a_code_that_two_use_pairs_nobody(ana, ben, cleo):
    code = show_code(ana)
    claim(ben, code)
    ben.heading("Ana may ring this device. Allow?")
    claim(cleo, code)
    cleo.sees("The relay does not know this code")
    ana.heading("Two devices used this code", 40)
    ana.sees("Perhaps somebody else saw the code")
    ben.heading("Two devices used this code", 40)
    for one in (ana, ben, cleo):
        one.go("consent")
        one.sees("Nobody")


def each_step_waits_for_the_relay(stage, ana, ben):
    """Nothing that was typed is lost, and what is not done is not called done."""
    away = "The relay cannot be reached"
    stage.site.is_cut = True
    ana.go("pair/new")
    ana.sees(away)
    stage.site.is_cut = False
    ana.press("Try again")
    code = ana.code()

    ben.page.goto(f"{ben.origin}/p#{code}")
    ben.page.get_by_label("Code", exact=True).wait_for()
    stage.site.is_cut = True
    ben.page.locator("form .button.primary").click()
    ben.sees(away)
    stage.site.is_cut = False
    ben.page.locator("form .button.primary").click()
    ben.heading("Ana may ring this device. Allow?")

    stage.site.is_cut = True
    ben.press("Allow")
    ben.sees(away)
    stage.site.is_cut = False
    ben.press_until("Allow", ben.page.locator(".big-digits"))
    digits = ben.digits()

    ana.heading("Type the digits from Ben's screen", 40)
    stage.site.is_cut = True
    ana.fill("Six digits", digits)
    ana.press("They match")
    ana.sees(away)
    ben.sees_not("Paired with")
    stage.site.is_cut = False
    ana.press_until("They match", ana.page.get_by_role("heading", name="Paired with Ben"))
    ben.heading("Paired with Ana", 40)


def set_alarm_for(person, hour, minute, name):
    person.go("new")
    person.heading(f"Wake {name}")
    for label, value in (("Hour", hour), ("Minute", minute)):
        person.page.get_by_role("spinbutton", name=label).focus()
        person.page.keyboard.type(f"{value:02}")
    person.press("Nap is over")
    person.press(f"Set for {hour:02}:{minute:02}")


def an_alarm_without_the_relay_is_not_called_set(stage, ana, ben):
    stage.site.is_cut = True
    set_alarm_for(ana, 14, 30, "Ben")
    ana.sees("is not set until the relay can be reached")
    ana.go("tonight")
    ana.sees("Waiting for the relay: not set yet")
    stage.site.is_cut = False
    ana.sees_not("Waiting for the relay", 60)
    ben.go("tonight")
    ben.sees("14:30", 40)


def a_wrong_clock_changes_no_alarm(stage, wrong, ben):
    """By the relay's clock it is past noon, by this one's past two."""
    set_alarm_for(wrong, 13, 45, "Ben")
    wrong.heading("For Ben")
    wrong.go("tonight")
    ben.go("tonight")
    for one in (wrong, ben):
        one.sees("today, 13:45", 40)


def denied_notifications_are_told_at_every_place(browser, stage, troubles):
    denied = ScreenPerson(browser, stage, "Dora", "UTC", troubles, permissions=())
    enrol(denied, stage.relay.enrolment())
    denied.sees("The browser was told not to allow notifications.")
    denied.sees("Off: this device cannot be woken")
    denied.press("Continue")
    denied.heading("Test ring")
    denied.go("tonight")
    denied.sees("This device cannot be woken: notifications are off here.")
    denied.go("devices")
    denied.sees("Rings only while it is open")


def main():
    with stage_and_screens(has_simulated_time=True) as (stage, browser, troubles):
        ana = ScreenPerson(browser, stage, "Ana", "UTC", troubles)
        ben = ScreenPerson(browser, stage, "Ben", "UTC", troubles)
        cleo = ScreenPerson(browser, stage, "Cleo", "UTC", troubles)
        wrong = ScreenPerson(browser, stage, "Wanda", "UTC", troubles, script=WRONG_CLOCK)
        for one in (ana, cleo, wrong):
            enrol(one, stage.relay.enrolment())
        run_steps([
            (three_wrong_digits_stop_the_pairing, ana, ben),
            (an_old_code_is_refused_and_its_screen_says_so, stage, ana, ben),
            (a_code_that_two_use_pairs_nobody, ana, ben, cleo),
            (each_step_waits_for_the_relay, stage, ana, ben),
            (an_alarm_without_the_relay_is_not_called_set, stage, ana, ben),
            (pair, wrong, ben), (a_wrong_clock_changes_no_alarm, stage, wrong, ben),
            (denied_notifications_are_told_at_every_place, browser, stage, troubles),
        ])


if __name__ == "__main__":
    main()
