"""People with the app in Chromium, each in a browser context of their own, and the relay, site and pushes around them.

These use the app's commands directly; screenPeople.py has people who use its screens.
"""
import contextlib, faulthandler, json

from playwright.sync_api import sync_playwright

from pushService import PushService
from relay import Relay, SimulatedTime, free_port, until
from siteServer import SiteServer

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Session</title>
<script type="module" src="/session-test.js"></script></html>"""
SCRIPT = """import { App } from "/session/app.js";
window.app = await App.open();
document.documentElement.dataset.ready = "";
"""
PLAIN = '<!doctype html><html lang="en"><meta charset="utf-8"><title>No app</title></html>'
TEST_PAGES = {"/session-test.html": PAGE, "/session-test.js": SCRIPT, "/plain.html": PLAIN}

# Stands in for the browser's own push service, which Chromium does not let anybody replace.
SUBSCRIBE = """(() => {
    const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")),
        (one) => one.charCodeAt(0));
    const kept = () => JSON.parse(localStorage.getItem("test.subscription") ?? "null");
    const subscription = (given) => given && {
        endpoint: given.endpoint, options: { applicationServerKey: bytes(given.key).buffer },
        getKey: (name) => bytes(given[name]).buffer,
        unsubscribe: async () => { localStorage.removeItem("test.subscription"); return true; },
    };
    PushManager.prototype.getSubscription = async () => subscription(kept());
    PushManager.prototype.subscribe = async (options) => {
        const key = btoa(String.fromCharCode(...options.applicationServerKey))
            .replace(/\\+/g, "-").replace(/\\//g, "_");
        const given = await window.newSubscription();
        if (!given) throw new DOMException("no push service", "AbortError");
        localStorage.setItem("test.subscription", JSON.stringify({ ...given, key }));
        return subscription(kept());
    };
})()"""


# A 404 is how the relay says that there are no check-ins, and a context has no pushes but those of the test.
BROWSERS_OWN_WORDS = ("Failed to load resource", "Chrome currently does not support the Push API")

# Chromium takes a notification for closed, and drops it, when the displayed ones are asked for in the moment in which
# it comes. So nothing is asked while something is about to be shown.
ONE_AT_A_TIME = """() => {
    if (self.lastTurn) return;
    self.lastTurn = Promise.resolve();
    const kind = ServiceWorkerRegistration.prototype;
    for (const [name, pause] of [["showNotification", 200], ["getNotifications", 0]]) {
        const own = kind[name];
        kind[name] = function (...given) {
            const result = self.lastTurn.then(() => own.apply(this, given));
            self.lastTurn = result.catch(() => {}).then(() => new Promise((done) => setTimeout(done, pause)));
            return result;
        };
    }
}"""

# The clock of a page. That of a worker, which has no such storage, is set by `keep_time`.
def clock_script(time):
    return """(() => {
        const own = Date.now;
        Date.now = () => own() + Number(localStorage.getItem("test.ahead") ?? %d);
    })()""" % round(time.offset * 1000)


class Stage:
    """A relay by its own clock, the site in front of it, and a push service."""

    def __init__(self, has_simulated_time=False, extra={}, environment={}):
        faulthandler.dump_traceback_later(300, exit=True)
        self.time = SimulatedTime.from_noon() if has_simulated_time else None
        self.push = PushService(self.time.now) if self.time else PushService()
        site_port, relay_port = free_port(), free_port()
        self.relay = Relay(f"http://127.0.0.1:{site_port}", relay_port, time=self.time, environment={
            "REVEILLE_WEBPUSH_ALLOW": self.push.origin,
            "REVEILLE_WEBPUSH_SUBJECT": "mailto:operator@example.org", **environment,
        })
        self.site = SiteServer(site_port, relay_port, {**TEST_PAGES, **extra},
                               now=self.push.now)
        self.origin = self.site.origin
        self.people = []

    def forward(self, seconds):
        """Sets all clocks forward: the relay's, step by step, and then those of browsers."""
        self.time.forward(seconds)
        self.keep_time()

    def leap(self, seconds):
        """Sets all clocks forward over a time in which nothing is due."""
        self.time.leap(seconds)
        self.keep_time()

    def keep_time(self):
        for person in self.people:
            person.keep_time()

    def close(self):
        self.site.close()
        self.relay.close()
        self.push.shutdown()
        faulthandler.cancel_dump_traceback_later()


@contextlib.contextmanager
def stage_and_browser(**options):
    stage = Stage(**options)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            yield stage, browser
            browser.close()
        assert stage.push.faults == [], stage.push.faults
    finally:
        stage.close()


class Person:
    """A browser context of its own with the app in it."""

    def __init__(self, browser, stage, subscribes=False, **context):
        self.context = browser.new_context(**{"locale": "en-GB", **context})
        self.context.grant_permissions(["notifications"], origin=stage.origin)
        self.context.set_default_timeout(20_000)
        self.origin, self.push_service = stage.origin, stage.push
        self.has_push_service = True
        self.time = stage.time
        stage.people.append(self)
        if self.time:
            self.context.add_init_script(clock_script(self.time))
        self.troubles = []
        if subscribes:
            self.context.expose_function(
                "newSubscription", lambda: self.push_service.subscription() if self.has_push_service else None)
            self.context.add_init_script(SUBSCRIBE)
        self.context.add_init_script("addEventListener('securitypolicyviolation', (event) =>"
                                     " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));")
        self.context.on("request", lambda request: self.troubles.append(f"request to {request.url}")
                        if not request.url.startswith((self.origin, "data:", "blob:")) else None)
        self.page = None
        self.open()
        self.keep_time()

    def open(self):
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.troubles.append(message.text)
                     if message.type == "error" and not any(one in message.text for one in BROWSERS_OWN_WORDS)
                     else None)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.goto(f"{self.origin}/session-test.html")
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def leave(self):
        """Closes the app, but not the browser."""
        self.page.goto(f"{self.origin}/healthz")

    def come_back(self):
        self.page.close()
        self.open()

    def do(self, script, argument=None):
        return self.page.evaluate(f"(given) => {{ const app = window.app; return {script}; }}", argument)

    def until(self, script, what, limit=20):
        return until(lambda: self.do(script), what, limit)

    def keep_time(self):
        if not self.time:
            return
        ahead = round(self.time.offset * 1000)
        self.page.evaluate("(ahead) => localStorage.setItem('test.ahead', ahead)", ahead)
        for worker in self.context.service_workers:
            worker.evaluate("""(ahead) => {
                self.ownNow ??= Date.now;
                Date.now = () => self.ownNow.call(Date) + ahead;
            }""", ahead)

    def worker(self):
        worker = until(lambda: next(iter(self.context.service_workers), None), "the worker")
        worker.evaluate(ONE_AT_A_TIME)
        return worker

    def push(self, payload):
        """Delivers a push as the push service would."""
        self.keep_time()
        self.worker()
        session = self.context.new_cdp_session(self.page)
        registrations = []
        session.on("ServiceWorker.workerRegistrationUpdated",
                   lambda event: registrations.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        found = until(lambda: self.page.evaluate("1") and [r for r in registrations if not r["isDeleted"]],
                      "a registration")
        session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.origin, "registrationId": found[-1]["registrationId"], "data": json.dumps(payload),
        })
        session.detach()

    def push_names(self):
        """The subscription that the page holds now, as the push service calls it."""
        kept = self.page.evaluate("JSON.parse(localStorage.getItem('test.subscription') ?? 'null')")
        return kept and kept["endpoint"].rsplit("/", 1)[1]

    def receive(self, stage, alarm=None, limit=20):
        """Gives the browser the relay's next push of a stage."""
        name = self.push_names()
        message = until(lambda: next((one for one in self.push_service.messages
                                      if one.name == name and one.stage == stage
                                      and alarm in (None, one.payload["reveille"]["id"])), None),
                        f"a push {stage}", limit)
        self.push_service.messages.remove(message)
        self.push(message.payload)
        return message

    def notifications(self, tag=None):
        shown = self.worker().evaluate("""async () => (await self.registration.getNotifications()).map((one) => ({
            title: one.title, body: one.body, tag: one.tag, actions: one.actions.map((action) => action.title),
            requireInteraction: one.requireInteraction, silent: one.silent, data: one.data, icon: one.icon,
            badge: one.badge }))""")
        return [one for one in shown if tag in (None, one["tag"])]

    def click(self, action, tag=None):
        """Clicks an action of a notification; the page need not be open."""
        self.keep_time()
        self.worker().evaluate("""async ([action, tag]) => {
            const [notification] = await self.registration.getNotifications(tag ? { tag } : {});
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
        }""", [action, tag])


def pair(ana, ben):
    invite = ana.do("app.invite('pair')")
    claim = ben.do("app.claim(given, 'Ben')", invite["link"])
    answered = ben.do("app.answer(given)", claim["id"])
    ana.until("app.state.invites.some((one) => one.asks === 'digits')", "the answer")
    ana.do(f"app.confirm('{invite['id']}', given)", answered["digits"])
    for one in (ana, ben):
        one.until("app.state.partners.length === 1", "the pair")


def alarm_in(seconds):
    return f"""(() => {{ const due = new Date(app.relayNow + {seconds} * 1000).toISOString();
        return app.setAlarm({{ pairId: app.state.partners[0].pairId, message: given, zone: 'UTC',
            date: due.slice(0, 10), localTime: due.slice(11, 19) }}); }})()"""


def run_steps(steps):
    """Runs functions with what they are given, one after another, and names each that is done."""
    for step, *given in steps:
        try:
            step(*given)
        except BaseException:
            for one in given:
                if isinstance(one, Person):
                    print("troubles:", *one.troubles, sep="\n  ", flush=True)
            raise
        print("ok", step.__name__.replace("_", " "), flush=True)
