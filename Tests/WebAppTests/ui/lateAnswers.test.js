// An answer that came too late, or does not count: what is said depends on what the relay says of it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerHere } from "../../../Sources/WebApp/site/session/answering.js";
import { acknowledgeAlert, cancelAlert } from "../../../Sources/WebApp/site/session/care.js";
import { lateForAlarm, lateForDweller, lateForMember } from "../../../Sources/WebApp/site/session/lateAnswers.js";
import { emptyAlarm } from "../../../Sources/WebApp/site/session/planning.js";
import { takeReceiptAnswer } from "../../../Sources/WebApp/site/session/receipts.js";
import { ProblemError } from "../../../Sources/WebApp/site/relay/problem.js";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const SITE = "../../../Sources/WebApp/site/";
const { t, useLanguage } = await import(`${SITE}frame/language.js`);
const { lateText } = await import(`${SITE}parts/lateAnswer.js`);
const { newsText } = await import(`${SITE}parts/newsText.js`);

const now = Date.parse("2026-11-23T08:00:00Z");
const at = "2026-11-23T07:55:00Z";
const circle = { circleId: "c", members: [
    { personId: "rosa", displayName: "Rosa" }, { personId: "ben", displayName: "Ben", self: true },
] };
const alertOf = (/** @type {object} */ change) => ({
    alertId: "a", circleId: "c", kind: "fall", state: "acknowledged", at: "2026-11-23T07:40:00Z", endedAt: at,
    endedBy: "Ben", audience: 2, told: [], notes: [], notice: "", ...change,
});

beforeEach(() => useLanguage("en"));

/**
 * A session of Ben whose relay answers as told; an answer that is a problem is thrown.
 * @param {{ alarm?: object, answer?: any, problem?: any, gets?: Record<string, any>, reminders?: object[] }} told
 */
function sessionOf({ alarm, answer, problem = null, gets = {}, reminders = [] }) {
    /** @type {Record<string, any>} */
    const records = { "alarms.a": { ...emptyAlarm("a"), revision: 1, time: at, phase: "ringing", ...alarm } };
    const done = async () => undefined;
    const core = {
        records, now, here: {}, origin: "https://relay.example", background() {}, refreshSoon() {}, sendLater() {},
        state: { circles: [circle], reminders, care: null, ringing: [] },
        clock: { offset: 0 }, set() {}, keepView: done,
        store: {
            get: async (/** @type {string} */ area, /** @type {string} */ id) => records[`${area}.${id}`],
            all: async () => [],
            update: async (/** @type {string} */ area, /** @type {string} */ id, /** @type {any} */ change) => {
                records[`${area}.${id}`] = change(records[`${area}.${id}`]) ?? records[`${area}.${id}`];
            },
            write: async (/** @type {any[]} */ changes) => {
                for (const { area, put } of changes) if (put) records[`${area}.${put.id ?? put.jti}`] = put;
            },
        },
        journal: {
            entry: (/** @type {object} */ change) => ({ jti: "j", ...change }),
            deliver: async () => ({ answer: problem ? null : answer, problem }),
            change: async () => {
                if (problem) throw problem;
                return answer;
            },
        },
        relay: { get: async (/** @type {string} */ path) => {
            if (!(path in gets)) throw new ProblemError("not-found", { status: 404 });
            return gets[path];
        } },
    };
    return /** @type {any} */ (core);
}

const app = /** @type {any} */ ({ relayNow: now, state: { circles: [circle], alarms: [] } });
const said = (/** @type {any} */ late, isOwn = false) => late && lateText(app, late, isOwn);

test("a member is said to look after the dweller only where the relay says so", async () => {
    const state = /** @type {any} */ ({ state: { circles: [circle] } });
    assert.equal(lateForMember(state, alertOf({})), null);
    assert.match(said(lateForMember(state, alertOf({ endedBy: "Tom" }))),
        /^Your answer came too late: Tom has been looking after it since .+\.$/);
    assert.match(said(lateForMember(state, alertOf({ endedBy: "Tom", endedAt: undefined }))), /: Tom is looking after it/);
    assert.match(said(lateForMember(state, alertOf({ leftAt: at }))), /nobody looks after it any more, and it begins again/);
    assert.match(said(lateForMember(state, alertOf({ state: "cancelled", endedBy: "Rosa" }))), /Rosa has called it off/);
    assert.match(said(lateForMember(state, alertOf({ state: "unanswered" }))), /Nobody has said that it is over/);
    assert.match(said(lateForMember(state, alertOf({ state: "ended" }))), /it was over\.$/);
    assert.match(said(lateForMember(state, alertOf({ state: "alerting" }))), /the alert is open\. Open Care to answer it/);
});

test("a dweller is said to be well only where the alert is called off by that", () => {
    assert.equal(lateForDweller(alertOf({ state: "cancelled", endedBy: "Rosa" })), null);
    assert.match(said(lateForDweller(alertOf({ endedBy: "Tom" })), true), /Tom has been looking after it/);
    assert.match(said(lateForDweller(alertOf({ state: "counting" })), true), /^Your answer does not count: the alert was/);
    assert.match(said(lateForDweller(alertOf({ leftAt: at })), true), /Open Care to cancel it if you are well\.$/);
});

test("acknowledging and cancelling in the overview tell what the relay has answered", async () => {
    assert.equal(await acknowledgeAlert(sessionOf({ answer: alertOf({}) }), "a"), null);
    const late = await acknowledgeAlert(sessionOf({ answer: alertOf({ endedBy: "Tom" }) }), "a");
    assert.deepEqual(late, { reason: "helped", name: "Tom", at });
    const gone = sessionOf({ problem: new ProblemError("not-found", { status: 404 }) });
    assert.match(said(await acknowledgeAlert(gone, "a")), /^Too late: this alert is no more/);
    assert.equal(gone.records["alarms.a"].phase, "answered", "it rings no more");
    await assert.rejects(acknowledgeAlert(sessionOf({ problem: new ProblemError("offline") }), "a"), { kind: "offline" });
    assert.equal(await cancelAlert(sessionOf({ answer: alertOf({ state: "cancelled" }) }), "a"), null);
    assert.equal((await cancelAlert(sessionOf({ answer: alertOf({ endedBy: "Tom" }) }), "a"))?.reason, "helped");
});

test("the answer to the ring of an alert asks the relay what came of it", async () => {
    const alarm = { kind: "careAlert", preset: "care-alert" };
    const taken = { id: "a", state: "acknowledged", revision: 1 };
    const answered = (/** @type {any} */ alert, more = {}) => answerHere(sessionOf({
        alarm, answer: taken, gets: alert ? { "/v1/care/alerts/a": alert } : {}, ...more,
    }), "a", "acknowledged");
    assert.equal(await answered(alertOf({})), null);
    assert.equal((await answered(alertOf({ endedBy: "Tom" })))?.reason, "helped");
    assert.equal((await answered(null))?.reason, "gone");
    assert.equal((await answered(null, { problem: new ProblemError("not-found", { status: 404 }) }))?.reason, "gone");
    assert.equal((await answered(alertOf({ state: "counting" }), { alarm: { ...alarm, kind: "careQuestion" } }))?.reason,
        "open");
});

test("an answer that the relay has not taken is not said to be done, whatever the reason", async () => {
    for (const problem of [new ProblemError("offline"), new ProblemError("unavailable", { status: 503 })]) {
        const late = await answerHere(sessionOf({ alarm: { kind: "reminder", preset: "reminder" }, problem }), "a",
            "acknowledged");
        assert.match(said(late), /^Nobody has heard your answer yet: it is kept here/);
    }
});

test("a reminder that this person had done before on another device is not said to be told in 30 seconds", async () => {
    const answered = (/** @type {any} */ completion, state = "acknowledged", accepted = {}) => answerHere(sessionOf({
        alarm: { kind: "reminder", preset: "reminder" }, answer: { id: "a", state, revision: 1, ...accepted },
        reminders: [{ reminderId: "r", alarmId: "a" }],
        gets: { "/v1/reminders/r": { circleId: "c", completion } },
    }), "a", /** @type {any} */ (state));
    assert.equal(await answered({ by: "ben", at: new Date(now - 1_000).toISOString() }), null);
    assert.equal(said(await answered({ by: "ben", at })), t("ring.doneBefore.self"));
    assert.match(said(await answered({ by: "rosa", at })), /Rosa has said before that it is done/);
    assert.match(said(await answered(undefined)), /it was over/);
    assert.match(said(await answered({ by: "rosa", at }, "snoozed")), /Rosa has said before/);
    assert.equal(await answered(undefined, "snoozed", { snoozedUntil: at }), null, "it is put off");
});

test("an alarm that was over, or answered on another device, is told by what the relay says of that time", () => {
    const alarm = { revision: 3, time: at };
    const late = (/** @type {any} */ view, said = "acknowledged") => lateForAlarm(alarm, /** @type {any} */ (said),
        { revision: 3, ...view })?.reason;
    assert.equal(late({ ending: "answered" }), undefined);
    assert.equal(late({}), undefined);
    assert.equal(late({ ending: "dismissed" }), "dismissed");
    assert.equal(late({ ending: "missed" }), "missed");
    for (const ending of ["cancelled", "declined", "ended"]) assert.equal(late({ ending }), "over");
    assert.equal(late({ ending: "answered" }, "snoozed"), "answered");
    const last = (/** @type {string} */ ending, time = at) => ({ revision: 4, last: { time, ending } });
    assert.equal(late(last("answered")), undefined, "it repeats, and goes on");
    assert.equal(late(last("missed", "2026-11-23T07:55:00.000Z")), "missed");
    assert.equal(late(last("answered", "2026-11-22T07:55:00Z")), "moved-on", "it was set for another time");
    assert.equal(late({ revision: 4 }), "moved-on");
});

test("an answer to an alert that was kept too long is said once not to count", async () => {
    const entry = (/** @type {string} */ state) => /** @type {any} */ ({ about: "a", body: { state, revision: 1 } });
    const dropped = { id: "a", state: "ringing", revision: 2 };
    const news = async (/** @type {any} */ change, answer = dropped, state = "acknowledged", isAwaited = false) => {
        const { records, store } = sessionOf({ alarm: { kind: "careAlert", title: "Rosa may have fallen", ...change } });
        await takeReceiptAnswer(store, entry(state), answer, null, now, isAwaited);
        return Object.keys(records).filter((key) => key.startsWith("news.")).map((key) => records[key]);
    };
    const [kept] = await news({});
    assert.deepEqual([kept.stage, kept.text], ["answer-outdated", "Rosa may have fallen"]);
    assert.match(newsText(app, kept), /^Your earlier answer to an alert does not count: /);
    const [well] = await news({ kind: "careQuestion" });
    assert.match(newsText(app, well), /^Your earlier answer that you are well does not count: /);
    const none = await Promise.all([
        news({}, { ...dropped, state: "acknowledged" }), news({}, { ...dropped, revision: 1 }),
        news({}, dropped, "ringing"), news({ kind: "partner" }), news({}, dropped, "acknowledged", true),
    ]);
    assert.deepEqual(none, [[], [], [], [], []]);
});

test("a snooze of an alarm that has moved on does not ring here by itself", async () => {
    const snoozed = { phase: "snoozed", state: "snoozed", snoozeEnd: now + 540_000, snoozedUntil: at };
    const { records, store } = sessionOf({ alarm: snoozed });
    const entry = /** @type {any} */ ({ about: "a", body: { state: "snoozed", revision: 1 } });
    await takeReceiptAnswer(store, entry, { id: "a", state: "scheduled", revision: 2 }, null, now);
    assert.deepEqual([records["alarms.a"].phase, records["alarms.a"].snoozedUntil], ["released", null]);
});
