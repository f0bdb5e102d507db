// Locks over the tabs and the worker of one browser; where there are none, over this page alone.

/** @type {Map<string, Promise<unknown>>} */
const pageLocks = new Map();

/**
 * Runs `work` while nobody else in this browser holds the lock.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {LockManager | null} [locks]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, locks = globalThis.navigator?.locks ?? null) {
    if (locks) return locks.request(`reveille.${name}`, work);
    const before = pageLocks.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    pageLocks.set(name, mine.catch(() => undefined));
    return mine;
}

/**
 * Waits to be the leader among the tabs, and stays it until `release` is called.
 * @param {string} name
 * @param {() => void} lead called once this tab leads
 * @param {LockManager | null} [locks]
 * @returns {() => void} gives the lead up
 */
export function leadTabs(name, lead, locks = globalThis.navigator?.locks ?? null) {
    if (!locks) {
        lead();
        return () => undefined;
    }
    /** @type {() => void} */
    let release = () => undefined;
    const held = new Promise((resolve) => {
        release = () => resolve(undefined);
    });
    const abort = new AbortController();
    const waiting = locks.request(`reveille.${name}`, { signal: abort.signal }, () => {
        lead();
        return held;
    });
    waiting.catch(() => undefined);
    return () => {
        abort.abort();
        release();
    };
}
