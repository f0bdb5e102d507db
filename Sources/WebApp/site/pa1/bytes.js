/** Reads UTF-8 strictly and keeps a byte order mark, which is then refused as part of the text. */
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8Encoder = new TextEncoder();

/** @param {string} text @returns {Uint8Array} */
export function utf8Bytes(text) {
    return utf8Encoder.encode(text);
}

/**
 * The text, or null unless the bytes are well-formed UTF-8.
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function utf8Text(bytes) {
    try {
        return strictUtf8.decode(bytes);
    } catch {
        return null;
    }
}

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function concatBytes(...parts) {
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
        joined.set(part, offset);
        offset += part.length;
    }
    return joined;
}

/**
 * LP(x) of the protocol: the length in two bytes, big-endian, and then x.
 * @param {...Uint8Array} parts
 */
export function lengthPrefixed(...parts) {
    return concatBytes(...parts.flatMap((part) => {
        if (part.length > 0xffff) throw new RangeError("a part of a transcript is too long");
        return [Uint8Array.of(part.length >> 8, part.length & 0xff), part];
    }));
}

/** @param {number} count @returns {Uint8Array} */
export function randomBytes(count) {
    return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * Compares in a time that depends on the lengths only.
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function equalBytes(left, right) {
    let difference = left.length ^ right.length;
    for (let index = 0; index < left.length; index += 1) difference |= left[index] ^ (right[index] ?? 0);
    return difference === 0;
}

/**
 * Compares in a time that depends on the lengths only.
 * @param {string} left
 * @param {string} right
 */
export function equalTexts(left, right) {
    return equalBytes(utf8Bytes(left), utf8Bytes(right));
}

/**
 * Negative, zero or positive, by the first byte that differs.
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function compareBytes(left, right) {
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
        if (left[index] !== right[index]) return left[index] - right[index];
    }
    return left.length - right.length;
}
