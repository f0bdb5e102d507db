/** What happens when no check-in comes, and to whom. */

import { h } from "../../frame/dom.js";
import { list, plural, t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { linkButton } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { icon } from "../../parts/icon.js";
import { channels, isHeldUp, reach } from "../contacts/channels.js";
import { hindranceText } from "../contacts/lack.js";
import { circumstances, readersZone } from "../following.js";
import { hindrances, nobodyKey, stepsWhenMissed, tellsSomebody, unreachable } from "./standing.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").ContactView} ContactView */
/** @typedef {import("../../types/app.js").CheckInReport} CheckInReport */

/** @param {App} app @param {CheckInReport} report */
export function drawMissed(app, report) {
    const { contacts } = app.state;
    const steps = stepsWhenMissed(report);
    const zone = readersZone(app);
    const { now } = circumstances(app);
    return h("section", { class: "missed", key: "missed" }, h("h2", null, t("checkIn.missed.title")),
        drawUnreachable(report),
        ...drawHindrances(report, zone, now),
        steps.length === 0 ? drawContacts(report, contacts)
            : h("ol", { class: "timeline" }, ...steps.map((step) => h("li", null,
                h("span", { class: "step-time" }, dayAndTime(step.at, zone, now)),
                h("span", null, t(step.key)),
                ["checkIn.missed.tell", "checkIn.missed.overdue"].includes(step.key)
                    && drawContacts(report, contacts)))),
        tellsSomebody(report) && contacts.some(hasAgreed)
            && h("p", { class: "detail" }, t("checkIn.missed.after")),
        contacts.length === 0
            ? linkButton(t("checkIn.contacts.add"), "#/contacts/new", { sign: "plus", kind: "primary" })
            : linkButton(t("checkIn.contacts.button"), "#/contacts", { sign: "people" }));
}

/**
 * Who has agreed and cannot be written to at present, because the relay has no way to.
 * @param {CheckInReport} report
 */
export function drawUnreachable(report) {
    const lacks = unreachable(report);
    if (!lacks) return null;
    return note("warning", h("p", null, lacks.count === lacks.all ? t("checkIn.missed.unreachable.all")
        : plural("checkIn.missed.unreachable", lacks.count, { all: lacks.all })));
}

/**
 * By what something waits that is for contacts, and why.
 * @param {CheckInReport} report @param {string} zone @param {number} now
 */
function drawHindrances(report, zone, now) {
    if (report.state === "off") return [];
    return hindrances(report).map((one) => note("warning", h("p", null, hindranceText(one, zone, now))));
}

/** @param {ContactView} contact */
function hasAgreed(contact) {
    return !["asked", "refused"].includes(reach(contact));
}

/** @param {CheckInReport} report @param {ContactView[]} contacts */
function drawContacts(report, contacts) {
    const asked = contacts.filter((contact) => reach(contact) === "asked").length;
    return [
        !contacts.some(hasAgreed)
            && note("warning", h("p", null, t(nobodyKey(report, contacts.length, asked), { count: asked }))),
        contacts.length > 0 && h("ul", { class: "told-whom", role: "list" }, ...contacts.map((contact) =>
            drawContact(contact, tellsSomebody(report)))),
    ];
}

/** @param {ContactView} view @param {boolean} canTell whether the relay can write to any of them */
function drawContact(view, canTell) {
    const agreed = reach(view);
    const state = ["told", "delayed"].includes(agreed) && !canTell ? "unwritable" : agreed;
    const ways = channels(view).filter((way) => way.state === "agreed" && !way.unreached)
        .filter((way) => state === "delayed" || !isHeldUp(way))
        .map((way) => t(`contacts.by.${way.medium}`));
    const signs = {
        told: "check", delayed: "clock", unwritable: "warning", doubtful: "warning", asked: "clock", refused: "mute",
    };
    return h("li", { key: view.contactId, class: state }, icon(signs[state]),
        h("span", null, t(`checkIn.missed.contact.${state}`, { name: view.contact.name, ways: list(ways) })));
}
