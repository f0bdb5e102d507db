/** @typedef {import("../../types/app.js").CareDweller} CareDweller */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../../types/app.js").CircleView} CircleView */

/**
 * How a dweller is, as far as the reader may know.
 * @typedef {"alert" | "asked" | "helped" | "unanswered" | "notHeard" | "paused" | "quiet" | "well" | "heard" | "hidden"
 *     | "unknown"} DwellerState `heard`: was heard, and may have an alert of which the reader may not know
 * @typedef {{ state: DwellerState, alert: CareAlert | null, at: number | null }} DwellerGlance
 */

/** The silence after which a member is told so at a glance. */
export const longSilence = 12 * 3600_000;

/**
 * The state of a dweller at a glance, the worst first. What the relay said before it fell silent is not the present:
 * only an open alert is shown all the same.
 * @param {CareDweller} dweller
 * @param {{ heard: boolean, now: number }} circumstances whether the relay is heard, and the relay's clock
 * @param {CircleView | null | undefined} circle the dweller's, which says what the reader may know
 * @returns {DwellerGlance}
 */
export function glance(dweller, { heard, now }, circle) {
    const open = (/** @type {string} */ state) => dweller.alerts.find((alert) => alert.state === state);
    const alerting = open("alerting");
    if (alerting) return { state: "alert", alert: alerting, at: Date.parse(alerting.at) };
    const counting = open("counting");
    if (counting) return { state: "asked", alert: counting, at: time(counting.due) };
    const helped = open("acknowledged");
    if (helped) return { state: "helped", alert: helped, at: time(helped.endedAt) };
    const unanswered = open("unanswered");
    if (unanswered) return { state: "unanswered", alert: unanswered, at: Date.parse(unanswered.at) };
    const status = dweller.status;
    const last = lastHeard(dweller);
    if (!heard) return { state: "unknown", alert: null, at: last };
    if (!status) return { state: "hidden", alert: null, at: null };
    const asks = time(status.asksAt);
    if (asks !== null && asks <= now) return { state: "asked", alert: null, at: asks };
    const paused = time(status.pausedUntil);
    if (paused !== null && paused > now) return { state: "paused", alert: null, at: paused };
    if (last === null || now - last >= longSilence) return { state: "notHeard", alert: null, at: last };
    const quiet = time(status.quietUntil);
    if (quiet !== null && quiet > now) return { state: "quiet", alert: null, at: quiet };
    return { state: dweller.self || knowsEveryAlert(circle) ? "well" : "heard", alert: null, at: last };
}

/**
 * Whether an alert is open about somebody else; the relay shows others a countdown only where it runs again.
 * @param {DwellerGlance} glance
 */
export function isOpenAlert({ state, alert }) {
    return state === "alert" || (state === "asked" && alert !== null);
}

/** @type {DwellerState[]} */
const urgency = ["alert", "unanswered", "asked", "notHeard", "unknown", "helped", "paused", "quiet", "hidden", "heard",
    "well"];

/**
 * Dwellers with whoever needs help first.
 * @param {CareDweller[]} dwellers
 * @param {{ heard: boolean, now: number }} circumstances
 * @param {CircleView[]} circles
 */
export function byUrgency(dwellers, circumstances, circles) {
    return dwellers
        .map((dweller) => ({ dweller, glance: glance(dweller, circumstances,
            circles.find((one) => one.circleId === dweller.circleId)) }))
        .sort((a, b) => urgencyOf(a.glance) - urgencyOf(b.glance));
}

/** @param {DwellerGlance} glance */
function urgencyOf(glance) {
    return urgency.indexOf(isOpenAlert(glance) ? "alert" : glance.state);
}

/**
 * The permissions that a dweller may give, in the order in which they are shown.
 * @type {import("../../types/app.js").Permission[]}
 */
export const carePermissions = [
    "status", "place", "history", "alert.manual", "alert.fall", "alert.inactivity", "alert.wellness", "alert.glucose",
];

/**
 * Whether the reader, a member, may know of every kind of alert in a care circle; one that is not known says nothing.
 * @param {CircleView | null | undefined} circle
 */
function knowsEveryAlert(circle) {
    const own = circle?.members.find((member) => member.self)?.permissions;
    return own !== undefined && carePermissions.every((one) => !one.startsWith("alert.") || own.includes(one));
}

/**
 * Why the dweller has to find help elsewhere, as the end of a words key: nobody is told of an open alert at present, or
 * nobody could be told; null where somebody is, or was.
 * @param {CareAlert} alert @returns {"nobody" | "unreached" | null}
 */
export function untold(alert) {
    if (alert.state !== "counting" && alert.state !== "alerting") return null;
    if (alert.audience === 0) return "nobody";
    return alert.telling === "failed" ? "unreached" : null;
}

/**
 * The alerts that nobody has answered beside the one that is shown first: each has to be seen and answered for itself.
 * @param {CareDweller} dweller @param {CareAlert | null} shown @returns {CareAlert[]}
 */
export function furtherOpen(dweller, shown) {
    return dweller.alerts.filter((alert) => alert.alertId !== shown?.alertId
        && (alert.state === "alerting" || alert.state === "counting"));
}

/**
 * What a dweller reads of their own watch, as a words key; null while it is paused, which is said in its place.
 * @param {import("../../types/app.js").CareSettings | null} settings @param {number} now
 * @returns {"care.mine.watched" | "care.mine.notWatched" | null}
 */
export function watchKey(settings, now) {
    if (!settings || (settings.pausedUntil && Date.parse(settings.pausedUntil) > now)) return null;
    return settings.inactivity === undefined ? "care.mine.notWatched" : "care.mine.watched";
}

/**
 * A dweller with the alerts that count: the open ones, and the last one as long as nothing says that it is over. One
 * whose helper has left the circle is answered by nobody.
 * @param {CareDweller} dweller @returns {CareDweller}
 */
export function withUnresolved(dweller) {
    const last = dweller.lastAlert;
    const state = dweller.state === "unanswered" ? "unanswered" : last?.state;
    const counts = last && state && dweller.state === state && !last.resolvedAt
        && (last.state === "acknowledged" || last.state === "unanswered")
        && !dweller.alerts.some((alert) => alert.alertId === last.alertId);
    return counts ? { ...dweller, alerts: [...dweller.alerts, { ...last, state }] } : dweller;
}

/**
 * When the relay last had a sign of life, in milliseconds since 1970; null for never, or for who may not know.
 * @param {CareDweller} dweller
 */
export function lastHeard(dweller) {
    return time(dweller.status?.lastSign ?? dweller.status?.lastActivity);
}

/** @param {string | undefined} instant */
function time(instant) {
    return instant === undefined ? null : Date.parse(instant);
}
