// What the relay is told of the language that it is to write in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { languageToTell } from "../../../Sources/WebApp/site/session/languages.js";
import { tellDevice } from "../../../Sources/WebApp/site/session/telling.js";

/** A session with a setting, in a browser with these languages. @param {string} language @param {string} [locale] */
function core(language, locale) {
    /** @type {any[]} */
    const told = [];
    const profile = { deviceId: "d", timeZone: "Asia/Taipei", locale: "fr" };
    return {
        told, options: { timeZone: "Asia/Taipei", ...(locale !== undefined && { locale }) },
        state: { settings: { language, theme: "auto" }, me: null },
        store: { profile: async () => profile, update: async () => {} },
        journal: { change: async (/** @type {any} */ { body }) => told.push(body) },
    };
}

/** @param {string[]} languages @param {() => Promise<void>} body */
async function inBrowser(languages, body) {
    const former = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", { value: { languages, language: languages[0] }, configurable: true });
    try {
        await body();
    } finally {
        if (former) Object.defineProperty(globalThis, "navigator", former);
        else delete globalThis.navigator;
    }
}

test("the relay writes in the language that the app speaks, not in one that the app does not know", async () => {
    await inBrowser(["fr", "zh-TW", "en"], async () => {
        const session = core("auto");
        await tellDevice(session);
        assert.deepEqual(session.told, [{ timeZone: "Asia/Taipei", locale: "zh-Hant" }]);
        assert.equal(languageToTell(core("zh-Hans")), "zh-Hans", "one that was chosen comes first");
        assert.equal(languageToTell(core("auto", "zh-CN")), "zh-Hans");
    });
    await inBrowser(["fr"], async () => assert.equal(languageToTell(core("auto")), "en"));
});
