"""Somebody alone is watched over: a missed check-in, letters, the all-clear, and an alert that one of three takes on.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_watching.py
"""

import re

from mailServer import MailServer
from people import run_steps
from screenPeople import ScreenPerson, enrol, join, stage_and_screens

HOUR = 3_600
DAY = 24 * HOUR


def link_in(letter):
    return re.search(r"https?://\S+", letter).group().rstrip(".")


def a_relay_without_text_messages_says_so_at_the_field(ana):
    ana.page.goto(f"{ana.origin}/?enrolled#/check-in")
    ana.fill("The name your contacts know you by", "Ana")
    ana.press("Start check-ins")
    ana.sees("Your first tap starts the clock")
    ana.go("contacts/new")
    ana.fill("Name", "Mia")
    ana.fill("Phone number for text messages", "+49 170 1234567")
    ana.press("Add and ask them")
    ana.sees("This relay sends nothing to that kind of address")
    assert ana.page.get_by_label("Name", exact=True).input_value() == "Mia", "what was typed was lost"


def a_contact_agrees(ana, mail):
    ana.fill("Phone number for text messages", "")
    ana.fill("E-mail", "mia@example.org")
    ana.press("Add and ask them")
    ana.sees("Mia is saved")
    ana.sees("Will not be told yet")
    asked = mail.letter("mia@example.org", "Ana would like you to be an emergency contact")
    page = ana.context.new_page()
    page.goto(link_in(asked))
    page.get_by_role("button", name="Yes, I agree").click()
    page.get_by_text("You are now an emergency contact of Ana").wait_for()
    page.close()
    ana.go("contacts")
    ana.sees("Will be told", 40)
    ana.go("check-in")
    ana.sees("Mia: is told by e-mail")


def a_missed_check_in_is_told(stage, ana, mail):
    ana.press("I’m safe")
    ana.sees("All is well. Next check-in by")
    stage.leap(DAY - 3 * HOUR - 60)
    ana.sees("All is well. Next check-in by")
    stage.forward(90)
    ana.heading("Check in now", 40)
    ana.sees("or your contacts are told")
    assert not any("checked in" in subject for _, subject in mail.subjects()), mail.subjects()
    for ahead, next_one in ((3 * HOUR, 2 * HOUR), (2 * HOUR, HOUR), (HOUR, HOUR / 4), (HOUR / 4, 0)):
        stage.leap(ahead - next_one - 90)
        stage.forward(90)
    told = mail.letter("mia@example.org", "Ana has not checked in for")
    assert "Call Ana" in told and "Stop all letters about Ana" in told, told
    ana.sees("You were to check in by", 40)


def the_all_clear_follows(ana, mail):
    ana.press("I'm all right: check in")
    ana.sees("All is well. Next check-in by", 40)
    ana.sees_not("have been told")
    mail.letter("mia@example.org", "All clear: Ana has checked in")


def the_icon_opens_the_button(ana):
    """Where somebody only checks in, the app opens with the button for it."""
    ana.page.goto(f"{ana.origin}/healthz")
    ana.page.goto(f"{ana.origin}/")
    ana.heading("Check in")
    ana.press("I’m safe")
    ana.sees("Sent at")


def make_circle(ana, *members):
    ana.go("care")
    ana.press("I want to be looked after")
    ana.fill("Name of the care circle", "My people")
    ana.fill("Your name there", "Ana")
    ana.page.locator("form .button.primary").click()
    ana.sees("Nobody is in your care circle yet")
    for member in members:
        ana.go("care/people")
        ana.follow("Invite somebody")
        ana.follow("Show a code")
        join(ana, member, "Join the care circle of")
        member.go("care")
        member.sees("Ana")


def an_alert_is_told_to_every_member(stage, ana, *members):
    ana.go("care")
    ana.press("I need help")
    ana.sees(re.compile("Members are told in|Unless you answer, your care circle is told"))
    for member in members:
        member.sees_not("Asks for help")
    stage.forward(130)
    for member in members:
        member.heading("Ana is asking for help", 60)


def one_takes_it_on_and_the_others_are_told(ana, ben, *others):
    ben.press("I'm looking after it")
    ana.go("care")
    ana.sees("Ben is looking after you.", 40)
    for one in others:
        one.page.locator(".ring-button").first.wait_for(state="detached", timeout=40_000)
        one.go("tonight")
        one.sees("Ana is being looked after", 40)
        one.sees("Ben has acknowledged the alert about Ana")


def the_history_tells_who_did_it(ana):
    ana.go("care-history")
    ana.sees("1 alert in 30 days")
    ana.sees("Ben")


def main():
    mail = MailServer()
    try:
        with stage_and_screens(has_simulated_time=True, environment=mail.environment) as (stage, browser, troubles):
            ana = ScreenPerson(browser, stage, "Ana", "Europe/Berlin", troubles)
            ben = ScreenPerson(browser, stage, "Ben", "Asia/Taipei", troubles)
            cleo = ScreenPerson(browser, stage, "Cleo", "Europe/Berlin", troubles)
            run_steps([
                (enrol, ana, stage.relay.enrolment()), (a_relay_without_text_messages_says_so_at_the_field, ana),
                (a_contact_agrees, ana, mail), (a_missed_check_in_is_told, stage, ana, mail),
                (the_all_clear_follows, ana, mail), (the_icon_opens_the_button, ana), (make_circle, ana, ben, cleo),
                (an_alert_is_told_to_every_member, stage, ana, ben, cleo),
                (one_takes_it_on_and_the_others_are_told, ana, ben, cleo), (the_history_tells_who_did_it, ana),
            ])
    finally:
        mail.close()


if __name__ == "__main__":
    main()
