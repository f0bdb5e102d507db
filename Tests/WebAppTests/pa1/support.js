import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PA1Fault } from "../../../Sources/WebApp/site/pa1/fault.js";

/** A known-answer file of the protocol, the very one that the Swift tests read. */
export function vectors(name) {
    return JSON.parse(readFileSync(new URL(`../../SealingTests/Vectors/${name}.json`, import.meta.url), "utf8"));
}

export function hex(text) {
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asserts that a function throws, or a promise is rejected with, a fault of this code. */
export async function refuses(code, run, message) {
    try {
        await run();
    } catch (error) {
        if (!(error instanceof PA1Fault)) throw error;
        assert.equal(error.code, code, message);
        return error;
    }
    assert.fail(`${message ?? ""} nothing was refused; expected ${code}`);
}

/** A repeatable source of choices. The seed is fresh in each run and printed; REVEILLE_SEED repeats a run. */
export class Choices {
    constructor(test) {
        this.seed = Number(process.env.REVEILLE_SEED ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
        this.state = this.seed;
        test.diagnostic(`REVEILLE_SEED=${this.seed}`);
    }

    /** The mulberry32 generator. */
    next() {
        this.state = this.state + 0x6d2b79f5 >>> 0;
        let mixed = this.state;
        mixed = Math.imul(mixed ^ mixed >>> 15, mixed | 1);
        mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
        return (mixed ^ mixed >>> 14) >>> 0;
    }

    below(limit) { return this.next() % limit; }

    of(list) { return list[this.below(list.length)]; }

    bytes(count) { return Uint8Array.from({ length: count }, () => this.below(256)); }

    text(most) {
        const points = [0x20, 0x22, 0x5c, 0x0a, 0x41, 0x7a, 0xe9, 0x4e00, 0x1f600, 0x2028, 0];
        return Array.from({ length: this.below(most + 1) }, () => String.fromCodePoint(this.of(points))).join("");
    }
}
