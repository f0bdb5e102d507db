"""Two browsers pair, one sets an alarm, the other is rung by a push and answers from the notification.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_session.py

Needs chromium and playwright. The push is delivered by the browser's own debugging interface, as a push service would.
"""
import json

from people import PAGE, SCRIPT, Person, alarm_in, pair, run_steps, stage_and_browser
from relay import until


def pushed(ben, alarm_id, stage="ring"):
    """The push of an alarm as the relay makes it, with the words as the relay has them."""
    synced = ben.do("app.core.relay.get('/v1/sync')")
    alarm = next(one for one in synced["alarms"] if one["id"] == alarm_id)
    told = {key: alarm[key] for key in ("id", "revision", "time", "sound", "message", "timeZone") if key in alarm}
    return {"web_push": 8030, "mutable": True,
            "notification": {"title": "Alarm", "body": "Open the app", "navigate": "/", "tag": alarm_id, "lang": "en"},
            "reveille": {"alarm": {"v": 1, "type": "alarm_request", "stage": stage, **told}}}


def rings_by_push_and_is_answered(ana, ben):
    item = ana.do(alarm_in(3600), "Good morning")
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    payload = pushed(ben, item["id"])
    # The page's own stream must not be what rings: leave the app, as if it were closed.
    ben.leave()
    ben.push(payload)
    shown = until(lambda: ben.notifications(), "the notification")
    assert len(shown) == 1, shown
    assert (shown[0]["title"], shown[0]["body"]) == ("Ana wakes you", "Good morning"), shown
    assert shown[0]["tag"] == item["id"] and shown[0]["requireInteraction"], shown
    assert shown[0]["actions"] == ["Got it", "Snooze"], shown
    ben.click("acknowledge")
    ana.until("app.state.news.some((one) => one.stage === 'acknowledged')", "the answer")
    ben.come_back()
    assert ben.do("app.state.ringing.length") == 0


def an_answer_without_network_is_sent_later(ana, ben, site):
    item = ana.do(alarm_in(3600), "Second")
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    payload = pushed(ben, item["id"])
    ben.leave()
    ben.push(payload)
    until(lambda: any(one["body"] == "Second" for one in ben.notifications()), "the notification")
    site.is_cut = True
    ben.click("acknowledge")
    until(lambda: any(one["data"]["stage"] == "kept" for one in ben.notifications()), "the kept answer")
    site.is_cut = False
    ben.come_back()
    ana.until(f"app.state.news.some((one) => one.alarmId === '{item['id']}' && one.stage === 'dismissed'"
              f" || one.alarmId === '{item['id']}' && one.stage === 'acknowledged')", "the later answer", 40)


def a_cancelled_ring_is_replaced(ana, ben):
    item = ana.do(alarm_in(3600), "Third")
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    payload = pushed(ben, item["id"])
    ben.push(payload)
    until(lambda: any(one["body"] == "Third" for one in ben.notifications()), "the notification")
    ben.until("app.state.ringing.length === 1", "the ring in the page that is open")
    payload["reveille"]["alarm"]["stage"] = "cancel"
    ben.push(payload)
    until(lambda: not any(one["body"] == "Third" for one in ben.notifications()), "the end of the notification")
    until(lambda: ben.notifications() == [], "nothing is left to see")
    ben.until("app.state.ringing.length === 0", "the end of the ring")
    ana.do("app.cancelAlarm(given)", item["id"])


def an_unreadable_push_is_shown(ben):
    ben.push({"web_push": 8030, "notification": {"title": "Alarm", "body": "Somebody wakes you", "tag": "x"}})
    shown = until(lambda: [one for one in ben.notifications() if one["tag"] == "x"], "the plain notification")
    assert shown[0]["body"] == "Somebody wakes you", shown


def keys_cannot_be_taken_out(ben):
    exported = ben.page.evaluate("""async () => {
        const open = indexedDB.open("reveille");
        const database = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
        const all = (area) => new Promise((resolve) => {
            const request = database.transaction(area).objectStore(area).getAll();
            request.onsuccess = () => resolve(request.result);
        });
        const keys = [];
        const look = (value) => {
            if (value instanceof CryptoKey) keys.push(value);
            else if (value && typeof value === "object" && !ArrayBuffer.isView(value))
                Object.values(value).forEach(look);
        };
        for (const area of database.objectStoreNames) look(await all(area));
        database.close();
        return keys.map((key) => key.extractable);
    }""")
    assert len(exported) >= 3 and not any(exported), exported


def the_app_opens_without_network(ben, site):
    def cached():
        return ben.page.evaluate("caches.keys()")
    until(lambda: cached() == [f"reveille-{site.present_version()}"], "the shell")
    ben.page.evaluate("navigator.serviceWorker.controller ? true : new Promise((done) => "
                      "navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))")
    ben.context.set_offline(True)
    assert ben.page.evaluate("fetch('/session/app.js').then((answer) => answer.ok)")
    ben.page.goto(f"{ben.origin}/#/tonight")
    ben.page.wait_for_selector("html[data-ready]", state="attached")
    assert ben.do("app.state.partners[0].name") == "Ana"
    assert ben.do("app.state.phase") == "ready"
    ben.context.set_offline(False)


def a_new_version_takes_over_when_it_is_asked_to(ben, site):
    old = site.present_version()
    site.version = "test-2"
    ben.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)")
    ben.until("app.state.newVersion", "the news of a version")
    assert ben.page.evaluate("caches.has('reveille-' + given)".replace("given",
        json.dumps(old))), "the old one serves on"
    with ben.page.expect_navigation():
        ben.page.evaluate("() => { window.app.reload(); }")
    ben.page.wait_for_selector("html[data-ready]", state="attached")
    until(lambda: ben.page.evaluate("caches.keys()") == ["reveille-test-2"], "the new files alone")
    assert ben.do("app.state.phase") == "ready"


def cleared_storage_is_noticed(ben):
    ben.page.evaluate("""() => new Promise((resolve) => {
        const gone = indexedDB.deleteDatabase("reveille"); gone.onsuccess = gone.onblocked = () => resolve(true); })""")
    ben.until("app.state.phase === 'lost'", "the loss, in the page that is open")
    ben.come_back()
    lost = ben.do("app.state.lost")
    assert ben.do("app.state.phase") == "lost" and lost["why"] == "cleared" and lost["partners"] == ["Ana"], lost


def main():
    # The page without screens is the shell, too: what is tested is the session.
    with stage_and_browser(extra={"/index.html": PAGE.replace("session-test", "main"), "/main.js": SCRIPT}) as (stage,
        browser):
        ana, ben = Person(browser, stage), Person(browser, stage)
        ana.do("app.enroll(given, 'Ana')", stage.relay.enrolment())
        run_steps([
            (pair, ana, ben), (rings_by_push_and_is_answered, ana, ben), (a_cancelled_ring_is_replaced, ana, ben),
            (an_answer_without_network_is_sent_later, ana, ben, stage.site), (an_unreadable_push_is_shown, ben),
            (keys_cannot_be_taken_out, ben), (the_app_opens_without_network, ben, stage.site),
            (a_new_version_takes_over_when_it_is_asked_to, ben, stage.site), (cleared_storage_is_noticed, ben),
        ])


if __name__ == "__main__":
    main()
