// What a person has given: taking it along, and taking it back.

import { leaveCircle } from "./family.js";
import { ProblemError, asProblem, problemOf } from "../relay/problem.js";
import { timeoutSignal } from "../relay/client.js";
import { writeMarker } from "../store/marker.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/**
 * Everything that the relay keeps of this person, as a file.
 * @param {SessionCore} core
 * @returns {Promise<Blob>}
 */
export async function exportMe(core) {
    const pages = [];
    /** @type {string | undefined} */
    let next;
    do {
        const page = await core.relay.get(next ? `/v1/me/export?since=${next}` : "/v1/me/export");
        pages.push(page);
        next = page.next;
    } while (next);
    const words = (await core.store.all("alarms")).filter((alarm) => alarm.text !== null)
        .map((alarm) => ({ alarmId: alarm.id, time: alarm.time, direction: alarm.direction, words: alarm.text }));
    const text = JSON.stringify({ relay: pages, opened: { alarms: words } }, null, 2);
    return new Blob([text], { type: "application/json" });
}

/**
 * Removes everything at the relay and here.
 * @param {SessionCore} core
 * @param {string | null} [heir] the parent who takes over the reminders for others, which are deleted otherwise
 */
export async function deleteMe(core, heir) {
    const family = core.state.circles.find((circle) => circle.kind === "family");
    if (heir && family) {
        await leaveCircle(core, family.circleId, heir).catch((error) => {
            // They have left already, as when this is tried once more.
            if (asProblem(error).kind !== "not-found") throw error;
        });
    }
    try {
        await core.relay.call("DELETE", "/v1/me");
    } catch (error) {
        // The one request that cannot be repeated: who has no key any more is gone.
        if (asProblem(error).kind !== "unauthorized") throw error;
    }
    await forgetHere(core);
}

/**
 * Forgets everything here.
 * @param {SessionCore} core
 */
export async function forgetHere(core) {
    const registration = await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => undefined);
    await registration?.pushManager?.getSubscription().then((one) => one?.unsubscribe()).catch(() => undefined);
    await core.store.forgetEverything();
    writeMarker(null);
    core.relay.credentials = null;
    core.store.tell({ type: "forgotten" });
}

/** @param {SessionCore} core @param {string} name */
export async function setMyName(core, name) {
    const trimmed = name.trim();
    if (!trimmed || new TextEncoder().encode(trimmed).length > 256) throw new ProblemError("unusable-name");
    await core.store.update("facts", "profile", (profile) => profile && { ...profile, name: trimmed });
    if (core.state.me) core.set({ me: { ...core.state.me, name: trimmed } });
}

/**
 * How the relay is, for its operator.
 * @param {SessionCore} core @param {string} code
 */
export async function relayStatus(core, code) {
    const response = await core.relay.fetch(`${core.origin}/v1/operator/status`, {
        cache: "no-store", credentials: "omit", signal: timeoutSignal(20_000),
        headers: { Authorization: `Bearer ${code.replace(/[^0-9A-Za-z]/g, "")}` },
    }).catch((error) => {
        throw new ProblemError("offline", { detail: String(error) });
    });
    if (!response.ok) throw await problemOf(response);
    return response.json();
}
