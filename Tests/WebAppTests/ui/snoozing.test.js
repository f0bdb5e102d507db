import assert from "node:assert/strict";
import { test } from "node:test";
import { reminderRoom, snoozeRoom } from "../../../Sources/WebApp/site/session/snoozing.js";
import { answerKey, ringNotice } from "../../../Sources/WebApp/site/worker/notices.js";

const due = Date.parse("2026-11-23T08:00:00Z");
const minute = 60_000;
const alarm = { id: "a1", pairId: "fam", due: "2026-11-23T08:00:00Z" };
const reminder = { reminderId: "r1", circleId: "fam", due: "2026-11-23T08:00:00Z", alarmId: "a1" };

/** @param {number} snoozeLimit seconds @param {object[]} [reminders] */
const known = (snoozeLimit, reminders = [reminder]) => ({ circles: [{ circleId: "fam", snoozeLimit }], reminders });

test("a reminder is put off for nine minutes, or for as many as the family allows", () => {
    assert.equal(snoozeRoom("reminder", alarm, known(3600), due), 9);
    assert.equal(snoozeRoom("reminder", alarm, known(3600), due + 55 * minute), 5);
    assert.equal(snoozeRoom("reminder", alarm, known(3600), due + 60 * minute), 0);
    assert.equal(snoozeRoom("reminder", alarm, known(60), due), 1);
    assert.equal(snoozeRoom("reminder", alarm, known(60), due + 1), 0, "less than a minute is left");
    assert.equal(snoozeRoom("reminder", alarm, known(0), due), 0);
    assert.equal(reminderRoom(reminder, { snoozeLimit: 1200 }, 10, due + 16 * minute), 4);
    assert.equal(reminderRoom(reminder, { snoozeLimit: 1200 }, 10, due), 10);
});

test("the limit counts from when a reminder was due, also where its alarm rings anew", () => {
    const again = { ...alarm, due: "2026-11-23T08:30:00Z" };
    assert.equal(snoozeRoom("reminder", again, known(3600), due + 58 * minute), 2);
    const daily = { ...reminder, due: "2026-11-22T08:00:00Z", repeat: { days: ["MO"], time: "08:00:00" } };
    assert.equal(snoozeRoom("reminder", alarm, known(600, [daily]), due), 9, "known by its time of yesterday");
    assert.equal(snoozeRoom("reminder", alarm, known(300, []), due), 5, "not known yet");
});

test("alarms of partners have no limit, and alerts and check-ins are not put off", () => {
    assert.equal(snoozeRoom("partner", { ...alarm, pairId: "pair" }, known(0), due + 600 * minute), 9);
    for (const kind of ["careAlert", "careQuestion", "checkIn", "test"]) {
        assert.equal(snoozeRoom(kind, alarm, known(3600), due), 0, kind);
    }
});

/** @param {string} kind @param {number} snooze */
function actions(kind, snooze) {
    const push = { id: "a1", stage: "ring", revision: 1, time: "2026-11-23T08:00:00Z" };
    const reception = { push, alarm: { kind, text: "Pills", verified: true }, opened: { words: {} } };
    return ringNotice(reception, "en", "Ana", snooze).options.actions.map((/** @type {any} */ one) => one.title);
}

test("the notification of a reminder says what its answer does, and offers a snooze where there is one", () => {
    assert.deepEqual(actions("reminder", 9), ["Done", "Snooze"]);
    assert.deepEqual(actions("reminder", 0), ["Done"]);
    assert.deepEqual(actions("partner", 9), ["Got it", "Snooze"]);
    assert.equal(answerKey("careAlert", "alert"), "worker.help");
    assert.equal(answerKey("careAlert", "countdown"), "worker.stopAlert");
});
