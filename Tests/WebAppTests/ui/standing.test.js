import assert from "node:assert/strict";
import { test } from "node:test";
import {
    firstWarning, hindrances, isUncertain, nobodyKey, putOffAt, rehearsalKey, sending, standing, stepsWhenMissed,
    tellsSomebody, unreachable,
} from "../../../Sources/WebApp/site/screens/checkIn/standing.js";

const now = Date.parse("2026-11-23T08:00:00Z");
const heard = { heard: true, now };

/** @param {object} change */
function report(change) {
    return {
        state: "normal", plan: { name: "Ana" }, due: "2026-11-24T07:00:00Z", contactsDue: "2026-11-24T07:00:00Z",
        contacts: 1, history: [{ at: "2026-11-23T07:00:00Z" }], queued: false, ...change,
    };
}

test("nothing is watched without a plan, before the first check-in and on vacation", () => {
    assert.equal(standing(null, heard).key, "checkIn.state.off");
    assert.equal(standing(report({ state: "off" }), heard).key, "checkIn.state.off");
    assert.equal(standing(report({ state: "new" }), heard).key, "checkIn.state.new");
    const paused = standing(report({ state: "paused", plan: { name: "Ana", pausedUntil: "2026-12-01T00:00:00Z" } }),
        heard);
    assert.deepEqual(paused, { tone: "still", key: "checkIn.state.paused", due: Date.parse("2026-12-01T00:00:00Z") });
});

test("a deadline comes near by the clock, without a word from the relay", () => {
    assert.equal(standing(report({}), heard).tone, "well");
    const late = { heard: true, now: Date.parse("2026-11-24T05:00:00Z") };
    assert.equal(standing(report({}), late).key, "checkIn.state.soon");
    assert.equal(standing(report({ state: "warning" }), heard).key, "checkIn.state.soon");
});

test("contacts count as told only where the relay says so", () => {
    const passed = Date.parse("2026-11-24T07:00:01Z");
    assert.equal(standing(report({}), { heard: true, now: passed }).key, "checkIn.state.passed");
    assert.equal(standing(report({}), { heard: false, now: passed }).key, "checkIn.state.passedUnheard");
    const keys = {
        told: "checkIn.state.told", waiting: "checkIn.state.waitingToTell", partly: "checkIn.state.partlyTold",
        failed: "checkIn.state.noneTold", nobody: "checkIn.state.nobodyTold",
    };
    for (const [outcome, key] of Object.entries(keys)) {
        for (const state of ["expired", "escalated"]) {
            assert.equal(standing(report({ state, telling: { outcome, messages: [] } }), heard).key, key);
        }
    }
    assert.equal(standing(report({ state: "expired" }), heard).key, "checkIn.state.passed", "an earlier relay");
    assert.equal(standing(report({ state: "expired", contacts: 0 }), heard).key, "checkIn.state.nobodyTold");
});

test("all is not well as long as contacts who were told wait for the person, as after a pause", () => {
    const resumed = { state: "normal", telling: { outcome: "told", messages: [] } };
    assert.equal(standing(report(resumed), heard).key, "checkIn.state.awaited");
    assert.equal(standing(report({ ...resumed, telling: { outcome: "failed", messages: [] } }), heard).key,
        "checkIn.state.well");
});

test("a contact whom a message may have reached is not said to know nothing", () => {
    const messages = [{ state: "waiting", mayHaveArrived: true }];
    const keys = { waiting: "checkIn.state.mayBeTold.waiting", failed: "checkIn.state.mayBeTold" };
    for (const [outcome, key] of Object.entries(keys)) {
        assert.equal(standing(report({ state: "expired", telling: { outcome, messages } }), heard).key, key);
        assert.equal(standing(report({ telling: { outcome, messages } }), heard).key, "checkIn.state.mayAwait");
    }
    assert.equal(isUncertain(report({ telling: { outcome: "told", messages } })), false);
    assert.equal(isUncertain(report({})), false);
});

test("the gentle kind reminds first and tells contacts a day later, once", () => {
    const gentle = { plan: { name: "Ana", kind: "gentle" }, state: "checked-in", contactsDue: "2026-11-25T07:00:00Z" };
    assert.equal(standing(report(gentle), heard).key, "checkIn.state.well");
    const soon = { heard: true, now: Date.parse("2026-11-24T06:00:00Z") };
    assert.equal(standing(report(gentle), soon).key, "checkIn.state.well");
    const reminded = standing(report({ ...gentle, state: "due" }),
        { heard: true, now: Date.parse("2026-11-24T08:00:00Z") });
    assert.deepEqual(reminded, { tone: "soon", key: "checkIn.state.reminded",
        due: Date.parse("2026-11-25T07:00:00Z") });
    assert.deepEqual(stepsWhenMissed(report(gentle)).map((step) => step.key), [
        "checkIn.missed.remind", "checkIn.missed.tell",
    ]);
});

test("a short threshold brings no warning in its first half, and the last one all the same", () => {
    const hours = (threshold) => firstWarning(report({ plan: { name: "Ana", threshold } })) / 3600_000;
    assert.deepEqual([86_400, 21_600, 21_599, 14_400, 7200, 7199, 3600].map(hours), [3, 3, 2, 2, 1, 0.25, 0.25]);
    const hourly = report({ plan: { name: "Ana", threshold: 3600 }, due: "2026-11-23T09:00:00Z",
        contactsDue: "2026-11-23T09:00:00Z" });
    assert.equal(standing(hourly, heard).key, "checkIn.state.well");
    assert.equal(standing(hourly, { heard: true, now: now + 45 * 60_000 }).key, "checkIn.state.soon");
    assert.equal(new Date(stepsWhenMissed(hourly)[0].at).toISOString(), "2026-11-23T08:45:00.000Z");
});

test("the steps begin three hours ahead and end a day after the deadline", () => {
    const steps = stepsWhenMissed(report({}));
    assert.deepEqual(steps.map((step) => new Date(step.at).toISOString()), [
        "2026-11-24T04:00:00.000Z", "2026-11-24T07:00:00.000Z", "2026-11-25T07:00:00.000Z",
    ]);
    assert.deepEqual(stepsWhenMissed(report({ due: undefined, contactsDue: undefined })), []);
    const reached = { outcome: "told", messages: [], reached: { name: "Ben", at: "2026-11-24T08:00:00Z" } };
    assert.deepEqual(stepsWhenMissed(report({ telling: reached })).map((step) => step.key), [
        "checkIn.missed.warn", "checkIn.missed.tell",
    ], "nobody is told once more when one has reached the person");
});

test("nobody is said to be told where the relay can write to no contact", () => {
    const keys = (change) => stepsWhenMissed(report(change)).map((step) => step.key);
    assert.deepEqual(keys({ reachable: 0 }), ["checkIn.missed.warn", "checkIn.missed.overdue"]);
    assert.deepEqual(keys({ contacts: 0 }), ["checkIn.missed.warn", "checkIn.missed.overdue"]);
    assert.equal(keys({ contacts: 2, reachable: 1 })[1], "checkIn.missed.tell");
    assert.ok(tellsSomebody(report({})), "an earlier relay does not say");
});

test("contacts are to be reminded of the message that asks only where it can have come", () => {
    const delayed = [{ medium: "email", since: "2026-11-23T05:00:00Z", reason: "no connection came about" }];
    assert.equal(nobodyKey(report({}), 0, 0), "checkIn.missed.noContacts");
    assert.equal(nobodyKey(report({ ways: ["sms"] }), 0, 0), "checkIn.missed.noContacts");
    assert.equal(nobodyKey(report({ ways: ["webhook"] }), 0, 0), "checkIn.missed.noWay");
    assert.equal(nobodyKey(report({}), 2, 0), "checkIn.missed.nobody");
    assert.equal(nobodyKey(report({}), 2, 1), "checkIn.missed.nobodyYet");
    for (const hindrance of [{ delayed }, { unreached: ["email"] }, { waiting: ["email"] }]) {
        assert.equal(nobodyKey(report(hindrance), 2, 1), "checkIn.missed.nobodyYet.waiting");
    }
});

test("what keeps messages to contacts from going out is told once for each medium", () => {
    const delay = { medium: "email", since: "2026-11-23T05:00:00Z", reason: "no connection came about" };
    const found = hindrances(report({ delayed: [delay], unreached: ["sms", "webhook"], waiting: ["email", "sms"] }));
    assert.deepEqual(found, [
        { medium: "email", unreached: false, delay, waiting: true },
        { medium: "sms", unreached: true, delay: null, waiting: true },
        { medium: "webhook", unreached: true, delay: null, waiting: false },
    ]);
    assert.deepEqual(hindrances(report({})), [], "an earlier relay does not say");
});

test("a rehearsal without letters says whether nobody has agreed or the relay has no way", () => {
    const id = "AAECAwQFBgcICQoLDA0ODw";
    const unreached = [{ contactId: id, name: "Ben", medium: "email" }];
    assert.equal(rehearsalKey({ id, state: "scheduled", letters: [] }), "checkIn.rehearse.none");
    assert.equal(rehearsalKey({ id, state: "scheduled", letters: [], unreached }), "checkIn.rehearse.noWay");
    const letters = [{ contactId: id, name: "Ben", medium: "sms", text: "…" }];
    assert.equal(rehearsalKey({ id, state: "scheduled", letters, unreached }), "checkIn.rehearse.letters");
});

test("what waits for the network is not called sent", () => {
    const at = Date.parse("2026-11-23T08:00:00Z");
    assert.equal(sending(null, report({})).key, "checkIn.sent.last");
    assert.equal(sending(null, report({ history: [] })).key, "checkIn.sent.never");
    assert.deepEqual(sending({ at, sent: "now" }, report({})), { key: "checkIn.sent.now", at });
    assert.deepEqual(sending({ at, sent: "queued" }, report({ queued: true })), { key: "checkIn.sent.queued", at });
    assert.equal(sending(null, report({ queued: true })).key, "checkIn.sent.queued");
    assert.equal(sending({ at, sent: "failed" }, report({})).key, "checkIn.sent.failed");
    const delivered = report({ history: [{ at: "2026-11-23T08:00:00Z" }] });
    assert.equal(sending({ at, sent: "queued" }, delivered).key, "checkIn.sent.now");
    assert.equal(sending({ at, sent: "queued" }, report({})).key, "checkIn.sent.last");
});

test("contacts whom the relay cannot write to at present are counted", () => {
    assert.equal(unreachable(null), null);
    assert.equal(unreachable(report({})), null, "an earlier relay");
    assert.equal(unreachable(report({ contacts: 2, reachable: 2 })), null);
    assert.equal(unreachable(report({ contacts: 0, reachable: 0 })), null);
    assert.deepEqual(unreachable(report({ contacts: 2, reachable: 1 })), { count: 1, all: 2 });
    assert.deepEqual(unreachable(report({ contacts: 2, reachable: 0 })), { count: 2, all: 2 });
    assert.deepEqual([report({}), report({ reachable: 0 }), report({ contacts: 0 })].map(tellsSomebody),
        [true, false, false]);
});

test("more time that was asked for is told until the next check-in", () => {
    const asked = "2026-11-24T05:00:00Z";
    const at = (time) => [{ at: time }];
    assert.equal(putOffAt(report({ snoozedAt: [asked], history: at("2026-11-23T07:00:00Z") })), Date.parse(asked));
    assert.equal(putOffAt(report({ snoozedAt: [asked], history: [] })), Date.parse(asked));
    assert.equal(putOffAt(report({ snoozedAt: [asked], history: at("2026-11-24T06:00:00Z") })), null);
    assert.equal(putOffAt(report({})), null, "an earlier relay does not say");
    const snoozed = { snoozedAt: [asked], history: at("2026-11-23T07:00:00Z") };
    assert.equal(putOffAt(report({ ...snoozed, snoozes: 1 })), Date.parse(asked));
    assert.equal(putOffAt(report({ ...snoozed, snoozes: 0 })), null, "a vacation has begun or ended since");
});
