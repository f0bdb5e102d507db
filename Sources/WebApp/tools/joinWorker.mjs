// Joins the worker's modules into one classic script, as the relay does when it starts: the imports are followed in
// dependency order, import lines and the word `export` are dropped.
//
//     node joinWorker.mjs SITE-FOLDER VERSION > worker.js

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const importPattern = /^import\s*\{[^}]*\}\s*from\s*"(\.{1,2}\/[^"]+)";[ \t]*\n/gm;
const exportPattern = /^export (?=(?:async )?function|class|const|let)/gm;
const namePattern = /^(?:async )?(?:function\*?|class|const|let) ([A-Za-z_$][\w$]*)/gm;

/**
 * @param {string} site the folder of the site
 * @param {string} version
 * @param {string} [entry]
 * @returns {string} the script
 */
export function joinWorker(site, version, entry = "worker/main.js") {
    /** @type {string[]} */
    const pieces = [];
    /** @type {Set<string>} */
    const seen = new Set();
    /** @type {Map<string, string>} */
    const names = new Map();

    /** @param {string} path */
    function add(path) {
        if (seen.has(path)) return;
        seen.add(path);
        const text = readFileSync(path, "utf8");
        for (const match of text.matchAll(importPattern)) add(resolve(dirname(path), /** @type {string} */ (match[1])));
        const piece = text.replace(importPattern, "").replace(exportPattern, "");
        const left = /^(?:import|export)\b.*/m.exec(piece);
        if (left) throw new Error(`${path}: "${left[0]}" cannot be joined`);
        for (const match of piece.matchAll(namePattern)) {
            const name = /** @type {string} */ (match[1]);
            if (names.has(name)) throw new Error(`${name} is declared in ${path} and in ${names.get(name)}`);
            names.set(name, path);
        }
        pieces.push(`// ${path.slice(resolve(site).length)}\n${piece}`);
    }

    add(join(resolve(site), entry));
    const begin = `self.REVEILLE_VERSION = ${JSON.stringify(version)};\n(() => {\n"use strict";\n`;
    return `${begin}${pieces.join("\n")}})();\n`;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === resolve(process.argv[1])) {
    const [site = "", version = "development"] = process.argv.slice(2);
    process.stdout.write(joinWorker(site, version));
}
