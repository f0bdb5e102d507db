import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBase64url, encodeBase64url } from "../../../Sources/WebApp/site/pa1/base64url.js";
import {
    compareBytes, equalBytes, equalTexts, lengthPrefixed, utf8Text,
} from "../../../Sources/WebApp/site/pa1/bytes.js";
import { compareIds, idBytes, isId, randomId, timeOrderedId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { Choices } from "./support.js";

test("bytes come back from their one spelling, which Node writes too", (t) => {
    const choices = new Choices(t);
    for (let count = 0; count < 200; count += 1) {
        const bytes = choices.bytes(choices.below(100));
        const text = encodeBase64url(bytes);
        assert.equal(text, Buffer.from(bytes).toString("base64url"));
        assert.deepEqual(decodeBase64url(text), bytes);
    }
});

test("other spellings of base64url are refused", () => {
    for (const text of ["A", "AA=", "AA==", "AB", "AAB", "A A", "AA\n", "AA+/", "ÄÄ", "AAAAA", "Ａ", "AA\0A"]) {
        assert.equal(decodeBase64url(text), null, JSON.stringify(text));
    }
    assert.deepEqual(decodeBase64url(""), new Uint8Array());
    assert.deepEqual(decodeBase64url("AA"), Uint8Array.of(0));
});

test("exactly one spelling of the last character decodes", (t) => {
    const choices = new Choices(t);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const [length, valid] of [[2, 4], [3, 16], [4, 64]]) {
        const start = Array.from({ length: length - 1 }, () => choices.of([...alphabet])).join("");
        assert.equal([...alphabet].filter((last) => decodeBase64url(start + last) !== null).length, valid);
    }
});

test("comparisons tell equal from different, lengths included", () => {
    assert.ok(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2)));
    assert.ok(!equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3)));
    assert.ok(!equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1)));
    assert.ok(!equalBytes(Uint8Array.of(), Uint8Array.of(0)));
    assert.ok(!equalBytes(Uint8Array.of(0), Uint8Array.of()));
    assert.ok(equalTexts("906522", "906522") && !equalTexts("906522", "906523") && !equalTexts("", "906522"));
    assert.ok(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0)) < 0);
});

test("a part of a transcript is preceded by its length", () => {
    const long = new Uint8Array(258);
    assert.deepEqual(lengthPrefixed(Uint8Array.of(7), long).subarray(0, 5), Uint8Array.of(0, 1, 7, 1, 2));
    assert.throws(() => lengthPrefixed(new Uint8Array(65536)), RangeError);
});

test("ids are 16 bytes, in order of time where they are drawn so", () => {
    assert.ok(isId(randomId()) && isId(timeOrderedId(0)));
    assert.ok(compareIds(timeOrderedId(1_762_443_900_000), timeOrderedId(1_762_443_900_001)) < 0);
    const bytes = idBytes(timeOrderedId(0x0123456789ab)) ?? new Uint8Array();
    assert.deepEqual([...bytes.subarray(0, 6)], [0x01, 0x23, 0x45, 0x67, 0x89, 0xab]);
    assert.deepEqual([bytes[6] >> 4, bytes[8] >> 6], [7, 2]);
    for (const text of ["", "A", "AAECAwQFBgcICQoLDA0ODx", "AAECAwQFBgcICQoLDA0OD", 7, null]) assert.ok(!isId(text));
});

test("text is well-formed UTF-8", () => {
    assert.equal(utf8Text(Uint8Array.of(0xc0, 0x80)), null);
    assert.equal(utf8Text(Uint8Array.of(0xed, 0xa0, 0x80)), null);
    assert.equal(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf)), "\ufeff");
});
