import { parseJWE } from "./jwe.js";
import { doubtAboutMessage, doubtAboutReply, readMessage } from "./message.js";
import { openFromPartner, openOwn } from "./pair.js";

/** The most bytes of a text that a push may carry. */
const openedLimit = 4096;

/**
 * Opens the words of an alarm and compares them with what the relay says of it.
 *
 * What is missing, does not open or does not match rings all the same, as an unverified alarm without words.
 * @param {CryptoKey} vault
 * @param {readonly PA1.KnownPair[]} pairs
 * @param {PA1.Sealed | undefined} message
 * @param {{ id: PA1.Id, time: PA1.ISO, firstTime?: PA1.ISO, repeat?: string, pairId?: PA1.Id,
 *     listing?: boolean }} alarm
 * @param {number} now
 * @returns {Promise<PA1.Opened>}
 */
export async function openMessage(vault, pairs, message, alarm, now) {
    return openChecked(vault, pairs, message, alarm.pairId, (said) => doubtAboutMessage(said, alarm), now);
}

/**
 * Opens a reply to an alarm that this person set.
 * @param {CryptoKey} vault
 * @param {readonly PA1.KnownPair[]} pairs
 * @param {PA1.Sealed | undefined} reply
 * @param {{ id: PA1.Id, time?: PA1.ISO, pairId?: PA1.Id }} alarm
 * @param {number} now
 * @returns {Promise<PA1.Opened>}
 */
export async function openReply(vault, pairs, reply, alarm, now) {
    return openChecked(vault, pairs, reply, alarm.pairId, (said) => doubtAboutReply(said, alarm), now);
}

/**
 * Opens the words of an alarm that this person set, on whichever of their devices.
 * @param {PA1.KnownPair | undefined} pair
 * @param {PA1.Sealed | undefined} message
 * @param {PA1.Id} id
 * @returns {Promise<PA1.Words>}
 */
export async function openOwnMessage(pair, message, id) {
    if (message === undefined) return { doubt: "missing" };
    if (pair === undefined) return { doubt: "unknown-key" };
    try {
        const plaintext = await openOwn(pair, parseJWE(message, openedLimit));
        if (plaintext === null) return { doubt: "unknown-key" };
        const said = readMessage(plaintext);
        return said.id === id ? { text: said.text } : { doubt: "other-alarm" };
    } catch {
        return { doubt: "unreadable" };
    }
}

/**
 * @param {CryptoKey} vault
 * @param {readonly PA1.KnownPair[]} pairs
 * @param {PA1.Sealed | undefined} text
 * @param {PA1.Id | undefined} expected the pair that the relay names, if it names one
 * @param {(said: import("./message.js").Message) => PA1.Doubt | null} check
 * @param {number} now
 * @returns {Promise<PA1.Opened>}
 */
async function openChecked(vault, pairs, text, expected, check, now) {
    if (text === undefined) return doubtful("missing");
    let parsed;
    try {
        parsed = parseJWE(text, openedLimit);
    } catch {
        return doubtful("unreadable");
    }
    for (const known of pairs) {
        let opened;
        try {
            opened = await openFromPartner(vault, known, parsed, now);
        } catch {
            return doubtful("damaged");
        }
        if (opened === null) continue;
        const { pair, plaintext } = opened;
        const doubt = known.pairId === expected || expected === undefined ? null : "other-pair";
        return { words: wordsOf(plaintext, doubt, check), pair, moved: pair !== known };
    }
    return doubtful("unknown-key");
}

/**
 * @param {Uint8Array} plaintext
 * @param {PA1.Doubt | null} doubt
 * @param {(said: import("./message.js").Message) => PA1.Doubt | null} check
 * @returns {PA1.Words}
 */
function wordsOf(plaintext, doubt, check) {
    try {
        const said = readMessage(plaintext);
        const reason = doubt ?? check(said);
        return reason === null ? { text: said.text } : { doubt: reason };
    } catch {
        return { doubt: "unreadable" };
    }
}

/** @param {PA1.Doubt} doubt @returns {PA1.Opened} */
function doubtful(doubt) {
    return { words: { doubt }, pair: null, moved: false };
}
