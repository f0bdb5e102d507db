import { PA1Fault } from "./fault.js";

const ruleFrequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const ruleWeekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const ruleParts = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE", "WKST",
];

/**
 * The one spelling in which the relay writes a recurrence rule (a subset of RFC 5545, section 3.3.10): upper case,
 * parts in a fixed order, values ascending, defaults left out. Two rules are the same if their spellings are.
 * @param {string} text
 * @returns {string}
 */
export function canonicalRule(text) {
    const parts = readRuleParts(text);
    const frequency = parts.get("FREQ") ?? "";
    if (!ruleFrequencies.includes(frequency)) throw new PA1Fault("rule", "FREQ");
    const interval = ruleNumbers(parts, "INTERVAL", 1, 9999);
    const count = ruleNumbers(parts, "COUNT", 1, 65535);
    const until = parts.get("UNTIL");
    if (count.length > 1 || interval.length > 1 || until !== undefined && count.length > 0) {
        throw new PA1Fault("rule", "COUNT");
    }
    if (until !== undefined && !isRuleLimit(until)) throw new PA1Fault("rule", "UNTIL");
    const weekStart = parts.get("WKST") ?? "MO";
    if (!ruleWeekdays.includes(weekStart)) throw new PA1Fault("rule", "WKST");
    const months = ruleNumbers(parts, "BYMONTH", 1, 12);
    const monthDays = ruleNumbers(parts, "BYMONTHDAY", -31, 31);
    if (monthDays.includes(0) || frequency === "WEEKLY" && monthDays.length > 0) {
        throw new PA1Fault("rule", "BYMONTHDAY");
    }
    /** @type {[string, (string | number)[]][]} */
    const written = [
        ["FREQ", [frequency]],
        ["INTERVAL", interval.filter((value) => value !== 1)],
        ["COUNT", count],
        ["UNTIL", until === undefined ? [] : [until]],
        ["BYMONTH", months],
        ["BYMONTHDAY", monthDays],
        ["BYDAY", ruleDays(parts.get("BYDAY"), frequency, months.length > 0)],
        ["BYHOUR", ruleNumbers(parts, "BYHOUR", 0, 23)],
        ["BYMINUTE", ruleNumbers(parts, "BYMINUTE", 0, 59)],
        ["WKST", weekStart === "MO" ? [] : [weekStart]],
    ];
    return written.filter(([, values]) => values.length > 0).map(([name, values]) => `${name}=${values.join(",")}`)
        .join(";");
}

/**
 * Whether two rules, or their absence, are the same.
 * @param {string | undefined} left
 * @param {string | undefined} right
 */
export function areSameRules(left, right) {
    if (left === undefined || right === undefined) return left === right;
    try {
        return canonicalRule(left) === canonicalRule(right);
    } catch {
        return false;
    }
}

/** @param {string} text */
function readRuleParts(text) {
    /** @type {Map<string, string>} */
    const parts = new Map();
    for (const part of text.replace(/[a-z]/g, (letter) => letter.toUpperCase()).split(";")) {
        const equals = part.indexOf("=");
        const name = part.slice(0, Math.max(equals, 0));
        if (!ruleParts.includes(name) || parts.has(name)) throw new PA1Fault("rule", "parts");
        parts.set(name, part.slice(equals + 1));
    }
    return parts;
}

/**
 * The numbers of a part, sorted, each once.
 * @param {Map<string, string>} parts
 * @param {string} name
 * @param {number} lowest
 * @param {number} highest
 */
function ruleNumbers(parts, name, lowest, highest) {
    const text = parts.get(name);
    if (text === undefined) return [];
    const numbers = text.split(",").map((item) => {
        const number = /^[+-]?\d{1,5}$/.test(item) ? Number(item) : NaN;
        if (!(number >= lowest && number <= highest)) throw new PA1Fault("rule", name);
        return number;
    });
    return [...new Set(numbers.map((number) => number + 0))].sort((left, right) => left - right);
}

/**
 * @param {string | undefined} text
 * @param {string} frequency
 * @param {boolean} hasMonths
 */
function ruleDays(text, frequency, hasMonths) {
    if (text === undefined) return [];
    const largest = frequency === "YEARLY" && !hasMonths ? 53 : 5;
    const allowsOrdinals = frequency === "MONTHLY" || frequency === "YEARLY";
    const days = text.split(",").map((item) => {
        const day = ruleWeekdays.indexOf(item.slice(-2));
        const digits = item.slice(0, -2);
        const ordinal = digits === "" ? null : Number(digits);
        const isAllowed = ordinal === null
            || allowsOrdinals && /^[+-]?\d{1,5}$/.test(digits) && ordinal !== 0 && Math.abs(ordinal) <= largest;
        if (day < 0 || !isAllowed) throw new PA1Fault("rule", "BYDAY");
        return { day, ordinal };
    });
    days.sort((left, right) => left.day - right.day || (left.ordinal ?? 0) - (right.ordinal ?? 0));
    return [...new Set(days.map(({ day, ordinal }) => `${ordinal ?? ""}${ruleWeekdays[day]}`))];
}

/**
 * `20251231T235959Z`, `20251231T235959` or `20251231`.
 * @param {string} text
 */
function isRuleLimit(text) {
    const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text);
    if (match === null) return false;
    const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? 0));
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    return month >= 1 && month <= 12 && day >= 1 && date.getUTCMonth() === month - 1
        && hour < 24 && minute < 60 && second < 60;
}
