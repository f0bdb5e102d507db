import assert from "node:assert/strict";
import { test } from "node:test";
import { groupReminders, statusOf, undoLeft, undoneKey } from "../../../Sources/WebApp/site/screens/family/groups.js";
import { firstDay, repeatWords } from "../../../Sources/WebApp/site/screens/family/repeat.js";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const { loadWords, t } = await import("../../../Sources/WebApp/site/frame/language.js");
const { completedText } = await import("../../../Sources/WebApp/site/screens/family.js");

const now = Date.parse("2026-11-23T08:00:00Z");
const zone = "Asia/Taipei";

/** @param {string} id @param {string} assignee @param {string} due @param {object} [change] */
function reminder(id, assignee, due, change) {
    return { reminderId: id, assignee, due, status: "open", checklist: [], ...change };
}

const all = [
    reminder("later", "leo", "2026-11-23T16:00:00Z"),
    reminder("today", "leo", "2026-11-23T15:59:00Z"),
    reminder("overdue", "leo", "2026-11-23T07:00:00Z"),
    reminder("mia", "mia", "2026-11-23T09:00:00Z"),
    reminder("done", "mia", "2026-11-23T01:00:00Z", {
        status: "completed", completion: { at: "2026-11-23T01:10:00Z", by: "mia" },
    }),
    reminder("doneBefore", "mia", "2026-11-21T01:00:00Z", {
        status: "completed", completion: { at: "2026-11-21T01:10:00Z", by: "mia" },
    }),
];

/** @param {object} change */
function ids(change) {
    const view = { members: ["mia", "leo"], now, zone, show: "today", person: null, ...change };
    return groupReminders(all, view).map((group) =>
        [group.person, ...group.reminders.map((one) => one.reminder.reminderId)]);
}

test("today ends at the reader's midnight", () => {
    assert.equal(statusOf(all[0], now, zone), "later");
    assert.equal(statusOf(all[0], now, "Europe/Berlin"), "today");
    assert.equal(statusOf(all[2], now, zone), "overdue");
});

test("a reminder that was put off is not overdue", () => {
    assert.equal(statusOf({ ...all[2], snoozedUntil: "2026-11-23T08:09:00Z" }, now, zone), "today");
});

test("today shows each person's overdue, open and done ones, in this order", () => {
    assert.deepEqual(ids({}), [["mia", "mia", "done"], ["leo", "overdue", "today"]]);
});

test("a filter shows one person, coming ones, or all that are done, newest first", () => {
    assert.deepEqual(ids({ person: "leo" }), [["leo", "overdue", "today"]]);
    assert.deepEqual(ids({ show: "later" }), [["leo", "later"]]);
    assert.deepEqual(ids({ show: "done" }), [["mia", "done", "doneBefore"]]);
});

test("reminders of somebody who left are shown all the same", () => {
    const groups = groupReminders([reminder("x", "gone", "2026-11-23T09:00:00Z")], {
        members: ["mia"], now, zone, show: "today", person: null,
    });
    assert.deepEqual(groups.map((group) => group.person), ["gone"]);
});

test("a completion can be undone for 30 seconds", () => {
    const done = all[4];
    const at = Date.parse("2026-11-23T01:10:00Z");
    assert.equal(undoLeft(done, at + 10_000), 20_000);
    assert.equal(undoLeft(done, at + 30_000), 0);
    assert.equal(undoLeft(all[0], at), 0);
});

test("what is open again is said to ring at once only where the relay rings for it", () => {
    const open = reminder("pills", "leo", "2026-11-23T07:58:00Z", { alarmId: "a" });
    const key = (/** @type {object} */ change) => undoneKey({ ...open, ...change }, now);
    assert.equal(key({}), "family.undone.rings");
    assert.equal(key({ due: "2026-11-23T08:00:00Z" }), "family.undone.rings");
    assert.equal(key({ due: "2026-11-23T08:00:01Z" }), "family.undone", "it rings at its time");
    assert.equal(key({ due: "2026-11-23T07:30:00Z" }), "family.undone", "its time is over");
    assert.equal(key({ silence: "muted" }), "family.undone");
    assert.equal(key({ alarmId: undefined }), "family.undone", "nothing rings for it");
});

test("of what was done before on another device it is not said that the parents are told in 30 seconds", async () => {
    await loadWords("life");
    const app = { relayNow: now, state: { me: { timeZone: zone } } };
    const done = (/** @type {string} */ at) => ({ ...all[4], completion: { at, by: "mia" } });
    const said = t("family.completed", { title: "Pills" });
    assert.equal(completedText(app, done("2026-11-23T08:00:00Z"), "Pills"), said);
    assert.equal(completedText(app, undefined, "Pills"), said);
    const before = completedText(app, done("2026-11-23T07:50:00Z"), "Pills");
    assert.match(before, /^Done since .*15:50: Pills\. That cannot be taken back any more\.$/);
});

test("a repetition is told with its days in the week's order", () => {
    const repeat = { days: ["WE", "MO"], time: "07:30:00" };
    assert.deepEqual(repeatWords(repeat), {
        key: "reminder.repeat.weekly", values: { days: "Monday and Wednesday", time: "07:30", count: 1 },
    });
    const daily = { days: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"], time: "07:30:00" };
    assert.equal(repeatWords(daily).key, "reminder.repeat.daily");
    assert.equal(repeatWords({ ...repeat, interval: 2 }).key, "reminder.repeat.weeks");
});

test("the first day of a repetition is the first chosen one from the start on", () => {
    assert.equal(firstDay("2026-11-23", ["MO"]), "2026-11-23");
    assert.equal(firstDay("2026-11-23", ["SU"]), "2026-11-29");
    assert.equal(firstDay("2026-11-30", ["TU", "WE"]), "2026-12-01");
});
