/** What becomes of an alert whose helper leaves the care circle, or is taken out of it. */

import { t } from "../../frame/language.js";
import { isUnresolved } from "../../session/careAlerts.js";
import { labelOf, selfIn } from "../circles/people.js";
import { untold } from "./dwellers.js";
import { kindText } from "./glanceText.js";
import { isTold } from "./notTold.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../../types/app.js").CareDweller} CareDweller */
/** @typedef {import("../../types/app.js").CareKind} CareKind */
/** @typedef {import("../../types/app.js").CircleView} CircleView */
/** @typedef {import("../../types/app.js").CircleMember} CircleMember */

/**
 * @typedef {{ alert: CareAlert, tells: boolean }} HelpLost
 *     `tells`: whether anybody else in the circle may be told that nobody looks after the dweller any more
 */

/**
 * What is lost with a member who looks after the dweller because of an alert; null where they do not.
 * @param {App} app @param {CircleView} circle @param {CircleMember} member @returns {HelpLost | null}
 */
export function helpLost(app, circle, member) {
    const dweller = dwellerIn(app, circle);
    if (!dweller || member.role !== "member" || member.displayName === undefined) return null;
    const now = app.relayNow;
    const alert = [dweller.lastAlert, ...dweller.unresolved ?? []].find((one) => one?.state === "acknowledged"
        && one.endedBy === member.displayName && isUnresolved(one, dweller, now));
    return alert ? { alert, tells: mayTell(circle, alert.kind, { besides: member, dweller, now }) } : null;
}

/** @param {App} app @param {CircleView} circle */
function dwellerIn(app, circle) {
    return app.state.care?.dwellers.find((one) => one.circleId === circle.circleId) ?? null;
}

/**
 * Whether somebody else may be told of an alert of a kind. A member does not see of which alerts the others may know,
 * only how many are told of any.
 * @param {CircleView} circle @param {CareKind} kind
 * @param {{ besides: CircleMember, dweller: CareDweller, now: number }} situation
 */
export function mayTell(circle, kind, { besides, dweller, now }) {
    const others = circle.members.filter((one) => one.personId !== besides.personId && one.role === "member"
        && isTold(one, now) && one.permissions?.includes(`alert.${kind}`) !== false);
    if (others.length === 0) return false;
    if (dweller.audience === undefined) return true;
    const isCounted = isTold(besides, now) && besides.permissions?.some((one) => one.startsWith("alert."));
    return dweller.audience > (isCounted ? 1 : 0);
}

/**
 * What is said of it before somebody goes; null where nothing is lost.
 * @param {CircleView} circle @param {CircleMember} member @param {HelpLost | null} lost
 */
export function lossWarning(circle, member, lost) {
    if (!lost) return null;
    const whose = member.self ? "mine" : "theirs";
    return t(`care.lost.${whose}.${lost.tells ? "told" : "nobody"}`,
        { kind: kindText(lost.alert), name: dwellerName(circle), helper: labelOf(member) });
}

/**
 * What is said before the reader leaves all circles: of each whose dweller they look after.
 * @param {App} app @returns {string[]}
 */
export function lossWarnings(app) {
    return app.state.circles.flatMap((circle) => {
        const own = circle.kind === "care" ? selfIn(circle) : null;
        const said = own && lossWarning(circle, own, helpLost(app, circle, own));
        return said ? [said] : [];
    });
}

/**
 * What a member reads who has left.
 * @param {CircleView} circle @param {HelpLost | null} lost
 */
export function leftText(circle, lost) {
    return lost ? t(`care.left.${lost.tells ? "told" : "nobody"}`, { name: dwellerName(circle) }) : t("care.left");
}

/**
 * What a dweller reads who has taken out whoever looked after them, once the relay has said how alerts stand.
 * @param {App} app @param {CircleView} circle @param {CircleMember} member @param {HelpLost} lost
 */
export function removedText(app, circle, member, { alert }) {
    const again = dwellerIn(app, circle)?.alerts.find((one) => one.continues === alert.alertId);
    return t(again && !untold(again) ? "care.removed.again" : "care.removed.nobody", { helper: labelOf(member) });
}

/** @param {CircleView} circle */
function dwellerName(circle) {
    return circle.members.find((member) => member.role === "dweller")?.displayName ?? circle.name;
}
