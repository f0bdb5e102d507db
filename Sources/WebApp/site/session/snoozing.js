// How far what rings may be put off: a family bounds it for its reminders.

import { canBeSnoozed } from "./kinds.js";

/** @typedef {import("../types/app.js").CircleView} CircleView */
/** @typedef {import("../types/app.js").ReminderItem} ReminderItem */
/** @typedef {{ circles: CircleView[], reminders: ReminderItem[] }} Known */
/** @typedef {{ id: string, pairId: string, due: string }} DueAlarm `pairId` is the family of a reminder */

/** For how many minutes something is put off, unless there is a limit. */
export const snoozeMinutes = 9;

/**
 * For how many minutes a reminder may be put off now, at most as many as are wanted.
 * @param {ReminderItem} reminder @param {CircleView} circle @param {number} wanted
 * @param {number} now ms by the relay's clock
 */
export function reminderRoom(reminder, circle, wanted, now) {
    return room(Date.parse(reminder.due) + circle.snoozeLimit * 1000, wanted, now);
}

/**
 * For how many minutes what rings may be put off now; 0 where it may not.
 * @param {import("../types/app.js").RingKind} kind
 * @param {DueAlarm} alarm
 * @param {Known} known
 * @param {number} now ms by the relay's clock
 */
export function snoozeRoom(kind, alarm, known, now) {
    if (!canBeSnoozed(kind)) return 0;
    if (kind !== "reminder") return snoozeMinutes;
    const reminder = known.reminders.find((one) => one.alarmId === alarm.id);
    const circle = known.circles.find((one) => one.circleId === (reminder?.circleId ?? alarm.pairId));
    if (!circle) return snoozeMinutes;
    // One that recurs may be known here by an earlier time than the one that rings.
    const due = reminder && !reminder.repeat ? reminder.due : alarm.due;
    return room(Date.parse(due) + circle.snoozeLimit * 1000, snoozeMinutes, now);
}

/** @param {number} latest @param {number} wanted @param {number} now */
function room(latest, wanted, now) {
    return Math.max(0, Math.min(wanted, Math.floor((latest - now) / 60_000)));
}
