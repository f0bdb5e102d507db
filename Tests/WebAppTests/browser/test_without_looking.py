"""Somebody who does not see the screen gets in, sets an alarm and answers one: by the keys alone, as it is read out.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_without_looking.py
"""

from people import run_steps, until
from screenPeople import ScreenPerson, pair, stage_and_screens

TABS = 60


class ScreenReader:
    """Tells what has the focus, by the browser's accessibility tree."""

    def __init__(self, person):
        self.page = person.page
        self.browser = person.context.new_cdp_session(person.page)
        self.browser.send("Accessibility.enable")

    def focus(self):
        """The role and the name of what has the focus."""
        for node in self.browser.send("Accessibility.getFullAXTree")["nodes"]:
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            role = node.get("role", {}).get("value")
            if properties.get("focused") and role != "RootWebArea":
                return role, node.get("name", {}).get("value", "")
        return None, ""

    def hears(self, role, name):
        until(lambda: self.focus() == (role, name), f"{role} “{name}” with the focus; it is {self.focus()}")

    def tab_to(self, role, name):
        passed = []
        for _ in range(TABS):
            self.page.keyboard.press("Tab")
            passed.append(self.focus())
            if passed[-1] == (role, name):
                return
        raise AssertionError(f"no Tab leads to {role} “{name}”; on the way: {passed}")

    def press(self, name):
        self.tab_to("button", name)
        self.page.keyboard.press("Enter")

    def type(self, role, name, text):
        self.tab_to(role, name)
        self.page.keyboard.type(text)


def gets_in(person, reader, code):
    person.page.goto(f"{person.origin}/e#{code}")
    person.heading("Enrol this device")
    reader.type("textbox", "Your first name", person.name)
    reader.press("Go in")
    reader.hears("heading", "Notifications")


def sets_an_alarm(stage, ana, reader, hour, minute):
    ana.go("new")
    reader.hears("heading", "Wake Ben")
    reader.type("spinbutton", "Hour", f"{hour:02}")
    reader.type("spinbutton", "Minute", f"{minute:02}")
    reader.type("textbox", "What should it say?", "Up you get")
    reader.press(f"Set for {hour:02}:{minute:02}")
    reader.hears("heading", "For Ben")
    ana.sees("Set: the relay has taken the alarm for Ben.")


def a_ring_takes_the_focus_and_is_answered(stage, ben, reader, seconds):
    ben.go("tonight")
    ben.sees("Up you get")
    stage.forward(seconds)
    reader.hears("heading", "Ana wakes you")
    reader.press("I'm up")
    reader.hears("heading", "Will it ring tonight?")


def it_rings_at_the_bedside_too(stage, ben, reader, seconds):
    ben.go("bedside")
    reader.hears("heading", "Bedside mode")
    reader.press("Start, with sound")
    ben.sees("Next alarm, from Ana")
    stage.forward(seconds)
    reader.hears("heading", "Ana wakes you")
    reader.press("I'm up")
    ben.page.locator(".night-clock").wait_for()
    assert reader.focus()[0] == "timer", reader.focus()


def main():
    with stage_and_screens(has_simulated_time=True) as (stage, browser, troubles):
        ana = ScreenPerson(browser, stage, "Ana", "UTC", troubles)
        ben = ScreenPerson(browser, stage, "Ben", "UTC", troubles)
        hers, his = ScreenReader(ana), ScreenReader(ben)
        run_steps([
            (gets_in, ana, hers, stage.relay.enrolment()), (pair, ana, ben),
            (sets_an_alarm, stage, ana, hers, 13, 0), (a_ring_takes_the_focus_and_is_answered, stage, ben, his, 3600),
            (sets_an_alarm, stage, ana, hers, 14, 0), (it_rings_at_the_bedside_too, stage, ben, his, 3600),
        ])


if __name__ == "__main__":
    main()
