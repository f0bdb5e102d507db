// The worker's share of the session: the store, the relay, and what waits to be sent.

import { RelayClient } from "../relay/client.js";
import { RelayClock } from "../relay/clock.js";
import { Journal, everything } from "../relay/journal.js";
import { takeReceiptAnswer } from "../session/receipts.js";
import { snoozeMinutes, snoozeRoom } from "../session/snoozing.js";
import { Store } from "../store/store.js";

/**
 * @typedef {object} WorkerSession
 * @property {Store} store
 * @property {RelayClient} relay
 * @property {Journal} journal
 * @property {string} origin
 */

// What a worker may send by itself; other requests have answers that a page waits for.
const workerKinds = new Set(["receipt", "checkIn", "address"]);

/**
 * Opens the session, works with it and closes it: a worker may be ended at any time.
 * @template T
 * @param {(session: WorkerSession) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSession(work) {
    const store = await Store.open();
    try {
        const origin = self.location.origin;
        const keptOffset = await store.fact("clockOffset") ?? 0;
        const clock = new RelayClock(Date.now, keptOffset);
        const relay = new RelayClient({ origin, clock });
        relay.credentials = await store.profile() ?? null;
        const journal = new Journal(store, relay);
        journal.only = workerKinds;
        journal.handlers = {
            receipt: (entry, answer, problem) => takeReceiptAnswer(store, entry, answer, problem, relay.clock.now()),
            checkIn: async (_entry, answer) => {
                if (answer) await store.write([Store.fact("view.checkIn", { ...answer, queued: false })]);
            },
        };
        try {
            return await work({ store, relay, journal, origin });
        } finally {
            // The end of a snooze is told by the relay's clock, which no page may have heard of for days.
            if (Math.abs(clock.offset - keptOffset) > 1000) await store.write([Store.fact("clockOffset",
                clock.offset)]);
        }
    } finally {
        store.close();
    }
}

/**
 * For how many minutes what rings may be put off, by what the app knew last of the person's families.
 * @param {WorkerSession} session
 * @param {import("../session/planning.js").AlarmRecord | null} alarm
 */
export async function roomToSnooze({ store, relay }, alarm) {
    const circles = await store.fact("view.circles") ?? [];
    const reminders = await store.fact("view.reminders") ?? [];
    return alarm ? snoozeRoom(alarm.kind, { ...alarm, due: alarm.time }, { circles, reminders }, relay.clock.now())
        : snoozeMinutes;
}

/** Sends what waits; fails where something is left, so that the browser tries again. */
export function sendQueued() {
    return withSession(async ({ journal }) => {
        if (await journal.flush(everything) !== Infinity) throw new Error("something waits");
    });
}

/**
 * Sends an entry now, or when the network is back.
 * @param {WorkerSession} session
 * @param {import("../relay/journal.js").JournalEntry} entry
 * @returns {Promise<boolean>} whether it has been sent
 */
export async function sendOrQueue(session, entry) {
    const { problem } = await session.journal.deliver(entry);
    if (!problem?.passes) return true;
    session.store.tell({ type: "queued" });
    try {
        await /** @type {any} */ (self).registration.sync?.register("reveille-queue");
    } catch {
        // Without Background Sync it is sent when the app is opened.
    }
    return false;
}
