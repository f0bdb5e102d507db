/** Screens that also change by the clock, and what the relay's silence means for them. */

import { live, whenLeft } from "../frame/live.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * A screen that is drawn after each change of the app, and again every so often because time passes.
 * @param {App} app
 * @param {number} period in milliseconds
 * @param {(refresh: () => void) => HTMLElement} draw
 */
export function liveByClock(app, period, draw) {
    let again = () => {};
    const root = live(app, (refresh) => {
        again = refresh;
        return draw(refresh);
    });
    const timer = setInterval(() => again(), period);
    whenLeft(root, () => clearInterval(timer));
    return root;
}

/**
 * Whether the relay is heard now, and what its clock shows.
 * @param {App} app
 */
export function circumstances(app) {
    const { online, relay } = app.state.connection;
    return { heard: online && relay === "ok", now: app.relayNow };
}

/**
 * The zone in which this person reads times.
 * @param {App} app
 */
export function readersZone(app) {
    return app.state.me?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
