// What an overview of a care circle says once one of its alerts has changed, until the relay's next word.

/** @typedef {import("../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../types/app.js").CareDweller} CareDweller */

/** After how long a sign of life says that an alert is over, ms. */
const SETTLING = 24 * 3600_000;

/**
 * Whether nothing says that an alert which has ended is over: neither somebody's word nor, a day later, a sign of life.
 * @param {CareAlert} alert @param {CareDweller} dweller @param {number} now
 */
export function isUnresolved(alert, dweller, now) {
    const waits = alert.state === "acknowledged" || alert.state === "unanswered";
    if (!waits || alert.resolvedAt || alert.leftAt) return false;
    const end = Date.parse(alert.endedAt ?? alert.at);
    const sign = dweller.status?.lastSign;
    return now - end < SETTLING || !sign || Date.parse(sign) <= end;
}

/**
 * A dweller with one of their alerts as it is now. The last alert is, as the relay has it, one of which nothing says
 * that it is over, or else the latest.
 * @param {CareDweller} dweller @param {CareAlert} alert @param {number} now @returns {CareDweller}
 */
export function withAlert(dweller, alert, now) {
    const isOther = (/** @type {CareAlert} */ one) => one.alertId !== alert.alertId;
    const isOpen = alert.state === "counting" || alert.state === "alerting";
    const alerts = [...dweller.alerts.filter(isOther), ...(isOpen ? [alert] : [])];
    if (isOpen || alert.state === "held") return { ...dweller, alerts };
    const former = [dweller.lastAlert, ...dweller.unresolved ?? []].flatMap((one) => one ?? []);
    const ended = [alert, ...former.filter(isOther)].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    const unresolved = ended.filter((one) => isUnresolved(one, dweller, now));
    const last = unresolved[0] ?? ended[0];
    // Of one whose helper is not in the circle any more the relay says that it is unanswered.
    const isSame = last.alertId === dweller.lastAlert?.alertId && last !== alert;
    const wasShown = dweller.state === "acknowledged" || dweller.state === "unanswered";
    return {
        ...dweller, alerts, lastAlert: last, state: isSame && wasShown ? dweller.state : last.state,
        ...(dweller.unresolved ? { unresolved: unresolved.filter((one) => one !== last) } : {}),
    };
}
