/** Questions that have to be answered before something is done. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { button } from "./button.js";

/** @typedef {import("../frame/dom.js").Child} Child */

/**
 * Asks before something is done that cannot be undone. Resolves with true if the user agrees; Escape and a tap beside
 * the dialog mean no.
 *
 * @param {{ title: Child, text?: Child, warning?: string | null, action: Child, danger?: boolean, no?: Child }} options
 * @returns {Promise<boolean>}
 */
export function ask(options) {
    return openDialog((close) => [
        h("h2", { id: "dialog-title" }, options.title),
        options.text && h("p", null, options.text),
        options.warning && h("p", { class: "error" }, options.warning),
        h("div", { class: "actions" },
            button(options.action, () => close(true), { kind: options.danger ? "danger" : "primary" }),
            button(options.no ?? t("no"), () => close(false), { focus: true })),
    ], false);
}

/**
 * Shows a dialog with content of one's own; it has to have an element with the id `dialog-title`.
 *
 * @template Answer
 * @param {(close: (answer: Answer) => void) => Child[]} draw
 * @param {Answer} cancelled the answer where the dialog is closed otherwise
 * @returns {Promise<Answer>}
 */
export function openDialog(draw, cancelled) {
    return new Promise((resolve) => {
        const before = document.activeElement;
        let answer = cancelled;
        const dialog = h("dialog", {
            "aria-labelledby": "dialog-title",
            onclick: (/** @type {Event} */ event) => {
                if (event.target === dialog) dialog.close();
            },
            onclose: () => {
                dialog.remove();
                if (before instanceof HTMLElement && before.isConnected) before.focus();
                resolve(answer);
            },
        });
        dialog.append(h("div", { class: "dialog-body" }, ...draw((given) => {
            answer = given;
            dialog.close();
        })));
        document.body.append(dialog);
        dialog.showModal();
        const focus = dialog.querySelector("[data-focus]");
        if (focus instanceof HTMLElement) focus.focus();
    });
}
