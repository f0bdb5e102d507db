import { concatBytes, utf8Bytes } from "./bytes.js";

const hmacWithSHA256 = Object.freeze({ name: "HMAC", hash: "SHA-256" });

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * Extract of HKDF (RFC 5869).
 * @param {Uint8Array} salt
 * @param {Uint8Array} inputKey
 * @returns {Promise<Uint8Array>}
 */
export async function extract(salt, inputKey) {
    return new Uint8Array(await crypto.subtle.sign("HMAC", await expandingKey(salt), inputKey));
}

/**
 * A key from which others can be expanded, and which cannot be exported.
 * @param {Uint8Array} bytes
 * @returns {Promise<CryptoKey>}
 */
export async function expandingKey(bytes) {
    return crypto.subtle.importKey("raw", bytes, hmacWithSHA256, false, ["sign"]);
}

/**
 * The first block of Expand of HKDF, which is all that the protocol needs.
 * @param {CryptoKey} key
 * @param {string} label
 * @param {number} [count] at most 32
 * @returns {Promise<Uint8Array>}
 */
export async function expand(key, label, count = 32) {
    const block = await crypto.subtle.sign("HMAC", key, concatBytes(utf8Bytes(label), Uint8Array.of(1)));
    return new Uint8Array(block).slice(0, count);
}

/**
 * Expands a key for AES-GCM that cannot be exported.
 * @param {CryptoKey} key
 * @param {string} label
 * @returns {Promise<CryptoKey>}
 */
export async function expandSealingKey(key, label) {
    const bytes = await expand(key, label);
    const sealing = await sealingKey(bytes);
    bytes.fill(0);
    return sealing;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<CryptoKey>}
 */
export async function sealingKey(bytes) {
    return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
