/** What happens when no check-in comes, and to whom. */

import { h } from "../../frame/dom.js";
import { list, t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { linkButton } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { icon } from "../../parts/icon.js";
import { channels, reach } from "../contacts/channels.js";
import { circumstances, readersZone } from "../following.js";
import { hindrance, reachesContacts, stepsWhenMissed, unreachable } from "./standing.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").ContactView} ContactView */

/** @param {App} app @param {import("../../types/app.js").CheckInReport} report */
export function drawMissed(app, report) {
    const { contacts } = app.state;
    const steps = stepsWhenMissed(report);
    const zone = readersZone(app);
    const { now } = circumstances(app);
    return h("section", { class: "missed", key: "missed" }, h("h2", null, t("checkIn.missed.title")),
        steps.length === 0 ? drawContacts(contacts, report)
            : h("ol", { class: "timeline" }, ...steps.map((step) => h("li", null,
                h("span", { class: "step-time" }, dayAndTime(step.at, zone, now)),
                h("span", null, t(step.key)),
                ["checkIn.missed.tell", "checkIn.missed.overdue"].includes(step.key)
                    && drawContacts(contacts, report)))),
        reachesContacts(report) && contacts.some((contact) => ["told", "doubtful"].includes(reach(contact)))
            && h("p", { class: "detail" }, t("checkIn.missed.after")),
        contacts.length === 0
            ? linkButton(t("checkIn.contacts.add"), "#/contacts/new", { sign: "plus", kind: "primary" })
            : linkButton(t("checkIn.contacts.button"), "#/contacts", { sign: "people" }));
}

/** @param {ContactView[]} contacts @param {import("../../types/app.js").CheckInReport} report */
function drawContacts(contacts, report) {
    const warning = hindrance(contacts, report);
    const isCertain = unreachable(report) <= 0;
    return [
        warning && note("warning", h("p", null, t(warning, { count: unreachable(report), all: report.contacts }))),
        contacts.length > 0 && h("ul", { class: "told-whom", role: "list" },
            ...contacts.map((view) => drawContact(view, isCertain))),
    ];
}

/**
 * A contact and what they would get; who has agreed is told only where it is certain that the relay can write to them.
 * @param {ContactView} view @param {boolean} isCertain
 */
function drawContact(view, isCertain) {
    const state = reach(view);
    const ways = channels(view).filter((way) => way.state === "agreed").map((way) => t(`contacts.by.${way.medium}`));
    const signs = { told: "check", doubtful: "warning", asked: "clock", refused: "mute" };
    const word = state === "told" && !isCertain ? "agreed" : state;
    return h("li", { key: view.contactId, class: state }, icon(signs[word === "agreed" ? "doubtful" : state]),
        h("span", null, t(`checkIn.missed.contact.${word}`, { name: view.contact.name, ways: list(ways) })));
}
