/** Trying it out: a rehearsal, a test notification, and the address for a script. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { button } from "../../parts/button.js";
import { note } from "../../parts/card.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../checkIn.js").CheckInScreen} CheckInScreen */

/** @param {App} app @param {CheckInScreen} view */
export function drawTrying(app, view) {
    const rehearse = async () => {
        view.rehearsal = await app.rehearse();
        view.refresh();
    };
    const test = async () => {
        await app.testCheckIn();
        toast(t("checkIn.test.sent"));
    };
    return h("details", { class: "more", key: "trying" }, h("summary", null, h("h2", null, t("checkIn.try.title"))),
        h("div", { class: "offer" },
            button(t("checkIn.rehearse.button"), rehearse, { sign: "repeat" }),
            h("p", { class: "detail" }, t("checkIn.rehearse.text"))),
        view.rehearsal && drawRehearsal(view.rehearsal),
        h("div", { class: "offer" }, button(t("checkIn.test.button"), test, { sign: "bell" })),
        drawLink(app, view));
}

/** @param {import("../../types/app.js").Rehearsal} rehearsal */
function drawRehearsal(rehearsal) {
    return note("info", h("p", { role: "status" }, t("checkIn.rehearse.begun")),
        h("p", null, t(rehearsal.letters.length ? "checkIn.rehearse.letters" : "checkIn.rehearse.none")),
        ...rehearsal.letters.map((letter) => h("details", { class: "letter" },
            h("summary", null, t("checkIn.rehearse.letter", {
                name: letter.name, way: t(`contacts.by.${letter.medium}`),
            })),
            letter.subject && h("p", { class: "subject" }, letter.subject),
            h("p", { class: "letter-text" }, letter.text))));
}

/** @param {App} app @param {CheckInScreen} view */
function drawLink(app, view) {
    const make = async () => {
        view.link = await app.makeCheckInLink();
        view.refresh();
    };
    const remove = async () => {
        await app.removeCheckInLink();
        view.link = null;
        toast(t("checkIn.link.removed"));
        view.refresh();
    };
    return h("div", { class: "offer" }, h("h3", null, t("checkIn.link.title")),
        h("p", { class: "detail" }, t("checkIn.link.text")),
        view.link && h("p", { class: "secret" }, h("span", { class: "detail" }, t("checkIn.link.label")),
            h("output", null, view.link)),
        h("div", { class: "actions" },
            button(t("checkIn.link.make"), make, { sign: "link" }),
            button(t("checkIn.link.remove"), remove, { kind: "quiet", sign: "trash" })));
}
