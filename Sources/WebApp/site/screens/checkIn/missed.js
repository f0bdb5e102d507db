/** What happens when no check-in comes, and to whom. */

import { h } from "../../frame/dom.js";
import { list, plural, t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { linkButton } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { icon } from "../../parts/icon.js";
import { channels, reach } from "../contacts/channels.js";
import { circumstances, readersZone } from "../following.js";
import { stepsWhenMissed, tellsSomebody, unreachable } from "./standing.js";

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
        steps.length === 0 ? drawContacts(report, contacts)
            : h("ol", { class: "timeline" }, ...steps.map((step) => h("li", null,
                h("span", { class: "step-time" }, dayAndTime(step.at, zone, now)),
                h("span", null, t(step.key)),
                ["checkIn.missed.tell", "checkIn.missed.overdue"].includes(step.key)
                    && drawContacts(report, contacts)))),
        tellsSomebody(report) && contacts.some((contact) => ["told", "unwritable", "doubtful"].includes(reach(contact)))
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

/** @param {CheckInReport} report @param {ContactView[]} contacts */
function drawContacts(report, contacts) {
    const nobody = !contacts.some((contact) => ["told", "unwritable", "doubtful"].includes(reach(contact)));
    const asked = contacts.filter((contact) => reach(contact) === "asked");
    // Whoever has no message that asks cannot be reminded of it.
    const isUnasked = asked.flatMap(channels).some((way) => way.waiting || (way.state === "asked" && way.unreached));
    const warning = contacts.length === 0 ? "checkIn.missed.noContacts"
        : asked.length === 0 ? "checkIn.missed.nobody"
            : isUnasked ? "checkIn.missed.nobodyYet.waiting" : "checkIn.missed.nobodyYet";
    return [
        nobody && note("warning", h("p", null, t(warning, { count: asked.length }))),
        contacts.length > 0 && h("ul", { class: "told-whom", role: "list" }, ...contacts.map((contact) =>
            drawContact(contact, tellsSomebody(report)))),
    ];
}

/** @param {ContactView} view @param {boolean} canTell whether the relay can write to any of them */
function drawContact(view, canTell) {
    const agreed = reach(view);
    const state = agreed === "told" && !canTell ? "unwritable" : agreed;
    const ways = channels(view).filter((way) => way.state === "agreed" && !way.unreached)
        .map((way) => t(`contacts.by.${way.medium}`));
    const signs = { told: "check", unwritable: "warning", doubtful: "warning", asked: "clock", refused: "mute" };
    return h("li", { key: view.contactId, class: state }, icon(signs[state]),
        h("span", null, t(`checkIn.missed.contact.${state}`, { name: view.contact.name, ways: list(ways) })));
}
