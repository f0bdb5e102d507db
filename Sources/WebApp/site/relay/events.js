// The relay's event stream, read by fetch, since EventSource cannot carry an envelope. It comes back by itself.

import { backoff } from "./backoff.js";
import { ProblemError, asProblem } from "./problem.js";
import { sealRequest } from "../pa1/envelope.js";

/** @typedef {import("./client.js").RelayClient} RelayClient */
/** @typedef {{ event: string, data: any }} StreamEvent */

// The relay sends a comment every 20 s.
const silenceLimit = 50_000;

/** Reads server-sent events (WHATWG HTML, section 9.2) out of pieces of text. */
export class EventReader {
    constructor() {
        this.rest = "";
        this.event = "";
        /** @type {string[]} */
        this.data = [];
    }

    /** @param {string} text @returns {StreamEvent[]} the events that are complete now */
    read(text) {
        const all = this.rest + text;
        // A carriage return at the end may be half of a line's end.
        const held = all.endsWith("\r") ? "\r" : "";
        const lines = all.slice(0, all.length - held.length).split(/\r\n|\n|\r/);
        this.rest = (lines.pop() ?? "") + held;
        /** @type {StreamEvent[]} */
        const events = [];
        for (const line of lines) {
            if (line === "") {
                if (this.data.length > 0) events.push({ event: this.event || "message", data: this.data.join("\n") });
                this.event = "";
                this.data = [];
            } else if (line.startsWith("event:")) {
                this.event = line.slice(6).trim();
            } else if (line.startsWith("data:")) {
                this.data.push(line.slice(5).replace(/^ /, ""));
            }
        }
        return events.map(({ event, data }) => {
            try {
                return { event, data: JSON.parse(data) };
            } catch {
                return { event, data: null };
            }
        });
    }
}

export class EventStream {
    /**
     * @param {RelayClient} relay
     * @param {(event: StreamEvent) => void} onEvent
     * @param {(problem: ProblemError) => void} onRefused the relay does not know this device any more
     */
    constructor(relay, onEvent, onRefused) {
        this.relay = relay;
        this.onEvent = onEvent;
        this.onRefused = onRefused;
        this.isOpen = false;
        this.failures = 0;
        /** @type {AbortController | null} */
        this.abort = null;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
    }

    open() {
        if (this.isOpen) return;
        this.isOpen = true;
        void this.run();
    }

    close() {
        this.isOpen = false;
        clearTimeout(this.timer);
        this.abort?.abort();
    }

    /** Tries again at once, as when the network is back. */
    wake() {
        if (!this.isOpen || this.abort) return;
        clearTimeout(this.timer);
        void this.run();
    }

    async run() {
        /** @type {number | undefined} */
        let wait;
        try {
            await this.listen();
            this.failures += 1;
        } catch (error) {
            this.failures += 1;
            const problem = asProblem(error);
            wait = problem.retryAfter;
            if (problem.kind === "unauthorized") this.onRefused(problem);
        }
        this.abort = null;
        if (this.isOpen) this.timer = setTimeout(() => void this.run(), backoff(this.failures, wait));
    }

    async listen() {
        const abort = new AbortController();
        this.abort = abort;
        const { deviceId, requestKey } = this.relay.need();
        const sealed = await sealRequest(requestKey, deviceId, { method: "GET", target: "/v1/events" },
            this.relay.clock.now());
        // A first answer that never comes must not hold the stream either.
        let watch = setTimeout(() => abort.abort(), silenceLimit);
        try {
            const response = await this.relay.exchange(sealed.target,
                { headers: sealed.headers, signal: abort.signal });
            if (!response.body) throw new ProblemError("unsupported");
            const reader = response.body.getReader();
            const decoder = new TextDecoder();
            const events = new EventReader();
            for (;;) {
                const { done, value } = await reader.read();
                if (done) return;
                this.failures = 0;
                clearTimeout(watch);
                watch = setTimeout(() => abort.abort(), silenceLimit);
                for (const event of events.read(decoder.decode(value, { stream: true }))) this.onEvent(event);
            }
        } finally {
            clearTimeout(watch);
        }
    }
}
