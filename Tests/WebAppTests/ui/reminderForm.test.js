// What keeps a reminder from being set, in the words of the form.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { messages, press, textOf, type } from "../support/page.js";

const SITE = "../../../Sources/WebApp/site/";
const { loadWords, useLanguage } = await import(`${SITE}frame/language.js`);
const { ProblemError } = await import(`${SITE}relay/problem.js`);
const { findErrors, renderReminderForm } = await import(`${SITE}screens/family/reminderForm.js`);

const now = Date.parse("2026-11-23T08:00:00Z");
const zone = "Asia/Taipei";
const draft = {
    title: "Water the plants", assignee: "ana", time: "07:00", date: "2026-11-23", repeats: true, days: ["MO"],
    interval: 1, items: [],
};

/** The form of a new reminder, whose relay answers with a problem. @param {any} problem */
function open(problem) {
    const app = Object.assign(new EventTarget(), {
        relayNow: now,
        state: {
            me: { name: "Ana", timeZone: zone }, reminders: [],
            circles: [{ circleId: "fam", kind: "family", name: "Us",
                members: [{ personId: "ana", self: true, role: "parent", displayName: "Ana" }] }],
        },
        async createReminder() {
            throw problem;
        },
    });
    return renderReminderForm(/** @type {any} */ (app), "new");
}

beforeEach(async () => {
    messages();
    await useLanguage("en");
    await loadWords("life");
});

test("a repeating reminder cannot begin on a day that is over, and is told so as such", () => {
    const errorOf = (/** @type {object} */ part, isNew = true) =>
        findErrors({ ...draft, ...part }, zone, now, isNew).date;
    assert.equal(errorOf({ date: "2026-11-16" }), "This day has passed. Choose today or a later one.");
    assert.equal(errorOf({}), null, "today, also where the time has passed: the next time is what counts");
    assert.equal(errorOf({ date: "2026-11-22" }), null, "its first day is a later one");
    assert.equal(errorOf({ date: "2026-11-16" }, false), null, "one that is changed keeps its first day");
    assert.equal(errorOf({ repeats: false }), "This time has passed.");
});

test("a first day that the relay calls over is told at the day, not as a repetition", async () => {
    const screen = open(new ProblemError("bad-repeat", { status: 400, pointer: "/repeat/start" }));
    await type(screen, "reminder-title", "Water the plants");
    await press(screen, "Set reminder");
    assert.match(textOf(screen), /This day has passed\. Choose today or a later one\./);
    assert.deepEqual(messages(), []);
});

test("a full list of reminders is not called too often", async () => {
    const screen = open(new ProblemError("quota-exceeded", { status: 429, retryAfter: 10 }));
    await type(screen, "reminder-title", "Water the plants");
    await press(screen, "Set reminder");
    assert.match(messages()[0], /^No more reminders are taken now: too many are open, or/);
});
