import { encodeBase64url } from "./base64url.js";
import { concatBytes } from "./bytes.js";
import { expand, expandingKey, expandSealingKey, extract } from "./derivation.js";
import { PA1Fault } from "./fault.js";
import { unwrapSecret, wrapSecret } from "./vault.js";

/** How many generations ahead and behind of its own a receiver opens. */
const reachOfGenerations = 8;
const lastGeneration = 0xffff_ffff;
const pairRootLabel = "pair root";

/** @typedef {{ generation: number, prk: CryptoKey, root: Uint8Array | null }} Step */

/**
 * The keys of a pair at generation 0, from the PRK of its agreement.
 * @param {CryptoKey} vault
 * @param {"A" | "B"} side
 * @param {Uint8Array} transcript
 * @param {Uint8Array} root
 * @returns {Promise<PA1.PairKeys>}
 */
export async function firstPairKeys(vault, side, transcript, root) {
    return keysFrom(vault, { side, generation: 0, oldest: 0, transcript }, root);
}

/**
 * The state of a pair's keys for a parcel to another device of its person, in 74 bytes.
 * @param {CryptoKey} vault
 * @param {PA1.PairKeys} keys
 */
export async function exportPairKeys(vault, keys) {
    const header = new DataView(new ArrayBuffer(10));
    header.setUint8(0, 1);
    header.setUint8(1, keys.side === "A" ? 0 : 1);
    header.setUint32(2, keys.generation);
    header.setUint32(6, keys.oldest);
    const root = await unwrapSecret(vault, keys.wrapped, pairRootLabel);
    return concatBytes(new Uint8Array(header.buffer), keys.transcript, root);
}

/**
 * Takes up the state of a pair's keys from a parcel.
 * @param {CryptoKey} vault
 * @param {Uint8Array} state
 * @returns {Promise<PA1.PairKeys>}
 */
export async function importPairKeys(vault, state) {
    if (state.length !== 74 || state[0] !== 1 || state[1] > 1) throw new PA1Fault("malformed", "keys");
    const view = new DataView(state.buffer, state.byteOffset, state.length);
    const [generation, oldest] = [view.getUint32(2), view.getUint32(6)];
    if (oldest > generation || generation - oldest > reachOfGenerations) throw new PA1Fault("malformed", "keys");
    const side = state[1] === 0 ? "A" : "B";
    return keysFrom(vault, { side, generation, oldest, transcript: state.slice(10, 42) }, state.slice(42));
}

/**
 * The key and key id under which this side seals now.
 * @param {PA1.PairKeys} keys
 */
export async function sendingKey(keys) {
    const step = await stepAt(keys, keys.generation);
    return messageKey(step, keys.side);
}

/**
 * The key that a key id names among the generations within reach.
 * @param {PA1.PairKeys} keys
 * @param {string | null} keyId
 * @param {"A" | "B"} sender
 * @returns {Promise<{ key: CryptoKey, generation: number } | null>}
 */
export async function receivingKey(keys, keyId, sender) {
    const last = Math.min(keys.generation + reachOfGenerations, lastGeneration);
    for (let step = firstStep(keys); ; step = await nextStep(step, keys.transcript)) {
        if (await keyIdOf(step, sender) === keyId) {
            return { key: (await messageKey(step, sender)).key, generation: step.generation };
        }
        if (step.generation >= last) return null;
    }
}

/**
 * Moves on to a later generation and forgets what falls out of reach.
 *
 * Only after a message under it has opened, so that a forged key id changes nothing, or to seal under a new one.
 * @param {CryptoKey} vault
 * @param {PA1.PairKeys} keys
 * @param {number} generation
 * @returns {Promise<PA1.PairKeys>}
 */
export async function advancePairKeys(vault, keys, generation) {
    if (generation <= keys.generation) return keys;
    if (generation > Math.min(keys.generation + reachOfGenerations, lastGeneration)) throw new PA1Fault("unknown-key");
    const oldest = Math.max(keys.oldest, generation - reachOfGenerations);
    const { root } = await stepAt(keys, oldest);
    if (root === null) return { ...keys, generation };
    return keysFrom(vault, { ...keys, generation, oldest }, root);
}

/**
 * @param {CryptoKey} vault
 * @param {Pick<PA1.PairKeys, "side" | "generation" | "oldest" | "transcript">} state
 * @param {Uint8Array} root
 * @returns {Promise<PA1.PairKeys>}
 */
async function keysFrom(vault, { side, generation, oldest, transcript }, root) {
    const wrapped = await wrapSecret(vault, root, pairRootLabel);
    return { side, generation, oldest, transcript, prk: await expandingKey(root), wrapped };
}

/** @param {PA1.PairKeys} keys @returns {Step} */
function firstStep(keys) {
    return { generation: keys.oldest, prk: keys.prk, root: null };
}

/** @param {PA1.PairKeys} keys @param {number} generation */
async function stepAt(keys, generation) {
    let step = firstStep(keys);
    while (step.generation < generation) step = await nextStep(step, keys.transcript);
    return step;
}

/**
 * PRK of the next generation, from which the former ones cannot be derived.
 * @param {Step} step
 * @param {Uint8Array} transcript
 * @returns {Promise<Step>}
 */
async function nextStep({ generation, prk }, transcript) {
    const root = await extract(transcript, await expand(prk, `pa1 root ${generation}`));
    return { generation: generation + 1, prk: await expandingKey(root), root };
}

/** @param {Step} step @param {"A" | "B"} sender */
async function messageKey(step, sender) {
    const key = await expandSealingKey(step.prk, `pa1 msg ${directionFrom(sender)} ${step.generation}`);
    return { key, keyId: await keyIdOf(step, sender) };
}

/** @param {Step} step @param {"A" | "B"} sender */
async function keyIdOf(step, sender) {
    return encodeBase64url(await expand(step.prk, `pa1 kid ${directionFrom(sender)} ${step.generation}`, 6));
}

/** @param {"A" | "B"} sender */
function directionFrom(sender) {
    return sender === "A" ? "A>B" : "B>A";
}

/** @param {"A" | "B"} side */
export function otherSide(side) {
    return side === "A" ? "B" : "A";
}
