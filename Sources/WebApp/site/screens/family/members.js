/** Who is in a family: roles, invites, names, and what each may do to the reader. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { plural, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { go, href } from "../../frame/router.js";
import { dayAndTime, duration, ownZone } from "../../frame/time.js";
import { button, linkButton } from "../../parts/button.js";
import { card, cards, note } from "../../parts/card.js";
import { select, toggle } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { drawConsent, loadConsents } from "../circles/consent.js";
import { askDeparture, leftFamilyText, remindersForOthers } from "../circles/departing.js";
import { renameForm } from "../circles/rename.js";
import { renameCircleForm } from "../circles/renameCircle.js";
import { familyOf, isParent, labelOf, selfIn } from "../circles/people.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CircleView} CircleView */
/** @typedef {import("../../types/app.js").CircleMember} CircleMember */

/** How long the reminders of a family may be put off, in seconds. */
const SNOOZE_LIMITS = [0, 600, 1800, 3600, 7200, 14400, 86400];

/** @param {App} app */
export function renderMembers(app) {
    const typed = /** @type {{ name: string | null, circleName: string | null }} */ ({ name: null, circleName: null });
    const view = { ...typed, consents: new Map() };
    return live(app, (refresh) => {
        const circle = familyOf(app);
        if (!circle) return screen({ title: t("family.title"), back: ["family"] }, h("p", null, t("family.none.text")));
        loadConsents(app, circle, view.consents, refresh);
        const mayLead = isParent(circle);
        return screen({ title: t("family.members.title", { name: circle.name }), back: ["family"] },
            cards(...circle.members.map((member) => drawMember(app, circle, member, view, refresh))),
            drawNews(app, circle),
            mayLead && h("div", { class: "actions" },
                linkButton(t("family.invite.child"), href("pair", "new", "family", circle.circleId, "child"),
                    { sign: "plus" }),
                linkButton(t("family.invite.parent"), href("pair", "new", "family", circle.circleId, "parent"),
                    { sign: "plus" })),
            mayLead && drawSettings(app, circle, view, refresh),
            drawLeave(app, circle));
    });
}

/**
 * Who has left, what became of reminders with them, and who is a parent now; the relay tells it to parents alone.
 * @param {App} app @param {CircleView} circle
 */
function drawNews(app, circle) {
    const news = [...circle.news ?? []].reverse();
    if (news.length === 0) return null;
    return card({ title: t("family.news"), sign: "info", key: "news" }, ...news.map((item) => {
        const said = t(`family.news.${item.kind}`, { name: item.name ?? t("family.somebody") });
        const heir = { name: item.heir ?? t("family.somebody") };
        return h("div", { class: "news", key: item.at }, h("p", null, said, " ",
            h("span", { class: "detail" }, dayAndTime(item.at, ownZone(), app.relayNow))),
        item.handedOver && h("p", null, plural("family.news.handedOver", item.handedOver, heir)),
        item.deleted && h("p", null, plural("family.news.deleted", item.deleted)),
        item.places && h("p", null, plural("family.news.places", item.places)));
    }));
}

/**
 * @param {App} app @param {CircleView} circle @param {CircleMember} member
 * @param {{ name: string | null, consents: Map<string, import("../../types/app.js").Consent> }} view
 * @param {() => void} refresh
 */
function drawMember(app, circle, member, view, refresh) {
    const label = labelOf(member);
    const { personId } = member;
    const become = (/** @type {"parent" | "child"} */ role) => app.changeMember(circle.circleId, personId, { role });
    const parents = circle.members.filter((one) => one.role === "parent").length;
    const mayLead = isParent(circle);
    return card({ title: label, key: personId },
        h("p", null, t(`family.role.${member.role}`)),
        !member.self && !member.canSeal && note("info", h("p", null, t("family.member.noKey"))),
        member.self && renameForm(app, circle, member, view, refresh),
        mayLead && h("div", { class: "actions" },
            member.role === "child" && button(t("family.makeParent"), () => become("parent"), {
                key: "parent", label: `${t("family.makeParent")}: ${label}`,
            }),
            member.self && member.role === "parent" && parents > 1
                && button(t("family.stepDown"), () => become("child"), {
                key: "child", kind: "quiet",
            }),
            !member.self && button(t("family.remove"), () => remove(app, circle, member), {
                key: "remove", kind: "quiet", sign: "trash", label: `${t("family.remove")}: ${label}`,
            })),
        !member.self && drawConsent(app, member, view.consents, refresh));
}

/** @param {App} app @param {CircleView} circle @param {CircleMember} member */
async function remove(app, circle, member) {
    const gone = await askDeparture(app, circle, member.personId, {
        title: t("family.remove.question", { name: labelOf(member), circle: circle.name }),
        text: t("family.remove.text"), action: t("family.remove"),
    });
    if (gone) await app.removeMember(circle.circleId, member.personId, gone.heir);
}

/**
 * @param {App} app @param {CircleView} circle @param {{ circleName: string | null }} view @param {() => void} refresh
 */
function drawSettings(app, circle, view, refresh) {
    const change = async (/** @type {import("../../types/app.js").CircleEdit} */ edit) => {
        await app.changeCircle(circle.circleId, edit);
        toast(t("care.settings.saved"));
    };
    const limits = [...new Set([...SNOOZE_LIMITS, circle.snoozeLimit])].sort((a, b) => a - b);
    return h("section", { class: "settings", key: "settings" }, h("h2", null, t("family.settings")),
        renameCircleForm(app, circle, view, refresh),
        select({
            id: "snooze-limit", label: t("family.snoozeLimit"), value: String(circle.snoozeLimit),
            options: limits.map((seconds) => ({
                value: String(seconds), label: seconds ? duration(seconds * 1000) : t("family.snoozeLimit.none"),
            })),
            onChange: (value) => void change({ snoozeLimit: Number(value) }).catch(alertUser),
        }),
        toggle({
            id: "relay-titles", label: t("family.titles"), hint: t("family.titles.text"), on: circle.relayMayReadTitles,
            onChange: (on) => void change({ relayMayReadTitles: on }).catch(alertUser),
        }));
}

/** @param {App} app @param {CircleView} circle */
function drawLeave(app, circle) {
    const others = circle.members.length > 1;
    const isLast = isParent(circle) && circle.members.filter((one) => one.role === "parent").length === 1;
    if (others && isLast) return note("info", h("p", null, t("family.leave.lastParent")));
    const leave = async () => {
        const own = selfIn(circle)?.personId ?? "";
        const count = remindersForOthers(app, circle, own).length;
        const gone = await askDeparture(app, circle, own, {
            title: t("family.leave.question", { circle: circle.name }), text: t("family.leave.text"),
            action: t("family.leave"),
        });
        if (!gone) return;
        await app.leaveCircle(circle.circleId, gone.heir);
        toast(leftFamilyText(circle, count, gone.heir));
        go("family");
    };
    return button(t("family.leave"), leave, { kind: "danger" });
}
