/** Who is who in a circle, and what they may do there. */

import { t } from "../../frame/language.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CircleView} CircleView */
/** @typedef {import("../../types/app.js").CircleMember} CircleMember */

/**
 * The family of this person; one is in a single family at a time.
 * @param {App} app
 */
export function familyOf(app) {
    return app.state.circles.find((circle) => circle.kind === "family") ?? null;
}

/**
 * What this person is in a circle.
 * @param {CircleView} circle
 * @returns {CircleMember | null}
 */
export function selfIn(circle) {
    return circle.members.find((member) => member.self) ?? null;
}

/** @param {CircleView} circle */
export function isParent(circle) {
    return selfIn(circle)?.role === "parent";
}

/**
 * What a member is called, for sentences about them.
 * @param {CircleView | null} circle
 * @param {string} personId
 */
export function nameOf(circle, personId) {
    return circle?.members.find((member) => member.personId === personId)?.displayName ?? t("family.somebody");
}

/**
 * What a member is called in a list, with a word for oneself.
 * @param {CircleMember} member
 */
export function labelOf(member) {
    const name = member.displayName ?? t("family.somebody");
    return member.self ? t("family.me", { name }) : name;
}
