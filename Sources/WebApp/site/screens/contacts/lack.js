/** That the relay can send nothing by some medium at present, or that the message that asks has yet to go out. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { icon } from "../../parts/icon.js";

/**
 * The line below an address to which nothing can be sent at present, or at which nobody could be asked yet.
 * @param {import("./channels.js").Channel} way
 */
export function drawLack(way) {
    return (way.unreached || way.waiting)
        && h("dd", { class: "lack" }, icon("warning"), h("span", null, lackText(way)));
}

/** @param {{ medium: import("./channels.js").Medium, unreached: boolean }} way */
export function lackText({ medium, unreached }) {
    return t(unreached ? "contacts.lack" : "contacts.waiting", { medium: t(`contacts.by.${medium}`) });
}
