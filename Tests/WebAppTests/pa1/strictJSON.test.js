import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStrictJSON, writeJSON } from "../../../Sources/WebApp/site/pa1/strictJSON.js";
import { Choices, refuses } from "./support.js";

test("what is not exactly one JSON text is refused", async () => {
    const texts = [
        "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{a:1}", "'a'", "01", "1.", ".5", "+1", "-", "1e",
        "NaN", "Infinity", "1e999", "nul", "truey", "\"\u0001\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
        "\"\\udc00\\ud800\"", "\"a", "\ufeff{}", "{} {}", "{}x", "\"a\nb\"", "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}", "{\"__proto__\":1,\"__proto__\":2}", "[1\u00a0]", "undefined", "{1:2}", "[,1]",
    ];
    for (const text of texts) await refuses("malformed", () => parseStrictJSON(text), JSON.stringify(text));
    for (const bytes of [[0x22, 0xff, 0x22], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
        await refuses("malformed", () => parseStrictJSON(Uint8Array.from(bytes)));
    }
});

test("limits of size and depth hold", async () => {
    const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
    assert.ok(Array.isArray(parseStrictJSON(nested(8))));
    await refuses("malformed", () => parseStrictJSON(nested(9)));
    await refuses("malformed", () => parseStrictJSON(nested(100_000), { bytes: 1e6 }));
    await refuses("malformed", () => parseStrictJSON(`"${"é".repeat(5)}"`, { bytes: 11 }));
    assert.equal(parseStrictJSON(`"${"é".repeat(5)}"`, { bytes: 12 }), "ééééé");
});

test("a name out of the language's own is only a name", () => {
    const value = parseStrictJSON("{\"__proto__\":{\"x\":1},\"constructor\":2}");
    assert.equal(Object.getPrototypeOf(value), null);
    assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
    assert.equal({}.x, undefined);
});

test("what is written is read back, and as JSON.parse reads it", (t) => {
    const choices = new Choices(t);
    const value = (depth) => {
        const kind = choices.below(depth > 5 ? 4 : 6);
        if (kind === 0) return choices.of([null, true, false]);
        if (kind === 1) return choices.below(2 ** 32) - 2 ** 31;
        if (kind === 2) return choices.next() / 1000;
        if (kind === 3) return choices.text(12);
        if (kind === 4) return Array.from({ length: choices.below(4) }, () => value(depth + 1));
        return Object.fromEntries(Array.from({ length: choices.below(4) }, () => [choices.text(5), value(depth + 1)]));
    };
    for (let round = 0; round < 300; round += 1) {
        const original = value(0);
        const read = parseStrictJSON(writeJSON(original), { bytes: 1e6 });
        assert.equal(JSON.stringify(read), JSON.stringify(original));
    }
});

test("texts of any content are read or refused, never both ways", (t) => {
    const choices = new Choices(t);
    const pieces = ["{", "}", "[", "]", ",", ":", "\"a\"", "\"", "\\", "1", "-", "e", ".", "null", " ", "true",
        "\\u00", "é"];
    for (let round = 0; round < 3000; round += 1) {
        const text = Array.from({ length: choices.below(9) }, () => choices.of(pieces)).join("");
        let lenient, strict;
        try { lenient = JSON.stringify(JSON.parse(text)); } catch { /* It is none. */ }
        try { strict = JSON.stringify(parseStrictJSON(text)); } catch { /* It is none, or too lax. */ }
        if (strict !== undefined) assert.equal(strict, lenient, JSON.stringify(text));
        const hasNameTwice = (text.match(/"a":/g) ?? []).length > 1;
        if (lenient !== undefined && !hasNameTwice) assert.equal(strict, lenient, JSON.stringify(text));
    }
});

test("half a character is written as a replacement", () => {
    assert.equal(writeJSON({ text: "a\ud800b😀" }), "{\"text\":\"a\ufffdb😀\"}");
});
