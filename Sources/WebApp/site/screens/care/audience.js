/** Who is told of an alert at present, as far as the reader may know. */

import { selfIn } from "../circles/people.js";
import { isTold } from "./notTold.js";

/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../../types/app.js").CareDweller} CareDweller */
/** @typedef {import("../../types/app.js").CareKind} CareKind */
/** @typedef {import("../../types/app.js").CircleView} CircleView */

/**
 * Whether nobody would be told of an alert of this kind about the reader, a dweller, who knows what each member may.
 * @param {CircleView | undefined} circle @param {CareDweller} mine @param {CareKind} kind @param {number} now
 */
export function tellsNobody(circle, mine, kind, now) {
    if (!circle || mine.audience === 0) return mine.audience === 0;
    return !circle.members.some((member) => member.role === "member" && isTold(member, now)
        && (member.permissions?.includes(`alert.${kind}`) ?? true));
}

/**
 * How alerts come to the reader, a member: at all, not at present, or never since the dweller lets them know of none.
 * @param {CircleView | null | undefined} circle @param {number} now
 * @returns {"on" | "off" | "nothing"}
 */
export function ownAlerts(circle, now) {
    const own = circle ? selfIn(circle) : null;
    if (own?.permissions && !own.permissions.some((permission) => permission.startsWith("alert."))) return "nothing";
    return !own || isTold(own, now) ? "on" : "off";
}

/**
 * Whether a message of the alert went to the reader.
 * @param {CircleView | null | undefined} circle @param {CareAlert} alert
 */
export function wasTold(circle, alert) {
    const own = circle ? selfIn(circle) : null;
    return own !== null && alert.told.some((told) => told.personId === own.personId && told.outcome === "sent");
}

/**
 * Whether the relay names to the reader only what went to the reader: a member who may not read the history.
 * @param {CircleView | null | undefined} circle
 */
export function seesOwnOnly(circle) {
    const own = circle ? selfIn(circle) : null;
    return own?.role === "member" && own.permissions !== undefined && !own.permissions.includes("history");
}

/**
 * A member's place among those who are told, and how much later that is at most: priorities that nobody has cost no
 * time, and from the third on all are told together.
 * @param {number} rank from 1
 */
export function rankOf(rank) {
    return { rank, minutes: Math.min(rank - 1, 2) * 5 };
}
