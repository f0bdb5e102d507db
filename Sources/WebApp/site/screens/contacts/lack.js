/** Why something waits: the relay has no way to send it, nothing gets through, or the question has not gone out yet. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { plainReason } from "../../frame/plainReason.js";
import { dayAndTime } from "../../frame/time.js";
import { icon } from "../../parts/icon.js";
import { readersZone } from "../following.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").MediumDelay} MediumDelay */

/**
 * What is known to keep messages by a medium from going out, as of a `Channel`.
 * @typedef {{ medium: MediumDelay["medium"], unreached?: boolean, delay?: MediumDelay | null, waiting?: boolean }}
 *     Hindrance
 */

/**
 * The line below an address for which something waits at present.
 * @param {App} app
 * @param {import("./channels.js").Channel} way
 */
export function drawLack(app, way) {
    const text = hindranceText(way, readersZone(app), app.relayNow);
    return text && drawWarning(text);
}

/** @param {string} text */
export function drawWarning(text) {
    return h("dd", { class: "lack" }, icon("warning"), h("span", null, text));
}

/**
 * Why something waits that is for a way: the strongest reason alone, as the others follow from it; null where nothing
 * does.
 * @param {Hindrance} way @param {string} zone the reader's @param {number} now by the relay's clock
 */
export function hindranceText({ medium, unreached, delay, waiting }, zone, now) {
    const names = { medium: t(`contacts.by.${medium}`) };
    if (unreached) return t("contacts.lack", names);
    if (delay) return delayText(delay, zone, now);
    return waiting ? t("contacts.waiting", names) : null;
}

/**
 * Since when and why nothing, as far as is known, gets through by a medium.
 * @param {MediumDelay} delay @param {string} zone the reader's @param {number} now by the relay's clock
 */
export function delayText({ medium, since, reason, mayHaveArrived }, zone, now) {
    return t(mayHaveArrived ? "contacts.delayed.uncertain" : "contacts.delayed", {
        medium: t(`contacts.by.${medium}`), time: dayAndTime(since, zone, now), reason: plainReason(reason),
    });
}
