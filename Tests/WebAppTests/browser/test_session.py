"""Two browsers pair, one sets an alarm, the other is rung by a push and answers from the notification.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_session.py

Needs chromium and playwright. The push is delivered by the browser's own debugging interface, as a push service would.
"""
import json, os, pathlib, shutil, subprocess, sys, tempfile, time
from playwright.sync_api import sync_playwright
from siteServer import SiteServer

PORT, RELAY_PORT = 21206, 21207
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Session</title>
<script type="module">
import { App } from "/session/app.js";
window.app = await App.open();
window.opened = true;
</script></html>"""


class Relay:
    def __init__(self, origin):
        self.folder = tempfile.mkdtemp(prefix="reveille-web-")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "REVEILLE_DATA": self.folder,
            "REVEILLE_LISTEN": f"127.0.0.1:{RELAY_PORT}", "REVEILLE_ORIGIN": origin,
        }
        self.binary = os.environ["REVEILLE_BINARY"]
        self.process = subprocess.Popen([self.binary, "serve"], env=self.environment, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    def enrolment(self):
        command = [self.binary, "enroll", "--quiet"]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def until(test, what, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = test()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"not within {limit} s: {what}")


class Person:
    """A browser context of its own with the app in it."""

    def __init__(self, browser, origin):
        self.context = browser.new_context(locale="en-GB")
        self.context.grant_permissions(["notifications"], origin=origin)
        self.origin = origin
        self.page = None
        self.open()

    def open(self):
        self.page = self.context.new_page()
        self.page.on("console", lambda message: print("  page:", message.text) if message.type == "error" else None)
        self.page.goto(f"{self.origin}/session-test.html")
        self.page.wait_for_function("window.opened")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def do(self, script, argument=None):
        return self.page.evaluate(f"(given) => {{ const app = window.app; return {script}; }}", argument)

    def until(self, script, what, limit=20):
        return until(lambda: self.do(script), what, limit)

    def worker(self):
        return until(lambda: next(iter(self.context.service_workers), None), "the worker")

    def push(self, payload):
        """Delivers a push as the push service would."""
        session = self.context.new_cdp_session(self.page)
        registrations = []
        session.on("ServiceWorker.workerRegistrationUpdated",
                   lambda event: registrations.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        found = until(lambda: self.page.evaluate("1") and [r for r in registrations if not r["isDeleted"]], "a registration")
        session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.origin, "registrationId": found[-1]["registrationId"], "data": json.dumps(payload),
        })
        session.detach()

    def notifications(self, tag=None):
        return self.worker().evaluate("""async () => (await self.registration.getNotifications()).map((one) => ({
            title: one.title, body: one.body, tag: one.tag, actions: one.actions.map((action) => action.title),
            requireInteraction: one.requireInteraction, data: one.data }))""")

    def click(self, action):
        """Clicks an action of the newest notification; the page need not be open."""
        self.worker().evaluate("""async (action) => {
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
        }""", action)


def pair(ana, ben):
    invite = ana.do("app.invite('pair')")
    claim = ben.do("app.claim(given, 'Ben')", invite["link"])
    answered = ben.do("app.answer(given)", claim["id"])
    ana.until("app.state.invites.some((one) => one.asks === 'digits')", "the answer")
    ana.do(f"app.confirm('{invite['id']}', given)", answered["digits"])
    for one in (ana, ben):
        one.until("app.state.partners.length === 1", "the pair")


def alarm_in(seconds):
    return f"""(() => {{ const due = new Date(Date.now() + {seconds} * 1000).toISOString();
        return app.setAlarm({{ pairId: app.state.partners[0].pairId, message: given, zone: 'UTC',
            date: due.slice(0, 10), localTime: due.slice(11, 16) }}); }})()"""


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
    ben.page.goto(f"{ben.origin}/healthz")
    ben.push(payload)
    shown = until(lambda: ben.notifications(), "the notification")
    assert len(shown) == 1, shown
    assert (shown[0]["title"], shown[0]["body"]) == ("Ana wakes you", "Good morning"), shown
    assert shown[0]["tag"] == item["id"] and shown[0]["requireInteraction"], shown
    assert shown[0]["actions"] == ["Got it", "Snooze"], shown
    ben.click("acknowledge")
    ana.until("app.state.news.some((one) => one.stage === 'acknowledged')", "the answer")
    ben.page.close()
    ben.open()
    assert ben.do("app.state.ringing.length") == 0


def an_answer_without_network_is_sent_later(ana, ben, site):
    item = ana.do(alarm_in(3600), "Second")
    ben.until(f"app.state.alarms.some((one) => one.id === '{item['id']}')", "the alarm")
    payload = pushed(ben, item["id"])
    ben.page.goto(f"{ben.origin}/healthz")
    ben.push(payload)
    until(lambda: any(one["body"] == "Second" for one in ben.notifications()), "the notification")
    site.is_cut = True
    ben.click("acknowledge")
    until(lambda: any(one["data"]["stage"] == "kept" for one in ben.notifications()), "the kept answer")
    site.is_cut = False
    ben.page.close()
    ben.open()
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
            else if (value && typeof value === "object" && !ArrayBuffer.isView(value)) Object.values(value).forEach(look);
        };
        for (const area of database.objectStoreNames) look(await all(area));
        database.close();
        return keys.map((key) => key.extractable);
    }""")
    assert len(exported) >= 3 and not any(exported), exported


def the_app_opens_without_network(ben, site):
    def cached():
        return ben.page.evaluate("caches.keys()")
    until(lambda: cached() == [f"reveille-{site.version}"], "the shell")
    ben.page.evaluate("navigator.serviceWorker.controller ? true : new Promise((done) => "
                      "navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))")
    ben.context.set_offline(True)
    assert ben.page.evaluate("fetch('/session/app.js').then((answer) => answer.ok)")
    ben.page.goto(f"{ben.origin}/#/tonight")
    ben.page.wait_for_function("window.opened")
    assert ben.do("app.state.partners[0].name") == "Ana"
    assert ben.do("app.state.phase") == "ready"
    ben.context.set_offline(False)


def a_new_version_takes_over_when_it_is_asked_to(ben, site):
    old = site.version
    site.version = "test-2"
    ben.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)")
    ben.until("app.state.newVersion", "the news of a version")
    assert ben.page.evaluate("caches.has('reveille-' + given)".replace("given", json.dumps(old))), "the old one serves on"
    with ben.page.expect_navigation():
        ben.page.evaluate("() => { window.app.reload(); }")
    ben.page.wait_for_function("window.opened")
    until(lambda: ben.page.evaluate("caches.keys()") == ["reveille-test-2"], "the new files alone")
    assert ben.do("app.state.phase") == "ready"


def cleared_storage_is_noticed(ben):
    ben.page.evaluate("""() => new Promise((resolve) => {
        const gone = indexedDB.deleteDatabase("reveille"); gone.onsuccess = gone.onblocked = () => resolve(true); })""")
    ben.until("app.state.phase === 'lost'", "the loss, in the page that is open")
    ben.page.close()
    ben.open()
    lost = ben.do("app.state.lost")
    assert ben.do("app.state.phase") == "lost" and lost["why"] == "cleared" and lost["partners"] == ["Ana"], lost


def main():
    site = SiteServer(PORT, RELAY_PORT, {"/session-test.html": PAGE, "/index.html": PAGE})
    relay = Relay(site.origin)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            ana, ben = Person(browser, site.origin), Person(browser, site.origin)
            ana.do("app.enroll(given, 'Ana')", relay.enrolment())
            pair(ana, ben)
            print("paired")
            for step, given in (
                (rings_by_push_and_is_answered, (ana, ben)), (a_cancelled_ring_is_replaced, (ana, ben)),
                (an_answer_without_network_is_sent_later, (ana, ben, site)), (an_unreadable_push_is_shown, (ben,)),
                (keys_cannot_be_taken_out, (ben,)), (the_app_opens_without_network, (ben, site)),
                (a_new_version_takes_over_when_it_is_asked_to, (ben, site)), (cleared_storage_is_noticed, (ben,)),
            ):
                step(*given)
                print("ok", step.__name__.replace("_", " "))
            browser.close()
    finally:
        relay.close()
        site.close()


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    main()
