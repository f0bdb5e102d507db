import { PA1Fault } from "./fault.js";

/** The sizes to which messages are filled, so that theirs tell the relay little. */
export const paddedSizes = Object.freeze([256, 512, 1024, 2048]);

/**
 * Fills a message with spaces, which JSON ignores, to the smallest size that holds it.
 * @param {Uint8Array} message
 */
export function padMessage(message) {
    const size = paddedSizes.find((candidate) => message.length <= candidate);
    if (size === undefined) throw new PA1Fault("text-too-long", `${message.length} bytes`);
    const padded = new Uint8Array(size).fill(0x20);
    padded.set(message);
    return padded;
}
