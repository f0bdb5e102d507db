/** Who is in a care circle; for its dweller, who may know what, and who is told first. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { go, href } from "../../frame/router.js";
import { button, linkButton } from "../../parts/button.js";
import { card, cards, note } from "../../parts/card.js";
import { ask } from "../../parts/dialog.js";
import { select, toggle } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { labelOf, selfIn } from "../circles/people.js";
import { renameForm } from "../circles/rename.js";
import { renameCircleForm } from "../circles/renameCircle.js";
import { rankOf } from "./audience.js";
import { carePermissions } from "./dwellers.js";
import { drawInvitations } from "./invitations.js";
import { helpLost, leftText, lossWarning, removedText } from "./leaving.js";
import { drawAlertSwitch, isTold, sentence } from "./notTold.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CircleView} CircleView */
/** @typedef {import("../../types/app.js").CircleMember} CircleMember */

/** @param {App} app @param {string | undefined} circleId */
export function renderPeople(app, circleId) {
    const view = /** @type {{ name: string | null, circleName: string | null }} */ ({ name: null, circleName: null });
    return live(app, (refresh) => {
        const circle = app.state.circles.find((one) => one.kind === "care" && (!circleId || one.circleId === circleId));
        if (!circle) return screen({ title: t("care.people"), back: ["care"] }, h("p", null, t("care.none.text")));
        const isDweller = selfIn(circle)?.role === "dweller";
        const people = circle.members.filter((member) => member.role !== "dweller" || !isDweller);
        return screen({
            title: isDweller ? t("care.people") : t("family.members.title", { name: circle.name }), back: ["care"],
            primary: isDweller ? linkButton(t("care.people.invite"), href("care", "invite", circle.circleId), {
                kind: "primary", sign: "plus",
            }) : null,
        },
            people.length === 0 && note("info", h("p", null, t("care.people.none"))),
            cards(...people.map((member) => drawMember(app, circle, member, isDweller, view, refresh))),
            isDweller && drawInvitations(app, circle.circleId),
            isDweller && renameCircleForm(app, circle, view, refresh),
            button(t(isDweller ? "care.end" : "care.leave"), () => leave(app, circle, isDweller), { kind: "danger" }));
    });
}

/**
 * @param {App} app @param {CircleView} circle @param {CircleMember} member @param {boolean} isDweller
 * @param {{ name: string | null }} view @param {() => void} refresh
 */
function drawMember(app, circle, member, isDweller, view, refresh) {
    const label = labelOf(member);
    return card({ title: label, key: member.personId },
        h("p", null, t(`family.role.${member.role}`)),
        !member.self && !member.canSeal && note("info", h("p", null, t("family.member.noKey"))),
        isDweller && drawPermissions(app, circle, member),
        member.self && member.role === "member" && drawAlertSwitch(app, circle, member),
        !member.self && !isTold(member, app.relayNow) && note("info",
            h("p", null, sentence(app, member))),
        member.self && member.permissions && drawOwnPermissions(app, member),
        member.self && renameForm(app, circle, member, view, refresh),
        isDweller && button(t("family.remove"), () => remove(app, circle, member), {
            kind: "quiet", sign: "trash", key: "remove", label: `${t("family.remove")}: ${label}`,
        }));
}

/** @param {App} app @param {CircleView} circle @param {CircleMember} member */
function drawPermissions(app, circle, member) {
    const given = member.permissions ?? [];
    const change = (/** @type {import("../../types/app.js").MemberEdit} */ edit) => {
        app.changeMember(circle.circleId, member.personId, edit).catch(alertUser);
    };
    const priority = member.priority ?? 1;
    return h("div", { class: "permissions" },
        given.length === 0 && note("warning", h("p", null, t("care.permission.no"))),
        ...carePermissions.map((permission) => toggle({
            id: `${permission}-${member.personId}`, label: t(`care.permission.${permission}`),
            on: given.includes(permission),
            onChange: (on) => change({
                permissions: on ? [...given, permission] : given.filter((one) => one !== permission),
            }),
        })),
        given.some((permission) => permission.startsWith("alert.")) && select({
            id: `priority-${member.personId}`, label: t("care.priority"), value: String(priority),
            options: [...new Set([1, 2, 3, 4, priority])].sort((a, b) => a - b).map((rank) => ({
                value: String(rank), label: rankText(rank),
            })),
            onChange: (rank) => change({ priority: Number(rank) }),
        }));
}

/** @param {number} rank */
function rankText(rank) {
    return rank === 1 ? t("care.priority.first") : t("care.priority.later", rankOf(rank));
}

/**
 * What the dweller lets the reader know, and when the reader is told.
 * @param {App} app @param {CircleMember} member
 */
function drawOwnPermissions(app, member) {
    const given = carePermissions.filter((permission) => member.permissions?.includes(permission));
    return h("div", { class: "own-permissions" }, h("p", null, t("care.permission.mine")),
        h("ul", null, ...given.map((permission) => h("li", null, t(`care.permission.${permission}`))),
            given.length === 0 && h("li", null, t("care.permission.no"))),
        given.some((permission) => permission.startsWith("alert."))
            && h("p", null, ownRankText(member, app.relayNow)));
}

/**
 * When the reader is told of an alert, or would be if alerts rang them.
 * @param {CircleMember} member @param {number} now
 */
export function ownRankText(member, now) {
    return t(isTold(member, now) ? "care.priority.mine" : "care.priority.mine.off", {
        when: rankText(member.priority ?? 1),
    });
}

/** @param {App} app @param {CircleView} circle @param {CircleMember} member */
async function remove(app, circle, member) {
    const name = labelOf(member);
    const lost = helpLost(app, circle, member);
    const sure = await ask({
        title: t("family.remove.question", { name, circle: circle.name }), text: t("care.remove.text", { name }),
        warning: lossWarning(circle, member, lost), action: t("family.remove"), danger: true,
    });
    if (!sure) return;
    await app.removeMember(circle.circleId, member.personId);
    if (!lost) return;
    await app.refresh();
    alertUser(removedText(app, circle, member, lost));
}

/** @param {App} app @param {CircleView} circle @param {boolean} isDweller */
async function leave(app, circle, isDweller) {
    const dweller = circle.members.find((member) => member.role === "dweller");
    const own = selfIn(circle);
    const lost = own && helpLost(app, circle, own);
    const sure = await ask({
        title: t(isDweller ? "care.end.question" : "care.leave.question", { circle: circle.name }),
        text: isDweller ? t("care.leave.dweller")
            : t("care.leave.member", { name: dweller?.displayName ?? circle.name }),
        warning: own && lossWarning(circle, own, lost), action: t(isDweller ? "care.end" : "care.leave"), danger: true,
    });
    if (!sure) return;
    await app.leaveCircle(circle.circleId);
    toast(leftText(circle, lost));
    go("care");
}
