import { PA1Fault } from "./fault.js";
import { timeOrderedId } from "./ids.js";
import { messagePlaintext } from "./message.js";
import { sealForPartner } from "./pair.js";
import { canonicalRule } from "./rule.js";

/**
 * Seals an alarm for a partner. Keep the request until it is answered: a repeat has to be the same, words included.
 * @param {CryptoKey} vault
 * @param {PA1.KnownPair} pair
 * @param {{ id?: PA1.Id, text: string, time: PA1.ISO, writtenTime?: string, repeat?: string, timeZone?: string,
 *     ttl?: number, sound?: string }} alarm `time` is the instant of the first ring; `writtenTime` is what the request
 *     says instead, a local time where the start of a repetition is named by the zone's clocks
 * @param {number} now
 */
export async function sealAlarm(vault, pair, alarm, now) {
    const { id = timeOrderedId(now), text, time, writtenTime = time, timeZone, ttl = 600, sound = "default" } = alarm;
    const repeat = alarm.repeat === undefined ? undefined : canonicalRule(alarm.repeat);
    if (repeat !== undefined && timeZone === undefined) throw new PA1Fault("rule", "timeZone");
    if (pair.partnerToken === undefined) throw new PA1Fault("pair-ended");
    const sealing = await sealForPartner(vault, pair, messagePlaintext({ id, time, repeat, text }), now);
    const request = {
        type: "alarm_request",
        id,
        toToken: pair.partnerToken,
        time: writtenTime,
        message: sealing.sealed,
        ttl,
        sound,
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(repeat === undefined ? {} : { repeat }),
    };
    return { pair: sealing.pair, request };
}

/**
 * Seals the words of an alarm anew, for its changed time, rule or text.
 * @param {CryptoKey} vault
 * @param {PA1.KnownPair} pair
 * @param {{ id: PA1.Id, text: string, time: PA1.ISO, repeat?: string }} alarm
 * @param {number} now
 */
export async function sealAlarmChange(vault, pair, { id, text, time, repeat }, now) {
    const sealing = await sealForPartner(vault, pair, messagePlaintext({ id, time, repeat, text }), now);
    return { pair: sealing.pair, message: sealing.sealed };
}

/**
 * Seals a reply to the sender of an alarm.
 * @param {CryptoKey} vault
 * @param {PA1.KnownPair} pair
 * @param {{ id: PA1.Id, text: string, time: PA1.ISO }} reply with the time of the occurrence that it answers
 * @param {number} now
 */
export async function sealReply(vault, pair, { id, text, time }, now) {
    return sealForPartner(vault, pair, messagePlaintext({ id, time, text }), now);
}
