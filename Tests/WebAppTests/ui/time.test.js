import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
const { clock, dateAfter, dateIn, day, dayAndTime, daysOf, duration, fromNow, instantOf, isZone, placeOf, weekdays } =
    await import("../../../Sources/WebApp/site/frame/time.js");

test("a time on the clocks of a zone is the right instant", () => {
    assert.equal(instantOf("2026-11-24", "07:00", "Asia/Taipei").toISOString(), "2026-11-23T23:00:00.000Z");
    assert.equal(instantOf("2026-07-24", "07:00", "Europe/Berlin").toISOString(), "2026-07-24T05:00:00.000Z");
    assert.equal(instantOf("2026-11-24", "00:00", "Pacific/Kiritimati").toISOString(), "2026-11-23T10:00:00.000Z");
});

test("a time that the clocks skip moves by the length of the gap", () => {
    assert.equal(instantOf("2027-03-28", "02:30", "Europe/Berlin").toISOString(), "2027-03-28T01:30:00.000Z");
    assert.equal(clock("2027-03-28T01:30:00Z", "Europe/Berlin"), "03:30");
    assert.equal(instantOf("2026-10-04", "02:15", "Australia/Lord_Howe").toISOString(), "2026-10-03T15:45:00.000Z");
});

test("a time that comes twice is the first one", () => {
    assert.equal(instantOf("2026-10-25", "02:30", "Europe/Berlin").toISOString(), "2026-10-25T00:30:00.000Z");
    assert.equal(instantOf("2026-11-01", "01:30", "America/New_York").toISOString(), "2026-11-01T05:30:00.000Z");
});

test("every whole hour of a year comes back from its own clock, unless the clock shows it twice", () => {
    for (const zone of ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"]) {
        for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
            const back = instantOf(dateIn(at, zone), clock(at, zone), zone).getTime();
            assert.ok(back === at || clock(back, zone) === clock(at, zone), `${zone} ${new Date(at).toISOString()}`);
        }
    }
});

test("a clock shows midnight as 00:00 and has 24 hours", () => {
    assert.equal(clock("2026-11-23T16:00:00Z", "Asia/Taipei"), "00:00");
    assert.equal(clock("2026-11-23T15:59:00Z", "Asia/Taipei"), "23:59");
});

test("a day is today or tomorrow by the clocks of its zone", () => {
    const now = Date.parse("2026-11-23T20:00:00Z");
    assert.equal(day("2026-11-23T23:00:00Z", "Asia/Taipei", now), "today");
    assert.equal(day("2026-11-23T23:00:00Z", "Europe/Berlin", now), "tomorrow");
    assert.equal(dayAndTime("2026-11-23T23:00:00Z", "Asia/Taipei", now), "today, 07:00");
    assert.match(day("2026-11-27T23:00:00Z", "UTC", now), /Friday.*27|27.*Friday|Friday, November 27/);
});

test("a duration has its two largest units", () => {
    assert.equal(duration(80 * 60_000), "1 hr 20 min");
    assert.equal(duration(26 * 3_600_000), "1 day 2 hr");
    assert.equal(duration(120 * 60_000), "2 hr");
    assert.equal(duration(9_000), "9 sec");
    assert.equal(fromNow(1_000_000, 1_000_000 - 300_000), "in 5 min");
    assert.equal(fromNow(1_000_000, 1_000_000 + 300_000), "5 min ago");
});

test("dates go on over the end of a month", () => {
    assert.equal(dateAfter("2026-12-31", 1), "2027-01-01");
    assert.equal(dateAfter("2028-02-28", 1), "2028-02-29");
});

test("a zone is named by its place, and one that nobody knows is none", () => {
    assert.equal(placeOf("America/Argentina/Buenos_Aires"), "Buenos Aires");
    assert.equal(isZone("Asia/Taipei"), true);
    assert.equal(isZone("Asia/Nowhere"), false);
    assert.equal(isZone(null), false);
    assert.equal(clock("2026-11-23T16:00:00Z", "Asia/Nowhere"), "16:00");
});

test("the week begins on Monday, and a weekly rule has its days", () => {
    assert.deepEqual(weekdays("long").map(({ name }) => name)[0], "Monday");
    assert.deepEqual(daysOf("FREQ=WEEKLY;BYDAY=MO,TU"), ["MO", "TU"]);
    assert.equal(daysOf("FREQ=MONTHLY;BYMONTHDAY=1"), null);
    assert.equal(daysOf(null), null);
});
