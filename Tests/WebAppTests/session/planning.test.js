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
