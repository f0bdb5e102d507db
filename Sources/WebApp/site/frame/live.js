/** Screens that follow the state: drawn again after each change, until they are left. */

import { update } from "./dom.js";

/**
 * Draws now, after each "change" of the app, and whenever `refresh` is called.
 *
 * @template {HTMLElement} Root
 * @param {EventTarget} app
 * @param {(refresh: () => void) => Root} draw makes the whole screen from the state; its root keeps its tag.
 * @returns {Root}
 */
export function live(app, draw) {
    let asked = false;
    let left = false;
    const refresh = () => {
        if (asked || left) return;
        asked = true;
        queueMicrotask(() => {
            asked = false;
            if (!left) update(root, draw(refresh));
        });
    };
    const root = draw(refresh);
    app.addEventListener("change", refresh);
    whenLeft(root, () => {
        left = true;
        app.removeEventListener("change", refresh);
    });
    return root;
}

/**
 * Calls `end` once when the router takes the screen away: for timers, wake locks and sounds.
 *
 * @param {HTMLElement} root @param {() => void} end
 */
export function whenLeft(root, end) {
    root.addEventListener("leave", end, { once: true });
}
