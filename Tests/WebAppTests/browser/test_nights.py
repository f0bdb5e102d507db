"""What must not go wrong at night: a page that rings without a network, markup in people's words, and alerts.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_nights.py
"""
import re

from playwright.sync_api import expect

from people import BROWSERS_OWN_WORDS, Person, alarm_in, pair, run_steps, stage_and_browser

SECONDS = 1_000
# What runs a script if any screen takes it for markup, in as many letters as a name may have.
HOSTILE = '<img src=x onerror=broke=1>"><script>broke=2</script>'
FOUND = """() => ["onerror", "onload"].some((name) => document.querySelector(`[${name}]`)) || "broke" in window
    || [...document.querySelectorAll("img")].some((one) => one.getAttribute("src") === "x")
    || [...document.scripts].some((one) => one.textContent.includes("broke"))"""


def look(person, route):
    """A page of the app itself, in the browser of a person."""
    page = person.context.new_page()
    page.on("console", lambda message: person.troubles.append(message.text)
            if message.type == "error" and not any(one in message.text for one in BROWSERS_OWN_WORDS) else None)
    page.on("pageerror", lambda error: person.troubles.append(str(error)))
    page.on("dialog", lambda dialog: (person.troubles.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.goto(f"{person.origin}/#/{route}")
    return page


def sees(page, text, limit=30):
    expect(page.get_by_text(text).first).to_be_visible(timeout=limit * SECONDS)


def shows_as_text(person, route, *texts):
    """A screen shows markup as the letters it is made of."""
    page = look(person, route)
    for text in texts:
        sees(page, text)
    assert not page.evaluate(FOUND), f"{route}: markup has become an element"
    page.close()


def bedside_rings_without_a_network(stage, ana, ben):
    item = ana.do(alarm_in(600), "Time to get up")
    alarm, due = item["id"], ben.until(f"app.state.alarms.find((one) => one.id === '{item['id']}')?.due", "the alarm")
    ben.leave()
    night = look(ben, "bedside")
    night.get_by_role("button", name="Start, with sound").click()
    sees(night, "Next alarm, from")
    ana.until(f"app.loadAlarm('{alarm}').then((one) => one.delivery.some((device) => device.armed))",
              "the relay knows that the page will ring")
    stage.relay.stop()
    ben.context.set_offline(True)
    night.evaluate("""() => {
        const seen = () => document.querySelector(".ring-button") ? window.rangAt ??= Date.now() : setTimeout(seen, 20);
        seen();
    }""")
    left = night.evaluate("(due) => (Date.parse(due) - Date.now()) / 1000", due) - 4
    stage.forward(left)
    assert night.evaluate("window.rangAt === undefined"), "it rang too early"
    expect(night.get_by_role("button", name="I'm up", exact=True)).to_be_visible(timeout=30 * SECONDS)
    late = night.evaluate("(due) => window.rangAt - Date.parse(due)", due)
    # A slow machine draws later, but nothing may ring earlier.
    assert 0 <= late < 10 * SECONDS, late
    sees(night, "Time to get up")
    night.get_by_role("button", name="I'm up", exact=True).click()
    expect(night.locator(".night-clock")).to_be_visible(timeout=20 * SECONDS)
    stage.relay.start()
    ben.context.set_offline(False)
    ana.until(f"app.loadAlarm('{alarm}').then((one) => one.state === 'acknowledged')", "the answer", 60)
    expect(night.locator(".ring-button")).to_have_count(0)
    night.close()
    ben.come_back()
    assert ben.do("app.state.ringing.length") == 0, "what was answered rings again"


def markup_in_alarms_is_text(stage, ana, ben):
    item = ana.do(alarm_in(600), HOSTILE)
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    for route in ("tonight", "consent", f"alarm/{item['id']}"):
        shows_as_text(ben, route, HOSTILE)
    stage.forward(601)
    ben.until(f"app.state.ringing.some((one) => one.alarmId === '{item['id']}')", "the ring")
    shows_as_text(ben, "tonight", HOSTILE)
    ben.do(f"app.acknowledge('{item['id']}', {{ words: given }})", HOSTILE)
    ana.until("app.state.alarms.some((one) => one.reply)", "the reply", 30)
    shows_as_text(ana, f"alarm/{item['id']}", HOSTILE)


def join(inviter, claimer, kind, circle, role):
    invite = inviter.do(f"app.invite('{kind}', {{ circleId: given[0], role: given[1] }})", [circle, role])
    claim = claimer.do("app.claim(given[0], given[1])", [invite["link"], HOSTILE])
    answered = claimer.do("app.answer(given)", claim["id"])
    inviter.until(f"app.state.invites.some((one) => one.id === '{invite['id']}' && one.asks === 'digits')",
                  "the answer")
    inviter.do(f"app.confirm('{invite['id']}', given)", answered["digits"])
    claimer.until(f"app.state.circles.some((one) => one.circleId === '{circle}' && one.hasKey)", "the circle", 40)


def markup_in_a_family_is_text(stage, ana, ben):
    circle = ana.do("app.createCircle('family', given, given)", HOSTILE)["circleId"]
    join(ana, ben, "family", circle, "child")
    child = ana.until("app.state.circles.flatMap((one) => one.members).find((one) => one.role === 'child')?.personId",
                      "the child")
    ana.until("app.state.circles[0].members.every((one) => one.canSeal)", "the child's key")
    made = ana.do(f"""app.createReminder('{circle}', {{ title: given[0], assignee: given[1], zone: 'UTC',
        items: [{{ id: 1, text: given[0] }}], localTime: '07:00', date: '2031-01-06' }})""", [HOSTILE, child])
    ana.do(f"app.setReminderPlace('{made['reminderId']}', {{ latitude: 25.03397, longitude: 121.56449 }})")
    ben.until(f"app.state.reminders.some((one) => one.reminderId === '{made['reminderId']}')", "the reminder")
    for person in (ana, ben):
        shows_as_text(person, f"reminder/{made['reminderId']}", HOSTILE)
        shows_as_text(person, "family", HOSTILE)


def markup_in_a_care_alert_is_text(stage, ana, ben, cleo):
    circle = ana.do("app.createCircle('care', given, given)", HOSTILE)["circleId"]
    join(ana, ben, "care", circle, "member")
    join(ana, cleo, "care", circle, "member")
    ana.do("app.setCareSettings({ countdowns: { manual: 30 } })")
    ana.until(f"""app.refresh().then(() => app.state.circles.find((one) => one.circleId === '{circle}').members
        .every((one) => one.canSeal))""", "everybody's keys", 40)
    alert = ana.do("app.signal('manual', { note: given })", HOSTILE)["alertId"]
    stage.forward(31)
    for person in (ben, cleo):
        person.until(f"""app.state.care?.dwellers.some((one) => one.alerts.some((alert) =>
            alert.alertId === '{alert}' && alert.notes.some((note) => note.verified)))""", "the alert and its note", 40)
    shows_as_text(ben, "care", HOSTILE)


def nothing_else_went_wrong(*people):
    for one in people:
        assert one.troubles == [], one.troubles


def main():
    with stage_and_browser(has_simulated_time=True) as (stage, browser):
        ana, ben, cleo = (Person(browser, stage) for _ in range(3))
        ana.do("app.enroll(given[0], given[1])", [stage.relay.enrolment(), HOSTILE])
        pair(ana, ben)
        both = (stage, ana, ben)
        run_steps([
            (bedside_rings_without_a_network, *both), (markup_in_alarms_is_text, *both),
            (markup_in_a_family_is_text, *both),
            (markup_in_a_care_alert_is_text, *both, cleo),
            (nothing_else_went_wrong, ana, ben, cleo),
        ])


if __name__ == "__main__":
    main()
