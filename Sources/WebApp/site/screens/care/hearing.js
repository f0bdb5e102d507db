/** Who else learns that somebody looks after a dweller, or that an alert is over. */

import { t } from "../../frame/language.js";
import { selfIn } from "../circles/people.js";
import { seesOwnOnly } from "./audience.js";
import { mayTell } from "./leaving.js";

/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../../types/app.js").CareDweller} CareDweller */
/** @typedef {import("../../types/app.js").CircleView} CircleView */

/**
 * What a member reads who looks after the dweller now.
 * @param {CircleView | null | undefined} circle @param {CareDweller} dweller @param {CareAlert} alert
 * @param {{ now: number, name: string }} more `name`: the dweller's; of several alerts with the one that was taken
 */
export function acknowledgedText(circle, dweller, alert, { now, name }) {
    return t(isHeard(circle, dweller, alert, now) ? "care.acknowledged" : "care.acknowledged.nobody", { name });
}

/**
 * Whether another member may have been told of an open alert, so that they hear who has taken it.
 * @param {CircleView | null | undefined} circle @param {CareDweller} dweller @param {CareAlert} alert
 * @param {number} now
 */
function isHeard(circle, dweller, alert, now) {
    const own = circle && selfIn(circle);
    if (!own) return true;
    const others = circle.members.filter((one) => one.role === "member" && !one.self);
    if (others.length === 0) return false;
    if (seesOwnOnly(circle) || alert.told.some((told) => others.some((one) => one.personId === told.personId)))
        return true;
    return mayTell(circle, alert.kind, { besides: own, dweller, now });
}

/**
 * What somebody reads who has said that an alert is over. A member does not see of which alerts the others may know.
 * @param {CircleView | null | undefined} circle @param {CareDweller} dweller @param {CareAlert} alert
 */
export function resolvedText(circle, dweller, alert) {
    const isKnown = !circle || circle.members.some((one) => one.role === "member" && !one.self
        && one.permissions?.includes(`alert.${alert.kind}`) !== false);
    if (isKnown) return t("care.resolved");
    return dweller.self ? t("care.resolved.nobody")
        : t("care.resolved.dweller", { name: dweller.name ?? dweller.circleName });
}
