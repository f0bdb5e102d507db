// What a device does about pushes that come twice, late and out of order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyAlarm, planAlarm } from "../../../Sources/WebApp/site/session/planning.js";

const now = Date.parse("2026-03-02T06:00:00Z");
const due = "2026-03-02T07:00:00Z";
const here = { now, canArm: false };

const heard = (stage, more = {}) => ({ stage, id: "a", revision: 1, time: due, fromSync: false,
    says: { text: "Up", verified: true }, ...more });
const known = (phase, more = {}) => ({ ...emptyAlarm("a"), revision: 1, time: due, phase, phaseSince: now - 60_000,
    text: "Up",
    verified: true, ...more });

test("a ring sounds once and is reported once", () => {
    const first = planAlarm(heard("ring"), undefined, here);
    assert.deepEqual([first.action, first.receipt, first.next.phase, first.next.text],
        ["ring", "ringing", "ringing", "Up"]);
    const again = planAlarm(heard("ring"), first.next, here);
    assert.deepEqual([again.action, again.receipt, again.next.phaseSince], ["ringAgain", null, first.next.phaseSince]);
});

test("what was answered, is older, or has crossed its cancellation stays silent", () => {
    for (const [stage, before] of [
        ["ring", known("answered")], ["handoff", known("answered")], ["ring", known("pending", { revision: 2 })],
        ["ring", known("released", { phaseSince: now - 5_000 })],
            ["ring", known("snoozed", { snoozeEnd: now + 300_000 })],
    ]) assert.equal(planAlarm(heard(stage), before, here).action, "ignore", `${stage} after ${before.phase}`);
});

test("a ring after a cancellation of long ago sounds, as after a snooze on another device", () => {
    assert.equal(planAlarm(heard("ring"), known("released"), here).action, "ring");
});

test("a restored relay rings nobody for what was cancelled before, and everybody for what was not", () => {
    const after = heard("ring", { restored: "2026-03-01T00:00:00Z" });
    const day = 86_400_000;
    const restored = Date.parse("2026-03-01T00:00:00Z");
    assert.equal(planAlarm(after, known("released", { phaseSince: restored - day }), here).action, "ignore");
    assert.equal(planAlarm(after, known("released", { phaseSince: restored + 1 }), here).action, "ring");
    assert.equal(planAlarm(after, known("pending", { phaseSince: restored - day }), here).action, "ring");
    assert.equal(planAlarm(after, undefined, here).action, "ring");
});

test("a newer occurrence rings though the last one was answered", () => {
    const plan = planAlarm(heard("ring", { revision: 2, time: "2026-03-03T07:00:00Z" }), known("answered"), here);
    assert.deepEqual([plan.action, plan.next.revision, plan.next.endedAt], ["ring", 2, null]);
});

test("a handoff is armed only where this page rings by itself", () => {
    assert.deepEqual([planAlarm(heard("handoff"), undefined, here).receipt, planAlarm(heard("handoff"), undefined,
        { now, canArm: true }).receipt], ["received", "armed"]);
    assert.equal(planAlarm(heard("handoff", { fromSync: true }), undefined, here).receipt, null);
});

test("a handoff that comes after its time is the ring", () => {
    assert.equal(planAlarm(heard("handoff", { time: "2026-03-02T05:59:00Z" }), undefined, here).action, "ring");
});

test("verified words stay when a later push has lost them", () => {
    const plan = planAlarm(heard("ring", { says: { verified: false, text: undefined } }), known("pending"), here);
    assert.deepEqual([plan.next.text, plan.next.verified], ["Up", true]);
});

test("a cancellation ends a ring, keeps its words, and is remembered where nothing was known", () => {
    const plan = planAlarm(heard("cancel", { says: { title: "Something new", kind: "partner" } }), known("ringing"),
        here);
    assert.deepEqual([plan.action, plan.next.phase, plan.next.text, plan.next.title],
        ["disarm", "released", "Up", null]);
    const unknown = planAlarm(heard("cancel", { says: {} }), undefined, here);
    assert.deepEqual([unknown.action, unknown.next.phase], ["ignore", "released"]);
});

const second = 1000;
const at = (ms) => new Date(ms).toISOString();
/** A reminder whose part on this device began an hour ago. */
const reminder = (phase, more = {}) => known(phase, { preset: "reminder", time: at(now - 3_600 * second),
    phaseSince: now - 3_600 * second, ...more });
/** What is heard of it. */
const told = (stage, says = {}, more = {}) => heard(stage, { time: at(now - 3_600 * second),
    says: { preset: "reminder", ...says }, ...more });
const putOff = (end, fromSync = true) => told("handoff", { snoozedUntil: at(end), state: "snoozed" }, { fromSync });

test("an answer that the relay does not know yet keeps what was put off elsewhere from ringing here", () => {
    const news = putOff(now + 540 * second);
    const answered = reminder("answered");
    assert.deepEqual(planAlarm(news, answered, { ...here, hasUnsentAnswer: true }),
        { action: "ignore", receipt: null, next: null });
    for (const fromSync of [true, false]) {
        const plan = planAlarm(putOff(now + 540 * second, fromSync), answered, here);
        assert.deepEqual([plan.action, plan.next.phase], ["notify", "pending"]);
        assert.equal(planAlarm(putOff(now + 540 * second, fromSync), answered, { now, canArm: true }).action, "arm");
    }
    const ofPartner = planAlarm({ ...news, says: { ...news.says, preset: undefined } },
        { ...answered, preset: null }, here);
    assert.deepEqual([ofPartner.action, ofPartner.next.phase], ["ignore", "answered"], "that ended a partner alarm");
    for (const ending of ["answered", "declined"]) {
        const ended = planAlarm(news, { ...answered, ending, endedAt: now - second }, here);
        assert.deepEqual([ended.action, ended.next.phase], ["ignore", "answered"], `that ended it: ${ending}`);
    }
    const before = putOff(now - 3_601 * second);
    assert.equal(planAlarm(before, answered, here).action, "ignore", "it was put off before that");
});

test("a snooze elsewhere rings here at its end, also where its cancellation comes after the news of it", () => {
    const end = now + 8 * second;
    for (const [phase, fromSync] of [["ringing", true], ["ringing", false], ["answered", true], ["answered", false]]) {
        const name = `${phase}, ${fromSync ? "sync" : "push"}`;
        const first = planAlarm(putOff(end, fromSync), reminder(phase), here).next;
        const cancelled = planAlarm(told("cancel"), first, { ...here, now: now + second }).next;
        assert.equal(cancelled.phase, "released", name);
        assert.equal(planAlarm(told("ring"), cancelled, { ...here, now: now + 2 * second }).action, "ignore", name);
        const ring = planAlarm(told("ring", { state: "ringing" }), cancelled, { ...here, now: end });
        assert.deepEqual([ring.action, ring.next.phase, ring.next.putOffUntil], ["ring", "ringing", null], name);
    }
});

test("a snooze elsewhere that is heard of right after this device fell silent rings here at its end", () => {
    const end = now + 8 * second;
    for (const phase of ["released", "answered"]) {
        const silent = reminder(phase, { phaseSince: now - second });
        const noted = planAlarm(putOff(end), silent, here);
        assert.deepEqual([noted.action, noted.next.phase], ["ignore", phase]);
        assert.equal(planAlarm(told("ring"), noted.next, { ...here, now: now + 4 * second }).action, "ignore", phase);
        assert.equal(planAlarm(told("ring"), noted.next, { ...here, now: end - 2 * second }).action, "ring", phase);
    }
});

test("a ring that crosses the cancellation at the end of a snooze elsewhere stays silent", () => {
    const silent = reminder("released", { phaseSince: now - 9 * second, putOffUntil: at(now) });
    assert.equal(planAlarm(told("ring"), silent, here).action, "ring");
    const cancelled = planAlarm(told("cancel"), silent, here);
    assert.deepEqual([cancelled.action, cancelled.next.putOffUntil], ["ignore", null]);
    assert.equal(planAlarm(told("ring"), cancelled.next, here).action, "ignore");
    const early = planAlarm(told("cancel"), { ...silent, putOffUntil: at(now + 9 * second) }, here);
    assert.equal(early.next, null, "the snooze goes on");
    const ringing = planAlarm(told("cancel"), reminder("ringing", { putOffUntil: at(now) }), here).next;
    assert.equal(planAlarm(told("ring"), ringing, here).action, "ignore");
});

test("what rings again or is put off elsewhere has not ended", () => {
    const ended = reminder("answered", { state: "ringing", soundOff: true, ending: "dismissed",
        endedAt: now - second });
    for (const fromSync of [true, false]) {
        const { next } = planAlarm(putOff(now + 540 * second, fromSync), ended, here);
        assert.deepEqual([next.state, next.ending, next.endedAt, next.soundOff], ["snoozed", null, null, false]);
    }
    const rings = planAlarm(told("ring", { state: "ringing" }), reminder("released", { state: "cancelled",
        ending: "cancelled", endedAt: now - 3_600 * second }), here).next;
    assert.deepEqual([rings.state, rings.ending, rings.endedAt], ["ringing", null, null]);
    const late = planAlarm(heard("handoff"), known("released", { state: "cancelled", ending: "cancelled",
        endedAt: now - 60 * second }), here).next;
    assert.deepEqual([late.ending, late.endedAt], ["cancelled", now - 60 * second], "a push of before its end");
});

test("a ring that is not carried out does not make an alarm one that rings", () => {
    for (const before of [known("answered", { state: "acknowledged" }),
        known("released", { state: "cancelled", phaseSince: now - 5 * second })]) {
        const { action, next } = planAlarm(heard("ring", { says: { state: "ringing", late: true } }), before, here);
        assert.deepEqual([action, next.state, next.late], ["ignore", before.state, false], before.phase);
    }
});

test("a ring at the end of a snooze is not late because the one before the snooze was", () => {
    const first = planAlarm(heard("ring", { says: { late: true } }), undefined, here).next;
    const snoozed = { ...first, phase: "snoozed", snoozeEnd: now + 540 * second };
    assert.equal(planAlarm(heard("ring"), snoozed, { ...here, now: now + 540 * second }).next.late, false);
    assert.equal(planAlarm(heard("ring"), first, here).next.late, true, "it rings on");
});
