import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { concatBytes, utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { optional, readObject, textThat, wordOf } from "./reading.js";
import { parseStrictJSON } from "./strictJSON.js";

/** @typedef {{ keyId: string | null, protected: Uint8Array, iv: Uint8Array, sealed: Uint8Array }} ParsedJWE */

/**
 * Seals bytes as a compact JWE (RFC 7516) with a direct key and AES-256-GCM, under a fresh random IV.
 * @param {CryptoKey} key
 * @param {Uint8Array} plaintext
 * @param {string} [keyId]
 * @returns {Promise<PA1.Sealed>}
 */
export async function sealJWE(key, plaintext, keyId) {
    return sealJWEWith(crypto.getRandomValues(new Uint8Array(12)), key, plaintext, keyId);
}

/**
 * Seals under a given IV, for known answers alone.
 * @param {Uint8Array} iv
 * @param {CryptoKey} key
 * @param {Uint8Array} plaintext
 * @param {string} [keyId]
 * @returns {Promise<PA1.Sealed>}
 */
export async function sealJWEWith(iv, key, plaintext, keyId) {
    if (keyId !== undefined && (!isKeyId(keyId) || /["\\]/.test(keyId))) throw new PA1Fault("malformed", "kid");
    const header = `{"alg":"dir","enc":"A256GCM"${keyId === undefined ? "" : `,"kid":"${keyId}"`}}`;
    const protectedPart = encodeBase64url(utf8Bytes(header));
    const parameters = boxParameters(iv, utf8Bytes(protectedPart));
    const box = new Uint8Array(await crypto.subtle.encrypt(parameters, key, plaintext));
    const [ciphertext, tag] = [box.subarray(0, -16), box.subarray(-16)].map(encodeBase64url);
    return `${protectedPart}..${encodeBase64url(iv)}.${ciphertext}.${tag}`;
}

/**
 * Reads the five parts of a compact JWE, and checks everything that can be checked without a key.
 * @param {string} text
 * @param {number} limit the most bytes
 * @returns {ParsedJWE}
 */
export function parseJWE(text, limit) {
    if (text.length > limit) throw new PA1Fault("malformed", "too long");
    const parts = text.split(".");
    if (parts.length !== 5 || parts[1] !== "") throw new PA1Fault("malformed", "parts");
    const [header, , iv, ciphertext, tag] = parts.map(decodeBase64url);
    if (header === null || iv === null || ciphertext === null || tag === null) {
        throw new PA1Fault("malformed", "base64url");
    }
    if (iv.length !== 12 || tag.length !== 16) throw new PA1Fault("malformed", "lengths");
    const { kid } = readObject(parseStrictJSON(header, { bytes: limit, depth: 1 }), {
        alg: wordOf("dir"),
        enc: wordOf("A256GCM"),
        kid: optional(textThat(isKeyId)),
        typ: optional(textThat(() => true)),
        cty: optional(textThat(() => true)),
    });
    return { keyId: kid ?? null, protected: utf8Bytes(parts[0]), iv, sealed: concatBytes(ciphertext, tag) };
}

/**
 * The plaintext, if the key is the one with which the text was sealed and nothing was changed.
 * @param {CryptoKey} key
 * @param {ParsedJWE} parsed
 * @returns {Promise<Uint8Array>}
 */
export async function openJWE(key, parsed) {
    try {
        const parameters = boxParameters(parsed.iv, parsed.protected);
        return new Uint8Array(await crypto.subtle.decrypt(parameters, key, parsed.sealed));
    } catch {
        throw new PA1Fault("cannot-open");
    }
}

/**
 * @param {Uint8Array} iv
 * @param {Uint8Array} additionalData
 */
function boxParameters(iv, additionalData) {
    return { name: "AES-GCM", iv, additionalData, tagLength: 128 };
}

/** @param {string} text */
function isKeyId(text) {
    return /^[\x21-\x7e]{1,128}$/.test(text);
}
