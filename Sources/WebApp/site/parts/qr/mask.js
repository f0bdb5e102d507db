/** The mask that makes a QR code easiest to read (ISO/IEC 18004, 7.8). */

import { drawFormat } from "./matrix.js";

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {boolean[][]} modules @param {boolean[][]} reserved */
export function chooseMask(modules, reserved) {
    let best = { mask: 0, masked: modules, penalty: Infinity };
    MASKS.forEach((applies, mask) => {
        const masked = modules.map((row, y) => row.map((dark, x) => dark !== (!reserved[y][x] && applies(x, y))));
        drawFormat(masked, mask);
        const penalty = penaltyOf(masked);
        if (penalty < best.penalty) best = { mask, masked, penalty };
    });
    return best;
}

/** @param {boolean[][]} modules */
function penaltyOf(modules) {
    const size = modules.length;
    const columns = modules.map((_, x) => modules.map((row) => row[x]));
    let penalty = 0;
    let dark = 0;
    for (const line of [...modules, ...columns]) penalty += runs(line) + finders(line);
    for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) {
            dark += modules[y][x] ? 1 : 0;
            if (x + 1 === size || y + 1 === size) continue;
            const one = modules[y][x];
            if (one === modules[y][x + 1] && one === modules[y + 1][x] && one === modules[y + 1][x + 1]) penalty += 3;
        }
    }
    return penalty + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/**
 * Three for five of one colour in a row, and one for each more.
 *
 * @param {boolean[]} line
 */
function runs(line) {
    let penalty = 0;
    let length = 0;
    line.forEach((dark, index) => {
        length = dark === line[index - 1] ? length + 1 : 1;
        if (length === 5) penalty += 3;
        else if (length > 5) penalty += 1;
    });
    return penalty;
}

/**
 * Forty for each place that looks like a finder with four light modules before or after it.
 *
 * @param {boolean[]} line
 */
function finders(line) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    let penalty = 0;
    for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
        const before = text.slice(Math.max(0, at - 4), at);
        const after = text.slice(at + 7, at + 11);
        if (!before.includes("1") || !after.includes("1")) penalty += 40;
    }
    return penalty;
}
