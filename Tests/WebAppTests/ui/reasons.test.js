// Why a message was not sent, in the words of the relay's catalogue.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const { loadWords, useLanguage } = await import("../../../Sources/WebApp/site/frame/language.js");
const { plainReason } = await import("../../../Sources/WebApp/site/frame/plainReason.js");
const { standing } = await import("../../../Sources/WebApp/site/parts/invitation.js");
const { delayText } = await import("../../../Sources/WebApp/site/screens/contacts/lack.js");

const refused = "no connection: Failed to connect to 127.0.0.1 port 25 after 0 ms";

test("somebody who runs no server reads what happened, without the words of libraries and codes", async () => {
    await useLanguage("en");
    const cases = [
        [refused, "the server cannot be reached"],
        ["the connection failed after the request was sent (response reading failed (errno: 115))",
            "no answer came from the server"],
        ["the address takes no mail (550 5.1.1)", "the address takes no mail"],
        ["HTTP 302: redirects are not followed", "redirects are not followed"],
        ["no mail server is configured", "no mail server is configured"],
        ["HTTP 503", "HTTP 503"], ["550 5.1.1 no such user here", "550 5.1.1 no such user here"], ["( (", "( ("],
        ["", ""], [")", ")"], [": ", ": "],
    ];
    for (const [reason, words] of cases) assert.equal(plainReason(reason), words);
    await useLanguage("zh-Hant");
    assert.equal(plainReason(refused), "伺服器連不上");
    assert.equal(plainReason("the address takes no mail (550 5.1.1)"), "這個地址不收信");
    await useLanguage("en");
});

test("a delay and an invitation are told without the technical part of their reason", async () => {
    await useLanguage("en");
    await loadWords("life");
    const delay = { medium: "email", since: "2026-11-22T08:30:00Z", reason: refused };
    assert.match(delayText(delay, "Asia/Taipei", Date.parse("2026-11-23T08:00:00Z")),
        /\(the server cannot be reached\)\. Whatever waits to be sent is tried again/);
    const invite = { side: "inviter", recipient: {}, state: "open", letter: { state: "waiting", reason: refused } };
    const said = standing(/** @type {any} */ (invite));
    assert.match(said, /the server cannot be reached/);
    assert.doesNotMatch(said, /127\.0\.0\.1|no connection/);
});

test("the web app has the words of the relay's catalogue", async () => {
    for (const [language, name] of [["en", "enReasons"], ["zh-Hans", "zhHansReasons"], ["zh-Hant", "zhHantReasons"]]) {
        const words = await import(`../../../Sources/WebApp/site/words/${language}-reasons.js`);
        const file = new URL(`../../../Sources/Wording/Catalogues/${language}.json`, import.meta.url);
        const catalogue = JSON.parse(readFileSync(file, "utf8"));
        const expected = Object.fromEntries(Object.entries(catalogue).flatMap(([key, text]) => {
            if (key.startsWith("status.reason.")) return [[key.replace("status.reason", "reason.plain"), text]];
            return key.startsWith("reason.") && key !== "reason.with" ? [[key, text]] : [];
        }));
        assert.deepEqual(words[name], expected);
    }
});
