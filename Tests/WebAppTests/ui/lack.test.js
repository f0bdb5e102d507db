// What is said of a way for which something waits, in each language.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const { loadWords, useLanguage } = await import("../../../Sources/WebApp/site/frame/language.js");
const { delayText, hindranceText } = await import("../../../Sources/WebApp/site/screens/contacts/lack.js");

const now = Date.parse("2026-11-23T08:00:00Z");
const said = {
    en: [/^Nothing has got through by e-mail since .*16:30.* \(no connection came about\)\./, /Whatever waits to be sent is tried again/],
    "zh-Hans": [/没有消息能通过电子邮件送出（no connection came about）/, /若有消息等待发送/],
    "zh-Hant": [/沒有訊息能透過電子郵件送出（no connection came about）/, /若有訊息等候傳送/],
};

for (const [language, sentences] of Object.entries(said)) {
    test(`since when and why nothing gets through is said, on the reader's clocks: ${language}`, async () => {
        await useLanguage(language);
        await loadWords("life");
        const delay = { medium: "email", since: "2026-11-22T08:30:00Z", reason: "no connection came about" };
        const text = delayText(delay, "Asia/Taipei", now);
        for (const sentence of sentences) assert.match(text, sentence);
        assert.match(text, /16:30/);
        const call = delayText({ ...delay, medium: "call" }, "Asia/Taipei", now);
        assert.match(call, /by call since|电话|電話/);
    });
}

test("what may have arrived is not said to have got nowhere", async () => {
    await useLanguage("en");
    await loadWords("life");
    const delay = { medium: "email", since: "2026-11-22T08:30:00Z", reason: "no answer", mayHaveArrived: true };
    assert.match(delayText(delay, "Asia/Taipei", now), /^It is not known whether anything has got through by e-mail since/);
});

test("why something waits is said once, by the strongest reason", async () => {
    await useLanguage("en");
    await loadWords("life");
    const delay = { medium: "email", since: "2026-11-22T08:30:00Z", reason: "no connection came about" };
    const said = (/** @type {object} */ way) => hindranceText({ medium: "email", ...way }, "Asia/Taipei", now);
    assert.match(said({ unreached: true, delay, waiting: true }), /^Nothing can be sent by e-mail at present/);
    assert.match(said({ delay, waiting: true }), /^Nothing has got through by e-mail since/);
    assert.match(said({ waiting: true }), /^The message that asks has not gone out by e-mail yet/);
    assert.equal(said({}), null);
});
