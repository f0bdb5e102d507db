// As much of the Web Locks API as the app uses: one holder at a time, in order; a waiter can give up.

/** @returns {LockManager} */
export function memoryLocks() {
    const tails = new Map();
    return /** @type {any} */ ({
        request(name, options, work = options) {
            const signal = typeof options === "object" ? options.signal : undefined;
            const before = tails.get(name) ?? Promise.resolve();
            const mine = before.then(() => {
                if (signal?.aborted) throw new Error("AbortError");
                return work({ name });
            });
            tails.set(name, mine.catch(() => undefined));
            return mine;
        },
    });
}
