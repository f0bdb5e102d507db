/** Reed–Solomon correction over GF(256) with x⁸+x⁴+x³+x²+1, as QR codes use it (ISO/IEC 18004, 7.5). */

/** @param {number} left @param {number} right */
function multiply(left, right) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= ((right >> bit) & 1) * left;
    }
    return product;
}

/**
 * The coefficients of ∏(x − αⁱ) for i below the degree, without the leading one.
 *
 * @param {number} degree
 */
function generator(degree) {
    const coefficients = Array(degree - 1).fill(0).concat(1);
    for (let index = 0, root = 1; index < degree; index += 1, root = multiply(root, 2)) {
        for (let place = 0; place < degree; place += 1) {
            coefficients[place] = multiply(coefficients[place], root) ^ (coefficients[place + 1] ?? 0);
        }
    }
    return coefficients;
}

/**
 * The remainder of the data divided by the generator.
 *
 * @param {number[]} data
 * @param {number} count
 */
export function correctionBytes(data, count) {
    const divisor = generator(count);
    const remainder = Array(count).fill(0);
    for (const byte of data) {
        const factor = byte ^ remainder.shift();
        remainder.push(0);
        divisor.forEach((coefficient, place) => (remainder[place] ^= multiply(coefficient, factor)));
    }
    return remainder;
}
