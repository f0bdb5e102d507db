/**
 * An app with the surface of `session/app.js` and scripted states, for the tests of screens: `?scene=NAME` chooses one.
 * Nothing here speaks to a relay.
 */

import { scenes } from "./fakeScenes.js";

/** Words by another person that must be shown as text. */
const wait = () => new Promise((resolve) => setTimeout(resolve, 20));

export class ProblemError extends Error {
    constructor(kind, key = `problem.${kind}`, retryAfter = undefined) {
        super(kind);
        Object.assign(this, { kind, key, detail: null, retryAfter });
    }
}

export class App extends EventTarget {
    static async open() {
        const name = new URLSearchParams(location.search).get("scene") ?? "couple";
        const app = new App(name, scenes[name]());
        globalThis.fakeApp = app;
        return app;
    }

    constructor(name, state) {
        super();
        this.scene = name;
        this.state = state;
        this.calls = [];
        this.failWith = null;
    }

    get relayNow() {
        return Date.now() + this.state.connection.clockOffset;
    }

    set(change) {
        this.state = { ...this.state, ...change };
        this.dispatchEvent(new Event("change"));
    }

    /** Records a call and fails it where the test says so. */
    async call(name, ...values) {
        this.calls.push([name, ...values]);
        await wait();
        if (this.failWith) throw new ProblemError(...this.failWith);
    }

    async enroll(code, name) {
        await this.call("enroll", code, name);
        this.set({ ...scenes.alone(), me: { ...scenes.alone().me, name } });
    }

    readCode(text) {
        return text.replaceAll("-", "").length >= 20 ? { ok: true, key: null } : { ok: false, key: "problem.badCode" };
    }

    async claim(code, name) {
        await this.call("claim", code, name);
        const state = scenes.consentAsked();
        this.set(state);
        return state.invites[0];
    }

    async askNotifications() {
        await this.call("askNotifications");
        this.set({ push: { ...this.state.push, permission: "granted", subscribed: true, trouble: null } });
        return "granted";
    }

    async testRing() {
        await this.call("testRing");
    }

    async invite(kind, options) {
        await this.call("invite", kind, options);
        const [invite] = scenes.codeShown().invites;
        this.set({ invites: [{ ...invite, kind }] });
        return this.state.invites[0];
    }

    async answer(id) {
        await this.call("answer", id);
        this.set({ invites: scenes.digitsShown().invites });
        return this.state.invites[0];
    }

    async confirm(id, digits) {
        await this.call("confirm", id, digits);
        const [invite] = this.state.invites;
        if (digits !== "123456") {
            this.set({ invites: [{ ...invite, attemptsLeft: invite.attemptsLeft - 1 }] });
            throw new ProblemError("badDigits");
        }
        this.set({ invites: scenes.pairDone().invites });
        return this.state.invites[0];
    }

    async setAlarm(draft) {
        await this.call("setAlarm", draft);
        const waits = this.state.connection.relay !== "ok";
        const alarm = { ...scenes.couple().alarms[1], id: "NEW-ALARM", message: draft.message, pending: waits,
            why: [] };
        this.set({ alarms: [...this.state.alarms, alarm] });
        return alarm;
    }

    async preview() {
        await this.call("preview");
        return [{ local: "", offset: "+01:00", utc: "2027-03-28T01:30:00Z",
            note: "the clocks skip 02:30 on 2027-03-28" }];
    }

    async loadAlarm(id) {
        await this.call("loadAlarm", id);
        return this.state.alarms.find((alarm) => alarm.id === id);
    }

    async acknowledge(id, answer) {
        await this.call("acknowledge", id, answer);
        this.set({ ringing: this.state.ringing.filter((ring) => ring.alarmId !== id) });
    }

    async snooze(id, minutes) {
        await this.call("snooze", id, minutes);
        this.set({ ringing: this.state.ringing.filter((ring) => ring.alarmId !== id) });
    }

    bedside(on) {
        this.calls.push(["bedside", on]);
        if (this.state.bedside.on !== on) this.set({ bedside: { on, heard: on ? Date.now() : null } });
    }

    ringHeard(id) {
        this.calls.push(["ringHeard", id]);
    }

    forgetInvite(id) {
        this.calls.push(["forgetInvite", id]);
    }

    dismissNews(id) {
        this.set({ news: this.state.news.filter((item) => item.id !== id) });
    }

    setLanguage(language) {
        this.set({ settings: { ...this.state.settings, language } });
    }

    setTheme(theme) {
        this.set({ settings: { ...this.state.settings, theme } });
    }

    async exportMe() {
        await this.call("exportMe");
        return new Blob(["{}"], { type: "application/json" });
    }

    reload() {
        this.calls.push(["reload"]);
    }

    async status() {
        await this.call("status");
        return { status: "ok", checks: [{ name: "database", status: "ok" }] };
    }
}

const PLAIN = [
    "startOver", "cancelInvite", "rename", "setPartnerZone", "mute", "pausePartner", "setAllowedHours", "revoke",
    "setMyName",
    "changeAlarm", "cancelAlarm", "dismiss", "deleteMe", "removeDevice", "refresh", "close", "checkInNow", "setPlan",
];
for (const name of PLAIN) {
    App.prototype[name] = async function run(...values) {
        await this.call(name, ...values);
        return {};
    };
}
