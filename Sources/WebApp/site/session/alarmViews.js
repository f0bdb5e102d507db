// Alarms and rings as the screens see them.

import { ringWords } from "./kinds.js";
import { ringsAt } from "./planning.js";
import { isSoundOff, judgeTheirs, judgeMine } from "./sureness.js";

/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */
/** @typedef {import("../types/app.js").AppState} AppState */
/** @typedef {import("../types/app.js").Day} Day */
/** @typedef {import("../types/app.js").Ring} Ring */

/** @param {AlarmRecord} record @param {AppState} state @returns {AlarmItem} */
export function alarmView(record, state) {
    const { sure, why } = record.direction === "theirs" ? judgeTheirs(record, state) : judgeMine(record, state);
    return {
        id: record.id, pairId: record.pairId, preset: record.preset, direction: record.direction, due: record.time,
        nextDue: record.nextTime, snoozedUntil: record.snoozedUntil, message: record.text, verified: record.verified,
        reply: record.reply, recurrence: record.repeat, days: daysOfRule(record.repeat), zone: record.timeZone,
        state: record.state, revision: record.revision, delivery: record.deliveries, sure, why,
        pending: record.pending, problem: record.problem, ending: record.ending ?? null, last: record.last ?? null,
        snoozes: record.snoozes ?? null, refused: record.refused ?? false,
        nextRefused: record.nextRefused ?? false, soundOff: isSoundOff(record),
        reminderDue: record.reminderDue ?? null,
    };
}

/** @param {AlarmRecord} record @param {import("../relay/clock.js").RelayClock} clock @returns {Ring} */
export function ringView(record, clock) {
    return {
        alarmId: record.id, title: record.title ?? record.sender, message: ringWords(record),
        sender: record.sender, due: new Date(ringsAt(record)).toISOString(), revision: record.revision,
        kind: record.kind, since: record.phaseSince - clock.offset,
        localOnly: record.localOnly, late: record.late ?? false,
    };
}

const weekdays = /** @type {Day[]} */ (["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);

/**
 * The days of a rule that is nothing but days of the week.
 * @param {string | null} rule
 * @returns {Day[] | null}
 */
export function daysOfRule(rule) {
    if (rule === null) return null;
    if (rule === "FREQ=DAILY") return [...weekdays];
    const match = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/.exec(rule);
    return match ? /** @type {Day[]} */ (match[1]?.split(",") ?? []) : null;
}

/** @param {Day[]} days @returns {string} */
export function ruleOfDays(days) {
    return `FREQ=WEEKLY;BYDAY=${weekdays.filter((day) => days.includes(day)).join(",")}`;
}
