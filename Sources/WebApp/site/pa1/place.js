import { PA1Fault } from "./fault.js";

/**
 * A place as requests carry it: degrees with seven decimals, and whole metres of uncertainty, rounded up.
 * @param {{ latitude: number, longitude: number, accuracy?: number | null }} place
 * @returns {{ latitude: number, longitude: number, accuracy?: number }}
 */
export function placeForWire({ latitude, longitude, accuracy }) {
    if (!(Math.abs(latitude) <= 90)) throw new PA1Fault("place", "latitude");
    if (!(Math.abs(longitude) <= 180)) throw new PA1Fault("place", "longitude");
    const place = { latitude: inSteps(latitude), longitude: inSteps(longitude) };
    if (accuracy === undefined || accuracy === null) return place;
    if (!(accuracy >= 0 && accuracy <= 100_000)) throw new PA1Fault("place", "accuracy");
    return { ...place, accuracy: Math.ceil(accuracy) };
}

/** @param {number} degrees */
function inSteps(degrees) {
    return Math.round(degrees * 1e7) / 1e7 + 0;
}
