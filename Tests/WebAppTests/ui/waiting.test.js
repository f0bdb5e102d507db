import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.navigator ??= { languages: ["en"] };
const { explain, useLanguage, waiting } = await import("../../../Sources/WebApp/site/frame/language.js");

test("a time to wait is in whole words of the reader's language, and never too short", async () => {
    assert.deepEqual([1, 40, 119, 121, 2400, 7200, 200_000].map((seconds) => waiting(seconds)),
        ["1 second", "40 seconds", "119 seconds", "3 minutes", "40 minutes", "2 hours", "3 days"]);
    const refusal = { key: "problem.rate-limited", retryAfter: 2400 };
    assert.equal(explain(refusal), "Too many tries. Wait 40 minutes, and try again.");
    await useLanguage("zh-Hant");
    assert.match(explain(refusal), /40 分鐘/);
    await useLanguage("en");
});

test("where no time to wait is known, a minute is", () => {
    assert.equal(explain({ key: "problem.rate-limited" }), "Too many tries. Wait 60 seconds, and try again.");
});
