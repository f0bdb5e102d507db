/** The reader's own number, to which alerts go beside the notification. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { currentLanguage, t } from "../../frame/language.js";
import { button, work } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";

/** @param {import("../../types/app.js").App} app @param {import("../care.js").CareScreen} view */
export function drawPhone(app, view) {
    const { phone } = view;
    const save = async () => {
        const number = phone.phone.replace(/[\s().-]/g, "");
        phone.error = /^\+\d{6,15}$/.test(number) ? null : t("contacts.badPhone");
        view.refresh();
        if (phone.error) return;
        // Calls are agreed to with the command line, for one number.
        const known = app.state.care?.phone?.contact;
        await app.setCarePhone({
            phone: number, name: app.state.me?.name || t("you"), language: currentLanguage(),
            ...(known?.calls && known.phone === number && { calls: true }),
        });
        toast(t("care.phone.saved"));
    };
    const remove = async () => {
        await app.setCarePhone(null);
        toast(t("care.phone.removed"));
    };
    return h("details", { class: "more", key: "phone" }, h("summary", null, t("care.phone")),
        form((event) => void work(event, save, alertUser),
            field({
                id: "care-phone", label: t("care.phone.number"), hint: t("contacts.phone.hint"), type: "tel",
                inputMode: "tel",
                value: phone.phone, error: phone.error, autocomplete: "tel", maxLength: 32, onInput: (value) => {
                    Object.assign(phone, { phone: value, error: null });
                    view.refresh();
                },
            }),
            h("p", { class: "detail" }, t("care.phone.text")),
            button(t("care.phone.save"), () => {}, { submit: true })),
        button(t("care.phone.remove"), remove, { kind: "quiet" }));
}
