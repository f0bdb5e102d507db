import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { compareBytes, randomBytes } from "./bytes.js";

/**
 * The 16 bytes of an id or token, or null for any other text.
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function idBytes(text) {
    return text.length === 22 ? decodeBase64url(text) : null;
}

/** @param {unknown} text @returns {text is string} */
export function isId(text) {
    return typeof text === "string" && idBytes(text) !== null;
}

/** @returns {PA1.Id} */
export function randomId() {
    return encodeBase64url(randomBytes(16));
}

/**
 * An id whose bytes are a UUIDv7: the relay's database stores ids faster that come in order.
 * @param {number} now
 */
export function timeOrderedId(now) {
    const bytes = randomBytes(16);
    let rest = Math.max(0, Math.floor(now));
    for (let index = 5; index >= 0; index -= 1) {
        bytes[index] = rest % 256;
        rest = Math.floor(rest / 256);
    }
    bytes[6] = 0x70 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    return encodeBase64url(bytes);
}

/**
 * Orders ids by their bytes, which their texts do not.
 * @param {PA1.Id} left
 * @param {PA1.Id} right
 */
export function compareIds(left, right) {
    return compareBytes(idBytes(left) ?? new Uint8Array(), idBytes(right) ?? new Uint8Array());
}
