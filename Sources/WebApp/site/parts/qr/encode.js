/**
 * QR codes (ISO/IEC 18004) in byte mode with error correction level M, versions 1 to 10: up to 213 bytes, which is
 * enough for the link of a pairing.
 */

import { correctionBytes } from "./correction.js";
import { chooseMask } from "./mask.js";
import { drawFormat, drawFunctionPatterns, placeData } from "./matrix.js";

/** By version from 1: correction bytes of a block, blocks of the first size, their data bytes, blocks of one more. */
const BLOCKS = [
    [10, 1, 16, 0], [16, 1, 28, 0], [26, 1, 44, 0], [18, 2, 32, 0], [24, 2, 43, 0],
    [16, 4, 27, 0], [18, 4, 31, 0], [22, 2, 38, 2], [22, 3, 36, 2], [26, 4, 43, 1],
];

/** @param {number} version */
function capacity(version) {
    const [, count, size, larger] = BLOCKS[version - 1];
    return count * size + larger * (size + 1);
}

/**
 * The modules of the symbol, row by row: true is dark. The quiet zone of four modules is not part of it.
 *
 * @param {string} text
 * @returns {boolean[][]}
 * @throws {RangeError} for more than 213 bytes
 */
export function encodeQR(text) {
    const bytes = new TextEncoder().encode(text);
    const lengthBytes = (/** @type {number} */ version) => (version < 10 ? 1 : 2);
    const version = BLOCKS.findIndex((_, index) => bytes.length + lengthBytes(index + 1)
        + 1 <= capacity(index + 1)) + 1;
    if (!version) throw new RangeError(`${bytes.length} bytes are too many for a QR code of version 10`);
    const words = interleave(dataWords(bytes, version, lengthBytes(version)), version);
    const { modules, reserved } = drawFunctionPatterns(version);
    placeData(modules, reserved, words);
    const { mask, masked } = chooseMask(modules, reserved);
    drawFormat(masked, mask);
    return masked;
}

/**
 * The bytes with mode and length in front and filled to the capacity (7.4.10).
 *
 * @param {Uint8Array} bytes @param {number} version @param {number} lengthBytes
 */
function dataWords(bytes, version, lengthBytes) {
    const nibbles = [0b0100];
    for (let shift = lengthBytes * 8 - 4; shift >= 0; shift -= 4) nibbles.push((bytes.length >> shift) & 15);
    for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
    nibbles.push(0);
    const words = [];
    for (let index = 0; index < nibbles.length; index += 2) words.push((nibbles[index] << 4) | nibbles[index + 1]);
    for (let pad = 0xec; words.length < capacity(version); pad ^= 0xec ^ 0x11) words.push(pad);
    return words;
}

/**
 * Splits the data into blocks, adds the correction of each, and takes them in turns (7.6).
 *
 * @param {number[]} data @param {number} version
 */
function interleave(data, version) {
    const [correction, count, size, larger] = BLOCKS[version - 1];
    const blocks = [];
    for (let index = 0, start = 0; index < count + larger; index += 1) {
        const end = start + size + (index < count ? 0 : 1);
        blocks.push(data.slice(start, end));
        start = end;
    }
    const corrections = blocks.map((block) => correctionBytes(block, correction));
    const words = [];
    for (let index = 0; index <= size; index += 1) {
        for (const block of blocks) if (index < block.length) words.push(block[index]);
    }
    for (let index = 0; index < correction; index += 1) for (const block of corrections) words.push(block[index]);
    return words;
}
