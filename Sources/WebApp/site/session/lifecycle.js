// How a session begins, goes on and ends: which tab leads, when to ask the relay, what to do when it does not answer.

import { everything } from "../relay/journal.js";
import { asProblem } from "../relay/problem.js";
import { leadTabs } from "../store/locks.js";
import { readMarker } from "../store/marker.js";
import { Store } from "../store/store.js";
import { takeAlarmAnswer } from "./alarms.js";
import { takeCheckInAnswer } from "./checkIns.js";
import { endedInvites, waitsForDays } from "./inviteRecords.js";
import { listenToRelay, takeMessage } from "./listening.js";
import { keptViews, loadAlarms, loadEverything, loadNews } from "./loading.js";
import { lookAtPush, renewAddress, subscribe } from "./push.js";
import { takeReceiptAnswer } from "./receipts.js";
import { endStaleRings } from "./ringing.js";
import { refreshFromRelay, syncInvites } from "./syncing.js";
import { tellDevice } from "./telling.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

const soon = 400;
const pollInvites = 1_500;
const roundsOfSent = 10;
const housekeeping = 60_000;

/**
 * Gives the core what its parts ask of one another.
 * @param {SessionCore} core
 */
export function wire(core) {
    const { journal, store } = core;
    journal.handlers = {
        receipt: async (entry, answer, problem) => {
            await takeReceiptAnswer(store, entry, answer, problem, core.now, journal.waiting.has(entry.jti));
            await loadAlarms(core);
            await loadNews(core);
        },
        setAlarm: (entry, answer, problem) => takeAlarmAnswer(core, entry, answer, problem),
        checkIn: (_entry, answer) => takeCheckInAnswer(core, answer),
    };
    journal.onCount = (queued) => core.setConnection({ queued });
    core.relay.onContact = (problem) => takeContact(core, problem);
    core.refresh = (parts) => refreshFromRelay(core, parts);
    core.reloadFacts = () => reloadFacts(core);
    core.onNeedsToken = (told) => core.background(() => renewAddress(core, told));
    /** @type {ReturnType<typeof setTimeout> | null} */
    let waiting = null;
    core.refreshSoon = () => {
        if (waiting !== null) return;
        waiting = core.later(() => {
            waiting = null;
            core.background(() => core.refresh());
        }, soon);
    };
    core.sendLater = () => core.background(async () => {
        const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
        // Where the browser refuses Background Sync, the app sends it itself as soon as it can.
        await /** @type {any} */ (registration)?.sync?.register("reveille-queue").catch(() => {});
    });
    store.onMessage = (message) => takeMessage(core, message);
    store.database.onLost = () => {
        if (!core.isClosed) lose(core, "cleared");
    };
}

/**
 * What the last request tells of the connection.
 * @param {SessionCore} core
 * @param {import("../relay/problem.js").ProblemError | null} problem
 */
function takeContact(core, problem) {
    if (problem?.kind === "offline") {
        core.setConnection({ relay: "unreachable", online: globalThis.navigator?.onLine ?? false });
        return;
    }
    const relay = problem?.kind === "unauthorized" ? "refused" : "ok";
    core.setConnection({
        relay, online: true, lastHeard: core.clock.device(), clockOffset: core.clock.offset,
    });
    keepOffset(core);
    if (relay === "refused") core.background(() => noticeRemoval(core));
}

/**
 * The worker begins with the offset that the page has measured.
 * @param {SessionCore} core
 */
function keepOffset(core) {
    if (Math.abs(core.clock.offset - core.keptOffset) < 500) return;
    core.keptOffset = core.clock.offset;
    core.background(() => core.store.database.write([Store.fact("clockOffset", core.clock.offset)]));
}

/**
 * The relay does not know this device: another device of the person has removed it.
 * @param {SessionCore} core
 */
async function noticeRemoval(core) {
    if (core.state.phase !== "ready" || core.isRemoved) return;
    core.isRemoved = true;
    // Once more, by a call of its own: one wrong answer is not enough to believe it.
    try {
        await core.relay.get("/v1/devices");
        core.isRemoved = false;
    } catch (error) {
        if (asProblem(error).kind !== "unauthorized") {
            core.isRemoved = false;
            return;
        }
        lose(core, "removed");
    }
}

/** @param {SessionCore} core @param {"cleared" | "removed" | "unreadable"} why */
export function lose(core, why) {
    const marker = readMarker();
    core.stopLeading();
    core.set({ phase: "lost", lost: {
        why, name: core.state.me?.name ?? marker?.name ?? "",
        partners: core.state.partners.length > 0
            ? core.state.partners.filter((one) => one.state === "active").map((one) => one.name)
            : marker?.partners ?? [],
        circles: core.state.circles.length > 0 ? core.state.circles.map((one) => one.name) : marker?.circles ?? [],
    } });
}

/**
 * Reads what is kept and begins.
 * @param {SessionCore} core
 */
export async function begin(core) {
    const profile = await core.store.profile();
    if (!profile) {
        const settings = await core.store.fact("settings");
        if (settings) core.set({ settings });
        if (readMarker()) lose(core, "cleared");
        else core.set({ phase: "welcome" });
        return;
    }
    try {
        await loadEverything(core);
    } catch (error) {
        console.error(error);
        lose(core, "unreadable");
        return;
    }
    await goOn(core);
}

/**
 * The device is registered: listen, send, and keep asking.
 * @param {SessionCore} core
 */
export async function goOn(core) {
    core.relay.credentials = await core.store.profile() ?? null;
    core.set({ phase: "ready" });
    core.background(() => lookAtPush(core));
    const stream = listenToRelay(core, () => core.background(() => noticeRemoval(core)));
    const release = leadTabs("leader", () => {
        if (core.isClosed || core.state.phase !== "ready") return;
        core.isLeader = true;
        stream.open();
        core.background(() => keepSending(core));
        core.background(() => subscribe(core));
        core.background(() => tellDevice(core));
    }, core.locks);
    core.stopLeading = () => {
        core.isLeader = false;
        stream.close();
        release();
    };
    core.wake = () => {
        if (core.state.phase !== "ready") return;
        stream.wake();
        core.background(() => core.journal.flush(everything));
        core.refreshSoon();
    };
    core.background(() => core.refresh());
    core.isRemoved = false;
    if (core.isWatching) return;
    core.isWatching = true;
    watchInvites(core);
    keepHouse(core);
}

/**
 * Sends what waits, for as long as this tab leads.
 * @param {SessionCore} core
 */
async function keepSending(core) {
    const next = await core.journal.flush();
    if (core.isLeader) core.later(() => core.background(() => keepSending(core)), Math.min(next, 15_000));
}

/**
 * In the middle of a pairing the relay is asked every second or two, of a link that was sent once in a while.
 * @param {SessionCore} core
 * @param {number} [round]
 */
function watchInvites(core, round = 0) {
    core.later(() => {
        const which = (/** @type {{ recipient?: unknown, state: string }} */ invite) =>
            round % roundsOfSent === 0 || !waitsForDays(invite);
        const isLive = core.state.invites.some((invite) => !endedInvites.has(invite.state) && which(invite));
        const look = isLive && core.state.connection.online ? syncInvites(core, which).catch(asProblem)
            : Promise.resolve();
        void look.then(() => watchInvites(core, round + 1));
    }, pollInvites);
}

/** @param {SessionCore} core */
function keepHouse(core) {
    core.later(() => {
        core.background(() => endStaleRings(core));
        if (core.state.connection.relay !== "ok") core.wake();
        // Nothing tells that somebody has introduced a new member.
        const lacksKeys = core.state.circles.some((circle) => circle.members.some((member) => !member.canSeal));
        if (lacksKeys && core.isLeader) core.background(() => core.refresh(["circles"]));
        keepHouse(core);
    }, housekeeping);
}

/** @param {SessionCore} core */
async function reloadFacts(core) {
    const profile = await core.store.profile();
    if (!profile) return;
    const { deviceId, personId, name, timeZone, locale } = profile;
    const before = core.state.me;
    const isSame = before?.deviceId === deviceId && before.personId === personId && before.name === name;
    if (!isSame) core.set({ me: { deviceId, personId, name, timeZone, locale } });
    if (core.state.phase === "welcome" || core.state.phase === "lost") {
        await loadEverything(core);
        await goOn(core);
        return;
    }
    for (const view of keptViews) {
        const value = await core.store.fact(`view.${view}`);
        const isNew = value !== undefined && JSON.stringify(value) !== JSON.stringify(core.state[view]);
        if (isNew) core.set({ [view]: value });
    }
}
