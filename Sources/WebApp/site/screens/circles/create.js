/** Making a family or a care circle. */

import { alertUser } from "../../frame/announce.js";
import { t } from "../../frame/language.js";
import { button, work } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";

/**
 * What was typed.
 * @typedef {{ name: string, myName: string, errors: Record<string, string | null> }} CircleDraft
 */

/** @param {import("../../types/app.js").App} app @returns {CircleDraft} */
export function newDraft(app) {
    return { name: "", myName: app.state.me?.name ?? "", errors: {} };
}

/**
 * @param {import("../../types/app.js").App} app
 * @param {"family" | "care"} kind
 * @param {CircleDraft} draft
 * @param {() => void} refresh
 */
export function createForm(app, kind, draft, refresh) {
    const text = (/** @type {"name" | "myName"} */ part, /** @type {string} */ label) => field({
        id: `circle-${part}`, label, value: draft[part], error: draft.errors[part], maxLength: 64, required: true,
        onInput: (value) => {
            draft[part] = value;
            draft.errors = {};
            refresh();
        },
    });
    const submit = async () => {
        const missing = (/** @type {string} */ value) => (value.trim() ? null : t("contacts.needsName"));
        draft.errors = { name: missing(draft.name), myName: missing(draft.myName) };
        refresh();
        if (draft.errors.name || draft.errors.myName) return;
        await app.createCircle(kind, draft.name.trim(), draft.myName.trim());
        refresh();
    };
    return form((event) => void work(event, submit, alertUser),
        text("name", t(`${kind}.create.name`)),
        text("myName", t(`${kind}.create.myName`)),
        button(t(`${kind}.create`), () => {}, { kind: "primary", submit: true }));
}
