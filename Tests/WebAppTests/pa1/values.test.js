import assert from "node:assert/strict";
import { test } from "node:test";
import { formatInstant, parseInstant } from "../../../Sources/WebApp/site/pa1/instant.js";
import { isDisplayName } from "../../../Sources/WebApp/site/pa1/names.js";
import { placeForWire } from "../../../Sources/WebApp/site/pa1/place.js";
import { areSameRules, canonicalRule } from "../../../Sources/WebApp/site/pa1/rule.js";
import { Choices, refuses } from "./support.js";

test("rules are written as the relay writes them", () => {
    // The cases of Tests/AlarmCoreTests/Recurrence/RecurrenceRuleTextTests.swift.
    const cases = [
        ["FREQ=DAILY", "FREQ=DAILY"],
        ["freq=weekly;byday=we,mo;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"],
        ["BYHOUR=9,07,9;FREQ=DAILY;BYMINUTE=30,0", "FREQ=DAILY;BYHOUR=7,9;BYMINUTE=0,30"],
        ["FREQ=MONTHLY;BYDAY=+1MO,-1FR,SU", "FREQ=MONTHLY;BYDAY=1MO,-1FR,SU"],
        ["FREQ=MONTHLY;BYMONTHDAY=15,-1,1;BYMONTH=12,1", "FREQ=MONTHLY;BYMONTH=1,12;BYMONTHDAY=-1,1,15"],
        ["FREQ=YEARLY;BYDAY=53MO,-53SU", "FREQ=YEARLY;BYDAY=53MO,-53SU"],
        ["FREQ=DAILY;COUNT=10;INTERVAL=1;WKST=MO", "FREQ=DAILY;COUNT=10"],
        ["FREQ=WEEKLY;WKST=SU;UNTIL=19971224T000000Z", "FREQ=WEEKLY;UNTIL=19971224T000000Z;WKST=SU"],
        ["FREQ=DAILY;UNTIL=20251231T235959", "FREQ=DAILY;UNTIL=20251231T235959"],
        ["FREQ=DAILY;UNTIL=20251231", "FREQ=DAILY;UNTIL=20251231"],
    ];
    for (const [text, canonical] of cases) {
        assert.equal(canonicalRule(text), canonical);
        assert.equal(canonicalRule(canonical), canonical);
        assert.ok(areSameRules(text, canonical));
    }
    assert.ok(areSameRules(undefined, undefined));
    assert.ok(!areSameRules(undefined, "FREQ=DAILY") && !areSameRules("FREQ=DAILY", "FREQ=WEEKLY"));
    assert.ok(!areSameRules("nonsense", "nonsense"));
});

test("what is no rule is refused, as in the Swift tests", async () => {
    const texts = [
        "", "FREQ", "=DAILY", "FREQ=DAILY;", "INTERVAL=2", "RRULE:FREQ=DAILY", "FREQ=DAILY;BYSETPOS=1",
        "FREQ=DAILY; COUNT=1", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;byhour=1;BYHOUR=2", "FREQ=HOURLY",
        "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=1,2", "FREQ=DAILY;INTERVAL=",
        "FREQ=DAILY;INTERVAL=1.5", "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=2;UNTIL=20251231", "FREQ=DAILY;BYHOUR=25", "FREQ=DAILY;BYHOUR=1,,2", "FREQ=DAILY;BYMINUTE=60",
        "FREQ=DAILY;BYMONTH=13", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=WEEKLY;BYMONTHDAY=1",
        "FREQ=WEEKLY;BYDAY=1MO", "FREQ=DAILY;BYDAY=-1MO", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=YEARLY;BYDAY=54MO",
        "FREQ=YEARLY;BYMONTH=1;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=WEEKLY;BYDAY=MON", "FREQ=WEEKLY;BYDAY=",
        "FREQ=WEEKLY;WKST=1", "FREQ=DAILY;UNTIL=2025-12-31", "FREQ=DAILY;UNTIL=20250230",
        "FREQ=DAILY;UNTIL=20251231T240000Z", "FREQ=DAILY;UNTIL=20251231T235959X", "FREQ=DAILY;UNTIL=20251231 235959",
        "FREQ=WEEKLY;BYDAY=ſu", "FREQ=DAILY;BYHOUR=٣",
    ];
    for (const text of texts) await refuses("rule", () => canonicalRule(text), text);
});

test("times are written and read back, with any offset", (t) => {
    const choices = new Choices(t);
    for (let round = 0; round < 1000; round += 1) {
        const instant = (choices.next() - 2 ** 31) * 20_000 + choices.below(20_000);
        assert.equal(parseInstant(formatInstant(instant)), instant);
        const minutes = choices.below(2879) - 1439;
        const local = new Date(instant + minutes * 60_000).toISOString().slice(0, -1);
        const two = (number) => String(number).padStart(2, "0");
        const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60 | 0)}:${two(Math.abs(minutes) % 60)}`;
        assert.equal(parseInstant(local + offset), instant, local + offset);
    }
    assert.equal(formatInstant(1_762_440_300_000), "2025-11-06T14:45:00Z");
    assert.equal(formatInstant(1_762_440_300_250), "2025-11-06T14:45:00.250Z");
    assert.equal(parseInstant("2025-11-06t14:45:00.2509999z"), 1_762_440_300_250);
    assert.equal(parseInstant("0001-01-01T00:00:00Z"), -62_135_596_800_000);
    assert.equal(parseInstant("2016-12-31T23:59:60Z"), Date.UTC(2017, 0, 1));
    assert.equal(parseInstant("2017-01-01T00:59:60+01:00"), Date.UTC(2017, 0, 1));
});

test("what is no time is refused", () => {
    for (const text of ["", "2025-11-06", "2025-11-06T14:45:00", "2025-11-06 14:45:00Z", "2025-02-29T00:00:00Z",
        "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z", "2025-01-00T00:00:00Z", "2025-01-01T24:00:00Z",
        "2025-01-01T00:60:00Z", "2025-01-01T00:00:61Z", "2025-01-01T00:00:60Z", "2025-01-01T00:00:00+24:00",
        "2025-01-01T00:00:00+01", "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00Z\n", " 2025-01-01T00:00:00Z",
        "２025-01-01T00:00:00Z", "20250101T000000Z", "+2025-01-01T00:00:00Z"]) {
        assert.equal(parseInstant(text), null, text);
    }
});

test("places are kept to seven decimals, and uncertainty is never understated", async () => {
    assert.equal(JSON.stringify(placeForWire({ latitude: 52.5163, longitude: 13.3777, accuracy: 11.2 })),
        "{\"latitude\":52.5163,\"longitude\":13.3777,\"accuracy\":12}");
    assert.deepEqual(placeForWire({ latitude: -0.00000001, longitude: 121.564490123, accuracy: null }),
        { latitude: 0, longitude: 121.5644901 });
    for (const [place, what] of [[{ latitude: 90.1, longitude: 0 }, "latitude"],
        [{ latitude: NaN, longitude: 0 }, "latitude"],
        [{ latitude: 0, longitude: -180.1 }, "longitude"], [{ latitude: 0, longitude: 0, accuracy: -1 }, "accuracy"],
        [{ latitude: 0, longitude: 0, accuracy: Infinity }, "accuracy"]]) {
        assert.equal((await refuses("place", () => placeForWire(place))).detail, what);
    }
});

test("names show something and cannot pose as others", () => {
    for (const name of ["Ana", "Ana María", "安娜", "👩‍👧", "a".repeat(256)]) assert.ok(isDisplayName(name), name);
    for (const name of ["", " ", "\u200b", "a\nb", "a\u0000", "a\u2028b", "a\u202eb", "a\u2066b", "a".repeat(257),
        "é".repeat(129), "\ud800", "\ue000", "\u00ad\u3000"]) assert.ok(!isDisplayName(name), JSON.stringify(name));
});
