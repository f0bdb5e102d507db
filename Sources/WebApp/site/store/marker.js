// A note outside of the database that there was a device here, so that an emptied database is noticed. It holds no
// secret: who was paired with whom, by name, so that the app can say what is lost.

const markerName = "reveille.device";

/** @typedef {{ deviceId: string, name: string, partners: string[], circles: string[] }} Marker */

/** @returns {Storage | null} */
function markerStorage() {
    try {
        return globalThis.localStorage ?? null;
    } catch {
        return null; // Storage is blocked.
    }
}

/** @returns {Marker | null} */
export function readMarker() {
    try {
        const text = markerStorage()?.getItem(markerName);
        return text ? JSON.parse(text) : null;
    } catch {
        return null;
    }
}

/** @param {Marker | null} marker */
export function writeMarker(marker) {
    try {
        const text = marker && JSON.stringify(marker);
        const storage = markerStorage();
        if (text === null) storage?.removeItem(markerName);
        else if (storage?.getItem(markerName) !== text) storage?.setItem(markerName, text);
    } catch {
        // Without it, an emptied database looks like a new device.
    }
}
