// The language that the app speaks, of which the relay is told for what it writes itself.

/** @typedef {"en" | "zh-Hant" | "zh-Hans"} Language */

/**
 * The language that fits a setting, or the browser's languages for `auto`.
 *
 * @param {string} setting @param {readonly string[]} [preferred]
 * @returns {Language}
 */
export function chooseLanguage(setting, preferred = globalThis.navigator?.languages ?? []) {
    if (setting === "en" || setting === "zh-Hant" || setting === "zh-Hans") return setting;
    for (const tag of preferred) {
        const locale = tag.toLowerCase();
        if (locale.startsWith("en")) return "en";
        if (/^zh-(hant|tw|hk|mo)/.test(locale)) return "zh-Hant";
        if (locale.startsWith("zh")) return "zh-Hans";
    }
    return "en";
}

/**
 * The language of which the relay is told: that of the app, as a browser may prefer one that the app does not speak.
 *
 * @param {import("./core.js").SessionCore} core
 */
export function languageToTell({ options, state }) {
    return chooseLanguage(state.settings.language, options.locale === undefined ? undefined : [options.locale]);
}
