/** Times of day, dates and durations as people read them. */

import { currentLanguage, t } from "./language.js";

const MINUTE = 60_000;

/** @param {string} zone @param {Intl.DateTimeFormatOptions} options */
function format(zone, options) {
    try {
        return new Intl.DateTimeFormat(currentLanguage(), { timeZone: zone, ...options });
    } catch {
        return new Intl.DateTimeFormat(currentLanguage(), { timeZone: "UTC", ...options });
    }
}

/** The zone of this device. */
export function ownZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Whether the browser knows a zone.
 *
 * @param {string | null | undefined} zone
 * @returns {zone is string}
 */
export function isZone(zone) {
    if (!zone) return false;
    try {
        return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
    } catch {
        return false;
    }
}

/**
 * What the clocks in a zone show: `07:00`.
 *
 * @param {string | number | Date} time
 * @param {string} zone
 */
export function clock(time, zone) {
    return format(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(time));
}

/**
 * The date in a zone as `2026-11-24`.
 *
 * @param {string | number | Date} time
 * @param {string} zone
 */
export function dateIn(time, zone) {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
        .formatToParts(new Date(time));
    const part = (/** @type {string} */ type) => parts.find((one) => one.type === type)?.value ?? "";
    return `${part("year")}-${part("month")}-${part("day")}`;
}

/**
 * A date some days after another: `2026-11-24`.
 *
 * @param {string} date
 * @param {number} days
 */
export function dateAfter(date, days) {
    const day = new Date(`${date}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + days);
    return day.toISOString().slice(0, 10);
}

/**
 * The instant at which the clocks of a zone show a date and a time. A time that they skip moves by the length of the
 * gap; one that comes twice is taken the first time.
 *
 * @param {string} date `2026-11-24` @param {string} time `07:00` @param {string} zone
 */
export function instantOf(date, time, zone) {
    const wanted = Date.parse(`${date}T${time}:00Z`);
    const offsets = [wanted - 86_400_000, wanted + 86_400_000].map((at) => offsetAt(at, zone));
    const exact = offsets.map((offset) => wanted - offset).filter((at) => at + offsetAt(at, zone) === wanted);
    return new Date(exact.length ? Math.min(...exact) : wanted - offsets[0]);
}

/**
 * How far the clocks of a zone are ahead of UTC, in milliseconds.
 *
 * @param {number} at
 * @param {string} zone
 */
export function offsetAt(at, zone) {
    const parts = new Intl.DateTimeFormat("en", {
        timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric",
        hour: "numeric", minute: "numeric", second: "numeric",
    }).formatToParts(new Date(at));
    const part = (/** @type {string} */ type) => Number(parts.find((one) => one.type === type)?.value);
    const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return shown - Math.floor(at / 1000) * 1000;
}

/**
 * The place that a zone is named after: `Taipei`.
 *
 * @param {string} zone
 */
export function placeOf(zone) {
    return (zone.split("/").pop() ?? zone).replaceAll("_", " ");
}

/**
 * A day as people say it: "today", "tomorrow", or "Friday, 27 November".
 *
 * @param {string | number | Date} time @param {string} zone @param {number} [now]
 */
export function day(time, zone, now = Date.now()) {
    const days = daysBetween(dateIn(now, zone), dateIn(time, zone));
    if (Math.abs(days) <= 1) {
        return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" }).format(days, "day");
    }
    return format(zone, { weekday: "long", day: "numeric", month: "long" }).format(new Date(time));
}

/** @param {string} from @param {string} to */
function daysBetween(from, to) {
    return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
}

/**
 * A day and a time: "tomorrow, 07:00".
 *
 * @param {string | number | Date} time
 * @param {string} zone
 * @param {number} [now]
 */
export function dayAndTime(time, zone, now) {
    return t("time.dayAndTime", { day: day(time, zone, now), time: clock(time, zone) });
}

/**
 * A duration in its two largest units: "1 hr 20 min".
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
    const minutes = Math.max(0, Math.round(milliseconds / MINUTE));
    if (milliseconds < MINUTE) return unit(Math.max(0, Math.round(milliseconds / 1000)), "second");
    const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
    /** @type {[number, string][]} */
    const parts = days ? [[days, "day"], [hours, "hour"]] : [[hours, "hour"], [rest, "minute"]];
    return parts.filter(([count]) => count).map(([count, name]) => unit(count, name)).join(" ");
}

/** @param {number} count @param {string} name */
function unit(count, name) {
    const unitDisplay = name === "day" ? "long" : "short";
    return new Intl.NumberFormat(currentLanguage(), { style: "unit", unit: name, unitDisplay }).format(count);
}

/**
 * How long until, or since, a time: "in 1 hr 20 min", "5 min ago".
 *
 * @param {string | number} time
 * @param {number} [now]
 */
export function fromNow(time, now = Date.now()) {
    const left = new Date(time).getTime() - now;
    return t(left >= 0 ? "time.in" : "time.ago", { duration: duration(Math.abs(left)) });
}

/**
 * The names of the days of the week by their RFC 5545 abbreviation, Monday first.
 *
 * @param {"short" | "long"} style
 */
export function weekdays(style) {
    const monday = Date.UTC(2026, 0, 5);
    return ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].map((code, index) => ({
        code,
        name: format("UTC", { weekday: style }).format(new Date(monday + index * 86_400_000)),
    }));
}

/**
 * The days of a weekly rule, or null where it is another rule: `FREQ=WEEKLY;BYDAY=MO,TU`.
 *
 * @param {string | null} rule
 */
export function daysOf(rule) {
    const match = /BYDAY=([A-Z,]+)/.exec(rule ?? "");
    return match && /FREQ=WEEKLY/.test(rule ?? "") ? match[1].split(",") : null;
}
