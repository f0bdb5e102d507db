// Apps without a browser, each with a storage of its own.

import { App } from "../../../Sources/WebApp/site/session/app.js";
import { memoryIndexedDB } from "./indexedDB.js";
import { memoryLocks } from "./locks.js";

/**
 * A network that can be cut and that can lose answers.
 */
export class Network {
    constructor() {
        this.isCut = false;
        this.loseAnswers = 0;
        /** @type {{ method: string, path: string }[]} */
        this.requests = [];
        /** @type {Set<AbortController>} */
        this.open = new Set();
        /** @type {Map<string, { isAsked: boolean, released: Promise<void> }>} */
        this.held = new Map();
    }

    /** @type {typeof fetch} */
    fetch = async (input, init = {}) => {
        const path = new URL(String(input)).pathname;
        this.requests.push({ method: init.method ?? "GET", path });
        if (this.isCut) throw new TypeError("the network is cut");
        const cutting = new AbortController();
        this.open.add(cutting);
        init.signal?.addEventListener("abort", () => cutting.abort());
        const response = await fetch(input, { ...init, signal: cutting.signal });
        const held = this.held.get(path);
        if (held) {
            held.isAsked = true;
            await held.released;
        }
        if (this.loseAnswers > 0 && (init.method ?? "GET") !== "GET") {
            this.loseAnswers -= 1;
            await response.arrayBuffer();
            throw new TypeError("the answer was lost");
        }
        return response;
    };

    /**
     * Holds back the relay's answers to a path, as they were when they were asked for, until they are released.
     * @param {string} path
     */
    hold(path) {
        /** @type {() => void} */
        let release = () => undefined;
        const held = { isAsked: false, released: /** @type {Promise<void>} */ (new Promise((done) => { release = done; })),
            release: () => {
                this.held.delete(path);
                release();
            } };
        this.held.set(path, held);
        return held;
    }

    cut() {
        this.isCut = true;
        for (const one of this.open) one.abort();
        this.open.clear();
    }

    mend() {
        this.isCut = false;
    }
}

/** One browser: what it keeps, its network, and the app in it. */
export class Browser {
    /** @param {string} origin @param {{ timeZone?: string, now?: () => number }} [options] */
    constructor(origin, options = {}) {
        this.origin = origin;
        this.options = options;
        this.indexedDB = memoryIndexedDB();
        this.locks = memoryLocks();
        this.network = new Network();
        this.tabs = [];
    }

    /** Opens the app in a tab; again, as after a reload, with what was kept. */
    async open() {
        const app = await App.open({
            origin: this.origin, indexedDB: this.indexedDB, fetch: this.network.fetch, locks: this.locks,
            channel: this.options.channel ?? null,
            serviceWorker: null, notifications: null, locale: "en", timeZone: this.options.timeZone ?? "Europe/Berlin",
            now: this.options.now ?? Date.now,
        });
        this.tabs.push(app);
        this.app = app;
        return app;
    }

    close() {
        for (const tab of this.tabs.splice(0)) tab.close();
        this.network.cut();
    }

    async reload() {
        for (const tab of this.tabs.splice(0)) tab.close();
        return this.open();
    }
}

/**
 * Waits until something is true of an app's state.
 * @template T
 * @param {any} app
 * @param {(state: import("../../../Sources/WebApp/site/types/app.js").AppState) => T} test
 * @param {string} what
 * @param {number} [limit] ms
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(app, test, what, limit = 15_000) {
    const begin = Date.now();
    for (;;) {
        const value = test(app.state);
        if (value) return /** @type {any} */ (value);
        if (Date.now() - begin > limit) {
            throw new Error(`not within ${limit} ms: ${what}; ${JSON.stringify(app.state, null, 1).slice(0, 3000)}`);
        }
        await new Promise((resolve) => {
            const timer = setTimeout(done, 200);
            function done() {
                clearTimeout(timer);
                app.removeEventListener("change", done);
                resolve(undefined);
            }
            app.addEventListener("change", done);
        });
    }
}

/** Two people, paired. @param {import("./relay.js").TestRelay} relay */
export async function pairedBrowsers(relay, first = {}, second = {}) {
    const ana = new Browser(relay.origin, first);
    const ben = new Browser(relay.origin, second);
    await (await ana.open()).enroll(await relay.enrolment(), "Ana");
    await ben.open();
    await pairBrowsers(ana, ben);
    return { ana, ben };
}

/** @param {Browser} ana shows the code @param {Browser} ben types it */
export async function pairBrowsers(ana, ben, kind = "pair", options = {}) {
    const invite = await ana.app.invite(kind, options);
    const claim = await ben.app.claim(invite.code, "Ben");
    const answered = await ben.app.answer(claim.id);
    await until(ana.app, (state) => state.invites.find((one) => one.id === invite.id && one.asks === "digits"),
        "the answer");
    await ana.app.confirm(invite.id, answered.digits);
    for (const { app } of [ana, ben]) {
        await until(app, (state) => state.invites.find((one) => one.id === invite.id && one.state === "active"),
            "active");
    }
    return { invite, claim };
}

/** A draft of an alarm that is due some seconds from now. */
export function draftIn(seconds, pairId, message, more = {}) {
    const due = new Date(Date.now() + seconds * 1000);
    return {
        pairId, message, zone: "UTC", date: due.toISOString().slice(0, 10),
            localTime: due.toISOString().slice(11, 19), ...more,
    };
}
