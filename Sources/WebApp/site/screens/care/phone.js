/** The reader's own number, to which alerts go beside the notification, and which is called where they want that. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { currentLanguage, explain, t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { field, form, toggle } from "../../parts/field.js";
import { plainPhone } from "../contacts/addresses.js";
import { ownNumberRefusal } from "../contacts/asking.js";
import { asksInVain, channels, isHeldUp, waitsForCalls } from "../contacts/channels.js";
import { hindranceText } from "../contacts/lack.js";
import { readersZone } from "../following.js";

/** @param {import("../../types/app.js").App} app @param {import("../care.js").CareScreen} view */
export function drawPhone(app, view) {
    const { phone } = view;
    const known = app.state.care?.phone;
    const draft = phone.draft ?? { phone: known?.contact.phone ?? "", calls: known?.contact.calls ?? false };
    const change = (/** @type {Partial<typeof draft>} */ part) => {
        Object.assign(phone, { draft: { ...draft, ...part }, errors: {} });
        view.refresh();
    };
    const save = async () => {
        const number = plainPhone(draft.phone);
        phone.errors = /^\+\d{6,15}$/.test(number) ? {} : { phone: t("contacts.badPhone") };
        view.refresh();
        if (phone.errors.phone) return;
        const answer = await app.setCarePhone({
            phone: number, name: app.state.me?.name || t("you"), language: currentLanguage(),
            ...(draft.calls && { calls: true }),
        });
        phone.draft = null;
        view.refresh();
        const isSettled = answer?.consent === "confirmed" && !waitsForCalls(answer);
        // Whoever takes calls back before they have agreed is asked nothing more.
        const isAsked = !isSettled && (draft.calls || !known?.contact.calls || known.contact.phone !== number);
        const asked = answer && asksInVain(answer) ? "care.phone.saved.waiting" : "care.phone.saved";
        toast(t(isAsked ? asked : "care.phone.kept"));
    };
    const fail = (/** @type {any} */ problem) => {
        const name = String(problem?.pointer ?? "").slice(1);
        const request = { phone: plainPhone(draft.phone), calls: draft.calls };
        const text = ownNumberRefusal(problem, app.state.care?.phone, request, app.relayNow);
        if (!(name in draft)) return alertUser(text ?? problem);
        phone.errors = { [name]: text ?? explain(problem) };
        view.refresh();
    };
    const remove = async () => {
        await app.setCarePhone(null);
        Object.assign(phone, { draft: null, errors: {} });
        view.refresh();
        toast(t("care.phone.removed"));
    };
    return h("details", { class: "more", key: "phone" }, h("summary", null, t("care.phone")),
        known && h("p", { class: "now" }, stateText(app, known)),
        known && drawHindrance(app, known),
        form((event) => void work(event, save, fail),
            field({
                id: "care-phone", label: t("care.phone.number"), hint: t("contacts.phone.hint"), type: "tel",
                inputMode: "tel", value: draft.phone, error: phone.errors.phone, autocomplete: "tel", maxLength: 32,
                onInput: (value) => change({ phone: value }),
            }),
            h("p", { class: "detail" }, t("care.phone.text")),
            plainPhone(draft.phone) !== "" && toggle({
                id: "care-calls", label: t("care.phone.calls"), hint: t("care.phone.calls.text"), on: draft.calls,
                error: phone.errors.calls, onChange: (calls) => change({ calls }),
            }),
            button(t("care.phone.save"), () => {}, { submit: true })),
        button(t("care.phone.remove"), remove, { kind: "quiet" }));
}

/**
 * How the number stands that the relay has.
 * @param {import("../../types/app.js").App} app @param {import("../../types/app.js").ContactView} known
 */
function stateText(app, known) {
    const { consent, contact, since } = known;
    const calls = waitsForCalls(known) ? "confirmed.calls.asked" : "confirmed.calls";
    const [way] = channels(known);
    const isHindered = way && (isHeldUp(way) || (consent === "pending" && way.waiting));
    const state = isHindered ? `${consent}.unreached` : consent === "confirmed" && contact.calls ? calls : consent;
    return t(`care.phone.state.${state}`, {
        number: contact.phone ?? "", time: dayAndTime(since, readersZone(app), app.relayNow),
    });
}

/**
 * Why nothing can be sent to the number at present, or that the message that asks has yet to go out.
 * @param {import("../../types/app.js").App} app @param {import("../../types/app.js").ContactView} known
 */
function drawHindrance(app, known) {
    const [way] = channels(known);
    const text = way && hindranceText(way, readersZone(app), app.relayNow);
    return text && note("warning", h("p", null, text));
}
