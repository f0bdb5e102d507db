import { dateIn } from "../../frame/time.js";

/** @typedef {import("../../types/app.js").ReminderItem} ReminderItem */
/** @typedef {"overdue" | "today" | "later" | "done"} ReminderStatus */

/**
 * Where a reminder stands: done, past its time, due today, or due later.
 * @param {ReminderItem} reminder
 * @param {number} now
 * @param {string} zone the reader's time zone, which says when today ends
 * @returns {ReminderStatus}
 */
export function statusOf(reminder, now, zone) {
    if (reminder.status === "completed") return "done";
    const due = Date.parse(reminder.snoozedUntil ?? reminder.due);
    if (due <= now) return "overdue";
    return dateIn(due, zone) === dateIn(now, zone) ? "today" : "later";
}

/** @type {ReminderStatus[]} */
const order = ["overdue", "today", "later", "done"];

/**
 * Reminders grouped by the person whose they are, in the circle's order of members; inside by status and due time.
 * Of those that are done, only the ones of today are shown unless done ones are asked for.
 * @param {ReminderItem[]} reminders
 * @param {{
 *     members: string[], now: number, zone: string, show: "today" | "later" | "done", person: string | null,
 * }} view
 * @returns {{ person: string, reminders: { reminder: ReminderItem, status: ReminderStatus }[] }[]}
 */
export function groupReminders(reminders, { members, now, zone, show, person }) {
    const today = dateIn(now, zone);
    const shown = reminders
        .map((reminder) => ({ reminder, status: statusOf(reminder, now, zone) }))
        .filter(({ reminder, status }) => {
            if (person !== null && reminder.assignee !== person) return false;
            if (show === "later") return status === "later";
            if (show === "done") return status === "done";
            if (status !== "done") return status !== "later";
            return dateIn(Date.parse(reminder.completion?.at ?? reminder.due), zone) === today;
        })
        .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || between(a, b, show));
    const people = [...new Set([...members, ...shown.map(({ reminder }) => reminder.assignee)])];
    return people
        .map((one) => ({ person: one, reminders: shown.filter(({ reminder }) => reminder.assignee === one) }))
        .filter((group) => group.reminders.length > 0);
}

/**
 * How long a completion may still be undone, in milliseconds; 0 where it may not.
 * @param {ReminderItem} reminder
 * @param {number} now the relay's clock
 */
export function undoLeft(reminder, now) {
    if (!reminder.completion) return 0;
    return Math.max(0, Date.parse(reminder.completion.at) + 30_000 - now);
}

/** For how long after its time a reminder that is open again rings at once, in milliseconds. */
const RINGING = 30 * 60_000;

/**
 * What is said of a reminder whose completion was taken back, as a words key.
 * @param {ReminderItem} reminder as the relay has it then
 * @param {number} now the relay's clock
 * @returns {"family.undone" | "family.undone.rings"}
 */
export function undoneKey(reminder, now) {
    const late = now - Date.parse(reminder.due);
    const rings = late >= 0 && late < RINGING && reminder.alarmId !== undefined && !reminder.silence;
    return rings ? "family.undone.rings" : "family.undone";
}

/**
 * @param {{ reminder: ReminderItem }} a
 * @param {{ reminder: ReminderItem }} b
 * @param {string} show
 */
function between(a, b, show) {
    const difference = Date.parse(a.reminder.due) - Date.parse(b.reminder.due);
    return show === "done" ? -difference : difference;
}
