import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
const { nextDate } = await import("../../../Sources/WebApp/site/screens/newAlarm.js");

const now = Date.parse("2026-11-23T20:00:00Z"); // Monday, 21:00 in Berlin, Tuesday 04:00 in Taipei

test("an alarm is for the next time that the clocks show it", () => {
    assert.equal(nextDate("22:00", "Europe/Berlin", now, []), "2026-11-23");
    assert.equal(nextDate("21:00", "Europe/Berlin", now, []), "2026-11-24");
    assert.equal(nextDate("07:00", "Asia/Taipei", now, []), "2026-11-24");
    assert.equal(nextDate("03:00", "Asia/Taipei", now, []), "2026-11-25");
});

test("one that repeats begins on one of its days", () => {
    assert.equal(nextDate("07:00", "Europe/Berlin", now, ["MO"]), "2026-11-30");
    assert.equal(nextDate("22:00", "Europe/Berlin", now, ["MO"]), "2026-11-23");
    assert.equal(nextDate("07:00", "Asia/Taipei", now, ["WE", "SU"]), "2026-11-25");
});
