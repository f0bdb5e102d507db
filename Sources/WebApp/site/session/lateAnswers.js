// Whether an answer counts: somebody else may have been first, or what rang was over, or has moved on.

import { asProblem } from "../relay/problem.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../types/app.js").LateAnswer} LateAnswer */

/** For how long a completion can be undone, and the parents are not told yet, ms. */
const undoFor = 30_000;

/**
 * Asks the relay whether an answer counts that it has taken.
 * @param {SessionCore} core
 * @param {AlarmRecord} alarm as it was before the answer
 * @param {"acknowledged" | "snoozed"} said
 * @param {any} accepted the relay's `ReceiptAccepted`
 * @returns {Promise<LateAnswer | null>} null where it counts, or that cannot be learnt
 */
export async function lateAnswer(core, alarm, said, accepted) {
    if (said === "snoozed" && accepted?.snoozedUntil) return null;
    const isAlert = alarm.kind === "careAlert" || alarm.kind === "careQuestion";
    try {
        if (isAlert) return await lateForAlert(core, alarm);
        if (alarm.preset === "reminder") return await lateForReminder(core, alarm, said);
        return alarm.preset === null ? lateForAlarm(alarm, said, await core.relay.get(`/v1/alarms/${alarm.id}`)) : null;
    } catch (error) {
        const { kind } = asProblem(error);
        if (kind === "internal") console.error(error);
        return kind === "not-found" && alarm.kind === "careAlert" ? { reason: "gone" } : null;
    }
}

/** @param {SessionCore} core @param {AlarmRecord} alarm @returns {Promise<LateAnswer | null>} */
async function lateForAlert(core, alarm) {
    const alert = await core.relay.get(`/v1/care/alerts/${alarm.id}`);
    return alarm.kind === "careQuestion" ? lateForDweller(alert) : lateForMember(core, alert);
}

/**
 * Why a member's word that they look after the dweller does not count, by the alert as it is after it.
 * @param {{ state: import("../types/app.js").AppState }} core
 * @param {CareAlert} alert
 * @returns {LateAnswer | null} null where it does
 */
export function lateForMember({ state }, alert) {
    if (alert.state === "counting" || alert.state === "alerting") return { reason: "open" };
    if (alert.state !== "acknowledged") return lateForEnd(alert);
    const circle = state.circles.find((one) => one.circleId === alert.circleId);
    const own = circle?.members.find((member) => member.self);
    const isOwn = own === undefined || own.displayName === alert.endedBy;
    return isOwn && !alert.leftAt ? null : lateForEnd(alert);
}

/**
 * Why a dweller's word that they are well does not count, by the alert as it is after it.
 * @param {CareAlert} alert
 * @returns {LateAnswer | null} null where it does
 */
export function lateForDweller(alert) {
    if (alert.state === "counting" || alert.state === "alerting") return { reason: "open" };
    return alert.state === "cancelled" ? null : lateForEnd(alert);
}

/** @param {CareAlert} alert @returns {LateAnswer} */
function lateForEnd({ state, endedBy: name, endedAt: at, leftAt }) {
    if (state === "acknowledged") return leftAt ? { reason: "again" } : { reason: "helped", name, at };
    if (state === "cancelled") return { reason: "cancelled", name };
    return { reason: state === "unanswered" ? "unanswered" : "over" };
}

/**
 * Whether somebody else had done a reminder before, or it was over.
 * @param {SessionCore} core
 * @param {AlarmRecord} alarm
 * @param {"acknowledged" | "snoozed"} said
 * @returns {Promise<LateAnswer | null>}
 */
async function lateForReminder(core, alarm, said) {
    const known = core.state.reminders.find((one) => one.alarmId === alarm.id)?.reminderId;
    const id = known ?? (await core.relay.get(`/v1/alarms/${alarm.id}`)).reminderId;
    const { circleId, completion } = await core.relay.get(`/v1/reminders/${id}`);
    const circle = core.state.circles.find((one) => one.circleId === circleId);
    const self = circle?.members.find((member) => member.self)?.personId;
    if (!self) return null;
    const isDoneNow = completion?.by === self && said === "acknowledged"
        && core.now - Date.parse(completion.at) < undoFor;
    if (isDoneNow) return null;
    return completion ? { reason: "done", by: completion.by } : { reason: "over" };
}

/**
 * Why an answer to a partner's alarm does not count, by what the relay says of the occurrence that was answered. One
 * that repeats goes on after every answer, whoever gave it.
 * @param {{ revision: number, time: string }} alarm as it was before the answer
 * @param {"acknowledged" | "snoozed"} said
 * @param {any} view an `AlarmView`
 * @returns {LateAnswer | null}
 */
export function lateForAlarm(alarm, said, view) {
    const isSame = view.revision === alarm.revision;
    const isLast = view.last && Date.parse(view.last.time) === Date.parse(alarm.time);
    if (!isSame && !isLast) return { reason: "moved-on" };
    const ending = isSame ? view.ending : view.last.ending;
    if (!ending || (ending === "answered" && said === "acknowledged")) return null;
    const isOthers = ending === "answered" || ending === "dismissed" || ending === "missed";
    return { reason: isOthers ? ending : "over" };
}
