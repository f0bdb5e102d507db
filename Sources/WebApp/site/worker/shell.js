// The app's files without a network. All of them are of one version: a new version fills a cache of its own before it
// takes over, and nothing is mixed.

const shellPrefix = "reveille-";

/** @returns {string} */
function shellName() {
    return shellPrefix + /** @type {any} */ (self).REVEILLE_VERSION;
}

/** The paths that answer with the app's page. */
const pagePaths = new Set(["/", "/p", "/P", "/e", "/status", "/index.html"]);

/** Fetches all files of this version; fails, and is tried again, where the relay has another one meanwhile. */
export async function fillShell() {
    const response = await fetch("/shell.json", { cache: "no-store" });
    const { version, files } = await response.json();
    if (version !== /** @type {any} */ (self).REVEILLE_VERSION) throw new Error("the relay has another version by now");
    const cache = await caches.open(shellName());
    const wanted = files.filter((/** @type {string} */ file) => file !== "/worker.js");
    const answers = await Promise.all(wanted.map(async (/** @type {string} */ file) => {
        const answer = await fetch(file, { cache: "no-cache" });
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        return answer;
    }));
    await Promise.all(answers.map((answer, index) => cache.put(wanted[index], answer)));
    // The files may have changed while they were fetched.
    const after = await (await fetch("/shell.json", { cache: "no-store" })).json();
    if (after.version !== version) {
        await caches.delete(shellName());
        throw new Error("the relay has another version by now");
    }
}

/** Forgets the files of older versions. */
export async function forgetOldShells() {
    for (const name of await caches.keys()) {
        if (name.startsWith(shellPrefix) && name !== shellName()) await caches.delete(name);
    }
}

/**
 * The answer to a request for one of the app's files; null for all others, as for calls to the relay.
 * @param {Request} request
 * @returns {Promise<Response> | null}
 */
export function answerFromShell(request) {
    const address = new URL(request.url);
    const isOwn = address.origin === self.location.origin && request.method === "GET";
    if (!isOwn || address.pathname.startsWith("/v1/")) return null;
    if (request.mode === "navigate" && !pagePaths.has(address.pathname)) return null;
    const path = pagePaths.has(address.pathname) ? "/index.html" : address.pathname;
    return answerByPath(path, request);
}

/**
 * @param {string} path
 * @param {Request} request
 */
async function answerByPath(path, request) {
    const cache = await caches.open(shellName());
    return await cache.match(path) ?? fetch(request);
}
