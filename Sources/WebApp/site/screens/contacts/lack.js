/** That the relay can send nothing by some medium at present, or that the message that asks has yet to go out. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { icon } from "../../parts/icon.js";

/**
 * The line below an address to which nothing can be sent at present, or at which nobody could be asked yet.
 * @param {import("./channels.js").Channel} way
 */
export function drawLack(way) {
    if (!way.unreached && !way.waiting) return null;
    const text = way.unreached ? lackText(way.medium)
        : t("contacts.waiting", { medium: t(`contacts.by.${way.medium}`) });
    return h("dd", { class: "lack" }, icon("warning"), h("span", null, text));
}

/** @param {import("./channels.js").Medium} medium */
export function lackText(medium) {
    return t("contacts.lack", { medium: t(`contacts.by.${medium}`) });
}
