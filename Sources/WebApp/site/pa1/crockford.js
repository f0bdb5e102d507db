/** Crockford's base 32: digits and letters without those that people confuse, and without U. */
export const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The value of a character as a person may have typed it: either case, `I` and `L` as 1, `O` as 0; -1 for any other.
 * @param {string} character
 */
export function crockfordValue(character) {
    // Only ASCII: upper-casing would turn letters of other scripts, such as U+0131, into these.
    if (!/^[0-9A-Za-z]$/.test(character)) return -1;
    const upper = character.toUpperCase();
    if (upper === "I" || upper === "L") return 1;
    return upper === "O" ? 0 : crockfordAlphabet.indexOf(upper);
}

/** @param {readonly number[]} values */
export function crockfordText(values) {
    return values.map((value) => crockfordAlphabet[value & 31]).join("");
}

/**
 * The first bits of some bytes as symbols of five bits each, the most significant bit first.
 * @param {Uint8Array} bytes
 * @param {number} symbols
 */
export function crockfordPrefix(bytes, symbols) {
    const values = [];
    let buffer = 0;
    let bits = 0;
    for (const byte of bytes) {
        buffer = (buffer << 8 | byte) & 0xfff;
        bits += 8;
        while (bits >= 5 && values.length < symbols) {
            bits -= 5;
            values.push(buffer >> bits & 31);
        }
    }
    return crockfordText(values);
}

/**
 * The check symbol of a pairing code over GF(32) with x⁵+x²+1: every single wrong symbol and every swap changes it.
 * @param {readonly number[]} values those of the other nineteen symbols
 */
export function checkSymbol(values) {
    let weight = 1;
    let sum = 1;
    for (const value of values) {
        weight = productInGF32(weight, 2);
        sum ^= productInGF32(weight, value);
    }
    return sum;
}

/** @param {number} left @param {number} right */
function productInGF32(left, right) {
    let product = 0;
    let shifted = left;
    for (let bit = 0; bit < 5; bit += 1) {
        if (right >> bit & 1) product ^= shifted;
        shifted = shifted << 1 ^ (shifted & 16 ? 0b100101 : 0);
    }
    return product;
}
