// What the ring says that asks a dweller whether they are well.

/** @typedef {import("../types/app.js").CareAlert} CareAlert */

/** For how long it holds by itself that nobody is told yet: as long as the shortest countdown, ms. */
const answerFor = 30_000;

/**
 * What becomes of it when the question is not answered, or has become of it, as a words key.
 * @param {{ alarmId: string, since: number, late?: boolean }} ring
 * @param {import("../types/app.js").CareOverview | null} care the alert has the id of the alarm
 * @param {number} now by the relay's clock @param {number} here by this device's
 */
export function questionKey(ring, care, now, here) {
    const alert = care?.dwellers.find((dweller) => dweller.self)?.alerts.find((one) => one.alertId === ring.alarmId);
    if (!alert) return ring.late || here - ring.since >= answerFor ? "ring.areYouWell.over" : "ring.areYouWell";
    if (alert.telling === "failed") return "ring.areYouWell.unreached";
    if (alert.audience === 0) return "ring.areYouWell.nobody";
    if (alert.state === "alerting") return "ring.areYouWell.told";
    return alert.due && Date.parse(alert.due) <= now ? "ring.areYouWell.over" : "ring.areYouWell";
}
