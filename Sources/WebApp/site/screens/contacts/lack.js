/** That the relay can send nothing by some medium at present, so that what is for it waits. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { icon } from "../../parts/icon.js";

/**
 * The line below an address to which nothing can be sent at present.
 * @param {import("./channels.js").Channel} way
 */
export function drawLack(way) {
    return way.unreached && h("dd", { class: "lack" }, icon("warning"), h("span", null, lackText(way.medium)));
}

/** @param {import("./channels.js").Medium} medium */
export function lackText(medium) {
    return t("contacts.lack", { medium: t(`contacts.by.${medium}`) });
}
