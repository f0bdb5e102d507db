/** What the reader lets somebody in a circle do: set reminders at all, and at which hours. */

import { alertUser } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { button, work } from "../../parts/button.js";
import { field, form, toggle } from "../../parts/field.js";
import { labelOf } from "./people.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").Consent} Consent */

/**
 * Asks the relay once for what the reader has let each of the others do.
 * @param {App} app @param {import("../../types/app.js").CircleView} circle @param {Map<string, Consent>} consents
 * @param {() => void} refresh
 */
export function loadConsents(app, circle, consents, refresh) {
    for (const { personId, self, consent } of circle.members) {
        if (self || consents.has(personId)) continue;
        consents.set(personId, consent ?? {});
        if (consent) continue;
        app.memberConsent(personId).then((found) => {
            consents.set(personId, found);
            refresh();
        }).catch((error) => console.warn(error));
    }
}

/**
 * @param {App} app @param {import("../../types/app.js").CircleMember} member @param {Map<string, Consent>} consents
 * @param {() => void} refresh
 */
export function drawConsent(app, member, consents, refresh) {
    const { personId } = member;
    const consent = consents.get(personId) ?? {};
    const set = (/** @type {Consent} */ next) => {
        consents.set(personId, next);
        refresh();
    };
    const keep = async (/** @type {Consent} */ next) => {
        const before = consent;
        set(next);
        try {
            await app.setMemberConsent(personId, next);
        } catch (error) {
            set(before);
            throw error;
        }
    };
    const { hours } = consent;
    return h("details", { class: "more", key: "consent" }, h("summary", null, t("family.consent")),
        toggle({
            id: `mute-${personId}`, label: t("family.consent.mute", { name: labelOf(member) }),
            on: consent.muted ?? false,
            onChange: (muted) => void keep({ ...consent, muted }).catch(alertUser),
        }),
        toggle({
            id: `hours-${personId}`, label: t("family.consent.hours"), on: hours !== undefined,
            onChange: (on) => void keep({ ...consent, hours: on ? { from: "08:00", until: "21:00" } : undefined })
                .catch(alertUser),
        }),
        hours && form((event) => void work(event, () => keep(consent), alertUser),
            ...clockFields(`hours-${personId}`, hours, (next) => set({ ...consent, hours: next })),
            button(t("contacts.save"), () => {}, { submit: true })));
}

/**
 * Two fields for the beginning and the end of hours.
 * @param {string} id @param {{ from: string, until: string }} hours
 * @param {(hours: { from: string, until: string }) => void} onChange
 */
export function clockFields(id, hours, onChange) {
    return /** @type {("from" | "until")[]} */ (["from", "until"]).map((end) => field({
        id: `${id}-${end}`, label: t(`family.consent.${end}`), type: "time", value: hours[end],
        onInput: (value) => onChange({ ...hours, [end]: value }),
    }));
}
