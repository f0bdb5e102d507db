/** Buttons, links that look like them, and what to show while they work. */

import { alertUser } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { icon } from "./icon.js";

/**
 * Buttons at work, by the label under which the screen knows them.
 *
 * @type {WeakSet<EventTarget>}
 */
const busy = new WeakSet();

/**
 * A button whose action may take a while: it is marked as busy meanwhile and does not start a second time, and what
 * goes wrong is shown and read out.
 *
 * @param {import("../frame/dom.js").Child} label
 * @param {(event: Event) => void | Promise<unknown>} action
 * @param {{ kind?: "primary" | "plain" | "quiet" | "danger", sign?: string, label?: string, key?: string,
 *     describedBy?: string, pressed?: boolean, fail?: (error: any) => void, submit?: boolean, disabled?: boolean,
 *     focus?: boolean, class?: string }} [options] `label` is read out in the place of the text; `fail` shows an error
 *     in another way.
 */
export function button(label, action, options = {}) {
    return h("button", {
        type: options.submit ? "submit" : "button",
        class: `button ${options.kind ?? "plain"} ${options.class ?? ""}`.trim(),
        key: options.key,
        "aria-label": options.label,
        "aria-describedby": options.describedBy,
        "aria-pressed": options.pressed === undefined ? null : String(options.pressed),
        "aria-disabled": options.disabled ? "true" : null,
        "data-focus": options.focus,
        onclick: (/** @type {Event} */ event) => {
            if (!options.disabled) void work(event, action, options.fail ?? alertUser);
        },
    }, options.sign && icon(options.sign), h("span", null, label));
}

/**
 * Runs the action of a button or a form once at a time.
 *
 * @param {Event} event @param {(event: Event) => void | Promise<unknown>} action @param {(error: any) => void} fail
 */
export async function work(event, action, fail) {
    const target = event.currentTarget;
    if (!(target instanceof HTMLElement) || busy.has(target)) return;
    const running = (async () => action(event))();
    busy.add(target);
    const slow = setTimeout(() => target.setAttribute("aria-busy", "true"), 150);
    try {
        await running;
    } catch (error) {
        fail(error);
    } finally {
        clearTimeout(slow);
        target.removeAttribute("aria-busy");
        busy.delete(target);
    }
}

/**
 * A link that looks like a button.
 *
 * @param {import("../frame/dom.js").Child} label @param {string} address
 * @param {{ kind?: "primary" | "plain" | "quiet", sign?: string, download?: string }} [options]
 */
export function linkButton(label, address, options = {}) {
    return h("a", { class: `button ${options.kind ?? "plain"}`, href: address, download: options.download },
        options.sign && icon(options.sign), h("span", null, label));
}
