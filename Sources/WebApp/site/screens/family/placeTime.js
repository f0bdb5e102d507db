/** When the place of a reminder is watched, and how that stands. */

import { dateAfter, dateIn, instantOf } from "../../frame/time.js";
import { isParent, selfIn } from "../circles/people.js";

/** @typedef {import("../../types/app.js").PlaceTime} PlaceTime */
/** @typedef {import("../../types/app.js").ReminderItem} ReminderItem */

/**
 * How the watch over a reminder's place stands, as a words key and its times; null where no place is set.
 * @param {ReminderItem} reminder
 * @param {number} now the relay's clock
 * @returns {{ key: string, from: string | null, until: string | null } | null}
 */
export function placeStanding({ place, placeWatched, placeTime }, now) {
    if (!place && !placeWatched) return null;
    const from = placeTime?.from ?? null;
    const until = placeTime?.until ?? null;
    const says = (/** @type {string} */ key) => ({ key: `reminder.place.${key}`, from, until });
    if (!placeWatched) return says("left");
    if (until && Date.parse(until) <= now) return says("over");
    if (from && Date.parse(from) > now) return says(until ? "later" : "laterOn");
    return says(until ? "watchedUntil" : "watched");
}

/**
 * Whether the reader may change or remove the place that is set: a child leaves one that a parent set as it is, or
 * somebody who has left. Who set it is not known of a reminder that was kept from an earlier version.
 * @param {import("../../types/app.js").CircleView} circle @param {ReminderItem} reminder
 */
export function mayChangePlace(circle, { placeSetBy }) {
    if (isParent(circle) || placeSetBy === undefined || placeSetBy === selfIn(circle)?.personId) return true;
    return circle.members.some((member) => member.personId === placeSetBy && member.role === "child");
}

/**
 * Why a child leaves the place as it is, as a words key: a parent set it, or somebody who is no longer in the family.
 * @param {import("../../types/app.js").CircleView} circle @param {ReminderItem} reminder
 */
export function refusalKey(circle, { placeSetBy }) {
    const isHere = circle.members.some((member) => member.personId === placeSetBy);
    return isHere ? "reminder.place.ofParent" : "reminder.place.ofGone";
}

/**
 * What the button does that takes the place away, as a words key: one that is watched no more has no watch to end.
 * @param {{ key: string }} standing
 */
export function removalKey({ key }) {
    return ["reminder.place.left", "reminder.place.over"].includes(key) ? "reminder.place.remove"
        : "reminder.place.forget";
}

/**
 * The time between two times of day, those of the day on which a reminder is due, or the next ones where that is past.
 * @param {{ from: string, until: string }} typed as `16:00`; "" for at once, and for until it is done
 * @param {{ due: string, now: number, zone: string }} when
 * @returns {PlaceTime | null} null for no bounds
 */
export function placeTimeOf({ from, until }, { due, now, zone }) {
    const at = Date.parse(due);
    const day = at > now ? instantOf(dateIn(at, zone), "00:00", zone).getTime() - 1 : now;
    const begin = from ? nextTime(from, day, zone) : null;
    const end = until ? nextTime(until, Math.max(begin ?? day, now), zone) : null;
    if (begin === null && end === null) return null;
    return {
        ...(begin !== null && { from: new Date(begin).toISOString() }),
        ...(end !== null && { until: new Date(end).toISOString() }),
    };
}

/**
 * When clocks show a time of day next.
 * @param {string} time
 * @param {number} after
 * @param {string} zone
 */
function nextTime(time, after, zone) {
    const date = dateIn(after, zone);
    const today = instantOf(date, time, zone).getTime();
    return today > after ? today : instantOf(dateAfter(date, 1), time, zone).getTime();
}
