// What this browser says of itself when it registers.

/** @returns {import("../types/app.js").Capabilities} */
export function capabilities() {
    return { alarmKit: false, criticalAlerts: false, os: browserName() };
}

/**
 * A short name of browser and system, at most 32 bytes.
 * @returns {string}
 */
function browserName() {
    const agent = globalThis.navigator?.userAgent ?? "";
    const browser = /Firefox\/\d+|Edg\/\d+|OPR\/\d+|Chrome\/\d+|Version\/\d+/.exec(agent)?.[0] ?? "browser";
    const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? "";
    return `${browser.replace("Version", "Safari")} ${system}`.trim().slice(0, 32);
}

/**
 * Whether this is Apple's mobile system outside of the Home Screen, where there is no push.
 * @returns {boolean}
 */
export function needsHomeScreen() {
    const agent = globalThis.navigator?.userAgent ?? "";
    const isApple = /iPhone|iPad/.test(agent)
        || (agent.includes("Macintosh") && (globalThis.navigator?.maxTouchPoints ?? 0) > 1);
    const isInstalled = globalThis.matchMedia?.("(display-mode: standalone)").matches
        || /** @type {any} */ (globalThis.navigator)?.standalone === true;
    return isApple && !isInstalled;
}
