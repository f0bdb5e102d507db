// The database of the app, as promises. Every transaction is one call: crypto and network stay outside of it, since a
// transaction ends as soon as it waits for anything else.

/** @typedef {"facts" | "pairs" | "circles" | "alarms" | "invites" | "news" | "journal"} Area */
/**
 * One change of a transaction: a value is put, removed, or made of the present one (undefined leaves it).
 * @typedef {{ area: Area, put?: any, key?: IDBValidKey, remove?: IDBValidKey, clear?: true, at?: IDBValidKey,
 *     change?: (present: any) => any }} Change
 */

const databaseVersion = 1;

/**
 * The key paths of the areas; facts have keys of their own.
 * @type {Record<Area, string | null>}
 */
export const keyPaths = {
    facts: null, pairs: "pairId", circles: "circleId", alarms: "id", invites: "id", news: "id", journal: "jti",
};

/** @type {Area[]} */
export const allAreas = ["facts", "pairs", "circles", "alarms", "invites", "news", "journal"];

/**
 * The answer to a request of the database.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answered(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function committed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("The transaction was aborted."));
        transaction.onerror = () => reject(transaction.error);
    });
}

/** @param {IDBFactory} factory @param {string} name @returns {Promise<IDBDatabase>} */
export async function openDatabase(factory, name) {
    const request = factory.open(name, databaseVersion);
    request.onupgradeneeded = () => {
        for (const area of allAreas) {
            if (request.result.objectStoreNames.contains(area)) continue;
            const keyPath = keyPaths[area];
            request.result.createObjectStore(area, keyPath === null ? {} : { keyPath });
        }
    };
    return answered(request);
}

/**
 * @param {IDBObjectStore} objects
 * @param {Area} area
 * @param {IDBValidKey} key
 * @param {(present: any) => any} change
 */
function changeIn(objects, area, key, change) {
    const request = objects.get(key);
    request.onsuccess = () => {
        const changed = change(request.result);
        if (changed === undefined) return;
        if (keyPaths[area] === null) objects.put(changed, key);
        else objects.put(changed);
    };
}

export class Database {
    /** @param {IDBDatabase} connection */
    constructor(connection) {
        this.connection = connection;
        /** Hears that the browser has taken the database away. */
        this.onLost = () => {};
        connection.onclose = () => this.onLost();
        connection.onversionchange = (event) => {
            // Another tab with a newer version may upgrade; without a version, the database is deleted.
            connection.close();
            if (event.newVersion === null) this.onLost();
        };
    }

    /** @param {Area} area @param {IDBValidKey} key @returns {Promise<any>} */
    get(area, key) {
        return answered(this.connection.transaction(area, "readonly").objectStore(area).get(key));
    }

    /** @param {Area} area @returns {Promise<any[]>} */
    all(area) {
        return answered(this.connection.transaction(area, "readonly").objectStore(area).getAll());
    }

    /**
     * Makes all changes, or none.
     * @param {Change[]} changes
     */
    async write(changes) {
        if (changes.length === 0) return;
        const areas = [...new Set(changes.map((change) => change.area))];
        const transaction = this.connection.transaction(areas, "readwrite");
        const done = committed(transaction);
        for (const change of changes) {
            const objects = transaction.objectStore(change.area);
            if (change.at !== undefined) changeIn(objects, change.area, change.at, change.change ?? (() => undefined));
            else if (change.clear) objects.clear();
            else if (change.remove !== undefined) objects.delete(change.remove);
            else if (change.key !== undefined) objects.put(change.put, change.key);
            else objects.put(change.put);
        }
        await done;
    }

    /**
     * Reads a value and writes what `change` makes of it, in one transaction; undefined leaves it.
     * @param {Area} area
     * @param {IDBValidKey} key
     * @param {(value: any) => any} change
     * @returns {Promise<any>} the value afterwards
     */
    async update(area, key, change) {
        const transaction = this.connection.transaction(area, "readwrite");
        const done = committed(transaction);
        /** @type {any} */
        let result;
        changeIn(transaction.objectStore(area), area, key, (present) => {
            const changed = change(present);
            result = changed === undefined ? present : changed;
            return changed;
        });
        await done;
        return result;
    }

    close() {
        this.connection.close();
    }
}
