import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { openJWE, parseJWE, sealJWE } from "./jwe.js";
import {
    arrayOf, integerIn, optional, readBoolean, readCanonicalOrigin, readId, readName, readObject, readPublicKey,
    readPurpose, readRole, readTime, readVersion, sealedLimits, wordOf,
} from "./reading.js";
import { parseStrictJSON, writeJSON } from "./strictJSON.js";

/** The most people of a circle, and the most parcels of an invite. */
export const largestCircle = 30;
export const mostParcels = 16;

/**
 * Seals an object under a key that both sides of a pairing know, without a key id.
 * @param {CryptoKey} key
 * @param {object} content
 */
export async function sealBox(key, content) {
    return sealJWE(key, utf8Bytes(writeJSON(content)));
}

/**
 * Opens such a box; null if the key is another, a byte was changed, or its content is not what it should be.
 * @template T
 * @param {CryptoKey} key
 * @param {PA1.Sealed} box
 * @param {(value: PA1.JSONValue) => T} read
 * @param {number} [limit]
 * @returns {Promise<T | null>}
 */
export async function openBox(key, box, read, limit = sealedLimits.box) {
    try {
        return read(parseStrictJSON(await openJWE(key, parseJWE(box, limit))));
    } catch (error) {
        if (error instanceof PA1Fault && ["cannot-open", "malformed", "rule"].includes(error.code)) return null;
        throw error;
    }
}

/**
 * The inviter's greeting.
 * @param {PA1.JSONValue} value
 */
export function readHello(value) {
    const { pk, name, relay, purpose = "partner", role } = readObject(value, {
        v: readVersion,
        pk: readPublicKey,
        name: readName,
        relay: readCanonicalOrigin,
        purpose: optional(readPurpose),
        role: optional(readRole),
    });
    return { pk, name, relay, purpose, role };
}

/**
 * The claimer's box.
 * @param {PA1.JSONValue} value
 */
export function readClaimerBox(value) {
    return readObject(value, {
        v: readVersion, name: readName, role: wordOf("B"), memberKey: optional(readPublicKey),
    });
}

/**
 * The inviter's box: with the number of parcels for another device of its person, and the keys of a circle for whoever
 * joins it.
 * @param {PA1.JSONValue} value
 * @returns {{ parcels?: number, introduction?: PA1.IntroducedKeys }}
 */
export function readInviterBox(value) {
    const { parcels, members, titles } = readObject(value, {
        v: readVersion,
        role: wordOf("A"),
        parcels: optional(integerIn(0, mostParcels)),
        members: optional(arrayOf(readMemberKey, largestCircle)),
        titles: optional(readBoolean),
    });
    return { parcels, ...(members === undefined ? {} : { introduction: { members, titles: titles ?? false } }) };
}

/**
 * A member key that others may be told.
 * @param {PA1.JSONValue} value
 * @returns {PA1.MemberKey}
 */
export function readMemberKey(value) {
    return readObject(value, { personId: readId, pk: readPublicKey, since: readTime });
}

/**
 * A member key without the name, which the relay tells.
 * @param {PA1.MemberKey} member
 */
export function memberKeyForWire({ personId, pk, since }) {
    return { personId, pk, since };
}

/**
 * The members of an introduction as a box carries them.
 * @param {PA1.IntroducedKeys} introduction
 */
export function introductionForWire({ members, titles }) {
    return { members: members.map(memberKeyForWire), ...(titles ? { titles } : {}) };
}
