/** Where the person is, if contacts may know: asked of the browser, and never waited for at length. */

const KEPT = "checkIn.sharesPlace";
const PATIENCE = 2_500;

/** Whether the place goes along with check-ins from this device. */
export function sharesPlace() {
    try {
        return localStorage.getItem(KEPT) === "yes";
    } catch {
        return false;
    }
}

/** @param {boolean} on */
export function setSharesPlace(on) {
    try {
        if (on) localStorage.setItem(KEPT, "yes");
        else localStorage.removeItem(KEPT);
    } catch {
        // A browser without storage asks anew each time.
    }
}

/**
 * The place to send with a check-in, or null where it is not shared, not known, or not known in time.
 * @returns {Promise<import("../../types/app.js").Place | null>}
 */
export async function placeToShare() {
    return sharesPlace() ? whereAmI(PATIENCE).catch(() => null) : null;
}

/**
 * Where this device is.
 * @param {number} timeout in milliseconds
 * @returns {Promise<import("../../types/app.js").Place>}
 */
export function whereAmI(timeout) {
    return new Promise((resolve, reject) => {
        if (!navigator.geolocation) return reject(new Error("no geolocation"));
        setTimeout(() => reject(new Error("no place in time")), timeout + 500);
        navigator.geolocation.getCurrentPosition(({ coords }) => resolve({
            latitude: coords.latitude, longitude: coords.longitude, accuracy: Math.min(coords.accuracy, 100_000),
        }), reject, { timeout, maximumAge: 300_000 });
    });
}
