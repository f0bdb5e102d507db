/** Trying it out: a rehearsal, and a test notification. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { button } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { rehearsalKey } from "./standing.js";

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
        h("div", { class: "offer" }, button(t("checkIn.test.button"), test, { sign: "bell" })));
}

/** @param {import("../../types/app.js").Rehearsal} rehearsal */
function drawRehearsal(rehearsal) {
    const unreached = rehearsal.unreached ?? [];
    return note("info", h("p", { role: "status" }, t("checkIn.rehearse.begun")),
        h("p", null, t(rehearsalKey(rehearsal))),
        ...unreached.map((address) => h("p", null, t("checkIn.rehearse.unreached", {
            name: address.name, way: t(`contacts.by.${address.medium}`),
        }))),
        ...rehearsal.letters.map((letter) => h("details", { class: "letter" },
            h("summary", null, t("checkIn.rehearse.letter", {
                name: letter.name, way: t(`contacts.by.${letter.medium}`),
            })),
            letter.subject && h("p", { class: "subject" }, letter.subject),
            h("p", { class: "letter-text" }, letter.text))));
}
