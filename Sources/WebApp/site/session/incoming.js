// Alarms that come in, by a push, an event or a sync: opened, remembered, and what is to be done about them. The page
// and the worker share it.

import { openMessage } from "../pa1/opening.js";
import { clearName, memberName, openPush, readPush } from "../pa1/push.js";
import { openMemberWords } from "../pa1/words.js";
import { endingStages, ringKind, rousingStages } from "./kinds.js";
import { planAlarm, ringsAt } from "./planning.js";
import { hasUnsentAnswer } from "./receipts.js";

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("./planning.js").Heard} Heard */
/** @typedef {import("./planning.js").Plan} Plan */
/** @typedef {{ store: Store, origin: string, now: number, canArm: boolean }} Here */

/**
 * What was done about a push or an event.
 * @typedef {object} Reception
 * @property {PA1.AlarmPush} push
 * @property {Plan} plan
 * @property {AlarmRecord | null} alarm as it is remembered now
 * @property {PA1.OpenedPush} opened
 */

/** How far behind its time a ring counts as late, ms. */
const lateAfter = 10_000;

/** How an alarm ended that is gone, in the words of the relay's view of it. */
const endings = /** @type {const} */ ({
    acknowledged: "answered", missed: "missed", cancelled: "cancelled", revoked: "ended",
});

/** @param {Store} store @returns {Promise<PA1.KnownPair[]>} */
export async function knownPairs(store) {
    return (await store.all("pairs")).map((record) => record.known).filter(Boolean);
}

/** @param {Store} store @returns {Promise<PA1.KnownCircle[]>} */
export async function knownCircles(store) {
    return (await store.all("circles")).map((record) => record.known).filter(Boolean);
}

/**
 * Keeps what sealing or opening has made of a pair's keys; an older generation does not replace a newer one.
 * @param {PA1.KnownPair} pair
 * @returns {import("../store/database.js").Change}
 */
export function pairChange(pair) {
    return { area: "pairs", at: pair.pairId, change: (record) => {
        if (!record?.known?.keys || !pair.keys) return undefined;
        return pair.keys.generation >= record.known.keys.generation ? { ...record, known: pair } : undefined;
    } };
}

/**
 * Keeps the generation of keys that a message has moved on to.
 * @param {Store} store
 * @param {PA1.KnownPair[]} moved
 */
export async function keepMoved(store, moved) {
    if (moved.length > 0) await store.write(moved.map(pairChange));
}

/**
 * Opens a push or an event and remembers what it says.
 * @param {Here} here
 * @param {unknown} payload
 * @returns {Promise<Reception>}
 */
export async function receivePush(here, payload) {
    const push = readPush(payload);
    const { store } = here;
    const profile = await store.profile();
    const vault = store.vault;
    const opened = await openPush(vault, {
        pairs: await knownPairs(store), circles: await knownCircles(store), relay: here.origin,
    }, push, here.now);
    await keepMoved(store, opened.moved);
    const stage = stageOf(push.stage);
    if (stage === null || !profile) return { push, plan: { action: "ignore", receipt: null, next: null }, alarm: null,
        opened };
    const heard = /** @type {Heard} */ ({
        stage, id: push.id, revision: push.revision, time: push.time, fromSync: false,
        ...(push.restored === undefined ? {} : { restored: push.restored }), says: defined({
            direction: "mine", firstTime: push.firstTime, snoozedUntil: push.snoozedUntil, repeat: push.repeat,
            timeZone: push.timeZone,
            pairId: opened.pairId ?? push.sealed?.circleId ?? push.clear?.circleId, preset: push.preset,
            text: opened.words.text, verified: opened.words.doubt === undefined, sender: opened.senderName ?? undefined,
            late: stage === "ring" && push.late ? true : undefined,
            title: push.words?.title, body: push.words?.body, kind: ringKind(push.preset, push.stage),
            ...(stage === "ring" ? { state: "ringing", soundOff: false } : {}),
            ...(stage === "handoff" && push.snoozedUntil ? { state: "snoozed", soundOff: false } : {}),
        }),
    });
    const { plan, alarm } = await remember(here, heard);
    return { push, plan, alarm, opened };
}

/** @param {string} stage @returns {Heard["stage"] | null} */
function stageOf(stage) {
    if (rousingStages.has(stage)) return "ring";
    if (endingStages.has(stage)) return "cancel";
    return stage === "handoff" ? "handoff" : null;
}

/**
 * Takes an alarm of a sync.
 * @param {Here} here
 * @param {any} synced a `SyncedAlarm`
 * @param {PA1.KnownPair[]} pairs
 * @param {PA1.KnownCircle[]} circles
 * @param {Map<string, string>} presets of the alarms that are none of a partner's
 */
export async function receiveSynced(here, synced, pairs, circles, presets) {
    const { store } = here;
    const pair = pairs.find((one) => one.pairId === synced.pairId);
    /** @type {PA1.Words} */
    let words = { doubt: "missing" };
    let sender = pair?.partnerName;
    if (synced.sealed && !synced.message) {
        const member = await openMemberWords(store.vault, circles, synced.sealed, here.origin);
        words = member.said ? { text: member.said.line } : { doubt: member.doubt };
        sender = memberName(circles, synced.sealed, member) ?? undefined;
    } else if (synced.clear && !synced.message) {
        words = { text: synced.clear.text };
        sender = clearName(circles, synced.clear) ?? undefined;
    } else if (synced.message) {
        const opened = await openMessage(store.vault, pairs, synced.message, synced, here.now);
        words = opened.words;
        if (opened.moved && opened.pair) await keepMoved(store, [opened.pair]);
    }
    const present = /** @type {AlarmRecord | undefined} */ (await store.get("alarms", synced.id));
    const known = present?.revision === synced.revision ? present : undefined;
    const snoozedUntil = lastSnooze(synced, known, here.now);
    const ends = snoozedUntil ? Date.parse(snoozedUntil) : null;
    const isDue = ends !== null ? ends <= here.now : synced.state === "ringing" || Date.parse(synced.time) <= here.now;
    const preset = presets.get(synced.id) ?? present?.preset ?? null;
    // Deadlines of check-ins, alerts and news are no alarms; their pushes sound. An alarm of a pair whose keys are on
    // another device rings without words.
    const isPartners = preset === null && !circles.some((circle) => circle.circleId === synced.pairId);
    const sounds = isDue && (isPartners || preset === "reminder");
    const isHeld = known !== undefined && !["pending", "answered", "released"].includes(known.phase);
    // A cancellation said so, and may have been lost. A snooze taken here of which the relay does not know yet stays.
    const isSilent = sounds && synced.soundOff === true
        && !(present?.phase === "snoozed" && present.snoozeEnd > here.now);
    // What fell silent here when another device put it off rings again at the end of that, which is not known.
    const isAgain = ends === null && (known?.phase === "answered" || known?.phase === "released");
    const isLate = sounds && !isHeld && !isAgain && here.now - (ends ?? Date.parse(synced.time)) >= lateAfter;
    const heard = /** @type {Heard} */ ({
        stage: isSilent ? "cancel" : sounds ? "ring" : "handoff", id: synced.id, revision: synced.revision,
        time: synced.time, fromSync: true,
        says: defined({
            direction: "mine", pairId: synced.pairId, preset, firstTime: synced.firstTime,
            repeat: synced.repeat, timeZone: synced.timeZone, text: words.text, verified: words.doubt === undefined,
            sender, kind: present?.preset ? present.kind : ringKind(preset, "ring"), state: synced.state,
            snoozedUntil, late: isLate ? true : undefined,
        }),
    });
    return remember(here, heard);
}

/**
 * The end of the snooze after which an alarm rings. The relay names it only until then.
 * @param {any} synced
 * @param {AlarmRecord | undefined} known of the same occurrence
 * @param {number} now
 * @returns {string | null}
 */
function lastSnooze(synced, known, now) {
    if (synced.snoozedUntil) return synced.snoozedUntil;
    const former = synced.state === "ringing" ? known?.snoozedUntil : null;
    return former && Date.parse(former) <= now ? former : null;
}

/**
 * Takes that an alarm is no longer this device's to ring.
 * @param {Here} here
 * @param {{ id: string, reason: string }} gone
 */
export async function receiveGone(here, gone) {
    await here.store.update("alarms", gone.id, (/** @type {AlarmRecord | undefined} */ known) => {
        if (!known || known.direction !== "mine") return undefined;
        const state = gone.reason === "revoked" ? "cancelled" : gone.reason;
        if (known.endedAt !== null && known.state === state) return undefined;
        // A dismissal counts as an answer for the relay, and is none.
        const ending = known.endedAt !== null && gone.reason !== "revoked" ? known.ending ?? null : null;
        const told = endings[/** @type {keyof typeof endings} */ (gone.reason)] ?? null;
        return {
            ...known, state, ending: ending ?? told, phase: known.phase === "answered" ? "answered" : "released",
            phaseSince: here.now, endedAt: here.now, putOffUntil: null,
        };
    });
}

/** @param {Here} here @param {Heard} heard @returns {Promise<{ plan: Plan, alarm: AlarmRecord | null }>} */
async function remember(here, heard) {
    /** @type {Plan} */
    let plan = { action: "ignore", receipt: null, next: null };
    const isAnswered = (await here.store.get("alarms", heard.id))?.phase === "answered";
    const isUnsent = isAnswered && await hasUnsentAnswer(here.store, heard.id);
    const alarm = await here.store.update("alarms", heard.id, (known) => {
        // What a person has set for a partner does not ring here.
        if (known?.direction === "theirs") return undefined;
        plan = planAlarm(heard, known, { ...here, hasUnsentAnswer: isUnsent });
        return plan.next && !isSameRecord(plan.next, known) ? plan.next : undefined;
    });
    return { plan, alarm: alarm ?? null };
}

/** @param {any} left @param {any} right */
function isSameRecord(left, right) {
    return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * The members that have a value.
 * @param {Record<string, any>} object
 */
function defined(object) {
    return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/**
 * The alarms that are due by this device's own clock.
 * @param {AlarmRecord[]} alarms
 * @param {number} now
 */
export function dueAlarms(alarms, now) {
    return alarms.filter((alarm) => alarm.direction === "mine" && (
        (alarm.phase === "armed" && ringsAt(alarm) <= now) || (alarm.phase === "snoozed" && alarm.snoozeEnd <= now)));
}
