// Requests that change something, kept until they are answered: the same request id makes sure that a repeat after a
// lost answer, or after the page was closed, changes nothing twice.

import { encodeBase64url } from "../pa1/base64url.js";
import { withLock } from "../store/locks.js";
import { backoff } from "./backoff.js";
import { ProblemError, asProblem } from "./problem.js";

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("./client.js").RelayClient} RelayClient */

/**
 * @typedef {object} JournalEntry
 * @property {string} jti
 * @property {number} order by which entries are sent
 * @property {string} kind names who handles the answer
 * @property {string} about what it is about, as an alarm's id
 * @property {string} method
 * @property {string} target
 * @property {object | null} body
 * @property {number | null} iat seconds, of the first try; null while it was never sent
 * @property {boolean} keep whether it waits for the network however long, else only until it is fresh no more
 * @property {boolean} [once] whether it is dropped at once where nothing answers
 * @property {number} failures
 * @property {number} notBefore ms by this device's clock
 * @property {number | null} until ms by the relay's clock, after which nobody needs it
 */

/** @typedef {{ kind: string, about?: string, method: string, target: string, body?: object, keep?: boolean,
 *     once?: boolean, until?: number | null }} Change */
/** @typedef {(entry: JournalEntry, answer: any, problem: ProblemError | null) => Promise<void> | void} Handler */

/** Instead of an entry: all that wait are tried, as when the network is back. */
export const everything = "everything";

// The relay takes an `iat` that is at most 300 s old.
const freshFor = 280_000;
const secondTryAfter = 300;

/** @param {Change} change @param {number} order @returns {JournalEntry} */
export function journalEntry(change, order) {
    return {
        jti: encodeBase64url(crypto.getRandomValues(new Uint8Array(16))), order, kind: change.kind,
        about: change.about ?? "", method: change.method, target: change.target, body: change.body ?? null, iat: null,
        keep: change.keep ?? false, once: change.once ?? false, failures: 0, notBefore: 0, until: change.until ?? null,
    };
}

export class Journal {
    /**
     * @param {Store} store
     * @param {RelayClient} relay
     * @param {LockManager | null} [locks]
     */
    constructor(store, relay, locks) {
        this.store = store;
        this.relay = relay;
        this.locks = locks;
        /** @type {Record<string, Handler>} */
        this.handlers = {};
        /**
         * The kinds that are sent from here; null for all.
         * @type {Set<string> | null}
         */
        this.only = null;
        /** @type {Map<string, (result: { answer: any, problem: ProblemError | null }) => void>} */
        this.waiting = new Map();
        this.lastOrder = 0;
        /**
         * Hears how many entries wait.
         * @type {(queued: number) => void}
         */
        this.onCount = () => undefined;
    }

    /** @param {Change} change @returns {JournalEntry} to be written together with what it is about */
    entry(change) {
        this.lastOrder = Math.max(this.lastOrder + 1, this.relay.clock.device());
        return journalEntry(change, this.lastOrder);
    }

    /**
     * Makes a change and waits for the answer; without an answer it is not tried again later, unless `keep`.
     * @param {Change} change
     * @param {import("../store/database.js").Change[]} [together] what is written in the same transaction
     * @returns {Promise<any>} the JSON of the answer
     */
    async change(change, together = []) {
        const entry = this.entry(change);
        await this.store.write([...together, { area: "journal", put: entry }]);
        const { answer, problem } = await this.deliver(entry);
        if (problem) throw problem;
        return answer;
    }

    /**
     * Sends what waits, this entry among it.
     * @param {JournalEntry} entry
     */
    async deliver(entry) {
        const result = new Promise((/** @type {(result: any) => void} */ resolve) => this.waiting.set(entry.jti,
            resolve));
        this.flush(entry.jti).catch((error) => this.settle(entry.jti, null, asProblem(error)));
        return /** @type {Promise<{ answer: any, problem: ProblemError | null }>} */ (result);
    }

    /**
     * Sends what waits, oldest first.
     * @param {string | null} [wanted] an entry that is tried even if its time has not come, or `everything`
     * @returns {Promise<number>} ms until the next one may be tried; Infinity when none waits
     */
    async flush(wanted = null) {
        return withLock("queue", () => this.sendAll(wanted), this.locks);
    }

    /** @param {string | null} wanted @returns {Promise<number>} */
    async sendAll(wanted) {
        /** @type {JournalEntry[]} */
        const entries = (await this.store.all("journal")).filter((entry) => this.only?.has(entry.kind) ?? true);
        entries.sort((left, right) => left.order - right.order);
        // What is about one thing stays in its order: a later report waits for an earlier one.
        const held = new Set();
        let next = Infinity;
        let offline = null;
        for (const entry of entries) {
            const wait = entry.notBefore - this.relay.clock.device();
            if (held.has(entry.about) || offline || (wait > 0 && wanted !== entry.jti && wanted !== everything)) {
                if (entry.about) held.add(entry.about);
                next = Math.min(next, Math.max(wait, 0) || backoff(1));
                const problem = offline ?? new ProblemError("offline");
                if (entry.once) await this.finish(entry, null, problem);
                else this.settle(entry.jti, null, problem);
                continue;
            }
            const problem = await this.sendOne(entry);
            if (!problem) continue;
            if (problem.kind === "offline") offline = problem;
            if (entry.about) held.add(entry.about);
            next = Math.min(next, backoff(entry.failures + 1, problem.retryAfter));
        }
        this.onCount(await this.count());
        return next;
    }

    /**
     * Sends one entry until it is answered, twice at most.
     * @param {JournalEntry} entry
     * @returns {Promise<ProblemError | null>} why it has to wait; null when it is done with
     */
    async sendOne(entry) {
        const now = this.relay.clock.now();
        if (entry.until !== null && entry.until < now) {
            await this.finish(entry, null, new ProblemError("expired"));
            return null;
        }
        const wasSent = entry.iat !== null;
        const isStale = wasSent && now - (entry.iat ?? 0) * 1000 > freshFor;
        if (isStale && !entry.keep) {
            await this.finish(entry, null, new ProblemError("offline"));
            return null;
        }
        if (isStale || !wasSent) {
            // A repeat of what is fresh no more is another request. It changes nothing twice: alarms have ids of their
            // own, and reports name a revision.
            const jti = isStale ? this.entry({ kind: "", method: "", target: "" }).jti : entry.jti;
            const started = { ...entry, jti, iat: Math.floor(now / 1000) };
            await this.store.database.write([{ area: "journal", remove: entry.jti },
                { area: "journal", put: started }]);
            if (jti !== entry.jti) this.moveWaiting(entry.jti, jti);
            entry = started;
        }
        try {
            const response = await this.sendTwice(entry);
            await this.finish(entry, response.status === 204 ? null : await response.json(), null);
            return null;
        } catch (error) {
            const problem = asProblem(error);
            if (!problem.passes || entry.once || (!entry.keep && problem.kind !== "offline")) {
                await this.finish(entry, null, problem);
                return null;
            }
            const failures = entry.failures + 1;
            const notBefore = this.relay.clock.device() + backoff(failures, problem.retryAfter);
            await this.store.database.write([{ area: "journal", put: { ...entry, failures, notBefore } }]);
            this.settle(entry.jti, null, problem);
            return problem;
        }
    }

    /**
     * A connection that was lost is tried once more at once, with the same request.
     * @param {JournalEntry} entry
     * @returns {Promise<Response>}
     */
    async sendTwice(entry) {
        const call = {
            method: entry.method, target: entry.target, body: entry.body ?? undefined, jti: entry.jti,
            iat: entry.iat ?? undefined,
        };
        try {
            return await this.relay.send(call);
        } catch (error) {
            if (asProblem(error).kind !== "offline") throw error;
            await new Promise((resolve) => setTimeout(resolve, secondTryAfter));
            return this.relay.send(call);
        }
    }

    /**
     * How many entries wait for a network.
     * @returns {Promise<number>}
     */
    async count() {
        return (await this.store.all("journal")).filter((/** @type {JournalEntry} */ entry) => entry.keep).length;
    }

    /** @param {JournalEntry} entry @param {any} answer @param {ProblemError | null} problem */
    async finish(entry, answer, problem) {
        try {
            await this.handlers[entry.kind]?.(entry, answer, problem);
        } finally {
            await this.store.write([{ area: "journal", remove: entry.jti }]);
            this.settle(entry.jti, answer, problem);
        }
    }

    /** @param {string} jti @param {any} answer @param {ProblemError | null} problem */
    settle(jti, answer, problem) {
        this.waiting.get(jti)?.({ answer, problem });
        this.waiting.delete(jti);
    }

    /** @param {string} before @param {string} after */
    moveWaiting(before, after) {
        const waiting = this.waiting.get(before);
        this.waiting.delete(before);
        if (waiting) this.waiting.set(after, waiting);
    }
}
