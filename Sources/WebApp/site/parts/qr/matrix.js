/** Where the modules of a QR code are (ISO/IEC 18004, 6.3, 7.7, 7.9, 7.10). */

/** The centres of the alignment patterns by version, from 1. */
const ALIGNMENT = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];

/**
 * A symbol with its finder, timing and alignment patterns, and which modules are not for data.
 *
 * @param {number} version
 */
export function drawFunctionPatterns(version) {
    const size = 17 + 4 * version;
    const modules = Array.from({ length: size }, () => Array(size).fill(false));
    const reserved = Array.from({ length: size }, () => Array(size).fill(false));
    const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
        if (x < 0 || y < 0 || x >= size || y >= size) return;
        modules[y][x] = dark;
        reserved[y][x] = true;
    };
    for (let index = 0; index < size; index += 1) {
        set(6, index, index % 2 === 0);
        set(index, 6, index % 2 === 0);
    }
    for (const [centreX, centreY] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
        square(4, (x, y, ring) => set(centreX + x, centreY + y, ring !== 2 && ring !== 4));
    }
    const centres = ALIGNMENT[version - 1];
    const last = centres.length - 1;
    centres.forEach((x, column) => centres.forEach((y, row) => {
        const finder = (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
        if (!finder) square(2, (dx, dy, ring) => set(x + dx, y + dy, ring !== 1));
    }));
    for (let index = 0; index < 9; index += 1) {
        for (const [x, y] of [[8, index], [index, 8]]) if (!reserved[y][x]) set(x, y, false);
        if (index < 8) for (const [x, y] of [[8, size - 1 - index], [size - 1 - index, 8]]) set(x, y, false);
    }
    set(8, size - 8, true);
    if (version >= 7) drawVersion(set, version, size);
    return { modules, reserved };
}

/** @param {number} radius @param {(x: number, y: number, ring: number) => void} visit */
function square(radius, visit) {
    for (let y = -radius; y <= radius; y += 1) {
        for (let x = -radius; x <= radius; x += 1) visit(x, y, Math.max(Math.abs(x), Math.abs(y)));
    }
}

/**
 * The version with its Golay code, twice (7.10).
 *
 * @param {(x: number, y: number, dark: boolean) => void} set
 * @param {number} version
 * @param {number} size
 */
function drawVersion(set, version, size) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
        const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)];
        set(far, near, ((bits >> index) & 1) === 1);
        set(near, far, ((bits >> index) & 1) === 1);
    }
}

/**
 * What BCH adds to a value.
 *
 * @param {number} value
 * @param {number} bits
 * @param {number} polynomial
 */
function remainder(value, bits, polynomial) {
    let rest = value;
    for (let index = 0; index < bits; index += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
    return rest;
}

/**
 * Writes correction level M and the mask beside the finders (7.9).
 *
 * @param {boolean[][]} modules @param {number} mask
 */
export function drawFormat(modules, mask) {
    const size = modules.length;
    const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
    const bit = (/** @type {number} */ index) => ((bits >> index) & 1) === 1;
    for (let index = 0; index < 15; index += 1) {
        const row = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
        const column = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
        modules[row][8] = bit(index);
        modules[8][column] = bit(index);
    }
    modules[size - 8][8] = true;
}

/**
 * Fills the free modules with bits, in columns of two from the right, up and down (7.7.3).
 *
 * @param {boolean[][]} modules @param {boolean[][]} reserved @param {number[]} words
 */
export function placeData(modules, reserved, words) {
    const size = modules.length;
    let bit = 0;
    for (let right = size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const y = upward ? size - 1 - step : step;
            for (const x of [right, right - 1]) {
                if (reserved[y][x]) continue;
                modules[y][x] = ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
                bit += 1;
            }
        }
    }
}
