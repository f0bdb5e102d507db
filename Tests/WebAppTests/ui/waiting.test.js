import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.navigator ??= { languages: ["en"] };
const { explain, useLanguage, waiting } = await import("../../../Sources/WebApp/site/frame/language.js");
const { ProblemError } = await import("../../../Sources/WebApp/site/relay/problem.js");
const { codeProblem } = await import("../../../Sources/WebApp/site/session/registering.js");

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

test("what no waiting changes is not said to pass within an hour", () => {
    const full = new ProblemError("quota-exceeded", { status: 429, retryAfter: 10 });
    assert.equal(explain(codeProblem(full)),
        "You have as many devices as the relay allows. Remove one first, under Devices on another one of yours.");
    assert.match(explain(full), /^Too many of these are there already, or they come too often\./);
    const unknown = new ProblemError("not-found", { status: 404 });
    assert.equal(codeProblem(unknown).key, "problem.codeUnknown");
});
