/** Naming a contact, and changing one. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { currentLanguage, explain, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { go } from "../../frame/router.js";
import { button, linkButton, work } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { field, form, select } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { isNamed, planFirst } from "../checkIn/planFirst.js";
import { addressErrors, plainPhone } from "./addresses.js";
import { isStopped } from "./asking.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {{ name: string, email: string, phone: string, webhook: string, language: string }} Draft */

/** The languages that letters are written in, by their own names. */
export const LANGUAGES = [
    { value: "en", label: "English" }, { value: "zh-Hant", label: "繁體中文" }, { value: "zh-Hans", label: "简体中文" },
];

/** @param {App} app @param {string} id of the contact, or `new` */
export function renderForm(app, id) {
    const known = app.state.contacts.find((contact) => contact.contactId === id)?.contact;
    /** @type {Draft} */
    const draft = {
        name: "", email: "", phone: "", webhook: "", language: currentLanguage(), ...known,
    };
    /** @type {Record<string, string | null>} */
    let errors = {};
    /** @type {string | null} */
    let secret = null;
    return live(app, (refresh) => {
        const text = (/** @type {keyof Draft} */ name, /** @type {object} */ more) => field({
            id: `contact-${name}`, label: t(`contacts.${name}`), value: draft[name], error: errors[name],
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
            if (Object.values(errors).some(Boolean)) return;
            const request = requestOf(draft, known);
            const view = known ? await app.changeContact(id, request) : await app.addContact(request);
            secret = view.webhookSecret ?? null;
            if (secret) refresh();
            else {
                toast(t("contacts.saved", { name: request.name }));
                go("contacts");
            }
        };
        const fail = (/** @type {any} */ problem) => {
            // Contacts are limited by their number alone, which waiting does not change.
            if (problem?.kind === "quota-exceeded") return alertUser(t("contacts.tooMany"));
            const name = String(problem?.pointer ?? "").slice(1);
            if (!(name in draft)) return alertUser(problem);
            errors = { [name]: isStopped(problem) ? t("contacts.stopped") : explain(problem) };
            refresh();
        };
        const title = t(known ? "contacts.change.title" : "contacts.new.title");
        if (!known && !isNamed(app)) return screen({ title, back: ["contacts"] }, planFirst());
        if (secret) {
            return screen({ title, back: ["contacts"],
                primary: linkButton(t("contacts.title"), "#/contacts", { kind: "primary" }) },
                note("good", h("p", { role: "status" }, t("contacts.saved", { name: draft.name }))),
                h("p", { class: "secret" }, h("span", { class: "detail" }, t("contacts.secret")),
                    h("output", null, secret)));
        }
        return screen({ title, back: ["contacts"], lead: t("contacts.save.hint") },
            form((event) => void work(event, submit, fail),
                text("name", { autocomplete: "off", maxLength: 64, required: true, capitalize: "words" }),
                text("email", { type: "email", inputMode: "email", spellcheck: false, capitalize: "none",
                    maxLength: 254 }),
                text("phone", { type: "tel", inputMode: "tel", hint: t("contacts.phone.hint"), maxLength: 32 }),
                select({
                    id: "contact-language", label: t("contacts.language"), value: draft.language, options: LANGUAGES,
                    onChange: (language) => {
                        draft.language = language;
                        refresh();
                    },
                }),
                h("details", { class: "more", open: Boolean(draft.webhook || errors.webhook) },
                    h("summary", null, t("contacts.way.webhook")),
                    text("webhook", {
                        type: "url", inputMode: "url", hint: t("contacts.webhook.hint"), spellcheck: false,
                        capitalize: "none",
                    })),
                known && h("p", { class: "detail" }, t("contacts.save.asksAgain")),
                button(t(known ? "contacts.save" : "contacts.save.new"), () => {}, { kind: "primary", submit: true })));
    });
}

/** @param {Draft} draft @returns {Record<string, string | null>} */
export function findErrors(draft) {
    return {
        name: draft.name.trim() ? null : t("contacts.needsName"),
        ...addressErrors(draft),
        webhook: draft.webhook.trim() && !/^https:\/\/\S+$/.test(draft.webhook.trim()) ? t("contacts.badWebhook")
            : null,
    };
}

/**
 * A language that nobody has chosen here is left out, so that it goes on following the person's.
 *
 * @param {Draft} draft @param {{ language?: string }} [known] the contact that is changed
 */
export function requestOf(draft, known) {
    const [email, phone, webhook] = [draft.email.trim(), plainPhone(draft.phone), draft.webhook.trim()];
    return {
        name: draft.name.trim(), ...(draft.language !== known?.language && { language: draft.language }),
        ...(email && { email }), ...(phone && { phone }), ...(webhook && { webhook }),
    };
}
