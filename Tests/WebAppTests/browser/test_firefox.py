"""Firefox subscribes for itself, and a ring comes by its push service: sealed by the relay, opened by the browser.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_firefox.py

The push service is the test's own (pushService.py), which cannot read what it passes on. Ben uses the screens; Ana, in
Chromium, the app's commands.
"""
import re

from firefox import Firefox
from people import Person, alarm_in, run_steps, stage_and_browser
from relay import until

NOTIFICATIONS = """navigator.serviceWorker.getRegistration().then((one) => one.getNotifications())
    .then((all) => all.map(
    (one) => ({ title: one.title, body: one.body, tag: one.tag })))"""


def pair(stage, ana, ben):
    invite = ana.do("app.invite('pair')")
    ben.go(invite["link"])
    ben.fill("#name", "Ben")
    ben.press("Go in")
    ben.press("Allow")
    ben.until("document.querySelector('.big-digits') !== null", "the digits")
    digits = re.sub(r"\D", "", ben.run("document.querySelector('.big-digits').innerText"))
    ana.until("app.state.invites.some((one) => one.asks === 'digits')", "the answer")
    ana.do(f"app.confirm('{invite['id']}', given)", digits)
    ana.until("app.state.partners.length === 1", "the pair")
    ben.press("Continue")


def subscribe(stage, ben):
    ben.go(f"{stage.origin}/#/devices")
    ben.until("navigator.serviceWorker.ready.then((one) => one.pushManager.getSubscription())"
              ".then((one) => one !== null)",
              "a subscription", limit=30)
    endpoint = ben.run("navigator.serviceWorker.ready.then((one) => one.pushManager.getSubscription())"
                       ".then((one) => one.endpoint)")
    assert endpoint.startswith(f"{stage.push.origin}/push/"), endpoint
    return endpoint.rsplit("/", 1)[1]


def a_ring_comes_and_is_shown(stage, ana, ben):
    name = subscribe(stage, ben)
    ana.until("app.refresh(['pairs']).then(() => app.state.partners.length === 1)", "the pair")
    item = ana.do(alarm_in(300), "Wake up, Firefox")
    ben.go(f"{stage.origin}/plain.html")
    stage.forward(301)
    message = until(lambda: next((one for one in stage.push.messages if one.name == name), None), "the relay's push")
    assert message.payload is None and b"Firefox" not in message.body, "the push service can read it"
    assert message.headers["urgency"] == "high", message.headers
    shown = until(lambda: [one for one in ben.run(NOTIFICATIONS) if one["tag"] == item["id"]], "the notification", 30)
    assert [(one["title"], one["body"]) for one in shown] == [("Ana wakes you", "Wake up, Firefox")], shown
    ana.until(f"app.loadAlarm('{item['id']}').then((one) => one.delivery.some((device) => device.ringing))",
              "Firefox's worker has reported that it rings")
    return item["id"]


def the_page_answers_it(stage, ana, ben, alarm):
    ben.go(f"{stage.origin}/#/tonight")
    ben.press("I'm up")
    ana.until(f"app.state.news.some((one) => one.alarmId === '{alarm}' && one.stage === 'acknowledged')",
        "the answer", 30)
    ben.until(NOTIFICATIONS + f".then((all) => all.every((one) => one.tag !== '{alarm}'))", "the notification is gone")


def a_cancelled_ring_is_replaced(stage, ana, ben):
    item = ana.do(alarm_in(300), "Never mind")
    ben.go(f"{stage.origin}/plain.html")
    stage.forward(301)
    until(lambda: any(one["body"] == "Never mind" for one in ben.run(NOTIFICATIONS)), "the notification", 30)
    ana.do("app.cancelAlarm(given)", item["id"])
    until(lambda: not any(one["body"] == "Never mind" for one in ben.run(NOTIFICATIONS)), "its end", 30)


def main():
    with stage_and_browser(has_simulated_time=True) as (stage, browser):
        ana, ben = Person(browser, stage), Firefox(stage.push.socket_address)
        try:
            ana.do("app.enroll(given, 'Ana')", stage.relay.enrolment())
            run_steps([(pair, stage, ana, ben)])
            alarm = a_ring_comes_and_is_shown(stage, ana, ben)
            print("ok a ring comes and is shown", flush=True)
            run_steps([(the_page_answers_it, stage, ana, ben, alarm), (a_cancelled_ring_is_replaced, stage, ana, ben)])
            assert ana.troubles == [], ana.troubles
        finally:
            ben.close()


if __name__ == "__main__":
    main()
