"""Somebody alone, a family and a care circle go through their screens, against a real relay.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_life.py
"""

import re

from people import run_steps
from screenPeople import SECONDS, ScreenPerson, enrol, join, stage_and_screens


def check_in(ana):
    ana.page.goto(f"{ana.origin}/?enrolled#/check-in")
    ana.heading("Do you live alone?")
    ana.fill("The name your contacts know you by", "Ana")
    ana.press("Start check-ins")
    ana.sees("Your first tap starts the clock")
    ana.sees("Nobody would be told: this relay can send neither e-mail nor text messages")
    ana.press("I’m safe")
    ana.sees("Sent at")
    ana.sees("All is well. Next check-in by tomorrow")
    ana.context.set_offline(True)
    ana.press("I’m safe")
    ana.sees("Not sent yet: no network")
    ana.context.set_offline(False)
    ana.sees("Sent at", 40)
    ana.sees_not("Not sent yet", 40)
    ana.page.locator("summary", has_text="More time").click()
    ana.press("Put off by a day")
    ana.sees("Put off. The new deadline is")


def make_family(ana, ben):
    ana.go("family")
    ana.fill("Name of the family", "The Lins")
    ana.fill("What the family calls you", "Mama")
    ana.press("Create a family")
    ana.heading("The Lins")
    ana.follow("Members")
    ana.follow("Invite a child")
    join(ana, ben, "Join the family of")
    ben.go("family")
    ben.heading("The Lins")
    ben.follow("Members")
    ben.press("Change my name")
    ben.fill("What the family calls you", "Benny")
    ben.press("Save")
    ben.sees("Benny (you)")


def remind(stage, ana, ben):
    ana.go("reminder/new")
    ana.fill("What is to be done", "Pack the satchel")
    ana.page.get_by_role("radio", name="Benny").check()
    ana.press("Add an item")
    ana.fill("Item 1", "books")
    ana.press("Set reminder")
    ana.heading("The Lins")
    ana.sees("Pack the satchel")
    ben.go("family")
    ben.page.get_by_role("link", name="Pack the satchel").click(timeout=30 * SECONDS)
    ben.heading("Pack the satchel")
    ben.page.get_by_role("checkbox", name="books").check()
    ben.press("Done")
    ben.sees("Done: Pack the satchel")
    ben.page.get_by_role("button", name="Undo: Pack the satchel").click()
    ben.sees("Taken back")
    ben.press("Done")
    ben.sees("Done: Pack the satchel")
    stage.forward(31)
    ana.go("family")
    ana.sees("by Benny", 40)


def care(stage, ana, ben):
    ana.go("care")
    ana.press("I want to be looked after")
    ana.fill("Name of the care circle", "My people")
    ana.fill("Your name there", "Ana")
    ana.page.locator("form .button.primary").click()
    ana.sees("Nobody is in your care circle yet")
    ana.go("care/settings")
    ana.page.get_by_label("Time to cancel after the help button").select_option("30")
    ana.press("Save")
    ana.sees("Saved.")
    ana.go("care/people")
    ana.follow("Invite somebody")
    ana.follow("Show a code")
    join(ana, ben, "Join the care circle of")
    ben.go("care")
    ben.sees("Ana")
    ana.go("care")
    ana.press("I need help")
    ana.sees(re.compile("Members are told in|Cancel the alert"))
    stage.forward(31)
    ben.heading("Ana is asking for help", 60)
    ben.page.locator(".ring-button").first.click()
    ana.go("care")
    ana.sees("Ben is looking after you.", 40)
    ana.go("care-history")
    ana.sees("1 alert in 30 days")


def main():
    with stage_and_screens(has_simulated_time=True) as (stage, browser, troubles):
        ana = ScreenPerson(browser, stage, "Ana", "Europe/Berlin", troubles)
        ben = ScreenPerson(browser, stage, "Ben", "Asia/Taipei", troubles)
        run_steps([
            (enrol, ana, stage.relay.enrolment()), (check_in, ana), (make_family, ana, ben), (remind, stage, ana, ben),
            (care, stage, ana, ben),
        ])


if __name__ == "__main__":
    main()
