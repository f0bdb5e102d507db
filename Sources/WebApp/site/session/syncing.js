// From the relay to what is kept.

import { openOwnMessage, openReply } from "../pa1/opening.js";
import { endPair } from "../pa1/pair.js";
import { asProblem } from "../relay/problem.js";
import { Store } from "../store/store.js";
import { loadCare } from "./care.js";
import { loadCheckIns } from "./checkIns.js";
import { loadCircles } from "./family.js";
import { keepMoved, knownCircles, knownPairs, receiveGone, receiveSynced } from "./incoming.js";
import { endedInvites } from "./inviteRecords.js";
import { loadAlarms, loadInvites, loadNews, loadPartners } from "./loading.js";
import { advanceInvite } from "./pairingSteps.js";
import { emptyAlarm } from "./planning.js";
import { armHere } from "./ringing.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./core.js").Part} Part */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */

/** @type {Part[]} */
const everyPart = ["alarms", "pairs", "devices", "invites", "circles", "checkIns", "care"];

/** @type {Record<Part, (core: SessionCore) => Promise<void>>} */
const loaders = {
    alarms: syncAlarms, pairs: syncPairs, devices: syncDevices, invites: syncInvites, circles: loadCircles,
    checkIns: loadCheckIns, care: loadCare,
};

/**
 * Asks the relay anew. One part that fails leaves the others.
 * @param {SessionCore} core
 * @param {Part[]} [parts]
 */
export async function refreshFromRelay(core, parts = everyPart) {
    if (!core.relay.credentials) return;
    /** @type {import("../relay/problem.js").ProblemError | null} */
    let failure = null;
    for (const part of parts) {
        try {
            await loaders[part](core);
        } catch (error) {
            const problem = asProblem(error);
            if (core.isClosed) return;
            if (problem.kind === "internal") console.error(error);
            failure ??= problem;
            if (problem.kind === "offline" || problem.kind === "unauthorized") break;
        }
    }
    if (failure) throw failure;
}

/** @param {SessionCore} core */
export async function syncAlarms(core) {
    const { alarms } = await core.relay.get("/v1/alarms");
    await syncIncoming(core, new Map(alarms.filter((/** @type {any} */ view) => view.preset)
        .map((/** @type {any} */ view) => [view.id, view.preset])));
    await takeList(core, alarms);
    await armHere(core);
    await loadAlarms(core);
}

/**
 * What rings here: the changes since the last time.
 * @param {SessionCore} core
 * @param {Map<string, string>} presets of the alarms that are none of a partner's
 */
export async function syncIncoming(core, presets) {
    const pairs = await knownPairs(core.store);
    const circles = await knownCircles(core.store);
    for (;;) {
        const cursor = await core.store.fact("cursor");
        const told = await core.store.fact("pushTold") ?? null;
        let answer;
        try {
            answer = await core.relay.get(cursor ? `/v1/sync?since=${cursor}` : "/v1/sync");
        } catch (error) {
            if (!cursor || asProblem(error).kind !== "malformed") throw error;
            // The relay was restored from a backup: begin anew.
            await core.store.write([{ area: "facts", remove: "cursor" }]);
            continue;
        }
        for (const alarm of answer.alarms) {
            const { plan, alarm: known } = await receiveSynced(core.here, alarm, pairs, circles, presets);
            if (plan.receipt === "armed" && known) await core.report(known, "armed");
        }
        for (const gone of answer.gone) await receiveGone(core.here, gone);
        if (!cursor) await dropUnnamed(core, new Set(answer.alarms.map((/** @type {any} */ one) => one.id)));
        await core.store.write([Store.fact("cursor", answer.cursor)]);
        if (answer.needsToken) core.onNeedsToken(told);
        if (answer.alarms.length + answer.gone.length < 500) return;
    }
}

/**
 * What a sync from the beginning does not name has ended.
 * @param {SessionCore} core
 * @param {Set<string>} named
 */
async function dropUnnamed(core, named) {
    for (const alarm of await core.store.all("alarms")) {
        const isOver = alarm.direction !== "mine" || alarm.endedAt !== null || named.has(alarm.id);
        if (!isOver) await receiveGone(core.here, { id: alarm.id, reason: "cancelled" });
    }
}

/**
 * What was set for others, and how all alarms stand.
 * @param {SessionCore} core
 * @param {any[]} alarms
 */
async function takeList(core, alarms) {
    const pairs = await knownPairs(core.store);
    const listed = new Set();
    for (const view of alarms) {
        listed.add(view.id);
        await takeView(core, view, pairs);
    }
    for (const alarm of await core.store.all("alarms")) {
        if (alarm.direction !== "theirs" || alarm.pending || alarm.endedAt !== null || listed.has(alarm.id)) continue;
        await takeEnded(core, alarm, pairs);
    }
    await forgetOld(core);
}

/**
 * An alarm that is not listed any more has ended somehow.
 * @param {SessionCore} core
 * @param {AlarmRecord} alarm
 * @param {PA1.KnownPair[]} pairs
 */
async function takeEnded(core, alarm, pairs) {
    try {
        await takeView(core, await core.relay.get(`/v1/alarms/${alarm.id}`), pairs);
    } catch (error) {
        if (asProblem(error).kind !== "not-found" && asProblem(error).kind !== "gone") throw error;
        const ended = (await core.store.get("pairs", alarm.pairId))?.ended === true;
        await core.store.update("alarms", alarm.id, (known) => known
            && { ...known, state: "cancelled", ending: ended ? "ended" : known.ending, endedAt: core.now });
    }
}

/**
 * @param {SessionCore} core
 * @param {any} view an `AlarmView`
 * @param {PA1.KnownPair[]} pairs
 */
export async function takeView(core, view, pairs) {
    const now = core.now;
    const isOver = ["acknowledged", "missed", "cancelled", "told"].includes(view.state);
    if (view.direction === "incoming") {
        await core.store.update("alarms", view.id, (/** @type {AlarmRecord | undefined} */ known) => known && {
            ...known, preset: view.preset ?? known.preset, nextTime: view.nextTime ?? null,
            last: view.last ?? known.last ?? null,
            ...(view.revision === known.revision ? {
                state: view.state, ending: view.ending ?? known.ending ?? null, snoozes: view.snoozes ?? known.snoozes,
                // A sync takes off what this person lets nobody ring at its next time, and it goes on all the same.
                ...(known.phase === "released" && !isOver ? { ending: null, endedAt: null } : {}),
                refused: view.refused ?? false, nextRefused: view.nextRefused ?? false,
                soundOff: view.soundOff ?? false, reminderDue: view.reminderDue ?? null,
                // A snooze that the relay has not heard of yet stays, and so does one after which it rings here.
                snoozedUntil: view.snoozedUntil ?? (known.phase === "snoozed"
                    || (known.phase === "ringing" && view.state === "ringing") ? known.snoozedUntil : null),
            } : {}),
        });
        return;
    }
    // Deadlines of check-ins and alarms of circles are shown as what they stand for.
    if (view.preset) return;
    const pair = pairs.find((one) => one.pairId === view.pairId);
    const before = /** @type {AlarmRecord | undefined} */ (await core.store.get("alarms", view.id));
    let text = before?.text ?? null;
    if (text === null && pair && view.message) text = (await openOwnMessage(pair, view.message, view.id)).text ?? null;
    let reply = before?.revision === view.revision ? before?.reply ?? null : null;
    if (reply === null && view.reply) {
        const opened = await openReply(core.store.vault, pairs, view.reply, { id: view.id, pairId: view.pairId }, now);
        reply = opened.words.text ?? null;
        if (opened.moved && opened.pair) await keepMoved(core.store, [opened.pair]);
    }
    await core.store.update("alarms", view.id, (/** @type {AlarmRecord | undefined} */ known) => ({
        ...(known ?? emptyAlarm(view.id)), direction: "theirs", pairId: view.pairId, preset: null,
        revision: view.revision, time: view.time, nextTime: view.nextTime ?? null, repeat: view.repeat ?? null,
        refused: view.refused ?? false, nextRefused: view.nextRefused ?? false,
        timeZone: view.timeZone ?? known?.timeZone ?? null, text, verified: text !== null, reply, state: view.state,
        snoozedUntil: view.snoozedUntil ?? null, last: view.last ?? known?.last ?? null,
        snoozes: view.snoozes ?? (known?.revision === view.revision ? known?.snoozes : null) ?? null,
        ending: isOver ? view.ending ?? known?.ending ?? null : null,
        pending: false, deliveries: view.deliveries?.length > 0 || !known ? view.deliveries ?? [] : known.deliveries,
        endedAt: isOver ? known?.endedAt ?? now : null, sender: pair?.partnerName ?? known?.sender ?? "",
    }));
}

// Ended alarms are kept as long as a late push about them may come.
const keptAfterEnd = 7 * 24 * 3_600_000;

/** @param {SessionCore} core */
async function forgetOld(core) {
    const old = (await core.store.all("alarms")).filter((alarm) => {
        const since = alarm.endedAt ?? (alarm.phase === "released" || alarm.phase === "answered" ? alarm.phaseSince
            : null);
        return since !== null && core.now - since > keptAfterEnd;
    });
    await core.store.write(old.map((alarm) => ({ area: "alarms", remove: alarm.id })));
}

/** @param {SessionCore} core */
export async function syncPairs(core) {
    const { pairs } = await core.relay.get("/v1/pairs");
    // A pair whose confirmation is just being opened gets its keys in a moment.
    const isPairing = core.state.invites.some((invite) => invite.kind === "pair" && invite.state === "confirmed");
    /** @type {import("../store/database.js").Change[]} */
    const changes = [];
    const before = new Map((await core.store.all("pairs")).map((record) => [record.pairId, record]));
    for (const { pairId, state, since, refuses = false } of pairs) {
        if (state === "ended") {
            changes.push({ area: "pairs", at: pairId, change: (record) => endedPair(record, core.now) });
            continue;
        }
        const consent = await core.relay.get(`/v1/consent/${pairId}`);
        changes.push({ area: "pairs", at: pairId, change: (record) => {
            if (record) return { ...record, consent, refuses };
            return isPairing ? undefined : { pairId, known: null, zone: null, consent, since, refuses };
        } });
        const known = before.get(pairId);
        if (known?.refuses && !refuses) {
            changes.push({ area: "news", put: pairNews(known, "pair-takes-again", core.now) });
        }
    }
    const listed = new Set(pairs.map((/** @type {any} */ view) => view.pairId));
    const active = new Set(pairs.filter((/** @type {any} */ view) => view.state !== "ended")
        .map((/** @type {any} */ view) => view.pairId));
    for (const record of await core.store.all("pairs")) {
        const { pairId } = record;
        if (!listed.has(pairId)) {
            changes.push({ area: "pairs", at: pairId, change: (present) => endedPair(present, core.now) });
        }
        if (!active.has(pairId) && !record.ended && record.known?.keys) {
            changes.push({ area: "news", put: pairNews(record, "pair-ended", core.now) });
        }
    }
    await core.store.write(changes);
    await loadPartners(core);
    await loadNews(core);
}

/**
 * What is said of a pair that somebody else has ended, or another device of this person, or whose partner takes alarms
 * again.
 * @param {any} record
 * @param {"pair-ended" | "pair-takes-again"} stage
 * @param {number} now
 * @returns {import("../types/app.js").News}
 */
function pairNews(record, stage, now) {
    return {
        id: `${record.pairId}.${stage}`, at: new Date(now).toISOString(), stage, alarmId: "", pairId: record.pairId,
        title: null, text: null, name: record.name ?? record.known?.partnerName ?? null,
    };
}

/**
 * @param {any} record
 * @param {number} now
 */
function endedPair(record, now) {
    if (!record || record.ended) return undefined;
    return { ...record, ended: true, known: record.known?.keys ? endPair(record.known, now) : record.known };
}

/** @param {SessionCore} core */
export async function syncDevices(core) {
    const { devices } = await core.relay.get("/v1/devices");
    await core.keepView("devices", devices);
}

/**
 * @param {SessionCore} core
 * @param {(invite: { recipient?: unknown, state: string }) => boolean} [which]
 */
export async function syncInvites(core, which = () => true) {
    for (const record of await core.store.all("invites")) {
        if (!endedInvites.has(record.state) && which(record)) await advanceInvite(core, record.id);
    }
    await loadInvites(core);
}
