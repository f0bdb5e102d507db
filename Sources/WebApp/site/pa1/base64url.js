const base64urlAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The text for bytes, without padding (RFC 4648, section 5).
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodeBase64url(bytes) {
    let text = "";
    let buffer = 0;
    let bits = 0;
    for (const byte of bytes) {
        buffer = (buffer << 8 | byte) & 0xffff;
        bits += 8;
        while (bits >= 6) {
            bits -= 6;
            text += base64urlAlphabet[buffer >> bits & 63];
        }
    }
    return bits > 0 ? text + base64urlAlphabet[buffer << (6 - bits) & 63] : text;
}

/**
 * The bytes that a text encodes, or null unless it is their one canonical encoding: padding, white space and unused
 * bits that are not zero are refused, so that one value has one spelling.
 * @param {string} text @returns {Uint8Array | null}
 */
export function decodeBase64url(text) {
    const bytes = new Uint8Array(Math.floor(text.length * 3 / 4));
    let count = 0;
    let buffer = 0;
    let bits = 0;
    for (let index = 0; index < text.length; index += 1) {
        const value = base64urlValue(text.charCodeAt(index));
        if (value < 0) return null;
        buffer = (buffer << 6 | value) & 0xfff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count] = buffer >> bits & 0xff;
            count += 1;
        }
    }
    return bits < 6 && (buffer & (1 << bits) - 1) === 0 ? bytes : null;
}

/** @param {number} code */
function base64urlValue(code) {
    if (code >= 65 && code <= 90) return code - 65;
    if (code >= 97 && code <= 122) return code - 71;
    if (code >= 48 && code <= 57) return code + 4;
    if (code === 45) return 62;
    return code === 95 ? 63 : -1;
}
