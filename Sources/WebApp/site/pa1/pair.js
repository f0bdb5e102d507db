import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { formatInstant, parseInstant } from "./instant.js";
import { openJWE, sealJWE } from "./jwe.js";
import { padMessage } from "./padding.js";
import { advancePairKeys, otherSide, receivingKey, sendingKey } from "./pairKeys.js";
import { writeJSON } from "./strictJSON.js";

const messagesPerGeneration = 2 ** 20;
const lifetimeOfGeneration = 90 * 86_400_000;

/**
 * Seals an object for the partner, under a new generation of keys if one is due.
 * @param {CryptoKey} vault
 * @param {PA1.KnownPair} pair
 * @param {object} plaintext
 * @param {number} now
 * @returns {Promise<{ pair: PA1.KnownPair, sealed: PA1.Sealed }>} store the pair before the text is sent
 */
export async function sealForPartner(vault, pair, plaintext, now) {
    const padded = padMessage(utf8Bytes(writeJSON(plaintext)));
    const current = isRotationDue(pair, now) ? await rotatedPair(vault, pair, now) : pair;
    const { key, keyId } = await sendingKey(keysOf(current));
    const sealed = await sealJWE(key, padded, keyId);
    return { pair: { ...current, sealedMessages: current.sealedMessages + 1 }, sealed };
}

/**
 * Opens a text that the partner sealed, and moves on to its generation.
 * @param {CryptoKey} vault
 * @param {PA1.KnownPair} pair
 * @param {import("./jwe.js").ParsedJWE} parsed
 * @param {number} now
 * @returns {Promise<{ pair: PA1.KnownPair, plaintext: Uint8Array } | null>} null if its key id names no key of the pair
 */
export async function openFromPartner(vault, pair, parsed, now) {
    if (pair.keys === undefined || parsed.keyId === null) return null;
    const found = await receivingKey(pair.keys, parsed.keyId, otherSide(pair.keys.side));
    if (found === null) return null;
    const plaintext = await openJWE(found.key, parsed);
    if (found.generation <= pair.keys.generation) return { pair, plaintext };
    const keys = await advancePairKeys(vault, pair.keys, found.generation);
    return { pair: { ...pair, keys, sealedMessages: 0, generationBegan: formatInstant(now) }, plaintext };
}

/**
 * Opens a text that this person sealed, on this or another of their devices; null if the key id names no key of theirs.
 * @param {PA1.KnownPair} pair
 * @param {import("./jwe.js").ParsedJWE} parsed
 */
export async function openOwn(pair, parsed) {
    if (pair.keys === undefined || parsed.keyId === null) return null;
    const found = await receivingKey(pair.keys, parsed.keyId, pair.keys.side);
    return found === null ? null : openJWE(found.key, parsed);
}

/**
 * A pair without its keys and token; only a name to show remains.
 * @param {PA1.KnownPair} pair
 * @param {number} now
 * @returns {PA1.KnownPair}
 */
export function endPair(pair, now) {
    if (pair.keys === undefined) return pair;
    const { keys: _, partnerToken: __, ...rest } = pair;
    return { ...rest, endedAt: formatInstant(now) };
}

/** @param {PA1.KnownPair} pair @param {number} now */
function isRotationDue(pair, now) {
    return pair.sealedMessages >= messagesPerGeneration
        || now - (parseInstant(pair.generationBegan) ?? now) >= lifetimeOfGeneration;
}

/** @param {CryptoKey} vault @param {PA1.KnownPair} pair @param {number} now @returns {Promise<PA1.KnownPair>} */
async function rotatedPair(vault, pair, now) {
    const keys = keysOf(pair);
    const next = await advancePairKeys(vault, keys, keys.generation + 1);
    return { ...pair, keys: next, sealedMessages: 0, generationBegan: formatInstant(now) };
}

/** @param {PA1.KnownPair} pair */
function keysOf(pair) {
    if (pair.keys === undefined) throw new PA1Fault("pair-ended");
    return pair.keys;
}
