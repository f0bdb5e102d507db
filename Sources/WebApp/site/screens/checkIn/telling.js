/** What became of telling the contacts, each of them, and who of them has reached the reader. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { icon } from "../../parts/icon.js";
import { circumstances, readersZone } from "../following.js";

/**
 * Signs by the state of a message.
 * @type {Record<string, string>}
 */
const SIGNS = { waiting: "clock", sent: "check", failed: "warning", returned: "warning" };

/** The name of one who was told and has been taken out since. */
const GONE = "?";

/** @param {import("../../types/app.js").App} app @param {import("../../types/app.js").CheckInTelling} telling */
export function drawTelling(app, { messages, reached }) {
    const { now } = circumstances(app);
    const when = (/** @type {string} */ at) => dayAndTime(at, readersZone(app), now);
    return [
        reached && h("p", { class: "reached", key: "reached" }, icon("people"), h("span", null,
            t("checkIn.state.reached", { name: reached.name, time: when(reached.at) }))),
        messages.length > 0 && h("ul", {
            class: "told-whom", role: "list", key: "told", "aria-label": t("checkIn.telling.title"),
        }, ...messages.map((message) => h("li", { key: `${message.contactId} ${message.medium}`, class: message.state },
            icon(SIGNS[message.state] ?? "info"), h("span", null,
                t(`checkIn.telling.${message.state}`, {
                    name: message.name === GONE ? t("checkIn.telling.gone") : message.name,
                    way: t(`contacts.by.${message.medium}`), time: when(message.at),
                }),
                message.reason && message.state !== "sent" && h("span", { class: "reason" }, " ", message.reason))))),
    ];
}
