/**
 * The web app's PA1 in a browser, its records going through IndexedDB:
 *
 *     REVEILLE_BROWSER=/usr/bin/chromium node --test Tests/WebAppTests/pa1/browser.mjs
 *
 * or the path of a Firefox.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const browser = process.env.REVEILLE_BROWSER;
const skip = browser === undefined ? "REVEILLE_BROWSER names no browser" : false;

test("a browser opens the known answers, pairs, links, and keeps its keys", { skip, timeout: 120_000 }, async () => {
    const profile = mkdtempSync(join(tmpdir(), "reveille-browser-"));
    const { promise, settle } = deferred();
    const server = createServer((request, response) => serve(request, response, settle));
    const port = Number(process.env.REVEILLE_TEST_PORT ?? 21109);
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${port}/`;
    const flags = /firefox/.test(browser) ? ["--headless", "--no-remote", "--profile", profile]
        : ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
    const child = spawn(browser, [...flags, url], { stdio: "ignore", env: { ...process.env, HOME: profile } });
    const gone = new Promise((resolve) => child.on("close", resolve));
    try {
        const ended = gone.then((code) => `the browser ended with ${code}`);
        assert.equal(await Promise.race([promise, ended]), "ok");
    } finally {
        child.kill();
        await gone;
        server.close();
        server.closeAllConnections();
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
});

function deferred() {
    let settle;
    return { promise: new Promise((resolve) => { settle = resolve; }), settle };
}

const places = [
    [/^\/pa1\/(\w+\.js)$/, "../../../Sources/WebApp/site/pa1/"],
    [/^\/vectors\/(\w+\.json)$/, "../../SealingTests/Vectors/"],
    [/^\/(browserPage\.js)$/, "./"],
];

function serve(request, response, settle) {
    if (request.url === "/outcome") {
        let body = "";
        request.on("data", (piece) => { body += piece; }).on("end", () => {
            response.end();
            settle(body);
        });
        return;
    }
    if (request.url === "/") {
        response.setHeader("Content-Type", "text/html");
        response.end("<!DOCTYPE html><title>PA1</title><script type=module src=/browserPage.js></script>");
        return;
    }
    for (const [pattern, folder] of places) {
        const name = pattern.exec(request.url)?.[1];
        if (name === undefined) continue;
        response.setHeader("Content-Type", name.endsWith(".js") ? "text/javascript" : "application/json");
        response.end(readFileSync(new URL(folder + name, import.meta.url)));
        return;
    }
    response.writeHead(404).end();
}
