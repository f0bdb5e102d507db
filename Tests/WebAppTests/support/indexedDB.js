// As much of IndexedDB as the app uses, in memory: one transaction after the other, each alive only while it has
// requests. Values are cloned in and out, as a browser does.

/** @param {any} value @returns {any} */
function clone(value) {
    if (value === null || typeof value !== "object" || value instanceof CryptoKey) return value;
    if (ArrayBuffer.isView(value)) return value.slice();
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (Array.isArray(value)) return value.map(clone);
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError("DataCloneError");
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clone(one)]));
}

class Transaction {
    constructor(database, mode) {
        this.database = database;
        this.mode = mode;
        this.requests = [];
        this.state = "waiting";
        this.undo = [];
        database.queue = database.queue.then(() => this.run());
    }

    objectStore(name) {
        const area = this.database.areas.get(name);
        if (!area) throw new Error(`NotFoundError: ${name}`);
        const { keyPath, rows } = area;
        const write = (work) => this.ask(() => {
            if (this.mode !== "readwrite") throw new Error("ReadOnlyError");
            const before = new Map(rows);
            this.undo.push(() => {
                rows.clear();
                for (const [key, value] of before) rows.set(key, value);
            });
            return work();
        });
        return {
            get: (key) => this.ask(() => clone(rows.get(key))),
            getAll: () => this.ask(() => [...rows.values()].map(clone)),
            put: (value, key) => {
                const copy = clone(value);
                return write(() => rows.set(keyPath === null ? key : copy[keyPath], copy));
            },
            delete: (key) => write(() => rows.delete(key)),
            clear: () => write(() => rows.clear()),
        };
    }

    ask(work) {
        if (this.state === "done") throw new Error("TransactionInactiveError");
        const request = { work, onsuccess: null, onerror: null, result: undefined, error: null };
        this.requests.push(request);
        return request;
    }

    async run() {
        for (let request = this.requests.shift(); request; request = this.requests.shift()) {
            try {
                request.result = request.work();
                request.onsuccess?.();
            } catch (error) {
                this.error = error;
                this.state = "done";
                for (const undo of this.undo.reverse()) undo();
                request.onerror?.();
                this.onabort?.();
                return;
            }
            await Promise.resolve();
        }
        this.state = "done";
        this.oncomplete?.();
    }
}

/** @returns {IDBFactory} a factory whose databases live as long as it does */
export function memoryIndexedDB() {
    const databases = new Map();
    const factory = {
        open(name) {
            const request = { onsuccess: null, onerror: null, onupgradeneeded: null, result: null };
            queueMicrotask(() => {
                const isNew = !databases.has(name);
                if (isNew) databases.set(name, { areas: new Map(), queue: Promise.resolve() });
                const shared = databases.get(name);
                request.result = {
                    objectStoreNames: { contains: (area) => shared.areas.has(area) },
                    createObjectStore: (area, { keyPath = null } = {}) => shared.areas.set(area,
                        { keyPath, rows: new Map() }),
                    transaction: (areas, mode) => new Transaction(shared, mode ?? "readonly", areas),
                    close: () => undefined,
                };
                if (isNew) request.onupgradeneeded?.();
                request.onsuccess?.();
            });
            return request;
        },
        /** Forgets everything, as when a person clears the browser's storage. */
        clear: () => databases.clear(),
    };
    return /** @type {any} */ (factory);
}
