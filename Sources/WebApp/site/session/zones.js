// Times on the clocks of a zone, by the browser's own time zone data.

/** @typedef {import("../types/app.js").Day} Day */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} zone @returns {Intl.DateTimeFormat} */
function zoneFormat(zone) {
    let format = formats.get(zone);
    if (!format) {
        format = new Intl.DateTimeFormat("en-US", {
            timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit",
            minute: "2-digit", second: "2-digit",
        });
        formats.set(zone, format);
    }
    return format;
}

/**
 * How far a zone's clocks are from UTC, ms.
 * @param {number} instant ms
 * @param {string} zone
 */
export function zoneOffset(instant, zone) {
    const parts = Object.fromEntries(zoneFormat(zone).formatToParts(instant).map((part) => [part.type,
        Number(part.value)]));
    const shown = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
    return shown - Math.floor(instant / 1000) * 1000;
}

/**
 * @param {string} time "07:00" or "07:00:00"
 * @returns {string}
 */
export function withSeconds(time) {
    return time.length === 5 ? `${time}:00` : time;
}

/**
 * The instant at which a zone's clocks show a time. In a gap it moves by the length of the gap; of two it is the first.
 * @param {string} date "2026-11-24"
 * @param {string} time "07:00"
 * @param {string} zone
 * @returns {number} ms since 1970
 */
export function instantOf(date, time, zone) {
    const shown = Date.parse(`${date}T${withSeconds(time)}Z`);
    const day = 86_400_000;
    const before = shown - zoneOffset(shown - day, zone);
    const after = shown - zoneOffset(shown + day, zone);
    // Of two candidates that both show the time the earlier one holds; where neither does, it is in a gap, and the
    // offset before the gap moves it by the gap's length.
    const right = [before, after].filter((instant) => instant + zoneOffset(instant, zone) === shown);
    return right.length > 0 ? Math.min(...right) : before;
}

/**
 * What a zone's clocks show.
 * @param {number} instant ms
 * @param {string} zone
 * @returns {{ date: string, time: string }}
 */
export function localParts(instant, zone) {
    const text = new Date(instant + zoneOffset(instant, zone)).toISOString();
    return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

const sundayFirst = /** @type {Day[]} */ (["SU", "MO", "TU", "WE", "TH", "FR", "SA"]);

/**
 * The first date from `date` on that is one of the days.
 * @param {string} date
 * @param {Day[]} days
 * @returns {string}
 */
export function firstDay(date, days) {
    const start = Date.parse(`${date}T00:00:00Z`);
    for (let offset = 0; offset < 7; offset += 1) {
        const day = new Date(start + offset * 86_400_000);
        if (days.includes(/** @type {Day} */ (sundayFirst[day.getUTCDay()]))) return day.toISOString().slice(0, 10);
    }
    return date;
}
