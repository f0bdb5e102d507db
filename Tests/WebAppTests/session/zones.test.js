// Times on the clocks of a zone, at the edges of clock changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOfRule, ruleOfDays } from "../../../Sources/WebApp/site/session/alarmViews.js";
import { firstDay, instantOf, localParts } from "../../../Sources/WebApp/site/session/zones.js";

for (const [date, time, zone, expected, why] of [
    ["2026-11-24", "07:00", "Asia/Taipei", "2026-11-23T23:00:00Z", "ahead of UTC"],
    ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00Z", "in the gap: moved by its length"],
    ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00Z", "twice: the first"],
    ["2026-10-25", "03:30", "Europe/Berlin", "2026-10-25T02:30:00Z", "after the change"],
    ["2026-03-08", "02:30", "America/New_York", "2026-03-08T07:30:00Z", "a gap behind UTC"],
    ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00Z", "twice behind UTC"],
    ["2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z", "a gap of half an hour"],
    ["2026-06-01", "00:00", "Pacific/Kiritimati", "2026-05-31T10:00:00Z", "14 h ahead"],
]) {
    test(`${time} on ${date} in ${zone}: ${why}`, () => {
        assert.equal(instantOf(date, time, zone), Date.parse(expected));
    });
}

test("what a zone's clocks show", () => {
    assert.deepEqual(localParts(Date.parse("2026-11-23T23:05:00Z"), "Asia/Taipei"),
        { date: "2026-11-24", time: "07:05" });
});

test("the first of some weekdays, and their rule", () => {
    assert.equal(firstDay("2026-11-24", ["MO"]), "2026-11-30");
    assert.equal(firstDay("2026-11-24", ["TU", "MO"]), "2026-11-24");
    assert.equal(ruleOfDays(["FR", "MO"]), "FREQ=WEEKLY;BYDAY=MO,FR");
    assert.deepEqual(daysOfRule("FREQ=WEEKLY;BYDAY=MO,FR"), ["MO", "FR"]);
    assert.equal(daysOfRule("FREQ=MONTHLY;BYMONTHDAY=1"), null);
    assert.equal(daysOfRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"), null);
});
