// What the parts of a session share: the store, the relay, the journal, and the state that the screens show.

import { RelayClient } from "../relay/client.js";
import { RelayClock } from "../relay/clock.js";
import { Journal } from "../relay/journal.js";
import { asProblem } from "../relay/problem.js";
import { Store } from "../store/store.js";
import { firstState } from "./firstState.js";
import { receiptEntry } from "./receipts.js";

/** @typedef {import("../types/app.js").AppState} AppState */
/** @typedef {import("../types/app.js").OpenOptions} OpenOptions */
/** @typedef {"alarms" | "pairs" | "devices" | "invites" | "circles" | "checkIns" | "care"} Part */

export class SessionCore {
    /**
     * @param {EventTarget} target fires "change"
     * @param {Store} store
     * @param {OpenOptions} options
     */
    constructor(target, store, options) {
        this.target = target;
        this.store = store;
        this.options = options;
        this.origin = options.origin ?? globalThis.location.origin;
        this.clock = new RelayClock(options.now ?? Date.now);
        this.relay = new RelayClient({ origin: this.origin, fetch: options.fetch, clock: this.clock });
        this.locks = options.locks === undefined ? globalThis.navigator?.locks ?? null : options.locks;
        this.journal = new Journal(store, this.relay, this.locks);
        /** @type {AppState} */
        this.state = firstState();
        this.isNotified = false;
        this.isClosed = false;
        /**
         * Asks the relay anew for parts of the state, or all.
         * @type {(parts?: Part[]) => Promise<void>}
         */
        this.refresh = async () => undefined;
        /**
         * The relay has no push address of this device; the one that it had been told is given.
         * @type {(told: string | null) => void}
         */
        this.onNeedsToken = () => {};
        /**
         * A push or an event has come.
         * @type {(push: { stage: string, id: string }) => void}
         */
        this.onHeard = () => undefined;
        /** Asks the relay anew, a moment from now, for what an event may have changed. */
        this.refreshSoon = () => {};
        /** Has the worker send what waits when the network is back, even if this page is closed. */
        this.sendLater = () => {};
        /**
         * Reads the profile and the views that another tab may have changed.
         * @type {() => Promise<void>}
         */
        this.reloadFacts = async () => undefined;
        /** When the push address was last renewed, ms by this device's clock. */
        this.renewedAt = -Infinity;
        /** Stops to be the tab that listens and sends. */
        this.stopLeading = () => {};
        /** Tries everything again at once, as when the network is back. */
        this.wake = () => {};
        this.isRemoved = false;
        /** Whether the regular looks at invites and keys have begun. */
        this.isWatching = false;
        /**
         * Done when the worker is registered, or cannot be.
         * @type {Promise<unknown>}
         */
        this.workerRegistered = Promise.resolve();
        /** The clock offset that is kept for the worker, ms. */
        this.keptOffset = 0;
        /** Whether this tab is the one that listens and sends. */
        this.isLeader = false;
        /** @type {Set<ReturnType<typeof setTimeout>>} */
        this.timers = new Set();
    }

    /** Now by the relay's clock, ms. */
    get now() {
        return this.clock.now();
    }

    /** @returns {import("./incoming.js").Here} */
    get here() {
        return { store: this.store, origin: this.origin, now: this.now, canArm: this.state.bedside.on };
    }

    /**
     * Replaces members of the state and tells the screens.
     * @param {Partial<AppState>} changes
     */
    set(changes) {
        const keys = /** @type {(keyof AppState)[]} */ (Object.keys(changes));
        if (keys.every((key) => this.state[key] === changes[key])) return;
        this.state = { ...this.state, ...changes };
        if (this.isNotified) return;
        this.isNotified = true;
        queueMicrotask(() => {
            this.isNotified = false;
            if (!this.isClosed) this.target.dispatchEvent(new Event("change"));
        });
    }

    /** @param {Partial<AppState["connection"]>} changes */
    setConnection(changes) {
        const keys = /** @type {(keyof AppState["connection"])[]} */ (Object.keys(changes));
        if (keys.every((key) => this.state.connection[key] === changes[key])) return;
        this.set({ connection: { ...this.state.connection, ...changes } });
    }

    /**
     * Keeps a list of the relay's for a start without network, and shows it.
     * @param {keyof AppState} name
     * @param {any} view
     */
    async keepView(name, view) {
        await this.store.write([Store.fact(`view.${name}`, view)]);
        this.set({ [name]: view });
    }

    /**
     * Reports about an alarm that rings here; sent later where there is no network.
     * @param {import("./planning.js").AlarmRecord} alarm
     * @param {import("./receipts.js").ReceiptState} state
     */
    async report(alarm, state) {
        const entry = receiptEntry(this.journal, alarm, state, { now: this.now });
        await this.store.write([{ area: "journal", put: entry }]);
        this.background(() => this.journal.deliver(entry));
    }

    /**
     * Runs work in the background; what fails there is known by the connection's state.
     * @param {() => Promise<any>} work
     */
    background(work) {
        work().catch((error) => {
            const problem = asProblem(error);
            if (problem.kind === "internal" && !this.isClosed) console.error(error);
        });
    }

    /** @param {() => void} work @param {number} wait ms */
    later(work, wait) {
        const timer = setTimeout(() => {
            this.timers.delete(timer);
            if (!this.isClosed) work();
        }, wait);
        this.timers.add(timer);
        return timer;
    }

    /** @param {ReturnType<typeof setTimeout>} timer */
    cancelLater(timer) {
        clearTimeout(timer);
        this.timers.delete(timer);
    }

    close() {
        this.isClosed = true;
        for (const timer of this.timers) clearTimeout(timer);
    }
}
