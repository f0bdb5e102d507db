import { remembering } from "./circle.js";
import { parseInstant } from "./instant.js";

/**
 * Takes over the pairs that another device of the same person has handed over.
 *
 * Keys of a later generation open all that the others do; a pair that has ended here stays ended.
 * @param {readonly PA1.KnownPair[]} known
 * @param {readonly PA1.KnownPair[]} handed
 * @returns {{ pairs: PA1.KnownPair[], fresh: PA1.KnownPair[] }}
 */
export function mergePairs(known, handed) {
    const fresh = handed.filter((pair) => !known.some((own) => own.pairId === pair.pairId));
    const kept = known.map((own) => {
        const other = handed.find((pair) => pair.pairId === own.pairId);
        const isNewer = own.keys !== undefined && (other?.keys?.generation ?? -1) > own.keys.generation;
        return isNewer && other !== undefined ? other : own;
    });
    return { pairs: [...kept, ...fresh], fresh };
}

/**
 * Takes over circles likewise: who has joined anew has another key, and the former one is no longer used. Keys of
 * others that open what they once sealed are added.
 * @param {readonly PA1.KnownCircle[]} known
 * @param {readonly PA1.KnownCircle[]} handed
 * @returns {PA1.KnownCircle[]}
 */
export function mergeCircles(known, handed) {
    const newer = handed.filter((circle) => {
        const own = known.find((one) => one.circleId === circle.circleId);
        return own === undefined || (parseInstant(own.since) ?? 0) < (parseInstant(circle.since) ?? 0);
    });
    const kept = known.filter((own) => !newer.some((circle) => circle.circleId === own.circleId)).map((own) => {
        const same = handed.find((circle) => circle.circleId === own.circleId && circle.since === own.since);
        return same?.former === undefined ? own : remembering(own, same.former);
    });
    return [...kept, ...newer];
}
