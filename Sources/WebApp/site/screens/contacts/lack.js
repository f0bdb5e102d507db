/** That the relay can send nothing by some medium, or that nothing gets through, so that what is for it waits. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { icon } from "../../parts/icon.js";
import { readersZone } from "../following.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").MediumDelay} MediumDelay */

/**
 * The line below an address for which everything waits at present.
 * @param {App} app
 * @param {import("./channels.js").Channel} way
 */
export function drawLack(app, way) {
    if (way.unreached) return drawWarning(lackText(way.medium));
    return way.delay && drawWarning(delayText(way.delay, readersZone(app), app.relayNow));
}

/** @param {string} text */
export function drawWarning(text) {
    return h("dd", { class: "lack" }, icon("warning"), h("span", null, text));
}

/** @param {{ medium: import("./channels.js").Medium, unreached: boolean }} way */
export function lackText({ medium, unreached }) {
    return t(unreached ? "contacts.lack" : "contacts.waiting", { medium: t(`contacts.by.${medium}`) });
}

/**
 * Since when and why nothing gets through by a medium.
 * @param {MediumDelay} delay @param {string} zone the reader's @param {number} now by the relay's clock
 */
export function delayText({ medium, since, reason }, zone, now) {
    return t("contacts.delayed", { medium: t(`contacts.by.${medium}`), time: dayAndTime(since, zone, now), reason });
}
