import { concatBytes, lengthPrefixed, utf8Bytes } from "./bytes.js";
import { crockfordPrefix } from "./crockford.js";
import { expand, expandingKey, expandSealingKey, extract, sha256 } from "./derivation.js";
import { idBytes } from "./ids.js";
import { sharedSecret } from "./x25519.js";

const transcriptLabels = Object.freeze({
    partner: "pa1 pair", device: "pa1 link", family: "pa1 family", care: "pa1 care",
});

/**
 * S of a pairing code: the first 70 bits of a hash of the inviter's key, so that it is at once a shared secret and the
 * fingerprint of that key.
 * @param {Uint8Array} inviterKey
 */
export async function fingerprint(inviterKey) {
    return crockfordPrefix(await sha256(concatBytes(utf8Bytes("pa1 code\0"), inviterKey)), 14);
}

/**
 * What both sides derive from S before they have agreed on a key.
 * @param {string} secret
 */
export async function inviteKeys(secret) {
    const root = await expandingKey(await extract(utf8Bytes("pa1 code"), utf8Bytes(secret)));
    const claimAuth = await expand(root, "pa1 claim");
    return { claimAuth, verifier: await sha256(claimAuth), hello: await expandSealingKey(root, "pa1 hello") };
}

/**
 * th: the hash of all public values that both sides must have seen alike.
 * @param {{ purpose: PA1.Purpose, origin: string, inviteId: PA1.Id, locator: string, inviterKey: Uint8Array,
 *     claimerKey: Uint8Array }} seen
 */
export async function pairingTranscript({ purpose, origin, inviteId, locator, inviterKey, claimerKey }) {
    return sha256(lengthPrefixed(
        utf8Bytes(transcriptLabels[purpose]),
        utf8Bytes(origin),
        idBytes(inviteId) ?? new Uint8Array(),
        utf8Bytes(locator),
        inviterKey,
        claimerKey,
    ));
}

/**
 * The keys of a pairing after the exchange. A side that does not know S, or saw another transcript, has others: its
 * boxes do not open and its digits differ.
 * @param {CryptoKey} privateKey this side's
 * @param {Uint8Array} peerKey
 * @param {Uint8Array} transcript th
 * @param {string} secret S
 */
export async function pairAgreement(privateKey, peerKey, transcript, secret) {
    const shared = await sharedSecret(privateKey, peerKey);
    const root = await extract(transcript, concatBytes(shared, utf8Bytes(secret)));
    shared.fill(0);
    const key = await expandingKey(root);
    return {
        /** PRK in bytes: generation 0 of a pair begins with it. */
        root,
        inviterBox: await expandSealingKey(key, "pa1 confirm A"),
        claimerBox: await expandSealingKey(key, "pa1 confirm B"),
        link: await expandSealingKey(key, "pa1 link"),
        digits: sixDigits(await expand(key, "pa1 sas", 8)),
    };
}

/**
 * A big-endian number modulo a million, with leading zeros.
 * @param {Uint8Array} bytes
 */
function sixDigits(bytes) {
    const number = bytes.reduce((rest, byte) => (rest * 256 + byte) % 1_000_000, 0);
    return String(number).padStart(6, "0");
}
