import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SITE = new URL("../../../Sources/WebApp/site/", import.meta.url);
const PARTS = readdirSync(new URL("words/", SITE)).flatMap((file) => /^en(.*)\.js$/.exec(file)?.[1] ?? []);

/** @param {string} file @returns {Promise<Record<string, string>>} */
async function read(file) {
    return Object.assign({}, ...Object.values(await import(new URL(`words/${file}`, SITE).href)));
}

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** The keys that a language needs: Chinese has a single plural form. @param {Record<string, string>} words */
const withoutSingular = (words) => Object.keys(words)
    .filter((key) => !(key.endsWith(".one") && `${key.slice(0, -4)}.other` in words));

test("every part of the words has its English file", () => {
    for (const part of ["", "-problems", "-life"]) assert.ok(PARTS.includes(part), `en${part}.js`);
});

for (const part of PARTS) {
    for (const language of ["zh-Hant", "zh-Hans"]) {
        test(`${language}${part}: no key is missing, none is superfluous, placeholders are the same`, async () => {
            const [english, own] = [await read(`en${part}.js`), await read(`${language}${part}.js`)];
            assert.deepEqual(Object.keys(own).sort(), withoutSingular(english).sort());
            for (const [key, text] of Object.entries(own)) {
                assert.ok(text.trim(), `${key} is empty`);
                const allowed = placeholders(english[key]);
                assert.deepEqual(placeholders(text), allowed, key);
            }
        });
    }
    test(`en${part}: keys are unique over the parts`, async () => {
        const others = await Promise.all(PARTS.filter((other) => other !== part).map((other) => read(`en${other}.js`)));
        const known = new Set(others.flatMap((words) => Object.keys(words)));
        assert.deepEqual(Object.keys(await read(`en${part}.js`)).filter((key) => known.has(key)), []);
    });
}

test("the two Chinese scripts are not mixed up", async () => {
    for (const part of PARTS) {
        const traditional = JSON.stringify(await read(`zh-Hant${part}.js`)).replace("简体中文", "");
        const simplified = JSON.stringify(await read(`zh-Hans${part}.js`)).replace("繁體中文", "");
        assert.doesNotMatch(traditional, /[这们闹钟请无开关设备络联页还时间]/u);
        assert.doesNotMatch(simplified, /[這們鬧鐘請無開關設備絡聯頁還時間個]/u);
    }
});

test("one thing has one Chinese word, that of docs/words.md, and not another in the next text", async () => {
    const page = readFileSync(new URL("../../../docs/words.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => line.startsWith("| ")).slice(2)
        .map((line) => line.split("|").map((cell) => cell.trim()));
    assert.ok(rows.length >= 10, `${rows.length} rows`);
    for (const [language, column] of [["zh-Hant", 2], ["zh-Hans", 4]]) {
        const texts = Object.assign({}, ...(await Promise.all(PARTS.map((part) => read(`${language}${part}.js`)))));
        for (const row of rows) {
            const [word, others] = [row[column], row[column + 1].split("、").filter(Boolean)];
            assert.ok(Object.values(texts).some((text) => text.includes(word)), `${word} is in no text`);
            const slips = Object.keys(texts).filter((key) => others.some((other) => texts[key].includes(other)));
            assert.deepEqual(slips, [], `in place of ${word}`);
        }
    }
});

test("every key that the screens for one alone, families, care and the operator name has words", async () => {
    const words = Object.assign({}, ...(await Promise.all(PARTS.map((part) => read(`en${part}.js`)))));
    const files = readdirSync(new URL("screens/", SITE), { recursive: true })
        .filter((file) => String(file).endsWith(".js"));
    const missing = files.flatMap((file) => {
        const source = readFileSync(new URL(`screens/${file}`, SITE), "utf8");
        const named = [
        ...source.matchAll(/"((?:checkIn|contacts|family|reminder|care|careHistory|status)\.[\w.-]+)"/g)];
        return named.map(([, key]) => key)
            .filter((key) => !(key in words) && !(`${key}.other` in words) && !key.endsWith("sharesPlace"));
    });
    assert.deepEqual(missing, []);
});
