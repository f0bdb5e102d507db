import assert from "node:assert/strict";
import { test } from "node:test";
import { countByDay, layOut, outcomeOf } from "../../../Sources/WebApp/site/screens/care/chart.js";
import {
    byUrgency, carePermissions, furtherOpen, glance as glanceIn, untold, watchKey, withUnresolved,
} from "../../../Sources/WebApp/site/screens/care/dwellers.js";
import { awaitsWord } from "../../../Sources/WebApp/site/screens/care/last.js";
import { failureText } from "../../../Sources/WebApp/site/screens/careHistory.js";
import { isUnresolved, withAlert } from "../../../Sources/WebApp/site/session/careAlerts.js";
import { careTable } from "../../../Sources/WebApp/site/session/careTable.js";
import { isTold } from "../../../Sources/WebApp/site/screens/care/notTold.js";

const now = Date.parse("2026-11-23T08:00:00Z");
const heard = { heard: true, now };

/** The circle of Rosa for a member who may know all that there is, unless told. @param {string[]} [permissions] */
function circleOf(permissions = carePermissions) {
    return { circleId: "c", members: [{ personId: "b", self: true, role: "member", permissions }] };
}

/** @param {object} dweller @param {{ heard: boolean, now: number }} circumstances @param {object | null} [circle] */
const glance = (dweller, circumstances, circle = circleOf()) => glanceIn(dweller, circumstances, circle);

/** @param {object | undefined} status @param {object[]} [alerts] @param {string} [name] */
function dweller(status, alerts, name) {
    return { circleId: "c", circleName: "Rosa", name: name ?? "Rosa", self: false, status, alerts: alerts ?? [] };
}

/** @param {string} state @param {string} [at] */
function alert(state, at) {
    return {
        alertId: "a", circleId: "c", kind: "manual", state, at: at ?? "2026-11-23T07:59:00Z",
        due: "2026-11-23T08:01:00Z",
        audience: 2, told: [], notes: [], notice: "",
    };
}

const active = { lastActivity: "2026-11-23T07:30:00Z" };

test("an open alert outweighs everything, even without a connection", () => {
    assert.equal(glance(dweller(active, [alert("alerting")]), { heard: false, now }).state, "alert");
    assert.equal(glance(dweller(active, [alert("counting")]), heard).state, "asked");
    assert.equal(glance(dweller(active, [alert("acknowledged")]), heard).state, "helped");
});

test("nobody is called well without a connection", () => {
    assert.equal(glance(dweller(active), heard).state, "well");
    assert.equal(glance(dweller(active), { heard: false, now }).state, "unknown");
});

test("nobody is called well for a member who may not know of every kind of alert", () => {
    const state = (/** @type {object | null} */ circle, /** @type {object} */ change = {}) =>
        glance({ ...dweller(active), ...change }, heard, circle).state;
    const everyAlert = carePermissions.filter((one) => one.startsWith("alert."));
    assert.equal(state(circleOf(["status", ...everyAlert])), "well");
    for (const kind of ["fall", "inactivity", "wellness", "manual", "glucose"]) {
        assert.equal(state(circleOf(carePermissions.filter((one) => one !== `alert.${kind}`))), "heard", kind);
    }
    assert.equal(state(null), "heard", "what the reader may know is not known yet");
    assert.equal(state(null, { self: true }), "well", "a dweller knows of every alert of their own");
    const order = byUrgency([dweller(active, [], "A"), { ...dweller(active, [], "B"), circleId: "d" }], heard,
        [circleOf()]);
    assert.deepEqual(order.map((one) => one.dweller.name), ["B", "A"]);
});

test("what a dweller does not show is not guessed", () => {
    assert.equal(glance(dweller(undefined), heard).state, "hidden");
});

test("a silence of twelve hours is told, one of the first hours is not", () => {
    assert.equal(glance(dweller({ lastActivity: "2026-11-22T20:00:00Z" }), heard).state, "notHeard");
    assert.equal(glance(dweller({ lastActivity: "2026-11-22T20:00:01Z" }), heard).state, "well");
    assert.deepEqual(glance(dweller({}), heard), { state: "notHeard", alert: null, at: null });
});

test("a question, a pause and quiet hours are told with their times", () => {
    assert.equal(glance(dweller({ ...active, asksAt: "2026-11-23T07:59:59Z" }), heard).state, "asked");
    assert.equal(glance(dweller({ ...active, asksAt: "2026-11-23T09:00:00Z" }), heard).state, "well");
    const paused = glance(dweller({ pausedUntil: "2026-11-23T09:00:00Z" }), heard);
    assert.deepEqual(paused, { state: "paused", alert: null, at: Date.parse("2026-11-23T09:00:00Z") });
    assert.equal(glance(dweller({ pausedUntil: "2026-11-23T07:00:00Z", ...active }), heard).state, "well");
    assert.equal(glance(dweller({ ...active, quietUntil: "2026-11-23T09:00:00Z" }), heard).state, "quiet");
});

test("whoever needs help comes first", () => {
    const order = byUrgency([dweller(active, [], "A"), dweller({}, [], "B"), dweller(active, [alert("alerting")], "C")],
        heard, [circleOf()]);
    assert.deepEqual(order.map((one) => one.dweller.name), ["C", "B", "A"]);
});

test("alerts are counted on the days of the reader's calendar", () => {
    const alerts = [
        alert("acknowledged", "2026-11-22T15:59:00Z"), alert("unanswered", "2026-11-22T16:01:00Z"),
        alert("held", "2026-11-22T16:02:00Z"), alert("acknowledged", "2026-10-01T00:00:00Z"),
    ];
    const columns = countByDay(alerts, { now, zone: "Asia/Taipei", days: 30 });
    assert.equal(columns.length, 30);
    assert.equal(columns[0].day, "2026-10-25");
    assert.deepEqual(columns[28].counts, { unanswered: 0, acknowledged: 1, cancelled: 0, held: 0 });
    assert.deepEqual([columns[29].day, columns[29].total, columns[29].counts.held], ["2026-11-23", 2, 1]);
});

test("each outcome is counted as one of four", () => {
    const states = ["held", "counting", "alerting", "acknowledged", "cancelled", "unanswered", "ended"];
    assert.deepEqual(states.map((state) => outcomeOf(alert(state))), [
        "held", "unanswered", "unanswered", "acknowledged", "cancelled", "unanswered", "cancelled",
    ]);
});

test("columns stand on the floor, on top of each other, inside the frame", () => {
    const columns = countByDay([alert("held"), alert("acknowledged"), alert("acknowledged")], {
        now, zone: "UTC", days: 30,
    });
    const frame = { width: 620, height: 200, left: 20, right: 0, bottom: 30, top: 10 };
    const { bars, lines } = layOut(columns, frame);
    assert.deepEqual(bars.map((bar) => bar.outcome), ["acknowledged", "held"]);
    assert.equal(bars[0].y + bars[0].height, 170);
    assert.equal(bars[1].y + bars[1].height, bars[0].y);
    assert.ok(bars.every((bar) => bar.x >= 20 && bar.x + bar.width <= 620 && bar.y > 9.999));
    assert.deepEqual(lines.map((line) => line.count), [0, 1, 2, 3]);
    assert.equal(lines[0].y, 170);
});

test("a chart without alerts has a scale and no columns", () => {
    const { bars, lines } = layOut(countByDay([], { now, zone: "UTC", days: 30 }), {
        width: 620, height: 200, left: 20, right: 0, bottom: 30, top: 10,
    });
    assert.deepEqual([bars.length, lines.map((line) => line.count)], [0, [0, 1]]);
});

test("an answered alert is shown until somebody says that it is over, whatever was heard since", () => {
    const last = { ...alert("acknowledged"), endedAt: "2026-11-23T08:00:00Z", endedBy: "Ben" };
    const helped = withUnresolved({ ...dweller(active), state: "acknowledged", lastAlert: last });
    assert.equal(glance(helped, heard).state, "helped");
    const over = { ...dweller(active), state: "quiet", lastAlert: { ...last, resolvedAt: "2026-11-23T08:00:00Z" } };
    assert.equal(glance(withUnresolved(over), heard).state, "well");
    const vain = withUnresolved({ ...dweller(active), state: "unanswered", lastAlert: alert("unanswered") });
    assert.equal(glance(vain, heard).state, "unanswered");
});

test("whoever looked after a dweller and has left does so no more", () => {
    const last = { ...alert("acknowledged"), endedAt: "2026-11-23T08:00:00Z", endedBy: "Ben" };
    const left = withUnresolved({ ...dweller(active), state: "unanswered", lastAlert: last });
    assert.equal(glance(left, heard).state, "unanswered");
    assert.equal(glance(left, heard).alert?.endedBy, "Ben");
    const called = { ...alert("cancelled"), endedBy: "Rosa" };
    assert.equal(glance(withUnresolved({ ...dweller(active), state: "quiet", lastAlert: called }), heard).state, "well");
});

test("nobody is said to be told who is not, or could not be", () => {
    assert.equal(untold({ ...alert("alerting"), telling: "under-way" }), null);
    assert.equal(untold({ ...alert("alerting"), telling: "done" }), null);
    assert.equal(untold({ ...alert("alerting"), telling: "failed" }), "unreached");
    assert.equal(untold({ ...alert("alerting"), telling: "under-way", audience: 0 }), "nobody");
    assert.equal(untold({ ...alert("counting"), audience: 0 }), "nobody");
    assert.equal(untold({ ...alert("acknowledged"), audience: 0 }), null);
});

test("a call for help is a sign of life as good as activity", () => {
    const status = { lastActivity: "2026-11-22T10:00:00Z", lastSign: "2026-11-23T07:00:00Z" };
    assert.equal(glance(dweller(status), heard).state, "well");
});

test("a member who switched alerts off is not told until then", () => {
    const member = { personId: "b", self: false, role: "member", since: "2026-11-01T00:00:00Z", canSeal: true };
    assert.ok(isTold(member, now));
    assert.ok(!isTold({ ...member, alerts: { on: false } }, now));
    assert.ok(!isTold({ ...member, alerts: { on: false, until: "2026-11-23T09:00:00Z" } }, now));
    assert.ok(isTold({ ...member, alerts: { on: false, until: "2026-11-23T08:00:00Z" } }, now));
});

test("a table has the notes, and no cell of it is a formula", () => {
    const told = [{ personId: "b", name: "=Ben", by: "push", at: "2026-11-23T08:00:00Z", outcome: "sent" }];
    const noted = { ...alert("acknowledged"), told, notes: [{ from: "b", text: "On my way, soon", verified: true }] };
    const gone = { leftAt: "2026-11-23T08:10:00Z", continues: "=b" };
    const table = careTable([noted, { ...alert("cancelled"), endedBy: "+49", ...gone }], () => "Ben");
    const lines = table.split("\r\n");
    assert.equal(lines.length, 4);
    assert.ok(lines[0].endsWith(",notes"));
    assert.ok(lines[1].includes(",'=Ben,push,") && lines[1].endsWith(',"Ben: On my way, soon"'), lines[1]);
    assert.ok(lines[2].includes(",'+49,"), lines[2]);
    assert.ok(lines[0].endsWith(",helper gone at,continues alert,notes"), lines[0]);
    assert.ok(lines[2].endsWith(",2026-11-23T08:10:00Z,'=b,"), lines[2]);
});

test("of two open alerts each can be seen and answered, and one that somebody has answered hides none", () => {
    const [call, fall] = ["call", "fall"].map((alertId) => ({ ...alert("alerting"), alertId }));
    const rosa = dweller(active, [call, fall]);
    assert.deepEqual(furtherOpen(rosa, glance(rosa, heard).alert).map((one) => one.alertId), ["fall"]);
    const counting = dweller(active, [{ ...fall, state: "counting" }, call]);
    assert.deepEqual(furtherOpen(counting, glance(counting, heard).alert).map((one) => one.state), ["counting"]);
    const taken = dweller(active, [{ ...call, state: "acknowledged" }, fall]);
    assert.equal(glance(taken, heard).alert?.alertId, "fall");
    assert.deepEqual(furtherOpen(taken, fall), []);
    assert.deepEqual(furtherOpen(taken, taken.alerts[0]).map((one) => one.alertId), ["fall"]);
});

/** An alert that Ben has answered. @param {string} alertId @param {number} minutes ago @param {object} [change] */
function answered(alertId, minutes, change) {
    const at = new Date(now - minutes * 60_000).toISOString();
    return { ...alert("acknowledged", at), alertId, endedAt: at, endedBy: "Ben", ...change };
}

test("beside an open alert the last one can be called over as long as nothing says that it is", () => {
    const open = alert("alerting");
    const waits = (/** @type {object} */ last, /** @type {object} */ change = {}) => {
        const seen = withUnresolved({ ...dweller(active, [open]), state: "alerting", lastAlert: last, ...change });
        return awaitsWord(seen, glance(seen, heard), now);
    };
    assert.ok(waits(answered("call", 20)));
    assert.ok(waits({ ...answered("call", 20), state: "unanswered" }));
    assert.ok(waits(answered("call", 20), { alerts: [], state: "acknowledged" }));
    assert.ok(!waits(answered("call", 20), { alerts: [], state: "quiet" }), "the relay calls it over");
    for (const change of [{ state: "cancelled" }, { resolvedAt: "2026-11-23T07:50:00Z" },
        { leftAt: "2026-11-23T07:50:00Z" }]) assert.ok(!waits(answered("call", 20, change)));
    const old = answered("call", 1_500);
    assert.ok(!isUnresolved(old, dweller({ lastSign: "2026-11-23T07:00:00Z" }), now));
});

test("an alert that is called over leaves the other one that is not", () => {
    const [call, fall] = [answered("call", 10), answered("fall", 20)];
    const rosa = { ...dweller(active), state: "acknowledged", lastAlert: call, unresolved: [fall] };
    const over = { resolvedAt: "2026-11-23T08:00:00Z", resolvedBy: "Ben" };
    for (const [one, other] of [[call, fall], [fall, call]]) {
        const after = withAlert(rosa, { ...one, ...over }, now);
        assert.deepEqual([after.lastAlert?.alertId, after.state], [other.alertId, "acknowledged"]);
        assert.deepEqual(after.unresolved, []);
        assert.equal(glance(withUnresolved(after), heard).state, "helped");
    }
    const left = withAlert({ ...rosa, state: "unanswered" }, { ...fall, ...over }, now);
    assert.deepEqual([left.lastAlert?.alertId, left.state], ["call", "unanswered"], "its helper is not in the circle");
    const done = withAlert({ ...rosa, unresolved: [] }, { ...call, ...over }, now);
    assert.equal(done.lastAlert?.resolvedBy, "Ben");
    assert.equal(glance(withUnresolved(done), heard).state, "well");
});

test("an alert that is answered, or called off, hides no other one that is not over", () => {
    const fall = answered("fall", 20);
    const rosa = { ...dweller(active, [alert("alerting")]), state: "alerting", lastAlert: fall, unresolved: [] };
    const taken = withAlert(rosa, answered("a", 1), now);
    assert.deepEqual([taken.alerts, taken.lastAlert?.alertId, taken.unresolved?.map((one) => one.alertId)],
        [[], "a", ["fall"]]);
    const off = withAlert(rosa, { ...alert("cancelled"), endedBy: "Rosa" }, now);
    assert.deepEqual([off.alerts, off.lastAlert?.alertId, off.state], [[], "fall", "acknowledged"]);
    const again = withAlert(rosa, { ...alert("alerting"), alertId: "b" }, now);
    assert.deepEqual([again.alerts.length, again.lastAlert?.alertId], [2, "fall"]);
});

test("while the watch is paused nobody is said to be asked after a silence", () => {
    assert.equal(watchKey({ inactivity: 3600 }, now), "care.mine.watched");
    assert.equal(watchKey({ inactivity: 3600, pausedUntil: "2026-11-23T09:00:00Z" }, now), null);
    assert.equal(watchKey({ inactivity: 3600, pausedUntil: "2026-11-23T07:00:00Z" }, now), "care.mine.watched");
    assert.equal(watchKey({ wellness: { stillness: 36_000, days: 3 } }, now), "care.mine.notWatched");
    assert.equal(watchKey(null, now), null);
});

test("a relay that is away is not said to forbid the history", () => {
    const forbidden = failureText({ kind: "not-allowed", key: "problem.not-allowed" });
    assert.notEqual(failureText({ kind: "offline", key: "problem.offline" }), forbidden);
});
