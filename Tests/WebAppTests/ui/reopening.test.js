// Who took back that a reminder is done, where it rings again and where it is shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { alarmView } from "../../../Sources/WebApp/site/session/alarmViews.js";
import { emptyAlarm, planAlarm } from "../../../Sources/WebApp/site/session/planning.js";
import { takeView } from "../../../Sources/WebApp/site/session/syncing.js";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const { useLanguage } = await import("../../../Sources/WebApp/site/frame/language.js");
const { reopenedRing, reopenedText } = await import("../../../Sources/WebApp/site/parts/reopening.js");

const due = "2026-11-23T08:00:00Z";
const again = "2026-11-23T08:05:00Z";
const now = Date.parse(again);
const circle = { circleId: "fam", members: [
    { personId: "ana", self: true, displayName: "Ana" }, { personId: "ben", self: false, displayName: "Ben" },
    { personId: "leo", self: false },
] };
const reminder = (more = {}) => ({ reminderId: "r", circleId: "fam", alarmId: "a", due, status: "open", ...more });
const said = (more) => reopenedText(circle, reminder(more));

beforeEach(() => useLanguage("en"));

test("whoever took back that a reminder is done is named in each language", async () => {
    const cases = {
        en: ["Ben has taken back that it is done.", "You have taken back that it is done.",
            "Somebody has taken back that it is done."],
        "zh-Hans": ["Ben 撤回了“已完成”。", "您撤回了“已完成”。", "有人撤回了“已完成”。"],
        "zh-Hant": ["Ben 撤回了「已完成」。", "您撤回了「已完成」。", "有人撤回了「已完成」。"],
    };
    for (const [language, [ben, self, somebody]] of Object.entries(cases)) {
        await useLanguage(language);
        assert.equal(said({ reopenedBy: "ben" }), ben);
        assert.equal(said({ reopenedBy: "ana" }), self);
        for (const person of ["leo", "gone"]) assert.equal(said({ reopenedBy: person }), somebody);
    }
});

test("nobody is named of a reminder that nobody opened again, nor for another time of it", () => {
    assert.equal(said({}), null);
    assert.equal(said({ reopenedBy: "ben", missed: "2026-11-22T08:00:00Z" }), null);
});

/** An alarm of the reminder, as the relay lists it and this device keeps it. @param {object} view */
async function listed(view) {
    let record = { ...emptyAlarm("a"), preset: "reminder", pairId: "fam", revision: 1, time: again, phase: "ringing" };
    const store = { all: async () => [], update: async (_area, _id, change) => { record = change(record) ?? record; } };
    await takeView(/** @type {any} */ ({ store, now }), {
        id: "a", direction: "incoming", preset: "reminder", revision: 1, state: "ringing", ...view,
    }, []);
    return record;
}

/** What the ring says with such an alarm. */
function onRing(record, one) {
    const state = { partners: [], devices: [], connection: {}, push: {}, bedside: { on: false } };
    const app = { state: { circles: [circle], reminders: [one], alarms: [alarmView(record, state)] } };
    return reopenedRing(/** @type {any} */ (app), "a");
}

test("a ring names whoever took it back only where it rings by that", async () => {
    const reopened = reminder({ reopenedBy: "ben" });
    const anew = await listed({ reminderDue: due });
    assert.equal(onRing(anew, reopened), "Ben has taken back that it is done.");
    assert.equal(onRing(anew, reminder()), null, "it was handed over, or allowed again");
    assert.equal(onRing(await listed({}), reopened), null, "it was taken back before it was due");
    const next = { stage: "ring", id: "a", revision: 2, time: "2026-11-24T08:00:00Z", fromSync: false, says: {} };
    const tomorrow = planAlarm(next, anew, { now: Date.parse(next.time), canArm: false }).next;
    assert.equal(onRing(tomorrow, reopened), null, "the time after that");
    assert.equal(reopenedRing(/** @type {any} */ ({ state: { circles: [], reminders: [], alarms: [] } }), "a"), null);
});
