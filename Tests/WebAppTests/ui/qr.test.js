import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { encodeQR } from "../../../Sources/WebApp/site/parts/qr/encode.js";

/** Symbols that another encoder made of the same bytes with the same mask; a row is a number in hexadecimal. */
const vectors = JSON.parse(await readFile(new URL("qr-vectors.json", import.meta.url), "utf8"));

for (const { text, version, rows } of vectors) {
    test(`a QR code of version ${version} is the one that another encoder makes: ${text.slice(0, 30)}`, () => {
        const modules = encodeQR(text);
        assert.equal(modules.length, 17 + 4 * version);
        const bits = (dark) => BigInt(`0b${dark.map((one) => (one ? "1" : "0")).join("")}`).toString(16);
        assert.deepEqual(modules.map(bits), rows);
    });
}

test("the known symbols cover every version", () => {
    assert.deepEqual([...new Set(vectors.map(({ version }) => version))].sort((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a text that is too long is refused", () => {
    assert.equal(encodeQR("x".repeat(213)).length, 57);
    assert.throws(() => encodeQR("x".repeat(214)), RangeError);
});
