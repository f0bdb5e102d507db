"""Somebody alone, a family and a care circle go through their screens, against a real relay.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_life.py

It takes a minute and a half, since an alert counts down for half a minute at least.
"""

import re
import sys
import traceback

from playwright.sync_api import expect, sync_playwright

from people import Stage
from test_couple import SECONDS, Person, enrol


def go(person, route):
    person.page.goto(f"{person.origin}/#/{route}")


def check_in(ana):
    ana.page.goto(f"{ana.origin}/?enrolled#/check-in")
    ana.heading("Do you live alone?")
    ana.fill("The name your contacts know you by", "Ana")
    ana.press("Start check-ins")
    ana.sees("Your first tap starts the clock")
    ana.sees("Nobody would be told: you have named no contact.")
    ana.press("I’m safe")
    ana.sees("Sent at")
    ana.sees("All is well. Next check-in by tomorrow")
    ana.context.set_offline(True)
    ana.press("I’m safe")
    ana.sees("Not sent yet: no network")
    ana.context.set_offline(False)
    ana.sees("Sent at", 40)
    # What was said aloud before stays in the region that screen readers read.
    expect(ana.page.locator("main").get_by_text("Not sent yet")).to_have_count(0, timeout=40 * SECONDS)
    ana.page.locator("summary", has_text="More time").click()
    ana.press("Put off by a day")
    ana.sees("Put off. The new deadline is")


def join(inviter, claimer, question, is_new):
    code = inviter.page.locator(".big-code").inner_text().strip()
    claimer.page.goto(f"{claimer.origin}/p#{code}")
    if is_new:
        claimer.fill("Your first name", "Ben")
    claimer.page.locator("form .button.primary").click()
    claimer.heading(question)
    claimer.press("Allow")
    digits = re.sub(r"\D", "", claimer.page.locator(".big-digits").inner_text())
    inviter.fill("Six digits", digits)
    inviter.press("They match")
    expect(claimer.page.get_by_text("now.").first).to_be_visible(timeout=20 * SECONDS)
    inviter.press("Continue")
    claimer.press("Continue")


def make_family(ana, ben):
    go(ana, "family")
    ana.fill("Name of the family", "The Lins")
    ana.fill("What the family calls you", "Mama")
    ana.press("Create a family")
    ana.heading("The Lins")
    ana.follow("Members")
    ana.follow("Invite a child")
    join(ana, ben, "Join the family of", True)
    go(ben, "family")
    ben.heading("The Lins")
    ben.follow("Members")
    ben.press("Change my name")
    ben.fill("What the family calls you", "Benny")
    ben.press("Save")
    ben.sees("Benny (you)")


def remind(ana, ben):
    go(ana, "reminder/new")
    ana.fill("What is to be done", "Pack the satchel")
    ana.page.get_by_role("radio", name="Benny").check()
    ana.press("Add an item")
    ana.fill("Item 1", "books")
    ana.press("Set reminder")
    ana.heading("The Lins")
    ana.sees("Pack the satchel")
    go(ben, "family")
    ben.page.get_by_role("link", name="Pack the satchel").click(timeout=30 * SECONDS)
    ben.heading("Pack the satchel")
    ben.page.get_by_role("checkbox", name="books").check()
    ben.press("Done")
    ben.sees("Done: Pack the satchel")
    ben.page.get_by_role("button", name="Undo: Pack the satchel").click()
    ben.sees("Taken back")
    ben.press("Done")
    go(ana, "family")
    ana.sees("by Benny", 40)


def care(ana, ben):
    go(ana, "care")
    ana.press("I want to be looked after")
    ana.fill("Name of the care circle", "My people")
    ana.fill("Your name there", "Ana")
    ana.page.locator("form .button.primary").click()
    ana.sees("Nobody is in your care circle yet")
    go(ana, "care/settings")
    ana.page.get_by_label("Time to cancel after the help button").select_option("30")
    ana.press("Save")
    ana.sees("Saved.")
    go(ana, "care/people")
    ana.follow("Invite somebody")
    join(ana, ben, "Join the care circle of", False)
    go(ben, "care")
    ben.sees("Ana")
    go(ana, "care")
    ana.press("I need help")
    ana.sees(re.compile("Members are told in|Cancel the alert"))
    ben.heading("Ana is asking for help", 60)
    ben.page.locator(".ring-button").first.click()
    go(ana, "care")
    ana.sees("Ben is looking after you.", 40)
    go(ana, "care-history")
    ana.sees("1 alert in 30 days")


def main():
    stage = Stage()
    troubles, failed = [], 0
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            ana = Person(browser, stage.origin, "Ana", "Europe/Berlin", troubles)
            ben = Person(browser, stage.origin, "Ben", "Asia/Taipei", troubles)
            steps = [("enrol", lambda: enrol(ana, stage.relay.enrolment())), ("check in", lambda: check_in(ana)),
                     ("family", lambda: make_family(ana, ben)),
                     ("reminder", lambda: remind(ana, ben)), ("care", lambda: care(ana, ben))]
            for name, step in steps:
                try:
                    step()
                    print(f"ok {name}", flush=True)
                except Exception:
                    failed += 1
                    print(f"not ok {name}\n{traceback.format_exc(limit=-3)}", flush=True)
                    for person in (ana, ben):
                        print(person.name, person.page.url, person.page.evaluate("document.body.innerText")[:900],
                            flush=True)
            browser.close()
    finally:
        stage.close()
    print("\n".join(dict.fromkeys(troubles)))
    return 1 if failed or troubles else 0


if __name__ == "__main__":
    sys.exit(main())
