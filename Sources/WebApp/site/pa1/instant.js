const instantPattern =
    /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))$/;

/**
 * Reads a time with `Z` or an offset (RFC 3339), cut to milliseconds; a leap second is the second that follows it.
 * @param {string} text
 * @returns {number | null} milliseconds since 1970, or null for any other text
 */
export function parseInstant(text) {
    const match = instantPattern.exec(text);
    if (match === null) return null;
    const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
    const [offsetHour, offsetMinute] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
    if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return null;
    if (offsetHour > 23 || offsetMinute > 59) return null;
    const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    if (date.getUTCMonth() !== month - 1) return null;
    date.setUTCHours(hour, minute, Math.min(second, 59), milliseconds);
    const sign = match[9] === "-" ? -1 : 1;
    const instant = date.getTime() - sign * (offsetHour * 60 + offsetMinute) * 60_000;
    if (second < 60) return instant;
    const after = new Date(instant + 1000);
    const startsMonth = after.getUTCDate() === 1 && after.getUTCHours() === 0 && after.getUTCMinutes() === 0
        && after.getUTCSeconds() === 0;
    return startsMonth ? instant + 1000 : null;
}

/**
 * A time in UTC as the protocol writes it: `2025-11-06T14:45:00Z`, with `.250` only where there are milliseconds.
 * @param {number} milliseconds @returns {PA1.ISO}
 */
export function formatInstant(milliseconds) {
    return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
