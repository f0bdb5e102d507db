// The page's side of the service worker and of the browser: registration, new versions, messages, and coming back.

import { asProblem } from "../relay/problem.js";
import { takeMessage } from "./listening.js";
import { lookAtPush } from "./push.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

export class WorkerLink {
    /** @param {SessionCore} core */
    constructor(core) {
        this.core = core;
        this.container = core.options.serviceWorker === undefined
            ? globalThis.navigator?.serviceWorker ?? null : core.options.serviceWorker;
        /** @type {ServiceWorkerRegistration | null} */
        this.registration = null;
        this.abort = new AbortController();
        this.isReloading = false;
    }

    start() {
        const { signal } = this.abort;
        const { core } = this;
        const page = globalThis.document;
        page?.addEventListener("visibilitychange", () => {
            if (page.visibilityState === "visible") this.comeBack();
        }, { signal });
        globalThis.addEventListener?.("online", () => {
            core.setConnection({ online: true });
            core.wake();
        }, { signal });
        globalThis.addEventListener?.("offline", () => core.setConnection({ online: false }), { signal });
        core.background(() => this.lookAtStorage());
        if (!this.container) return;
        this.container.addEventListener("message", (event) => takeMessage(core, event.data), { signal });
        this.container.addEventListener("controllerchange", () => {
            // Only a page that has asked for the new version is loaded anew: a ring must not vanish.
            if (this.isReloading) globalThis.location.reload();
        }, { signal });
        core.workerRegistered = this.register();
    }

    async register() {
        if (!this.container || !globalThis.location) return;
        try {
            this.registration = await this.container.register(workerAddress(), { scope: "/" });
        } catch (error) {
            this.core.set({ push: { ...this.core.state.push, trouble: "push.noWorker" } });
            console.warn("No service worker:", asProblem(error).message);
            return;
        }
        const registration = this.registration;
        if (registration.waiting && this.container.controller) this.core.set({ newVersion: true });
        registration.addEventListener("updatefound", () => {
            const coming = registration.installing;
            coming?.addEventListener("statechange", () => {
                if (coming.state === "installed" && this.container?.controller) this.core.set({ newVersion: true });
            });
        }, { signal: this.abort.signal });
        // Once this is done, since it is waited for.
        this.core.later(() => this.core.background(() => lookAtPush(this.core)), 0);
    }

    takeNewVersion() {
        this.isReloading = true;
        const waiting = this.registration?.waiting;
        if (waiting) waiting.postMessage({ type: "takeOver" });
        else globalThis.location.reload();
    }

    comeBack() {
        this.core.wake();
        this.core.background(async () => {
            await lookAtPush(this.core);
            await this.registration?.update().catch(asProblem);
        });
    }

    async lookAtStorage() {
        const storage = globalThis.navigator?.storage;
        if (!storage?.persist) return;
        const persistent = await storage.persisted() || await storage.persist();
        const { quota } = await storage.estimate();
        // A window that forgets everything has little room and never a lasting one.
        this.core.set({ storage: { persistent, private: !persistent && (quota ?? Infinity) < 120_000_000 } });
    }

    stop() {
        this.abort.abort();
    }
}

/**
 * The address of the worker, as Trusted Types want it.
 * @returns {any}
 */
function workerAddress() {
    const address = "/worker.js";
    const types = /** @type {any} */ (globalThis).trustedTypes;
    if (!types) return address;
    workerPolicy ??= types.createPolicy("reveille", {
        createScriptURL: (/** @type {string} */ text) => {
            if (text === address) return text;
            throw new TypeError("Only the worker's own address is allowed.");
        },
    });
    return workerPolicy.createScriptURL(address);
}

/** @type {any} */
let workerPolicy = null;
