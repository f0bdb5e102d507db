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
    page.get_by_role("button", name="Undo: Feed the cat").click()
    until(page, "window.app.calls.length === 2")
    assert calls(page)[1] == ["undoCompletion", "Feed the cat"]


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


def nobody_is_well_without_a_connection(page):
    assert page.locator(".badge.good").count() == 0 and "No connection to the relay" in text(page)


def permission_is_given(page):
    page.locator("#place-tom").check()
    until(page, "window.app.calls.length === 1")
    assert calls(page)[0] == ["changeMember", "own", "tom", {
        "permissions": ["status", "history", "alert.manual", "alert.fall", "place"]}]


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
    page.evaluate("window.fake.answers.exportHistory = new Blob(['a,b'], { type: 'text/csv' })")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").click()
    assert download.value.suggested_filename == "reveille-alerts.csv"


def wrong_operators_code_is_told(page):
    page.wait_for_selector("text=This code is not the operator’s.")


FLOWS = [
    ("checkin-sent", one_tap_checks_in), ("checkin-queued", queued_is_not_called_sent),
    ("checkin-well", refused_check_in_is_told), ("checkin-passed-offline", unheard_contacts_are_not_called_told),
    ("checkin-well", vacation_wants_a_later_day), ("contacts-new", contact_is_asked),
    ("contacts", removing_a_contact_is_asked_first), ("family-today", reminder_is_done_and_undone),
    ("family-child", child_completes_own_ones_only), ("reminder-new", reminder_is_set),
    ("reminder-view", item_is_ticked),
    ("care-own", help_counts_down_and_is_cancelled), ("care-help-failed", failed_help_is_told_loudly),
    ("care-members", member_looks_after_it), ("care-offline", nobody_is_well_without_a_connection),
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
