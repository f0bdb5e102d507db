/** Short messages at the edge of the screen, which screen readers read out. */

import { h } from "./dom.js";
import { explain, t } from "./language.js";
import { icon } from "../parts/icon.js";

const SHOWN = 8_000;
/** How long a character of a long text is shown, ms. */
const READING = 100;

/** @param {string} id */
const region = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Shows a message for some seconds and has it read out when the screen reader has time.
 *
 * @param {string} text @param {"check" | "warning"} [sign] `warning`: it is not as the reader may think
 */
export function toast(text, sign = "check") {
    show("toasts", text, sign);
}

/**
 * Shows what went wrong until it is closed, and has it read out at once.
 *
 * @param {any} error a ProblemError, or the text itself
 */
export function alertUser(error) {
    show("alerts", typeof error === "string" ? error : explain(error), "warning");
}

/**
 * Has a text read out without showing it: for changes that can be seen anyway.
 *
 * @param {string} text
 */
export function say(text) {
    region("spoken").textContent = text;
}

/** @param {"toasts" | "alerts"} where @param {string} text @param {string} sign */
function show(where, text, sign) {
    const box = h("div", { class: `toast ${where}` }, icon(sign), h("p", null, text));
    const remove = () => box.remove();
    box.append(h("button", { class: "close", "aria-label": t("close"), onclick: remove }, icon("cross")));
    for (const old of region(where).children) if (old.textContent === box.textContent) old.remove();
    region(where).append(box);
    if (where === "toasts") setTimeout(remove, Math.max(SHOWN, text.length * READING));
}

/** Takes away what went wrong on the screen that is being left. */
export function clearAlerts() {
    region("alerts").replaceChildren();
}
