/** Leaving a family, or being taken out of it: what becomes of the reminders that the person has set for others. */

import { h } from "../../frame/dom.js";
import { plural, t } from "../../frame/language.js";
import { button } from "../../parts/button.js";
import { openDialog } from "../../parts/dialog.js";
import { choice } from "../../parts/field.js";
import { labelOf, nameOf, selfIn } from "./people.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CircleView} CircleView */

/**
 * The open reminders that a person has set for others in a family.
 * @param {App} app @param {CircleView} circle @param {string | undefined} personId
 */
export function remindersForOthers(app, circle, personId) {
    return app.state.reminders.filter((one) => one.circleId === circle.circleId && one.status === "open"
        && one.creator === personId && one.assignee !== personId);
}

/**
 * Who takes over the reminders that a person has set for others, to be chosen in a dialog; first the first parent.
 * @param {App} app @param {CircleView} circle @param {string | undefined} personId who goes
 * @returns {{ content: import("../../frame/dom.js").Child, heir: () => string | null }} `content` is null without any
 */
export function handOver(app, circle, personId) {
    const count = remindersForOthers(app, circle, personId).length;
    if (count === 0) return { content: null, heir: () => null };
    const key = personId === selfIn(circle)?.personId ? "family.handOver.mine" : "family.handOver.theirs";
    const said = plural(key, count, { name: personId ? nameOf(circle, personId) : "" });
    const heirs = circle.members.filter((one) => one.role === "parent" && one.personId !== personId)
        .sort((left, right) => Number(right.self) - Number(left.self));
    if (heirs.length === 0) {
        return { content: h("p", { class: "error" }, said, " ", t("family.handOver.lost")), heir: () => null };
    }
    let chosen = heirs[0].personId;
    const content = choice({
        id: "heir", legend: said, value: chosen,
        options: [
            ...heirs.map((one) => ({ value: one.personId, label: t("family.handOver.to", { name: labelOf(one) }) })),
            { value: "", label: t("family.handOver.nobody") },
        ],
        onChange: (value) => {
            chosen = value;
        },
    });
    return { content, heir: () => chosen || null };
}

/**
 * What a person reads who has left a family.
 * @param {CircleView} circle @param {number} count how many open reminders they had set for others
 * @param {string | null} heir who has taken those over; they are deleted otherwise
 */
export function leftFamilyText(circle, count, heir) {
    if (count === 0) return t("family.left", { circle: circle.name });
    return plural(heir ? "family.left.handedOver" : "family.left.deleted", count,
        { circle: circle.name, name: heir ? nameOf(circle, heir) : "" });
}

/**
 * Asks whether somebody is to go, and who takes over from them.
 * @param {App} app @param {CircleView} circle @param {string} personId who goes
 * @param {{ title: string, text: string, action: string }} words
 * @returns {Promise<{ heir: string | null } | null>} null where nobody is to go
 */
export function askDeparture(app, circle, personId, { title, text, action }) {
    const passing = handOver(app, circle, personId);
    return openDialog((/** @type {(answer: { heir: string | null } | null) => void} */ close) => [
        h("h2", { id: "dialog-title" }, title),
        h("p", null, text),
        passing.content,
        h("div", { class: "actions" },
            button(action, () => close({ heir: passing.heir() }), { kind: "danger" }),
            button(t("no"), () => close(null), { focus: true })),
    ], null);
}
