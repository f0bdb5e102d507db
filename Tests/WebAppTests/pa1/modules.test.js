import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { vectors } from "./support.js";

const folder = new URL("../../../Sources/WebApp/site/pa1/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".js")).sort();
const texts = new Map(names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
const importPattern = /^import \{([^}]*)\} from "\.\/([A-Za-z0-9]+\.js)";$/gm;

/** The modules in an order in which each follows those that it imports. */
function inOrder() {
    const done = [];
    const visit = (name, path) => {
        assert.ok(!path.includes(name), `a circle of imports: ${[...path, name].join(" → ")}`);
        if (done.includes(name)) return;
        for (const [, , other] of texts.get(name).matchAll(importPattern)) visit(other, [...path, name]);
        done.push(name);
    };
    for (const name of names) visit(name, []);
    return done;
}

test("every module can become a part of one classic script", () => {
    const owners = new Map();
    for (const [name, text] of texts) {
        const rest = text.replace(importPattern, "").replace(/\/\*[^]*?\*\//g, "");
        assert.doesNotMatch(rest, /^import|\bimport\(|import\.meta|^(?:\w.*)?\bawait (?!.*\{$)/m, name);
        assert.doesNotMatch(rest, /^export (?!(?:async )?function |class |const )/m, name);
        for (const [, imported] of text.matchAll(importPattern)) {
            assert.doesNotMatch(imported, /\bas\b|\*|default/, name);
        }
        const declaration = /^(?:export )?(?:async function|function|class|const|let|var) (\w+)/gm;
        for (const [, declared] of rest.matchAll(declaration)) {
            assert.equal(owners.get(declared), undefined, `${declared} stands in ${owners.get(declared)} and ${name}`);
            owners.set(declared, name);
        }
    }
    assert.ok(owners.size > 100);
});

test("the joined script opens the known answers, with nothing but what a worker has", async () => {
    const bodyOf = (name) => texts.get(name).replace(importPattern, "").replace(/^export /gm, "");
    const body = inOrder().map(bodyOf).join("\n");
    const script = `(() => { "use strict"; ${body}
        globalThis.opened = (async () => {
            const key = await requestKeyOf(Uint8Array.from(deviceKey));
            return openEnvelope(key, envelope);
        })();
    })()`;
    const { request } = vectors("pa1");
    const deviceKey = [...Buffer.from(request.deviceKey, "hex")];
    const context = vm.createContext({ crypto, TextEncoder, TextDecoder, deviceKey, envelope: request.jwe });
    vm.runInContext(script, context);
    assert.equal((await context.opened).htu, "/v1/alarms");
});

test("no module writes to a console, stores anything, or asks a network", () => {
    for (const [name, text] of texts) {
        assert.doesNotMatch(text, /\bconsole\.|\bfetch\(|localStorage|indexedDB|XMLHttpRequest|\beval\(|Math\.random/,
            name);
    }
});
