"""What taps and typing on the screens for one alone, families and care circles ask of the app: life_flows.py."""

import sys
import traceback

from life_screens import contexts, open_state
from served_site import browser_and_origin


def calls(page):
    return page.evaluate("window.app.calls")


def until(page, expression):
    """Waits for an expression of the page; the page's policy forbids the browser to evaluate it again and again."""
    for _ in range(60):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not within 6 s: {expression}")


def text(page, selector="main"):
    return page.locator(selector).inner_text()


def another_screen_is_asked_for_before_one_is_shown(page):
    # A transition that is skipped for the next is no trouble.
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""new Promise((done) => {
        const screens = ["people", "more", "settings", "tonight"];
        let left = 60;
        const next = () => {
            if (left === 0) return done();
            left -= 1;
            location.hash = `#/${screens[left % screens.length]}`;
            setTimeout(next, left);
        };
        next();
    })""")
    page.evaluate("location.hash = '#/family'")
    page.wait_for_selector("text=The Lins")
    page.wait_for_timeout(500)


def one_tap_checks_in(page):
    page.locator(".check-in-now").click()
    until(page, "window.app.calls.some(([name]) => name === 'checkInNow')")
    page.wait_for_selector("text=Sent at 16:00")
    box = "document.querySelector('.check-in-now').getBoundingClientRect()"
    assert page.evaluate(f"{box}.height / innerHeight") >= 0.495
    assert page.evaluate(f"{box}.top / innerHeight") < 0.35


def queued_is_not_called_sent(page):
    assert "Not sent yet: no network" in text(page) and "Sent at" not in text(page)
    page.evaluate("""window.app.setState({ checkIn: { ...window.app.state.checkIn, queued: false,
        history: [{ at: "2026-11-23T08:00:00Z" }] } })""")
    page.wait_for_selector("text=Last check-in: today, 16:00")
    assert "Not sent yet" not in text(page)


def refused_check_in_is_told(page):
    page.evaluate("window.fake.answers.checkInNow = { error: 'internal-error' }")
    page.locator(".check-in-now").click()
    page.wait_for_selector("text=Not sent. Please tap again.")


def unheard_contacts_are_not_called_told(page):
    assert "unknown whether your contacts have been told" in text(page) and "have been told. Tap" not in text(page)


def vacation_wants_a_later_day(page):
    page.locator("details.more >> nth=0 >> summary >> nth=0").click()
    page.locator("#vacation-until").fill("2026-11-23")
    page.get_by_role("button", name="Start vacation").click()
    page.wait_for_selector("text=Choose a day after today")
    assert calls(page) == []
    page.locator("#vacation-until").fill("2026-12-01")
    page.get_by_role("button", name="Start vacation").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0][1]["pausedUntil"] == "2026-11-30T16:00:00.000Z"


def who_reached_the_person_is_told(page):
    page.wait_for_selector("text=Ben says that they have reached you (today, 15:05).")
    told = text(page, "[data-key=told]")
    assert "Ben, by e-mail: sent today, 13:00" in told and "Dora, by e-mail: came back" in told, told
    assert "An address that is no longer among your contacts, by text message: waiting since" in told, told
    button, list_top = (page.locator(one).bounding_box()["y"] for one in (".check-in-now", "[data-key=told]"))
    assert button < list_top, "the button comes first"
    assert "They are told once more." not in text(page), "no second letter follows"
    page.evaluate("""window.app.setState({ checkIn: { ...window.app.state.checkIn,
        telling: { ...window.app.state.checkIn.telling, reached: undefined } } })""")
    page.wait_for_selector("text=They are told once more.")
    assert "have reached you" not in text(page)


def turned_off_check_ins_say_who_was_told(page):
    told = text(page)
    assert "Nobody is watching." in told and "Only a check-in of yours tells them that all is well." in told, told
    assert "Ben, by e-mail: sent today, 13:00" in text(page, "[data-key=told]")
    page.evaluate("window.fake.answers.checkInNow = { sent: 'now' }")
    page.locator(".check-in-now").click()
    page.wait_for_selector("text=Sent at")
    assert calls(page)[0][0] == "checkInNow"
    assert page.get_by_role("button", name="Start check-ins").count() == 1


def nobody_is_called_told_who_cannot_be_written_to(page):
    page.wait_for_selector("text=Nobody would be told at present: the relay has no way to write")
    missed = text(page, ".missed")
    assert "Ben: has agreed, but cannot be written to at present" in missed and "is told by" not in missed, missed
    page.evaluate("window.app.setState({ checkIn: { ...window.app.state.checkIn, reachable: 1 } })")
    page.wait_for_selector("text=1 of 2 contacts who have agreed cannot be written to at present.")
    assert "Nobody would be told" not in text(page)
    page.evaluate("window.app.setState({ checkIn: { ...window.app.state.checkIn, reachable: 2 } })")
    page.wait_for_selector("text=Ben: is told by e-mail")
    assert "cannot be written to" not in text(page)


def contacts_who_cannot_be_written_to_are_not_called_told(page):
    page.wait_for_selector("text=Nobody would be told at present")
    assert "Will be told" not in text(page), text(page)


def source_of_each_check_in_is_told(page):
    entries = page.locator(".history li").all_inner_texts()
    assert [one.split("\n")[-1] for one in entries[:3]] == ["by the link “door”", "by a link", "by the command line"], entries
    assert "telepathy" not in entries[3] and "checkIn" not in entries[3], entries


def daily_reminder_is_changed_and_removed(page):
    page.wait_for_selector("text=Daily reminder at 20:00 (Berlin time), on days without a check-in.")
    page.wait_for_selector("text=By the clocks of Berlin")
    page.get_by_label("Time of the reminder").fill("21:30")
    page.get_by_role("button", name="Save plan").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0][1]["remindAt"] == "21:30" and calls(page)[0][1]["timeZone"] == "Europe/Berlin"
    page.get_by_label("Time of the reminder").fill("")
    page.get_by_role("button", name="Save plan").click()
    page.wait_for_selector("text=Choose a time, or turn the daily reminder off.")
    assert len(calls(page)) == 1
    page.get_by_role("switch", name="Daily reminder").uncheck()
    page.get_by_role("button", name="Save plan").click()
    until(page, "window.app.calls.length === 2")
    assert "remindAt" not in calls(page)[1][1]


def plan_from_elsewhere_is_not_overwritten(page):
    page.locator("summary", has_text="Plan").click()
    page.evaluate("""window.app.setState({ checkIn: { ...window.app.state.checkIn,
        plan: { ...window.app.state.checkIn.plan, remindAt: "19:00" } } })""")
    page.wait_for_selector("text=Daily reminder at 19:00, on days without a check-in.")
    page.get_by_role("button", name="Save plan").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0][1]["remindAt"] == "19:00"


def links_are_listed_with_their_last_use(page):
    said = page.locator("article.card > p:first-of-type").all_inner_texts()
    assert said == ["It is not known whether it was used.", "Last used today, 08:02", "Not used yet"], said


def link_is_made_and_shown_once(page):
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_selector("text=Give the link a name.")
    assert calls(page) == []
    page.get_by_label("Name of the link").fill("  hall ")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=The address is shown only now.")
    assert calls(page) == [["addCheckInLink", "hall"]]
    until(page, "document.activeElement.id === 'made-link'")
    assert text(page, ".secret output").startswith("https://relay.example.org/check-in?t=")
    assert page.get_by_role("img", name="QR code of the address of “hall”").is_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the address").click()
    page.wait_for_selector("text=Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text(page, ".secret output")
    page.get_by_role("button", name="Done, hide the address").click()
    page.locator(".secret").wait_for(state="detached")
    assert "Not used yet" in text(page, "[data-key=l4]")
    page.get_by_label("Name of the link").fill("hall")
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_selector("text=Another link has this name.")
    assert len(calls(page)) == 1


def revoking_a_link_is_asked_first(page):
    page.get_by_role("button", name="Revoke: door").click()
    page.keyboard.press("Escape")
    assert calls(page) == []
    page.get_by_role("button", name="Revoke: door").click()
    page.locator("dialog .danger").click()
    page.wait_for_selector("text=“door” is revoked.")
    assert calls(page) == [["revokeCheckInLink", "l2"]]
    assert page.locator("[data-key=l2]").count() == 0 and page.locator("article.card").count() == 2
    assert page.evaluate("document.activeElement.localName") == "h1"


def a_seventeenth_link_is_not_offered(page):
    page.wait_for_selector("text=16 links are the most. Revoke one first.")
    assert page.get_by_label("Name of the link").count() == 0


def links_need_a_plan(page):
    page.get_by_role("link", name="Start check-ins").click()
    page.wait_for_selector("text=Do you live alone?")


def calendar_address_is_shown_once(page):
    assert "There is no address yet." in text(page)
    page.get_by_role("button", name="Make an address").click()
    page.wait_for_selector("text=The address is shown only now.")
    assert calls(page) == [["makeCalendarLink"]]
    until(page, "document.activeElement.id === 'made-link'")
    assert text(page, ".secret output").startswith("https://relay.example.org/calendar.ics?t=")
    page.get_by_role("button", name="Done, hide the address").click()
    page.locator(".secret").wait_for(state="detached")
    assert "There is an address since" in text(page)


def revoking_the_calendar_address_is_asked_first(page):
    page.get_by_role("button", name="Revoke the address").click()
    page.keyboard.press("Escape")
    assert calls(page) == []
    page.get_by_role("button", name="Revoke the address").click()
    page.locator("dialog .danger").click()
    page.wait_for_selector("text=The address is revoked.")
    assert calls(page) == [["revokeCalendarLink"]]
    assert "There is no address yet." in text(page)


def what_cannot_be_asked_is_not_guessed(page):
    page.wait_for_selector("text=The relay cannot be reached.")
    assert "There are no links yet" not in text(page) and page.get_by_label("Name of the link").count() == 0
    page.evaluate("window.fake.answers.checkInLinks = [{ linkId: 'l1', name: 'door', since: '2026-11-20T08:00:00Z' }]")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("text=Not used yet")


def own_addresses_tell_what_is_confirmed(page):
    assert "Confirmed. Warnings come here as well." in text(page, ".way.agreed")
    assert "+886912345678" in text(page, ".way.asked") and "Not confirmed." in text(page, ".way.asked")
    page.evaluate("window.fake.answers.setOwnAddresses = { ...window.fake.answers.ownAddresses }")
    page.get_by_role("button", name="Ask again").click()
    page.wait_for_selector("text=You were asked there a short while ago.")
    page.get_by_label("Your phone number for text messages").fill("")
    page.evaluate("""window.fake.answers.setOwnAddresses = { ...window.fake.answers.ownAddresses,
        contact: { name: "Ana", email: "ana@example.org" } }""")
    page.get_by_role("button", name="Save").click()
    page.locator(".way.asked").wait_for(state="detached")
    assert calls(page)[1] == ["setOwnAddresses", {"language": "en", "email": "ana@example.org"}]
    page.get_by_role("button", name="Remove").click()
    assert len(calls(page)) == 2
    page.locator("dialog .danger").click()
    page.wait_for_selector("main >> text=You are warned on your devices only.")
    assert calls(page)[2] == ["removeOwnAddresses"]


def calls_are_agreed_to_and_taken_back(page):
    assert "Nothing can be sent by e-mail at present" in text(page, ".ways")
    assert "Confirmed. Warnings come here as well." not in text(page, ".way.agreed >> nth=0")
    assert "You are called here as well, 2 minutes after the last warning." in text(page, ".ways")
    switch = page.get_by_role("switch", name="Also call me there")
    page.get_by_label("Your phone number for text messages").fill("")
    assert switch.count() == 0, "only a number can be called"
    page.get_by_label("Your phone number for text messages").fill("+886912345678")
    switch.uncheck()
    page.evaluate("""window.fake.answers.setOwnAddresses = { ...window.fake.answers.ownAddresses,
        contact: { name: "Ana", email: "ana@example.org", phone: "+886912345678" } }""")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("text=You are called here as well", state="detached")
    assert calls(page) == [["setOwnAddresses", {
        "language": "en", "email": "ana@example.org", "phone": "+886912345678"}]]
    page.evaluate("window.fake.answers.setOwnAddresses = { error: 'no-channel', pointer: '/calls' }")
    switch.check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("#own-calls-error >> text=This relay")
    assert calls(page)[1][1]["calls"] is True


def own_number_of_care_is_called(page):
    assert "+886912345678 is confirmed: alerts go to it" in text(page)
    page.evaluate("""window.fake.answers.setCarePhone = { ...window.app.state.care.phone,
        contact: { name: "Ana", phone: "+886912345678", calls: true } }""")
    page.get_by_role("switch", name="Also call me there").check()
    page.get_by_role("button", name="Use this number").click()
    page.wait_for_selector("text=A message with a link is on its way")
    assert calls(page)[0][1]["phone"] == "+886912345678" and calls(page)[0][1]["calls"] is True
    page.evaluate("window.fake.answers.setCarePhone = { error: 'no-channel', pointer: '/calls' }")
    page.get_by_role("switch", name="Also call me there").check()
    page.get_by_role("button", name="Use this number").click()
    page.wait_for_selector("#care-calls-error >> text=This relay")


def card_waits_for_a_way(page):
    assert "Nothing can be sent by e-mail at present" in text(page)


def contact_to_whom_nothing_can_be_sent_is_not_called_told(page):
    assert "May not be reached" in text(page) and "Will be told" not in text(page)
    assert "Nothing can be sent by e-mail at present" in text(page, ".way")


DELAY = "Nothing has got through by e-mail since"


def contact_to_whom_nothing_gets_through_is_not_called_told(page):
    assert "May not be reached" in text(page) and "Will be told" not in text(page)
    ways = [way.inner_text() for way in page.locator(".way").all()]
    assert len(ways) == 2 and all(DELAY in way and "no connection came about" in way for way in ways), ways
    assert "No answer yet." in ways[1] and "Asked on" not in ways[1], ways
    page.get_by_role("button", name="Ask again: Cleo").click()
    page.wait_for_selector("text=Cleo is asked as soon as a message gets through.")


def contact_whose_question_has_not_gone_out_is_not_called_asked(page):
    way = text(page, ".way")
    assert "No answer yet." in way and "Asked on" not in way, way
    assert "The message that asks has not gone out by e-mail yet" in way, way


def check_in_says_whose_question_has_not_gone_out(page):
    said = text(page, ".missed")
    assert "no contact has agreed yet. Without an answer: 1." in said and "Remind them" not in said, said
    assert said.count("The message that asks has not gone out by e-mail yet") == 1, said


def check_in_says_what_does_not_get_through(page):
    said = text(page, ".missed")
    assert DELAY in said and "Whatever waits to be sent is tried again" in said, said
    assert "has agreed to be told by e-mail, by which nothing gets through at present" in said, said


def own_address_to_which_nothing_gets_through_is_not_called_warned(page):
    page.wait_for_selector(f"text={DELAY}")
    assert "Confirmed. Warnings come here as well." not in text(page), text(page)


def card_says_what_does_not_get_through(page):
    page.wait_for_selector(f"text={DELAY}")


def own_address_is_set(page):
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("text=Give an e-mail address or a phone number.")
    page.get_by_label("Your e-mail address").fill("ana@")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("text=This is not an e-mail address.")
    assert calls(page) == []
    page.get_by_label("Your e-mail address").fill("ana@example.org")
    page.evaluate("""window.fake.answers.setOwnAddresses = { contactId: "o", consent: "pending",
        since: "2026-11-23T08:00:00Z", contact: { name: "Ana", email: "ana@example.org" } }""")
    page.keyboard.press("Enter")
    page.wait_for_selector(".way.asked")
    assert "Not confirmed." in text(page, ".way.asked") and "Confirmed. Warnings" not in text(page)
    assert calls(page)[0] == ["setOwnAddresses", {"language": "en", "email": "ana@example.org"}]
    # Agreed by the link, on whatever device: the next look at the check-ins shows it.
    page.evaluate("""window.fake.answers.ownAddresses = { ...window.fake.answers.setOwnAddresses,
        consent: "confirmed", agreed: ["email"] }""")
    page.evaluate("window.app.setState({ contacts: [...window.app.state.contacts] })")
    page.wait_for_selector("text=Confirmed. Warnings come here as well.")


def returned_message_is_told_at_the_address(page):
    assert "did not arrive (yesterday, 16:00): 550 5.1.1 no such user here" in text(page, ".way.returned")


def refused_addresses_are_not_called_confirmed(page):
    assert "Confirmed." not in text(page, ".ways") and "Stopped from there" in text(page, ".way.refused >> nth=0")
    assert page.get_by_role("button", name="Ask again").count() == 0
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("#own-email-error >> text=To be warned again, open the link")
    assert calls(page) == [], "nobody would be asked"
    page.get_by_label("Your phone number for text messages").fill("")
    page.get_by_label("Your e-mail address").fill("other@example.org")
    page.evaluate("window.fake.answers.setOwnAddresses = { error: 'conflict', pointer: '/email' }")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("#own-email-error >> text=To be asked again, allow it by the link to stop them")


def card_tells_who_gets_it(page):
    assert "Whoever runs the relay could read it" in text(page)
    assert "the card goes with the letter to Ben and Dora, and to whoever agrees to e-mail later" in text(page)
    page.get_by_label("Who has a key").fill("Mr Lin\nMrs Wang")
    page.get_by_label("Phone number under which you are reached").fill(" ")
    page.get_by_role("switch", name="Send it with letters about a missed check-in").uncheck()
    page.evaluate("""window.fake.answers.setEmergencyCard = { card: { words: "Diabetic." },
        changedAt: "2026-11-23T08:00:00Z", recipients: [] }""")
    page.get_by_role("button", name="Save card").click()
    page.wait_for_selector("text=Nobody gets the card.")
    assert calls(page)[0] == ["setEmergencyCard", {
        "inLetters": False, "words": "Diabetic. The cat is called Mia.", "address": "Elm Road 5",
        "keyHolder": "Mr Lin\nMrs Wang"}]
    page.get_by_role("button", name="Remove card").click()
    page.keyboard.press("Escape")
    assert len(calls(page)) == 1
    page.get_by_role("button", name="Remove card").click()
    page.locator("dialog .danger").click()
    page.wait_for_selector("text=There is no card yet.")
    assert calls(page)[1] == ["removeEmergencyCard"]


def empty_card_is_not_saved(page):
    page.get_by_role("switch", name="Send it with letters about a missed check-in").check()
    page.get_by_role("button", name="Save card").click()
    page.wait_for_selector("text=Write something first.")
    assert calls(page) == []
    page.get_by_label("What you want to say").fill("Feed the cat")
    page.evaluate("""window.fake.answers.setEmergencyCard = { card: { words: "Feed the cat", inLetters: true },
        changedAt: "2026-11-23T08:00:00Z", recipients: [] }""")
    page.get_by_role("button", name="Save card").click()
    page.wait_for_selector("text=none has yet, so nobody gets it at present")


def contact_is_asked(page):
    page.locator("#contact-name").fill("  Ben ")
    page.get_by_role("button", name="Add and ask them").click()
    page.wait_for_selector("text=Give an e-mail address or a phone number.")
    assert calls(page) == [] and page.locator("#contact-name").input_value() == "  Ben "
    page.locator("#contact-phone").fill("0912 345 678")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Start with + and the country code.")
    page.locator("#contact-phone").fill("+886 (912) 345-678")
    page.evaluate("window.fake.answers.addContact = { webhookSecret: 'whsec_AAAA' }")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=whsec_AAAA")
    assert calls(page)[0][1] == {"name": "Ben", "language": "en", "phone": "+886912345678"}


def contacts_need_a_plan(page):
    page.wait_for_selector("text=This goes with check-ins.")
    assert page.locator("form").count() == 0
    page.get_by_role("link", name="Start check-ins").click()
    page.wait_for_selector("text=Do you live alone?")


def stopped_contact_is_asked_once_they_allow_it(page):
    page.get_by_role("button", name="Remove: Emil").click()
    page.wait_for_selector("dialog >> text=If you name them again, they can be asked only once they allow it")
    page.keyboard.press("Escape")
    page.evaluate("window.fake.answers.confirmContact = { error: 'conflict', pointer: '/email' }")
    page.get_by_role("button", name="Ask again: Emil").click()
    page.wait_for_selector("text=Emil wants no more letters, and can be asked only once they allow it")
    assert calls(page) == [["confirmContact", "c4"]]


def removing_a_contact_is_asked_first(page):
    page.get_by_role("button", name="Remove: Ben").click()
    page.keyboard.press("Escape")
    assert calls(page) == []
    page.get_by_role("button", name="Remove: Ben").click()
    page.locator("dialog .danger").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["removeContact", "c1"]


def reminder_is_done_and_undone(page):
    page.get_by_role("button", name="Done: Take the pills").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["completeReminder", "Take the pills"]
    # It was due two minutes ago by the page's clock, and is open again with an alarm that rings.
    page.evaluate("""window.fake.answers.undoCompletion = { ...window.app.state.reminders.find((one) =>
        one.reminderId === "Feed the cat"), status: "open", completion: undefined, alarmId: "a3" }""")
    page.get_by_role("button", name="Undo: Feed the cat").click()
    until(page, "window.app.calls.length === 2")
    assert calls(page)[1] == ["undoCompletion", "Feed the cat"]
    page.wait_for_selector("text=Taken back: it is open again, and rings at once, also if it had been put off.")
    page.evaluate("window.fake.answers.undoCompletion.silence = 'muted'")
    page.get_by_role("button", name="Undo: Feed the cat").click()
    page.wait_for_selector("text=Taken back: it is open again. The parents are not told that it was done.")


def child_completes_own_ones_only(page):
    page.evaluate("""window.app.setState({
        reminders: window.app.state.reminders.map((one) => ({ ...one, creator: "ben" })) })""")
    until(page, "!document.querySelector('[data-key=complete][aria-label*=satchel]')")
    assert page.get_by_role("button", name="Done: Take the pills").count() == 1


def reminder_is_set(page):
    page.locator("#reminder-title").fill("Water the plants")
    page.get_by_role("radio", name="Mia").check()
    page.get_by_role("button", name="Set reminder").click()
    page.wait_for_selector("text=Choose at least one day.")
    assert calls(page) == []
    page.get_by_role("button", name="Wednesday").click()
    page.locator("#item-1").fill("the tall one")
    page.evaluate("window.fake.answers.createReminder = { due: '2026-11-25T09:00:00Z', unreached: ['leo'] }")
    page.get_by_role("button", name="Set reminder").click()
    page.wait_for_selector("text=These people cannot read its words yet: Leo.")
    assert calls(page)[0] == ["createReminder", "fam", {
        "title": "Water the plants", "assignee": "mia", "items": [{"id": 1, "text": "the tall one", "done": False}],
        "localTime": "17:00", "zone": "Asia/Taipei", "date": "2026-11-25", "days": ["WE"], "interval": 1}]


def item_is_ticked(page):
    page.get_by_role("checkbox", name="gym clothes").check()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["markItem", "Pack the satchel", 2, True]


def family_is_renamed(page):
    page.get_by_label("Name of the family").fill("  The Wangs ")
    page.get_by_role("button", name="Change the name").click()
    page.wait_for_selector("text=Saved.")
    assert calls(page) == [["changeCircle", "fam", {"name": "The Wangs"}]]


def place_is_called_watched_in_its_time_only(page):
    assert "The place is watched from Thursday" in text(page, ".place"), text(page, ".place")
    page.evaluate("""window.app.setState({ reminders: window.app.state.reminders.map((one) =>
        ({ ...one, placeTime: { until: "2026-11-23T07:00:00Z" } })) })""")
    page.wait_for_selector("text=The place was watched until today, 15:00, and is not any more.")
    page.evaluate("""window.app.setState({ reminders: window.app.state.reminders.map((one) =>
        ({ ...one, placeWatched: false, placeTime: undefined })) })""")
    page.wait_for_selector("text=The place has been left, and is not watched any more.")


def place_is_watched_between_two_times(page):
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 25.03397, "longitude": 121.56449, "accuracy": 12})
    page.get_by_label("From").fill("13:00")
    page.get_by_label("Until").fill("15:00")
    page.get_by_role("button", name="Watch this place").click()
    until(page, "window.app.calls.length === 1")
    name, of, place, during = calls(page)[0]
    assert (name, of, place["latitude"]) == ("setReminderPlace", "Dentist", 25.03397), calls(page)
    assert during == {"from": "2026-11-26T05:00:00.000Z", "until": "2026-11-26T07:00:00.000Z"}, during


def put_off_no_longer_than_the_family_allows(page):
    def limit(seconds, **more):
        more = "".join(f", {name}: {value}" for name, value in more.items())
        page.evaluate(f"""window.app.setState({{ circles: window.app.state.circles.map((one) =>
            ({{ ...one, snoozeLimit: {seconds} }})){more} }})""")

    page.get_by_role("button", name="Put off by 10 minutes").wait_for()
    limit(1230)
    page.get_by_role("button", name="Put off by 5 minutes").click()
    limit(990)
    page.get_by_role("button", name="Put off by 1 minute").wait_for()
    limit(900)
    page.get_by_role("button", name="Put off by").wait_for(state="detached")
    ring = """[{ alarmId: "a2", title: "Ana", message: "Take the pills", sender: "Ana", due: "2026-11-23T07:45:00Z",
        revision: 1, kind: "reminder", since: 0, localOnly: false }]"""
    limit(1230, ringing=ring)
    page.get_by_role("button", name="5 more minutes").click()
    until(page, "window.app.calls.length === 2")
    assert calls(page) == [["snoozeReminder", "Take the pills", 5], ["snooze", "a2", 5]]
    limit(900)
    page.get_by_role("button", name="more minute").wait_for(state="detached")
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("text=Done. The parents are told in 30 seconds; until then you can undo it in the family.")
    page.evaluate("window.fake.answers.acknowledge = { reason: 'done', by: 'ben' }")
    page.get_by_role("button", name="Done").press("Enter")
    page.wait_for_selector("text=Your answer came too late: Ben has said before that it is done.")


def reopener_is_named_where_it_rings_again(page):
    def take_back(person):
        page.evaluate(f"""window.app.setState({{ reminders: window.app.state.reminders.map((one) =>
            one.reminderId === "Take the pills" ? {{ ...one, alarmId: "a2", reopenedBy: "{person}" }} : one) }})""")

    take_back("ben")
    page.wait_for_selector("text=Ben has taken back that it is done.")
    take_back("ana")
    page.wait_for_selector("text=You have taken back that it is done.")
    page.evaluate("""window.app.setState({
        alarms: [{ id: "a2", pairId: "fam", preset: "reminder", direction: "mine", due: "2026-11-23T07:50:00Z",
            reminderDue: "2026-11-23T07:45:00Z", state: "ringing", why: [], delivery: [] }],
        ringing: [{ alarmId: "a2", title: "Ana", message: "Take the pills", sender: "Ana", due: "2026-11-23T07:50:00Z",
            revision: 1, kind: "reminder", since: 0, localOnly: false, late: false }] })""")
    page.locator(".ring").get_by_text("You have taken back that it is done.").wait_for()
    take_back("ben")
    page.locator(".ring").get_by_text("Ben has taken back that it is done.").wait_for()


def alarm_of_a_reminder_leads_to_it(page):
    page.get_by_role("heading", name="From you").wait_for()
    page.get_by_role("button", name="Do not ring here").click()
    page.wait_for_selector("text=It will not ring. The reminder itself stays.")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Show the reminder").click()
    page.get_by_role("heading", name="Pack the satchel").wait_for()


def reminder_that_will_not_ring_is_told(page):
    page.evaluate("""window.fake.answers.changeReminder = { due: '2026-11-25T09:00:00Z', unreached: [],
        silence: 'refused', assignee: 'mia', creator: 'ana' }""")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("text=17:00. It will not ring: Mia takes nothing from Ana then. Ask Mia.")


def reminders_for_others_are_handed_over_on_leaving(page):
    page.get_by_role("button", name="Leave the family").click()
    page.get_by_role("group", name="What becomes of the 4 reminders that you have set for others?").wait_for()
    assert page.get_by_role("radio", name="Pass them on to Ben").is_checked()
    page.keyboard.press("Escape")
    assert calls(page) == []
    page.get_by_role("button", name="Leave the family").click()
    page.locator("dialog .danger").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page) == [["leaveCircle", "fam", "ben"]]
    page.wait_for_selector("text=You have left The Lins. The 4 reminders that you had set for others are Ben’s now.")


def reminders_for_others_are_handed_over_on_removing(page):
    page.evaluate("""window.app.setState({ reminders: window.app.state.reminders.map((one) =>
        ({ ...one, creator: "ben" })) })""")
    page.get_by_role("button", name="Remove: Ben").click()
    page.get_by_role("group", name="What becomes of the 5 reminders that Ben has set for others?").wait_for()
    assert page.get_by_role("radio", name="Pass them on to Ana (you)").is_checked()
    page.get_by_role("radio", name="Delete them").check()
    page.locator("dialog .danger").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page) == [["removeMember", "fam", "ben", None]]


def reminders_for_others_are_handed_over_on_deleting(page):
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("group", name="What becomes of the 4 reminders that you have set for others?").wait_for()
    page.locator("#delete").fill("delete")
    page.locator("dialog .danger").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page) == [["deleteMe", "ben"]]


def reminders_of_the_last_parent_are_deleted(page):
    page.get_by_role("button", name="Delete everything about me").click()
    page.wait_for_selector("text=What becomes of the 4 reminders that you have set for others? They are deleted.")


def help_counts_down_and_is_cancelled(page):
    page.evaluate("""window.fake.answers.signal = { alertId: "new", circleId: "own", kind: "manual", state: "counting",
        at: "2026-11-23T08:00:00Z", due: "2026-11-23T08:01:00Z", audience: 1, told: [], notes: [], notice: "" }""")
    page.locator(".help-now").click()
    page.wait_for_selector("text=Members are told in")
    assert calls(page)[0][:2] == ["signal", "manual"]
    page.clock.run_for(61_000)
    page.wait_for_selector("text=Members are being told.")
    page.get_by_role("button", name="I’m well: cancel").click()
    until(page, "window.app.calls.some(([name]) => name === 'cancelAlert')")
    page.wait_for_selector(".help-now")


def failed_help_is_told_loudly(page):
    assert "Call the local emergency number" in text(page, "[role=alert] >> nth=0") \
        or "emergency" in text(page, ".help")


def member_looks_after_it(page):
    page.get_by_role("button", name="I’m looking after it: Rosa").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["acknowledgeAlert", "al1"]
    assert page.locator(".care article h2").first.inner_text() == "Rosa"
    page.locator("summary", has_text="Say something").first.click()
    page.locator("#note-al1").fill("On my way")
    page.evaluate("window.fake.answers.noteAlert = { unreached: [] }")
    page.get_by_role("button", name="Send note").first.click()
    until(page, "window.app.calls.length === 2")
    assert calls(page)[1] == ["noteAlert", "al1", "On my way"]


def member_reads_who_was_first(page):
    page.evaluate("""window.fake.answers.acknowledgeAlert = { reason: "helped", name: "Tom",
        at: "2026-11-23T07:59:00Z" }""")
    page.get_by_role("button", name="I’m looking after it: Rosa").click()
    page.wait_for_selector("text=Your answer came too late: Tom has been looking after it since")
    assert "looking after Rosa" not in text(page, "body")


def nobody_is_well_of_whom_not_every_alert_is_known(page):
    assert page.locator(".badge.good").count() == 0
    assert "You may not know of every alert." in text(page), text(page)


def each_alert_that_is_not_over_is_called_over_for_itself(page):
    page.get_by_role("button", name="It is over: Asks for help").wait_for()
    page.get_by_role("button", name="It is over: Possible fall").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["resolveAlert", "al4"]
    page.wait_for_selector("text=Those of the others who may know of it see that it is over.")


def helper_reads_whom_leaving_reaches(page):
    page.evaluate("""window.app.setState({ care: { notice: "", dwellers: [{ circleId: "rosa", circleName: "Rosa & co",
        name: "Rosa", self: false, audience: 2, alerts: [], lastAlert: { alertId: "al1", circleId: "rosa", kind: "fall",
            state: "acknowledged", at: "2026-11-23T07:40:00Z", endedAt: "2026-11-23T07:45:00Z", endedBy: "Ana",
            audience: 2, told: [], notes: [], notice: "" } }] } })""")
    page.get_by_role("button", name="Leave this care circle").click()
    page.locator("dialog").get_by_text("you are looking after Rosa, and nobody has said that it is over").wait_for()
    page.locator("dialog .danger").click()
    until(page, "window.app.calls.length === 1")
    assert calls(page) == [["leaveCircle", "rosa"]]
    page.wait_for_selector("text=You have left. Those of the others who may know of the alert")


def nobody_is_well_without_a_connection(page):
    assert page.locator(".badge.good").count() == 0 and "No connection to the relay" in text(page)


def permission_is_given(page):
    page.locator("#place-tom").check()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["changeMember", "own", "tom", {
        "permissions": ["status", "history", "alert.manual", "alert.fall", "place"]}]


def invitation_is_sent_in_one_step(page):
    page.wait_for_selector("text=Give a name.")
    page.wait_for_selector("text=Give an e-mail address or a phone number.")
    page.get_by_label("What you call the person").fill("Dora")
    page.get_by_label("E-mail address or phone number").fill("+886 912 345 678")
    page.evaluate("window.fake.answers.sendInvitation = { error: 'no-channel', pointer: '/phone' }")
    page.get_by_role("button", name="Send the link to Dora").click()
    page.wait_for_selector("#invite-address-error >> text=This relay sends nothing to that kind of address.")
    page.evaluate("window.fake.answers.sendInvitation = { error: 'notInvited' }")
    page.get_by_label("E-mail address or phone number").fill("dora@example.org")
    page.get_by_role("button", name="Send the link to Dora").click()
    page.wait_for_selector("text=Nobody was invited: the relay could not be reached.")
    assert "#/care/invite/own" in page.url
    page.evaluate("window.fake.answers.sendInvitation = {}")
    page.get_by_role("button", name="Send the link to Dora").click()
    page.wait_for_selector("text=The relay sends the invitation to Dora as soon as it can.")
    assert calls(page)[-1] == ["sendInvitation", "own", {"name": "Dora", "language": "en", "email": "dora@example.org"}]
    assert "#/care/people/own" in page.url


def invited_people_are_listed_with_what_became_of_it(page):
    said = {name: text(page, f"[data-key=invite{name}]") for name in ("Wim", "Sue", "Fay", "Abe", "Dora", "Max")}
    assert "waits to be sent. (the mail server does not answer)" in said["Wim"], said
    assert "has not been opened yet" in said["Sue"] and "November 30" in said["Sue"], said
    assert "could not be sent" in said["Fay"] and "550 no such user here" in said["Fay"], said
    assert "Abraham has agreed" in said["Abe"] and "Type the digits" in said["Abe"], said
    assert "declined" in said["Dora"] and "the link has run out" in said["Max"], said
    assert "good until" not in said["Dora"] and "declined" not in said["Max"], said
    assert page.locator("[data-key=inviteJoy]").count() == 0
    page.get_by_role("button", name="Close: Dora").click()
    assert calls(page)[-1] == ["forgetInvite", "inviteDora"]


def invitation_that_is_not_taken_back_stays(page):
    page.evaluate("window.fake.answers.cancelInvite = { error: 'notTakenBack' }")
    page.get_by_role("button", name="Take the invitation back: Sue").click()
    page.wait_for_selector("text=the invitation may not be taken back")
    assert "Sue" in text(page, "[data-key=inviteSue]") and "good no more" not in text(page, "body")
    page.evaluate("window.fake.answers.cancelInvite = undefined")
    page.get_by_role("button", name="Take the invitation back: Sue").click()
    page.wait_for_selector("text=The link for Sue is good no more.")


def codes_are_listed_with_whom_they_are_for(page):
    assert "Joining a care circle · Sue" in text(page) and "550 no such user here" in text(page), text(page)


def rehearsal_names_who_cannot_be_written_to(page):
    page.wait_for_selector("text=Cleo")
    said = text(page, "[data-key=trying]")
    assert "Cleo" in said and "text message" in said, said


def settings_keep_what_is_not_shown(page):
    page.locator("#quiet").uncheck()
    page.get_by_role("button", name="Save").click()
    until(page, "window.app.calls.length === 1")
    kept = calls(page)[0][1]
    assert "quietHours" not in kept and kept["inactivity"] == 14400 and kept["glucose"] == {"low": 70, "high": 250}


def history_has_chart_and_table(page):
    label = page.locator(".chart > svg").get_attribute("aria-label")
    assert "7 alerts in 30 days" in label, label
    assert page.locator("tbody tr").count() == 7 and page.locator(".chart > svg > rect.bar").count() == 6
    assert "Ana, Tom (did not arrive)" in text(page, "tbody"), text(page, "tbody")
    page.evaluate("window.fake.answers.exportHistory = new Blob(['a,b'], { type: 'text/csv' })")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").click()
    assert download.value.suggested_filename == "reveille-alerts.csv"


def wrong_operators_code_is_told(page):
    page.wait_for_selector("text=This code is not the operator’s.")


FLOWS = [
    ("family-today", another_screen_is_asked_for_before_one_is_shown),
    ("checkin-sent", one_tap_checks_in), ("checkin-queued", queued_is_not_called_sent),
    ("checkin-well", refused_check_in_is_told), ("checkin-passed-offline", unheard_contacts_are_not_called_told),
    ("checkin-well", vacation_wants_a_later_day), ("checkin-reached", who_reached_the_person_is_told),
    ("checkin-reminded", source_of_each_check_in_is_told), ("checkin-reminded", daily_reminder_is_changed_and_removed),
    ("checkin-well", plan_from_elsewhere_is_not_overwritten),
    ("checkin-links", links_are_listed_with_their_last_use), ("checkin-links-made", link_is_made_and_shown_once),
    ("calendar-none", calendar_address_is_shown_once),
    ("calendar", revoking_the_calendar_address_is_asked_first),
    ("checkin-links", revoking_a_link_is_asked_first), ("checkin-links-full", a_seventeenth_link_is_not_offered),
    ("checkin-links-no-plan", links_need_a_plan), ("checkin-links-offline", what_cannot_be_asked_is_not_guessed),
    ("checkin-addresses", own_addresses_tell_what_is_confirmed), ("checkin-addresses-none", own_address_is_set),
    ("checkin-addresses-calls", calls_are_agreed_to_and_taken_back), ("care-number", own_number_of_care_is_called),
    ("checkin-card-waiting", card_waits_for_a_way),
    ("contacts-waiting", contact_to_whom_nothing_can_be_sent_is_not_called_told),
    ("contacts-delayed", contact_to_whom_nothing_gets_through_is_not_called_told),
    ("contacts-unasked", contact_whose_question_has_not_gone_out_is_not_called_asked),
    ("checkin-unasked", check_in_says_whose_question_has_not_gone_out),
    ("checkin-delayed", check_in_says_what_does_not_get_through),
    ("checkin-addresses-delayed", own_address_to_which_nothing_gets_through_is_not_called_warned),
    ("checkin-card-delayed", card_says_what_does_not_get_through),
    ("checkin-addresses-refused", refused_addresses_are_not_called_confirmed),
    ("checkin-addresses-returned", returned_message_is_told_at_the_address),
    ("checkin-card", card_tells_who_gets_it), ("checkin-card-none", empty_card_is_not_saved),
    ("checkin-unreachable", nobody_is_called_told_who_cannot_be_written_to),
    ("contacts-unreachable", contacts_who_cannot_be_written_to_are_not_called_told),
    ("contacts-new", contact_is_asked), ("contacts-new-no-plan", contacts_need_a_plan),
    ("contacts", stopped_contact_is_asked_once_they_allow_it),
    ("checkin-off-told", turned_off_check_ins_say_who_was_told),
    ("contacts", removing_a_contact_is_asked_first), ("family-today", reminder_is_done_and_undone),
    ("family-child", child_completes_own_ones_only), ("reminder-new", reminder_is_set),
    ("reminder-view", item_is_ticked), ("family-members", family_is_renamed),
    ("reminder-edit", reminder_that_will_not_ring_is_told),
    ("family-members-set", reminders_for_others_are_handed_over_on_leaving),
    ("family-members-set", reminders_for_others_are_handed_over_on_removing),
    ("settings-parent", reminders_for_others_are_handed_over_on_deleting),
    ("settings-last-parent", reminders_of_the_last_parent_are_deleted),
    ("reminder-mine", put_off_no_longer_than_the_family_allows),
    ("reminder-mine", reopener_is_named_where_it_rings_again),
    ("reminder-alarm", alarm_of_a_reminder_leads_to_it),
    ("reminder-placed", place_is_called_watched_in_its_time_only),
    ("reminder-place", place_is_watched_between_two_times),
    ("care-own", help_counts_down_and_is_cancelled), ("care-help-failed", failed_help_is_told_loudly),
    ("care-members", member_looks_after_it), ("care-members", member_reads_who_was_first),
    ("care-heard", nobody_is_well_of_whom_not_every_alert_is_known),
    ("care-two-ended", each_alert_that_is_not_over_is_called_over_for_itself),
    ("care-member-people", helper_reads_whom_leaving_reaches),
    ("care-offline", nobody_is_well_without_a_connection),
    ("checkin-open", rehearsal_names_who_cannot_be_written_to),
    ("care-invite", invitation_is_sent_in_one_step),
    ("care-invitations", invited_people_are_listed_with_what_became_of_it),
    ("care-invitations", invitation_that_is_not_taken_back_stays),
    ("pair-invitations", codes_are_listed_with_whom_they_are_for),
    ("care-people", permission_is_given), ("care-settings", settings_keep_what_is_not_shown),
    ("care-history", history_has_chart_and_table), ("status-code", wrong_operators_code_is_told),
]


def main():
    failed = 0
    with browser_and_origin() as (browser, origin):
        for context, language, theme, _ in contexts(browser, ["en"], [(390, 844)], ["light"]):
            for name, flow in FLOWS:
                troubles = []
                page = open_state(context, origin, name, language, theme, troubles)
                try:
                    page.set_default_timeout(6000)
                    flow(page)
                    assert not troubles, troubles
                    print(f"ok {flow.__name__}", flush=True)
                except Exception:
                    failed += 1
                    print(f"not ok {flow.__name__}\n{traceback.format_exc(limit=-2)}", flush=True)
                page.close()
    print(f"{len(FLOWS)} flows, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
