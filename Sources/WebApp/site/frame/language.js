/** The words of the app in the user's language. */

import { chooseLanguage } from "../session/languages.js";
import { en } from "../words/en.js";
import { enProblems } from "../words/en-problems.js";
import { enReasons } from "../words/en-reasons.js";

/** @typedef {import("../session/languages.js").Language} Language */

/** @type {Record<string, string>} */
let words = { ...en, ...enProblems, ...enReasons };
/** @type {Language} */
let language = "en";
/** @type {Set<string>} */
const loaded = new Set();
/** @type {Record<string, string>} */
let plain = { ...words };

/** Texts of parts of the app, loaded when they are needed. */
const PARTS = ["", "problems", "reasons", "worker", "life"];
/** Those that are always there. */
const FIRST = ["", "problems", "reasons"];

/** The language in use: `en`, `zh-Hant` or `zh-Hans`. */
export function currentLanguage() {
    return language;
}

/**
 * Changes the language and loads its words; words that are missing stay English.
 *
 * @param {string} setting `auto` or a language
 */
export async function useLanguage(setting) {
    language = chooseLanguage(setting);
    document.documentElement.lang = language;
    const parts = [...loaded];
    loaded.clear();
    words = { ...plain };
    await loadWords(...FIRST, ...parts);
}

/**
 * Loads the words of parts of the app in the current language, each once.
 *
 * @param {...string} parts "", "worker" or "life"
 */
export async function loadWords(...parts) {
    const wanted = parts.filter((part) => PARTS.includes(part) && !loaded.has(part));
    for (const part of wanted) loaded.add(part);
    const tail = (/** @type {string} */ part) => (part ? `-${part}.js` : ".js");
    const added = wanted.filter((part) => !FIRST.includes(part));
    const english = await Promise.all(added.map((part) => read(`en${tail(part)}`)));
    plain = Object.assign({}, plain, ...english);
    const own = language === "en" ? [] : await Promise.all(wanted.map((part) => read(language + tail(part))));
    words = Object.assign({}, plain, words, ...english, ...own);
}

/** @param {string} file @returns {Promise<Record<string, string>>} */
async function read(file) {
    try {
        return Object.assign({}, ...Object.values(await import(`../words/${file}`)));
    } catch (error) {
        console.warn(`the words in ${file} could not be loaded`, error);
        return {};
    }
}

/**
 * The text for a key, with `{name}` replaced. An unknown key is shown as it is.
 *
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
    const text = words[key];
    if (text === undefined) {
        console.error(`no words for ${key}`);
        return key;
    }
    return values ? fill(text, values) : text;
}

/**
 * Whether there are words for a key.
 *
 * @param {string} key
 */
export function hasWords(key) {
    return words[key] !== undefined;
}

/**
 * The text for a number of things: `key.one`, `key.other`, or whatever plural form the language has.
 *
 * @param {string} key @param {number} count @param {Record<string, string | number>} [values]
 */
export function plural(key, count, values) {
    const form = new Intl.PluralRules(language).select(count);
    return t(hasWords(`${key}.${form}`) ? `${key}.${form}` : `${key}.other`, { count, ...values });
}

/** @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
    return text.replace(/( ?)\{(\w+)\}( ?)/g, (whole, before, name, after, at) => {
        if (!(name in values)) return whole;
        const value = String(values[name]);
        return gap(text[at - 1], before, value[0]) + value + gap(value.at(-1), after, text[at + whole.length]);
    });
}

/** The space beside a value: in Chinese one between a Han and a Latin character, and none between two Han. */
function gap(left = "", space = "", right = "") {
    const pair = left + right;
    if (/\p{sc=Han}[\p{sc=Latin}\d]|[\p{sc=Latin}\d]\p{sc=Han}/u.test(pair)) return " ";
    return /[\p{sc=Han}\u3000-\u303f\uff00-\uffef]/u.test(pair) ? "" : space;
}

/**
 * What to tell the user about an error: its own words where it has a key, and otherwise that something went wrong.
 *
 * @param {any} error
 */
export function explain(error) {
    if (typeof error?.key === "string" && hasWords(error.key)) {
        return t(error.key, { wait: waiting(error.retryAfter), detail: error.detail ?? "", ...error.values });
    }
    console.error(error);
    return t("problem.unknown");
}

/**
 * A time to wait in whole words, rounded up: "40 seconds", "12 minutes". A minute where none is known.
 *
 * @param {number} [seconds]
 */
export function waiting(seconds = 60) {
    /** @type {[number, string][]} */
    const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
    const [length, unit] = units.find(([least]) => seconds >= (least === 1 ? 0 : 2 * least)) ?? units[3];
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
        .format(Math.max(1, Math.ceil(seconds / length)));
}

/**
 * The words for a reason that the session gives; `invite.KIND` and unknown ones are looked up among the problems.
 *
 * @param {string} key
 */
export function reason(key) {
    if (hasWords(key)) return t(key);
    const problem = `problem.${key.split(".").slice(1).join(".")}`;
    return t(hasWords(problem) ? problem : "problem.unknown");
}

/**
 * A list of names as the language joins them.
 *
 * @param {string[]} items
 */
export function list(items) {
    return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
