import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const SITE = new URL("../../../Sources/WebApp/site/", import.meta.url);
const LIMIT = 150_000;

/** All files that a module imports when it is loaded, itself included. @param {URL} file @param {Set<string>} seen */
async function imported(file, seen) {
    if (seen.has(file.href)) return seen;
    seen.add(file.href);
    const text = await readFile(file, "utf8");
    for (const [, target] of text.matchAll(/^(?:import|export)\s[^;]*?from "(\.[^"]+)";/gms))
        await imported(new URL(target, file), seen);
    return seen;
}

/** What the relay serves: lines that are comments stay away. @param {string} file @param {string} text */
function served(file, text) {
    if (!file.endsWith(".js")) return text;
    return text.replace(/^ *\/\*(?:(?!\*\/)[^])*\*\/\n/gm, "").replace(/^ *\/\/.*\n/gm, "");
}

for (const screen of ["welcome", "tonight"]) {
    test(`the first load with the screen ${screen} is at most ${LIMIT / 1_000} kB compressed`, async () => {
        const files = new Set();
        await imported(new URL("main.js", SITE), files);
        await imported(new URL(`screens/${screen}.js`, SITE), files);
        // The touch icon is loaded only when the app is put on a Home Screen.
        const page = await readFile(new URL("index.html", SITE), "utf8");
        for (const [, sheet] of page.matchAll(/rel="(?:stylesheet|manifest|icon)" href="\/([^"]+)"/g))
        files.add(new URL(sheet, SITE).href);
        files.add(new URL("index.html", SITE).href);
        assert.ok(files.size > 20, "the imports were not found");
        const sizes = await Promise.all([...files].map(async (file) =>
            gzipSync(served(file, await readFile(new URL(file), "utf8"))).length));
        const total = sizes.reduce((sum, size) => sum + size, 0);
        console.log(`${files.size} files, ${total} bytes`);
        assert.ok(total <= LIMIT, `${total} bytes`);
    });
}
