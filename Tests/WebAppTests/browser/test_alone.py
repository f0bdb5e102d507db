"""What goes with somebody's check-ins: the daily reminder, links, own addresses, the emergency card, and who reached them.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_alone.py
"""

import re
import urllib.error
import urllib.request

from playwright.sync_api import expect

from mailServer import MailServer
from people import run_steps
from screenPeople import ScreenPerson, enrol, stage_and_screens

HOUR = 3_600
DAY = 24 * HOUR


def link_in(letter, path):
    return re.search(rf"https?://\S+{path}\?\S+", letter).group().rstrip(".")


def answer(person, link, button):
    """Opens the link of a letter, and presses the button there."""
    page = person.context.new_page()
    page.goto(link)
    page.get_by_role("button", name=button).click()
    page.wait_for_load_state()
    page.close()


def posted(link):
    """The status of a POST to a link, as by a script."""
    try:
        return urllib.request.urlopen(urllib.request.Request(link, method="POST"), timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code


def open_plan(ana):
    ana.go("check-in")
    ana.page.locator("summary", has_text="Plan").click()


def a_daily_reminder_is_set_changed_and_removed(ana):
    ana.page.goto(f"{ana.origin}/?enrolled#/check-in")
    ana.fill("The name your contacts know you by", "Ana")
    ana.page.get_by_role("switch", name="Daily reminder").check()
    ana.fill("Time of the reminder", "18:30")
    ana.press("Start check-ins")
    ana.sees("Daily reminder at 18:30, on days without a check-in.")
    ana.press("I’m safe")
    ana.sees("All is well. Next check-in by")
    ana.page.reload()
    open_plan(ana)
    expect(ana.page.get_by_label("Time of the reminder")).to_have_value("18:30")
    ana.fill("Time of the reminder", "19:15")
    ana.press("Save plan")
    ana.sees("Daily reminder at 19:15")
    ana.page.get_by_role("switch", name="Daily reminder").uncheck()
    ana.press("Save plan")
    ana.sees_not("Daily reminder at")
    ana.page.reload()
    ana.sees("All is well. Next check-in by")
    ana.sees_not("Daily reminder at")


def a_link_checks_in_until_it_is_revoked(ana):
    ana.follow("Links that check in")
    ana.heading("Links that check in")
    ana.sees("There are no links yet.")
    ana.fill("Name of the link", "door")
    ana.press("Make a link")
    ana.sees("The address is shown only now.")
    link = ana.page.locator(".secret output").inner_text()
    ana.press("Copy the address")
    ana.sees("Copied.")
    assert ana.page.evaluate("navigator.clipboard.readText()") == link
    ana.sees("Not used yet")
    assert posted(link) == 200
    ana.sees("Last used today", 40)
    ana.go("check-in")
    ana.page.locator("summary", has_text="Last check-ins").click()
    ana.sees("by the link “door”")
    ana.sees("by the web app")
    ana.go("check-in/links")
    ana.sees("Last used today")
    assert ana.page.locator(".secret").count() == 0, "the address is shown once"
    ana.page.get_by_role("button", name="Revoke: door").click()
    ana.page.locator("dialog .danger").click()
    ana.sees("“door” is revoked.")
    ana.sees("There are no links yet.")
    assert posted(link) >= 400


def an_own_address_is_warned_once_it_agreed(ana, mail):
    ana.go("check-in/addresses")
    ana.sees("You are warned on your devices only.")
    ana.fill("Your phone number for text messages", "+49 170 1234567")
    ana.press("Save")
    ana.sees("This relay sends nothing to that kind of address")
    ana.fill("Your phone number for text messages", "")
    ana.fill("Your e-mail address", "ana@example.org")
    ana.press("Save")
    ana.sees("Not confirmed. No warning comes here")
    asked = mail.letter("ana@example.org", "May we warn you at this address")
    ana.press("Ask again")
    ana.sees("You were asked there a short while ago.")
    answer(ana, link_in(asked, "/contact/confirm"), "Yes, I agree")
    ana.sees("Confirmed. Warnings come here as well.", 40)


def a_stopped_address_is_not_called_confirmed(ana, mail):
    asked = mail.letter("ana@example.org", "May we warn you at this address")
    link = link_in(asked, "/contact/confirm")
    answer(ana, link.replace("/contact/confirm", "/contact/unsubscribe"), re.compile("."))
    ana.sees("Stopped from there: no warning comes here.", 40)
    ana.press("Save")
    ana.sees("To be warned again, open the link")
    answer(ana, link, "Yes, I agree")
    ana.sees("Confirmed. Warnings come here as well.", 40)


def the_card_names_who_gets_it(ana, mail):
    ana.go("contacts/new")
    ana.fill("Name", "Mia")
    ana.fill("E-mail", "mia@example.org")
    ana.press("Add and ask them")
    ana.sees("Mia is saved")
    ana.go("check-in/card")
    ana.sees("There is no card yet.")
    ana.sees("Whoever runs the relay could read it")
    ana.fill("What you want to say", "Diabetic. The cat is called Milo.")
    ana.fill("Who has a key", "Mr Lin")
    ana.press("Save card")
    ana.sees("Nobody gets the card.")
    ana.page.get_by_role("switch", name="Send it with letters about a missed check-in").check()
    ana.press("Save card")
    ana.sees("none has yet, so nobody gets it at present")
    asked = mail.letter("mia@example.org", "Ana would like you to be an emergency contact")
    answer(ana, link_in(asked, "/contact/confirm"), "Yes, I agree")
    ana.sees("the card goes with the letter to Mia", 40)


def whoever_reached_her_is_named(stage, ana, mail):
    ana.go("check-in")
    ana.press("I’m safe")
    ana.sees("Sent at")
    stage.leap(DAY - 3 * HOUR - 60)
    stage.forward(90)
    warning = mail.letter("ana@example.org", "Check in now")
    assert "/check-in?t=" in warning, warning
    for ahead, next_one in ((3 * HOUR, 2 * HOUR), (2 * HOUR, HOUR), (HOUR, HOUR / 4), (HOUR / 4, 0)):
        stage.leap(ahead - next_one - 90)
        stage.forward(90)
    told = mail.letter("mia@example.org", "Ana has not checked in for")
    assert "The cat is called Milo." in told and "Mr Lin" in told, told
    answer(ana, link_in(told, "/contact/reached"), "Yes, I have reached Ana")
    ana.go("check-in")
    ana.sees("Mia says that they have reached you (", 60)
    ana.sees("Mia, by e-mail: sent")
    ana.sees_not("They are told once more.")
    ana.press("I’m safe")
    ana.sees("All is well. Next check-in by", 40)
    ana.sees_not("have reached you")


def the_card_and_the_address_are_removed(ana):
    ana.go("check-in/card")
    expect(ana.page.get_by_label("Who has a key")).to_have_value("Mr Lin")
    ana.press("Remove card")
    ana.page.locator("dialog .danger").click()
    ana.sees("There is no card yet.")
    ana.go("check-in/addresses")
    ana.sees("Confirmed. Warnings come here as well.")
    ana.press("Remove")
    ana.page.locator("dialog .danger").click()
    ana.sees("You are warned on your devices only.")


def main():
    mail = MailServer()
    try:
        with stage_and_screens(has_simulated_time=True, environment=mail.environment) as (stage, browser, troubles):
            ana = ScreenPerson(browser, stage, "Ana", "Europe/Berlin", troubles)
            run_steps([
                (enrol, ana, stage.relay.enrolment()), (a_daily_reminder_is_set_changed_and_removed, ana),
                (a_link_checks_in_until_it_is_revoked, ana), (an_own_address_is_warned_once_it_agreed, ana, mail),
                (a_stopped_address_is_not_called_confirmed, ana, mail), (the_card_names_who_gets_it, ana, mail),
                (whoever_reached_her_is_named, stage, ana, mail), (the_card_and_the_address_are_removed, ana),
            ])
    finally:
        mail.close()


if __name__ == "__main__":
    main()
