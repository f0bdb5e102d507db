// Calls to the relay, each in an envelope of this device.

import { sealRequest } from "../pa1/envelope.js";
import { ProblemError, problemOf } from "./problem.js";

/** @typedef {import("./clock.js").RelayClock} RelayClock */
/** @typedef {{ deviceId: string, requestKey: CryptoKey }} Credentials */
/** @typedef {{ method: string, target: string, body?: object, jti?: string, iat?: number }} Call */

const timeLimit = 20_000;

export class RelayClient {
    /**
     * @param {{ origin: string, fetch?: typeof fetch, clock: RelayClock }} options
     */
    constructor(options) {
        this.origin = options.origin;
        this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
        this.clock = options.clock;
        /** @type {Credentials | null} */
        this.credentials = null;
        /**
         * Hears of every answer and of every failure to get one.
         * @type {(problem: ProblemError | null) => void}
         */
        this.onContact = () => undefined;
    }

    /**
     * Makes one call, and repeats it once by the relay's clock where this device's is wrong.
     * @param {Call} call
     * @returns {Promise<Response>} an answer of success
     */
    async send(call) {
        const { deviceId, requestKey } = this.need();
        for (let round = 0; ; round += 1) {
            const skewed = round > 0;
            const sealed = await sealRequest(requestKey, deviceId, skewed ? { ...call, iat: undefined } : call,
                this.clock.now());
            const init = { method: sealed.method, headers: sealed.headers, body: sealed.body };
            try {
                return await this.exchange(sealed.target, init);
            } catch (error) {
                if (!(error instanceof ProblemError) || error.kind !== "clock-skew" || skewed) throw error;
            }
        }
    }

    /** @returns {Credentials} */
    need() {
        if (!this.credentials) throw new ProblemError("lost", { detail: "This device is not registered." });
        return this.credentials;
    }

    /**
     * The JSON of the answer to one call; null where it has none.
     * @param {string} method
     * @param {string} target
     * @param {object} [body]
     * @returns {Promise<any>}
     */
    async call(method, target, body) {
        const sent = this.clock.device();
        const response = await this.send({ method, target, body });
        const received = this.clock.device();
        if (response.status === 204) return null;
        const answer = await response.json();
        // Finer than the whole seconds of a `Date` header.
        const serverTime = Date.parse(answer.serverTime ?? "");
        if (Number.isFinite(serverTime)) this.clock.learn(serverTime, sent, received, 1);
        return answer;
    }

    /** @param {string} target @returns {Promise<any>} */
    get(target) {
        return this.call("GET", target);
    }

    /**
     * Sends a request and learns from the answer what time it is there.
     * @param {string} target
     * @param {RequestInit & { timeLimit?: number }} [init]
     * @returns {Promise<Response>} an answer of success
     */
    async exchange(target, init = {}) {
        const sent = this.clock.device();
        let response;
        try {
            response = await this.fetch(this.origin + target, {
                cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
                signal: timeoutSignal(init.timeLimit ?? timeLimit), ...init,
            });
        } catch (error) {
            const offline = new ProblemError("offline", { detail: String(error) });
            this.onContact(offline);
            throw offline;
        }
        const received = this.clock.device();
        const date = Date.parse(response.headers.get("Date") ?? "");
        if (Number.isFinite(date)) this.clock.learn(date, sent, received, 1000);
        if (response.ok) {
            this.onContact(null);
            return response;
        }
        const problem = await problemOf(response);
        const serverTime = Date.parse(problem.serverTime ?? "");
        if (Number.isFinite(serverTime)) this.clock.learn(serverTime, sent, received, 1);
        this.onContact(problem);
        throw problem;
    }
}

/**
 * A signal that aborts after a time.
 * @param {number} limit ms
 * @returns {AbortSignal}
 */
export function timeoutSignal(limit) {
    const abort = new AbortController();
    const timer = /** @type {any} */ (setTimeout(() => abort.abort(), limit));
    timer.unref?.();
    return abort.signal;
}
