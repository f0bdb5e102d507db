// The words of notifications, in the language of the device.

import { enWorker } from "../words/en-worker.js";
import { zhHansWorker } from "../words/zh-Hans-worker.js";
import { zhHantWorker } from "../words/zh-Hant-worker.js";

/** @type {Record<string, Record<string, string>>} */
const workerWords = { en: enWorker, "zh-Hant": zhHantWorker, "zh-Hans": zhHansWorker };

/**
 * The words of a key in the language that the person has chosen, else English.
 * @param {string} language
 * @param {string} key
 * @param {Record<string, string>} [values]
 * @returns {string}
 */
export function speak(language, key, values = {}) {
    const text = workerWords[language]?.[key] ?? enWorker[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_match, name) => values[name] ?? "");
}

/**
 * @param {string} chosen in the settings
 * @param {string} locale of the device
 * @returns {string}
 */
export function workerLanguage(chosen, locale) {
    if (chosen !== "auto") return chosen;
    if (!locale.toLowerCase().startsWith("zh")) return "en";
    return /hant|tw|hk|mo/i.test(locale) ? "zh-Hant" : "zh-Hans";
}
