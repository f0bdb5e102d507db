// How long to wait before the next try: doubled each time, with jitter, never less than the relay asked for.

const firstWait = 1_000;
const longestWait = 60_000;

/**
 * @param {number} failures in a row, 1 or more
 * @param {number} [retryAfter] seconds that the relay asked for
 * @param {() => number} [random]
 * @returns {number} ms
 */
export function backoff(failures, retryAfter, random = Math.random) {
    const wait = Math.min(longestWait, firstWait * 2 ** (failures - 1));
    return Math.max((retryAfter ?? 0) * 1000, Math.round(wait * (0.5 + random() / 2)));
}
