/** Inviting somebody to one's care circle by e-mail or text message, in one step. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { currentLanguage, explain, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { go, href } from "../../frame/router.js";
import { button, linkButton, work } from "../../parts/button.js";
import { field, form, select } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { addressErrors, plainPhone } from "../contacts/addresses.js";
import { LANGUAGES } from "../contacts/form.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {{ name: string, address: string, language: string }} Draft */
/** @typedef {{ name?: string | null, address?: string | null }} Errors */

/** @param {App} app @param {string} circleId */
export function renderInvite(app, circleId) {
    /** @type {Draft} */
    const draft = { name: "", address: "", language: currentLanguage() };
    /** @type {Errors} */
    let errors = {};
    return live(app, (refresh) => {
        const text = (/** @type {"name" | "address"} */ name, /** @type {object} */ more) => field({
            id: `invite-${name}`, label: t(`invitation.${name}`), value: draft[name], error: errors[name],
            required: true,
            onInput: (value) => {
                draft[name] = value;
                errors = {};
                refresh();
            },
            ...more,
        });
        const submit = async () => {
            errors = findErrors(draft);
            refresh();
            if (errors.name || errors.address) return;
            const to = recipientOf(draft);
            await app.sendInvitation(circleId, to);
            toast(t("invitation.queued", { name: to.name }));
            go("care", "people", circleId);
        };
        const fail = (/** @type {any} */ problem) => {
            const pointer = String(problem?.pointer ?? "").slice(1);
            if (pointer === "name") errors = { name: explain(problem) };
            else if (pointer === "phone" || pointer === "email") errors = { address: explain(problem) };
            else return alertUser(problem);
            refresh();
        };
        return screen({ title: t("care.people.invite"), back: ["care", "people", circleId],
            lead: t("invitation.lead") },
            form((event) => void work(event, submit, fail),
                text("name", { maxLength: 64, capitalize: "words" }),
                text("address", { hint: t("invitation.address.hint"), inputMode: "email", spellcheck: false,
                    capitalize: "none", maxLength: 254 }),
                select({
                    id: "invite-language", label: t("invitation.language"), value: draft.language, options: LANGUAGES,
                    onChange: (language) => {
                        draft.language = language;
                        refresh();
                    },
                }),
                button(draft.name.trim() ? t("care.people.send", { name: draft.name.trim() }) : t("invitation.send"),
                    () => {}, { kind: "primary", submit: true })),
            h("p", { class: "detail" }, t("invitation.beside")),
            linkButton(t("invitation.code"), href("pair", "new", "care", circleId, "member")));
    });
}

/** @param {Draft} draft @returns {Errors} */
export function findErrors(draft) {
    const { email, phone } = addressErrors(addressesOf(draft));
    return { name: draft.name.trim() ? null : t("contacts.needsName"), address: email ?? phone };
}

/** @param {Draft} draft @returns {import("../../types/app.js").Recipient} */
export function recipientOf(draft) {
    const { email, phone } = addressesOf(draft);
    return { name: draft.name.trim(), language: draft.language, ...(email ? { email } : { phone: plainPhone(phone) }) };
}

/**
 * What holds an @ or a letter is meant as an e-mail address.
 * @param {Draft} draft
 */
function addressesOf(draft) {
    const address = draft.address.trim();
    const isEmail = /[@\p{L}]/u.test(address);
    return { email: isEmail ? address : "", phone: isEmail ? "" : address };
}
