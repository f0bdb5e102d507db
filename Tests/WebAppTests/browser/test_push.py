"""Rings travel by Web Push: from the relay over HTTP to a push service, opened there, and into the service worker.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_push.py

Chromium has no push service here, so that its subscription is made by the test (pushService.py).
"""
import json

from people import Person, alarm_in, pair, run_steps, stage_and_browser
from relay import until


def set_and_ring(stage, ana, ben, words, seconds=600):
    """Ana sets an alarm, Ben closes the app, and the alarm's time comes."""
    item = ana.do(alarm_in(seconds), words)
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    ben.leave()
    stage.forward(seconds + 1)
    return item["id"]


def is_told(ana, alarm, stage):
    ana.receive(stage, alarm)
    ana.until(f"app.state.news.some((one) => one.alarmId === '{alarm}' && one.stage === '{stage}')", "the news")


def subscribes(stage, person):
    assert person.do("app.askNotifications()") == "granted"
    assert person.do("app.state.push.subscribed"), person.do("app.state.push")
    assert person.do("app.state.push.trouble") is None


def a_ring_is_answered_from_its_notification(stage, ana, ben):
    alarm = set_and_ring(stage, ana, ben, "Time to get up")
    message = ben.receive("ring", alarm)
    assert message.headers["urgency"] == "high" and len(message.headers["topic"]) == 32, message.headers
    assert "Time to get up" not in json.dumps(message.payload), "the relay's push holds the words"
    [shown] = until(lambda: ben.notifications(alarm), "the notification")
    assert (shown["title"], shown["body"]) == ("Ana wakes you", "Time to get up"), shown
    assert shown["requireInteraction"] and not shown["silent"] and shown["actions"] == ["Got it", "Snooze"], shown
    ben.click("acknowledge", alarm)
    is_told(ana, alarm, "acknowledged")
    ben.come_back()
    assert ben.do("app.state.ringing.length") == 0
    until(lambda: ben.notifications(alarm) == [], "the end of the notification")


def a_snooze_from_the_notification_rings_again(stage, ana, ben):
    alarm = set_and_ring(stage, ana, ben, "Once more")
    ben.receive("ring", alarm)
    until(lambda: ben.notifications(alarm), "the notification")
    ana.until(f"app.loadAlarm('{alarm}').then((one) => one.delivery.some((device) => device.ringing))",
              "the worker has reported that it rings")
    ben.click("snooze", alarm)
    ana.until("app.refresh(['alarms']).then(() =>"
              f" app.state.alarms.find((one) => one.id === '{alarm}')?.state === 'snoozed')",
              "the relay knows of the snooze")
    before = len([one for one in stage.push.messages if one.stage == "ring"])
    stage.forward(8 * 60)
    assert len([one for one in stage.push.messages
        if one.stage == "ring"]) == before, "it rang before the snooze was over"
    stage.forward(2 * 60)
    ben.receive("ring", alarm)
    [shown] = until(lambda: ben.notifications(alarm), "the second notification")
    assert shown["body"] == "Once more" and not shown["silent"], shown
    ben.click("acknowledge", alarm)
    is_told(ana, alarm, "acknowledged")
    ben.come_back()


def a_cancel_takes_the_place_of_the_ring_silently(stage, ana, ben):
    alarm = set_and_ring(stage, ana, ben, "Never mind")
    ring = ben.receive("ring", alarm)
    until(lambda: ben.notifications(alarm), "the notification")
    ana.do("app.cancelAlarm(given)", alarm)
    cancel = ben.receive("cancel", alarm)
    assert cancel.headers["topic"] == ring.headers["topic"], "a stored ring would not be replaced"
    shown = until(lambda: [one for one in ben.notifications(alarm) if one["body"] != "Never mind"], "the replacement")
    assert len(shown) == 1 and shown[0]["silent"] and not shown[0]["requireInteraction"], shown
    until(lambda: ben.notifications(alarm) == [], "nothing is left to see")
    ben.come_back()
    assert ben.do("app.state.ringing.length") == 0


def an_answer_on_another_device_ends_the_ring(stage, ana, ben, second):
    subscribes(stage, second)
    link(ben, second)
    alarm = set_and_ring(stage, ana, ben, "On both")
    ben.receive("ring", alarm)
    until(lambda: ben.notifications(alarm), "the notification")
    second.until(f"app.state.ringing.some((one) => one.alarmId === '{alarm}')", "the ring on the second device")
    second.do("app.acknowledge(given)", alarm)
    ben.receive("cancel", alarm)
    until(lambda: ben.notifications(alarm) == [], "nothing is left to see")
    is_told(ana, alarm, "acknowledged")
    ben.come_back()
    assert ben.do("app.state.ringing.length") == 0


def link(ben, second):
    invite = ben.do("app.invite('device')")
    claim = second.do("app.claim(given, 'Ben')", invite["link"])
    answered = second.do("app.answer(given)", claim["id"])
    ben.until(f"app.state.invites.some((one) => one.id === '{invite['id']}' && one.asks === 'digits')", "the answer")
    ben.do(f"app.confirm('{invite['id']}', given)", answered["digits"])
    second.until("app.state.partners.length === 1", "the second device has the pair")


def a_dead_subscription_is_replaced(stage, ana, ben):
    dead = ben.push_names()
    stage.push.gone.add(dead)
    alarm = set_and_ring(stage, ana, ben, "By another way")
    until(lambda: dead in stage.push.refused, "the push service's refusal")
    ben.come_back()
    ben.until("JSON.parse(localStorage.getItem('test.subscription'))?.endpoint.includes(given) === false"
              .replace("given", json.dumps(dead)), "another subscription")
    assert ben.do("app.state.push.subscribed") and ben.do("app.state.push.trouble") is None
    ben.leave()
    stage.forward(120)
    ben.receive("ring", alarm)
    until(lambda: any(one["body"] == "By another way" for one in ben.notifications(alarm)), "the notification")
    ben.click("acknowledge", alarm)
    is_told(ana, alarm, "acknowledged")
    ben.come_back()


def a_browser_without_a_push_service_says_so(stage, ana, ben):
    ben.has_push_service = False
    stage.push.gone.add(ben.push_names())
    alarm = set_and_ring(stage, ana, ben, "Unheard")
    until(lambda: len(stage.push.refused) >= 2, "the push service's refusal")
    ben.come_back()
    ben.until("app.state.push.trouble === 'push.refusedByBrowser' && !app.state.push.subscribed",
        "the trouble is shown")
    ben.until(f"app.state.ringing.some((one) => one.alarmId === '{alarm}')", "an open page rings all the same")
    ben.do("app.acknowledge(given)", alarm)
    is_told(ana, alarm, "acknowledged")


def no_handoff_goes_to_a_browser(stage):
    stages = {one.stage for one in stage.push.messages}
    assert "handoff" not in stages, stages
    assert not any("handoff" in json.dumps(one.payload) for one in stage.push.messages)


def nothing_else_went_wrong(*people):
    for one in people:
        assert one.troubles == [], one.troubles


def main():
    with stage_and_browser(has_simulated_time=True) as (stage, browser):
        ana, ben, second = (Person(browser, stage, subscribes=True) for _ in range(3))
        ana.do("app.enroll(given, 'Ana')", stage.relay.enrolment())
        pair(ana, ben)
        both = (stage, ana, ben)
        run_steps([
            (subscribes, stage, ana), (subscribes, stage, ben), (a_ring_is_answered_from_its_notification, *both),
            (a_snooze_from_the_notification_rings_again, *both), (a_cancel_takes_the_place_of_the_ring_silently, *both),
            (a_dead_subscription_is_replaced, *both), (an_answer_on_another_device_ends_the_ring, *both, second),
            (a_browser_without_a_push_service_says_so, *both), (no_handoff_goes_to_a_browser, stage),
            (nothing_else_went_wrong, ana, ben, second),
        ])


if __name__ == "__main__":
    main()
