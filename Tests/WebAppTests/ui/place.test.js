import assert from "node:assert/strict";
import { test } from "node:test";
import {
    mayChangePlace, placeStanding, placeTimeOf, refusalKey, removalKey,
} from "../../../Sources/WebApp/site/screens/family/placeTime.js";

const now = Date.parse("2026-11-23T08:00:00Z");
const zone = "Asia/Taipei";

/** @param {object} change */
function standing(change) {
    return placeStanding({ place: { latitude: 1, longitude: 2 }, placeWatched: true, ...change }, now)?.key ?? null;
}

test("a place is called watched in its time only", () => {
    assert.equal(standing({ place: undefined, placeWatched: false }), null);
    assert.equal(standing({}), "reminder.place.watched");
    assert.equal(standing({ placeTime: { until: "2026-11-23T08:00:01Z" } }), "reminder.place.watchedUntil");
    assert.equal(standing({ placeTime: { until: "2026-11-23T08:00:00Z" } }), "reminder.place.over");
    assert.equal(standing({ placeTime: { from: "2026-11-23T08:00:00Z" } }), "reminder.place.watched");
    assert.equal(standing({ placeTime: { from: "2026-11-23T08:00:01Z" } }), "reminder.place.laterOn");
    assert.equal(standing({ placeTime: { from: "2026-11-23T08:00:01Z", until: "2026-11-23T09:00:00Z" } }),
        "reminder.place.later");
    assert.equal(standing({ placeWatched: false, placeTime: { until: "2026-11-23T09:00:00Z" } }),
        "reminder.place.left");
});

test("a child changes a place of its own, and none that a parent set", () => {
    /** @param {string} reader @param {string | undefined} placeSetBy */
    function may(reader, placeSetBy) {
        const members = [["mum", "parent"], ["dad", "parent"], ["kim", "child"], ["leo", "child"]]
            .map(([personId, role]) => ({ personId, role, self: personId === reader }));
        return mayChangePlace(/** @type {any} */ ({ members }), /** @type {any} */ ({ placeSetBy }));
    }
    assert.deepEqual([may("kim", "mum"), may("kim", "gone"), may("kim", "kim"), may("kim", "leo")],
        [false, false, true, true]);
    assert.deepEqual([may("dad", "mum"), may("mum", "kim"), may("kim", undefined)], [true, true, true]);
});

test("a place that somebody set who has left the family is not said to be a parent's", () => {
    const members = [{ personId: "mum", role: "parent" }, { personId: "kim", role: "child", self: true }];
    const [ofMum, ofGone] = ["mum", "gone"].map((placeSetBy) =>
        refusalKey(/** @type {any} */ ({ members }), /** @type {any} */ ({ placeSetBy })));
    assert.deepEqual([ofMum, ofGone], ["reminder.place.ofParent", "reminder.place.ofGone"]);
});

test("the button of a place that is watched no more does not offer to end the watch", () => {
    /** @param {object} change */
    function button(change) {
        const reminder = { place: { latitude: 1, longitude: 2 }, placeWatched: true, ...change };
        return removalKey(placeStanding(/** @type {any} */ (reminder), now) ?? { key: "" });
    }
    assert.equal(button({}), "reminder.place.forget");
    assert.equal(button({ placeTime: { from: "2026-11-23T09:00:00Z" } }), "reminder.place.forget");
    assert.equal(button({ placeTime: { until: "2026-11-23T07:00:00Z" } }), "reminder.place.remove");
    assert.equal(button({ placeWatched: false }), "reminder.place.remove");
});

test("the time of a place is on the day on which the reminder is due", () => {
    const due = "2026-11-26T06:00:00Z";
    assert.deepEqual(placeTimeOf({ from: "13:00", until: "15:00" }, { due, now, zone }),
        { from: "2026-11-26T05:00:00.000Z", until: "2026-11-26T07:00:00.000Z" });
    assert.deepEqual(placeTimeOf({ from: "", until: "15:00" }, { due, now, zone }),
        { until: "2026-11-26T07:00:00.000Z" });
    assert.deepEqual(placeTimeOf({ from: "22:00", until: "06:00" }, { due, now, zone }),
        { from: "2026-11-26T14:00:00.000Z", until: "2026-11-26T22:00:00.000Z" }, "it may end the day after");
    assert.equal(placeTimeOf({ from: "", until: "" }, { due, now, zone }), null);
});

test("the time of a place ends ahead, also where the reminder is overdue or due today", () => {
    const overdue = { due: "2026-11-23T07:30:00Z", now, zone };
    assert.deepEqual(placeTimeOf({ from: "", until: "16:30" }, overdue), { until: "2026-11-23T08:30:00.000Z" });
    assert.deepEqual(placeTimeOf({ from: "", until: "15:00" }, overdue), { until: "2026-11-24T07:00:00.000Z" });
    const today = { due: "2026-11-23T12:00:00Z", now, zone };
    assert.deepEqual(placeTimeOf({ from: "15:00", until: "21:00" }, today),
        { from: "2026-11-23T07:00:00.000Z", until: "2026-11-23T13:00:00.000Z" });
});
