import { openMessage, openReply } from "./opening.js";
import {
    integerIn, isSealed, optional, readBoolean, readId, readObject, readRule, readTime, sealedOf, textOf, textThat,
} from "./reading.js";
import { PA1Fault } from "./fault.js";
import { openMemberWords } from "./words.js";

/** Readers of what an alarm in a push may have; what they refuse is left out and named. */
const lenientMembers = Object.freeze({
    firstTime: readTime,
    snoozedUntil: readTime,
    repeat: readRule,
    timeZone: textOf(1, 64),
    sound: textThat((text) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(text)),
    message: textThat((text) => text.length <= 4096 && isSealed(text)),
    reply: textThat((text) => text.length <= 4096 && isSealed(text)),
    sealed: (/** @type {PA1.JSONValue} */ value) =>
        readObject(value, { circleId: readId, about: readId, words: sealedOf(3072), by: optional(readId) }),
    clear: (/** @type {PA1.JSONValue} */ value) =>
        readObject(value, { circleId: readId, by: readId, text: textOf(1, 400) }),
    preset: textOf(1, 64),
    words: (/** @type {PA1.JSONValue} */ value) => readObject(value, { title: textOf(0, 1024), body: textOf(0, 2048) }),
    late: optional(readBoolean),
    restored: readTime,
});

/**
 * Reads the alarm that a push or an event carries. The one lenient reader: an app that is older than its relay, or gets
 * a damaged message, still rings, unverified and without words.
 * @param {unknown} payload the object `alarm`, or one that has it under `alarm` or under `reveille`
 * @returns {PA1.AlarmPush}
 */
export function readPush(payload) {
    const alarm = findAlarm(payload);
    const stage = textThat((text) => /^[a-z-]{1,32}$/.test(text))(alarm.stage);
    /** @type {PA1.AlarmPush} */
    const push = {
        stage,
        id: readId(alarm.id),
        revision: integerIn(1, 0x7fff_ffff)(alarm.revision),
        time: readTime(alarm.time),
        late: false,
        unreadable: [],
    };
    /** @type {Record<string, unknown>} */
    const read = {};
    for (const [name, reader] of Object.entries(lenientMembers)) {
        if (!Object.hasOwn(alarm, name)) continue;
        try {
            read[name] = reader(alarm[name]);
        } catch {
            push.unreadable.push(name);
        }
    }
    return Object.assign(push, read);
}

/**
 * Opens the texts of a push as far as this device can.
 * @param {CryptoKey} vault
 * @param {{ pairs: readonly PA1.KnownPair[], circles: readonly PA1.KnownCircle[], relay: string,
 *     sentTo?: (id: PA1.Id) => PA1.Id | undefined }} known `sentTo` names the pair of an alarm that this person set
 * @param {PA1.AlarmPush} push
 * @param {number} now
 * @returns {Promise<PA1.OpenedPush>}
 */
export async function openPush(vault, { pairs, circles, relay, sentTo }, push, now) {
    const opened = await openMessage(vault, pairs, push.message, push, now);
    const current = pairs.map((pair) => opened.moved && pair.pairId === opened.pair?.pairId ? opened.pair : pair);
    const reply = push.reply === undefined ? null
        : await openReply(vault, current, push.reply, { id: push.id, time: push.time, pairId: sentTo?.(push.id) }, now);
    const member = push.message === undefined && push.sealed !== undefined
        ? await openMemberWords(vault, circles, push.sealed, relay) : null;
    const clear = push.message === undefined && push.sealed === undefined ? push.clear : undefined;
    const words = clear ? { text: clear.text } : wordsOfPush(push, opened.words, member);
    const isPartners = words.text !== undefined && member === null && clear === undefined;
    const moved = [opened, reply].flatMap((one) => one?.moved && one.pair !== null ? [one.pair] : []);
    return {
        push,
        words,
        pairId: isPartners ? opened.pair?.pairId ?? null : null,
        senderName: isPartners ? opened.pair?.partnerName ?? null
            : memberName(circles, push.sealed, member) ?? (clear ? clearName(circles, clear) : null),
        reply: reply?.words ?? null,
        reminder: member?.said?.reminder ?? null,
        moved: moved.filter((pair, index) => !moved.slice(index + 1).some((later) => later.pairId === pair.pairId)),
    };
}

/**
 * The name of whoever says what a member has sealed; null for oneself, and where the words cannot be read. Who set a
 * reminder is what the relay says: its words are sealed again by others, and it may have been handed over.
 * @param {readonly PA1.KnownCircle[]} circles
 * @param {PA1.MemberSealed | undefined} sealed
 * @param {PA1.MemberOpened | null} opened
 */
export function memberName(circles, sealed, opened) {
    if (!sealed || !opened?.said) return null;
    const circle = sealed.by === undefined ? undefined : circles.find((known) => known.circleId === sealed.circleId);
    if (circle === undefined) return opened.said.name;
    return circle.members.find((member) => member.personId === sealed.by)?.name ?? null;
}

/**
 * The name of whoever set a reminder whose title came in clear; null for one's own.
 * @param {readonly PA1.KnownCircle[]} circles
 * @param {PA1.ClearWords} clear
 */
export function clearName(circles, clear) {
    const circle = circles.find((known) => known.circleId === clear.circleId);
    return circle?.members.find((member) => member.personId === clear.by)?.name ?? null;
}

/**
 * @param {PA1.AlarmPush} push
 * @param {PA1.Words} words
 * @param {PA1.MemberOpened | null} member
 * @returns {PA1.Words}
 */
function wordsOfPush(push, words, member) {
    if (push.unreadable.includes("message") || push.unreadable.includes("sealed")) return { doubt: "unreadable" };
    if (member === null) return words;
    return member.said === undefined ? { doubt: member.doubt } : { text: member.said.line };
}

/**
 * @param {unknown} payload
 * @returns {PA1.JSONObject}
 */
function findAlarm(payload) {
    if (typeof payload !== "object" || payload === null) throw new PA1Fault("malformed", "push");
    const object = /** @type {PA1.JSONObject} */ (payload);
    if (Object.hasOwn(object, "stage")) return object;
    const inner = object.alarm ?? object.reveille;
    return findAlarm(inner);
}
