// What the app keeps: one place that reads and writes it, and that tells the other tabs and the worker.

import { newVaultKey } from "../pa1/vault.js";
import { Database, allAreas, openDatabase } from "./database.js";

/** @typedef {import("./database.js").Area} Area */
/** @typedef {import("./database.js").Change} Change */

/**
 * Who this device is at the relay.
 * @typedef {object} Profile
 * @property {string} deviceId
 * @property {CryptoKey} requestKey seals envelopes; cannot be taken out
 * @property {string} name
 * @property {string} timeZone
 * @property {string} locale
 * @property {"events" | "webpush"} platform
 * @property {string | null} personId
 */

const channelName = "reveille";

export class Store {
    /**
     * @param {Database} database
     * @param {CryptoKey} vault wraps the secrets of pairs, circles and pairings; cannot be taken out of this browser
     * @param {BroadcastChannel | null} channel
     */
    constructor(database, vault, channel) {
        this.database = database;
        this.vault = vault;
        this.channel = channel;
        /**
         * Hears what other tabs and the worker have changed.
         * @type {((message: any) => void) | null}
         */
        this.onMessage = null;
        if (channel) channel.onmessage = (event) => this.onMessage?.(event.data);
    }

    /**
     * @param {{ indexedDB?: IDBFactory, name?: string, channel?: ((name: string) => BroadcastChannel) | null }} options
     * @returns {Promise<Store>}
     */
    static async open(options = {}) {
        const factory = options.indexedDB ?? globalThis.indexedDB;
        const database = new Database(await openDatabase(factory, options.name ?? "reveille"));
        let key = await database.get("facts", "vault");
        if (!key) {
            const made = await newVaultKey();
            key = await database.update("facts", "vault", (present) => present ?? made);
        }
        const make = options.channel === undefined && typeof BroadcastChannel === "function"
            ? (/** @type {string} */ name) => new BroadcastChannel(name) : options.channel ?? null;
        return new Store(database, key, make ? make(channelName) : null);
    }

    /** @param {Area} area @param {IDBValidKey} key */
    get(area, key) {
        return this.database.get(area, key);
    }

    /** @param {Area} area */
    all(area) {
        return this.database.all(area);
    }

    /** @param {string} name @returns {Promise<any>} */
    fact(name) {
        return this.database.get("facts", name);
    }

    /** @returns {Promise<Profile | undefined>} */
    profile() {
        return this.database.get("facts", "profile");
    }

    /** @param {string} name @param {any} value @returns {Change} */
    static fact(name, value) {
        return { area: "facts", key: name, put: value };
    }

    /**
     * Makes all changes or none, and tells the other tabs.
     * @param {Change[]} changes
     */
    async write(changes) {
        await this.database.write(changes);
        this.tell({ type: "changed", areas: [...new Set(changes.map((change) => change.area))] });
    }

    /** @param {Area} area @param {IDBValidKey} key @param {(value: any) => any} change @returns {Promise<any>} */
    async update(area, key, change) {
        const value = await this.database.update(area, key, change);
        this.tell({ type: "changed", areas: [area] });
        return value;
    }

    /** Forgets everything but the vault's key. */
    async forgetEverything() {
        const changes = allAreas.filter((area) => area !== "facts")
            .map((area) => /** @type {Change} */ ({ area, clear: true }));
        await this.write([...changes, { area: "facts", clear: true }, Store.fact("vault", this.vault)]);
    }

    /**
     * Tells the other tabs and the worker something.
     * @param {any} message
     */
    tell(message) {
        try {
            this.channel?.postMessage(message);
        } catch {
            // A channel that was closed has nobody to tell.
        }
    }

    close() {
        this.channel?.close();
        this.database.close();
    }
}
