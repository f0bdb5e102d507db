import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const SITE = new URL("../../../Sources/WebApp/site/", import.meta.url);

/** The words of a file, or null where there is none. @param {string} file */
async function words(file) {
    try {
        return Object.assign({}, ...Object.values(await import(new URL(`words/${file}`, SITE))));
    } catch (error) {
        if (error.code === "ERR_MODULE_NOT_FOUND") return null;
        throw error;
    }
}

/** All modules of the site but the words. */
async function sources() {
    const names = (await readdir(SITE, { recursive: true }))
        .filter((name) => name.endsWith(".js") && !/^(words|pa1)\//.test(name));
    return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, SITE), "utf8") })));
}

const english = { ...(await words("en.js")), ...(await words("en-problems.js")) };
const life = (await words("en-life.js")) ?? {};
const worker = (await words("en-worker.js")) ?? {};
// Their keys are put together: what the relay says is looked up.
const reasons = (await words("en-reasons.js")) ?? {};
const all = { ...english, ...life, ...worker, ...reasons };
const files = await sources();
const shell = files.filter(({ name }) => !name.startsWith("worker/"));

/** Keys that code names as a whole: `t("a.b")`, and every string that looks like a key with a known first word. */
function named({ text }) {
    const called = [...text.matchAll(/\b(?:t|reason)\(\s*"([^"]+)"/g)].map(([, key]) => key);
    const first = new Set(Object.keys(english).map((key) => key.split(".")[0]));
    const literal = [...text.matchAll(/"((?:problem|why|push)\.[\w.-]+)"/g)].map(([, key]) => key)
        .filter((key) => first.has(key.split(".")[0]) && !/\.(js|json)$/.test(key));
    return [...called, ...literal];
}

test("every key that code names has words", () => {
    const missing = shell.flatMap((file) => named(file).filter((key) => !(key in all))
        .map((key) => `${file.name}: ${key}`));
    assert.deepEqual(missing, []);
});

test("every plural that code names has a form for one and for others", () => {
    const missing = shell.flatMap(({ text }) => [...text.matchAll(/\bplural\(\s*"([^"]+)"/g)].map(([, key]) => key))
        .filter((key) => !(`${key}.one` in all && `${key}.other` in all));
    assert.deepEqual(missing, []);
});

test("every text of the shell is used", () => {
    const text = files.map((file) => file.text).join("\n");
    const patterns = [...text.matchAll(/`([a-z][\w.-]*\.)\$\{[^}]+\}([\w.-]*)/g)]
        .map(([, before, after]) =>
            new RegExp(`^${before.replaceAll(".", "\\.")}[\\w-]+(\\.\\d+)?${after.replaceAll(".", "\\.")}$`));
    const shared = new Set(["add", "delete", "edit", "later", "yes", "no", "cancel", "back", "done", "close", "save",
        "next"]);
    const isUsed = (key) => text.includes(`"${key}"`) || text.includes(`"${key.replace(/\.(one|other)$/, "")}"`)
        || shared.has(key) || key.startsWith("problem.") || patterns.some((pattern) => pattern.test(key));
    const lines = (key) => /^privacy\.\w+\.\d$/.test(key);
    assert.deepEqual(Object.keys(english).filter((key) => !isUsed(key) && !lines(key)), []);
});

test("English words name their values only by placeholders that code gives", () => {
    const given = shell.map(({ text }) => text).join("\n");
    const unknown = Object.values(english).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(given));
    assert.deepEqual([...new Set(unknown)], []);
});

/** What goes wrong with any code: that of a pair, of a circle or of a device of one's own. */
const CODE_PROBLEMS = [
    "inviteOver", "tooManyDigits", "badDigits", "gone", "answer-unreadable", "confirmation-unreadable",
    "greeting-unreadable", "no-shared-secret", "answer-changed", "purpose-changed", "unauthorized", "codeUnknown",
];

test("what is said of a code's end is true of a circle's code too, which is no pairing and good for days", async () => {
    const pairing = { en: /pair|ten minutes/i, "zh-Hant": /配對|十分鐘/, "zh-Hans": /配对|十分钟/ };
    for (const [language, wrong] of Object.entries(pairing)) {
        const texts = { ...(await words(`${language}.js`)), ...(await words(`${language}-problems.js`)) };
        const keys = Object.keys(texts)
            .filter((key) => /^invite\.(state|over|stop|qrLabel)|^connection\.refused$|^why\.deviceRefused$/.test(key)
                || CODE_PROBLEMS.includes(key.replace(/^problem\./, "")));
        assert.ok(keys.length > 10 + CODE_PROBLEMS.length, `${language} has ${keys.length} such texts`);
        for (const key of keys) assert.doesNotMatch(texts[key], wrong, `${language} ${key}`);
    }
});
