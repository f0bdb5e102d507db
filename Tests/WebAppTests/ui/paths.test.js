import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SITE = fileURLToPath(new URL("../../../Sources/WebApp/site/", import.meta.url));
// What the relay makes, and the addresses that it answers with the page.
const MADE = new Set(["/worker.js", "/shell.json", "/", "/p", "/P", "/e", "/status"]);

const texts = readdirSync(SITE, { recursive: true }).map((name) => join(SITE, String(name)))
    .filter((file) => /\.(js|css|html|webmanifest)$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The paths of files that a text names: whole ones, those of a folder with something put in, and imports. */
function named({ file, text }) {
    const whole = [...text.matchAll(/["'(`](\/[\w./-]+\.(?:js|css|png|svg|webmanifest|json|html))["')`]/g)]
        .map(([, path]) => (MADE.has(path) ? null : join(SITE, path)));
    const imports = file.endsWith(".js")
        ? [...text.matchAll(/\b(?:from|import\() ?"(\.{1,2}\/[^"]+\.js)"/g)].map(([, path]) =>
            join(dirname(file), path)) : [];
    // Types have no files here.
    return [...whole, ...imports].filter((path) => path && !path.includes("/types/"));
}

test("every path that the app's files name exists", () => {
    const paths = texts.flatMap((one) => named(one).map((path) => ({ path, by: relative(SITE, one.file) })));
    assert.ok(paths.length > 200, `only ${paths.length} paths were found`);
    assert.ok(paths.some(({ path }) => path.endsWith("icons/reveille-badge-96.png")), "the icons of notifications");
    assert.deepEqual(paths.filter(({ path }) => !existsSync(path)), []);
});

test("every file whose name is put together exists", () => {
    const pieces = texts.flatMap(({ text }) =>
        [...text.matchAll(/`\/([\w/-]+)\$\{\w+\}(\.\w+)`/g)].map(([, head, tail]) => [head, tail]));
    assert.deepEqual(pieces.sort(), [["css/", ".css"], ["icons/home-", ".svg"]],
        "another such path needs a line below");
    for (const sheet of ["screens", "life"]) assert.ok(existsSync(join(SITE, `css/${sheet}.css`)), sheet);
    for (const step of ["share", "add", "open"]) assert.ok(existsSync(join(SITE, `icons/home-${step}.svg`)), step);
});
