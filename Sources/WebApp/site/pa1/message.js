import { parseInstant } from "./instant.js";
import { optional, readId, readObject, readRule, readTime, readVersion, textOf } from "./reading.js";
import { areSameRules, canonicalRule } from "./rule.js";
import { parseStrictJSON } from "./strictJSON.js";

/** @typedef {{ id: PA1.Id, time: PA1.ISO, repeat?: string, text: string }} Message */

/**
 * The object that is sealed for the other side of a pair. It repeats id, time and rule, so that a relay cannot put the
 * words to another alarm.
 * @param {Message} message
 */
export function messagePlaintext({ id, time, repeat, text }) {
    return { v: 1, id, time, ...(repeat === undefined ? {} : { repeat: canonicalRule(repeat) }), text };
}

/**
 * @param {Uint8Array} plaintext
 * @returns {Message}
 */
export function readMessage(plaintext) {
    const { id, time, repeat, text } = readObject(parseStrictJSON(plaintext), {
        v: readVersion, id: readId, time: readTime, repeat: optional(readRule), text: textOf(0, 2048),
    });
    return { id, time, repeat, text };
}

/**
 * Why a message does not belong to the alarm that the relay names; null if it does.
 * @param {Message} message
 * @param {{ id: PA1.Id, time: PA1.ISO, firstTime?: PA1.ISO, repeat?: string, listing?: boolean }} alarm `listing` where
 *     the relay tells only the present time of a repeated alarm
 * @returns {PA1.Doubt | null}
 */
export function doubtAboutMessage(message, alarm) {
    if (message.id !== alarm.id) return "other-alarm";
    if (!areSameRules(message.repeat, alarm.repeat)) return "other-rule";
    const [said, due] = [parseInstant(message.time) ?? NaN, parseInstant(alarm.time) ?? NaN];
    const first = alarm.firstTime === undefined ? due : parseInstant(alarm.firstTime);
    const isOpenEnded = alarm.listing === true && alarm.repeat !== undefined;
    if (!isOpenEnded && said !== first) return "other-time";
    // A single alarm has one time; a repeated one never rings before its first.
    const isPossible = alarm.repeat === undefined ? due === said : due >= said;
    return isPossible ? null : "other-time";
}

/**
 * Why a reply does not belong to an alarm; null if it does.
 * @param {Message} reply
 * @param {{ id: PA1.Id, time?: PA1.ISO }} alarm the occurrence that it answers according to the relay, if it says so
 * @returns {PA1.Doubt | null}
 */
export function doubtAboutReply(reply, alarm) {
    if (reply.id !== alarm.id) return "other-alarm";
    if (alarm.time !== undefined && parseInstant(reply.time) !== parseInstant(alarm.time)) return "other-time";
    return reply.repeat === undefined ? null : "other-rule";
}
