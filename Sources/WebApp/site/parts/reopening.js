/** Who took back that a reminder is done, by which it rings again at once. */

import { t } from "../frame/language.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").CircleView} CircleView */
/** @typedef {import("../types/app.js").ReminderItem} ReminderItem */

/**
 * The sentence about a reminder that is open again; null for any other.
 *
 * @param {CircleView | undefined} circle @param {ReminderItem} reminder
 */
export function reopenedText(circle, reminder) {
    // Of one that repeats and was missed, another time than the one that was done is the present one.
    if (!reminder.reopenedBy || reminder.missed) return null;
    const member = circle?.members.find((one) => one.personId === reminder.reopenedBy);
    if (member?.self) return t("reopened.self");
    return member?.displayName ? t("reopened", { name: member.displayName }) : t("reopened.somebody");
}

/**
 * The sentence about what rings; null where it does not ring because somebody took that back.
 *
 * @param {App} app @param {string} alarmId
 */
export function reopenedRing(app, alarmId) {
    const reminder = app.state.reminders.find((one) => one.alarmId === alarmId);
    const alarm = app.state.alarms.find((one) => one.id === alarmId);
    if (!reminder || !alarm?.reminderDue) return null;
    return reopenedText(app.state.circles.find((one) => one.circleId === reminder.circleId), reminder);
}
