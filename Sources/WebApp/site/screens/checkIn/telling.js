/** What became of telling the contacts, each of them, and who of them has reached the reader. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { plainReason } from "../../frame/plainReason.js";
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

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CheckInTelling} CheckInTelling */

/**
 * Who says that they have reached the reader.
 * @param {App} app @param {CheckInTelling} telling
 */
export function drawReached(app, { reached }) {
    return reached && h("p", { key: "reached" }, icon("people"), h("span", null,
        t("checkIn.state.reached", { name: reached.name, time: when(app, reached.at) })));
}

/**
 * What became of the message to each contact.
 * @param {App} app @param {CheckInTelling} telling
 */
export function drawMessages(app, { messages }) {
    return drawList(app, messages, "told", "checkIn.telling.title");
}

/**
 * Whether each contact who was told has been written to that the reader has answered since.
 * @param {App} app @param {CheckInTelling["messages"]} messages
 */
export function drawReassured(app, messages) {
    return drawList(app, messages, "reassured", "checkIn.reassured.title");
}

/** @param {App} app @param {CheckInTelling["messages"]} messages @param {string} key @param {string} title */
function drawList(app, messages, key, title) {
    return messages.length > 0 && h("section", { class: "offer", key },
        h("h2", null, t(title)),
        h("ul", { class: "told-whom", role: "list" }, ...messages.map((message) =>
            h("li", { key: `${message.contactId} ${message.medium}` }, icon(SIGNS[message.state] ?? "info"),
                h("span", null, t(messageKey(message), {
                    name: message.name === GONE ? t("checkIn.telling.gone") : message.name,
                    way: t(`contacts.by.${message.medium}`), time: when(app, message.at),
                }), message.reason && message.state !== "sent"
                    && h("span", { class: "reason" }, " ", plainReason(message.reason)))))));
}

/** @param {CheckInTelling["messages"][number]} message */
function messageKey({ state, mayHaveArrived }) {
    const isUncertain = mayHaveArrived && ["waiting", "failed"].includes(state);
    return `checkIn.telling.${state}${isUncertain ? ".uncertain" : ""}`;
}

/** @param {App} app @param {string} at */
function when(app, at) {
    return dayAndTime(at, readersZone(app), circumstances(app).now);
}
