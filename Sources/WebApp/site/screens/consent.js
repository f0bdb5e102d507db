/** Who may ring here and when: everything that the user has agreed to, and how to take it back. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { go, href } from "../frame/router.js";
import { dayAndTime, isZone, ownZone, placeOf } from "../frame/time.js";
import { isComing } from "../parts/alarmCard.js";
import { badge } from "../parts/badge.js";
import { button } from "../parts/button.js";
import { card, empty, note, rowLink } from "../parts/card.js";
import { phonesThatRingByThemselves } from "../parts/deliveryView.js";
import { ask } from "../parts/dialog.js";
import { field, select, toggle } from "../parts/field.js";
import { screen } from "../parts/screen.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Partner} Partner */

/** @param {App} app @param {import("../frame/router.js").Route} route */
export function render(app, route) {
    return route.parts[0] ? person(app, route.parts[0]) : live(app, () => people(app));
}

/** @param {App} app */
function people(app) {
    const { partners, circles } = app.state;
    const mine = app.state.alarms.filter((alarm) => alarm.direction === "mine").length;
    return screen({
        title: t("consent.title"), lead: t("consent.lead"),
        primary: button(t("tonight.pair"), () => go("pair"), { kind: "primary", sign: "plus" }),
    },
    !partners.length && empty({ title: t("consent.none"), text: t("consent.noneText"), sign: "people" }),
    ...partners.map((partner) => rowLink(href("consent", partner.pairId), partner.name,
        { sign: partner.muted ? "mute" : "bell", key: partner.pairId, detail: rule(app, partner) })),
    ...circles.map((circle) => rowLink(href(circle.kind === "family" ? "family" : "care"), circle.name,
        { sign: circle.kind === "family" ? "family" : "heart", key: circle.circleId,
            detail: t(`consent.${circle.kind}`) })),
    mine > 0 && rowLink(href("tonight"), t("consent.all"), { sign: "alarm" }));
}

/**
 * What a partner may do, in a sentence.
 *
 * @param {App} app
 * @param {Partner} partner
 */
function rule(app, partner) {
    if (partner.state === "revoked") return t("consent.ended");
    if (partner.muted) return t("consent.muted");
    if (partner.pausedUntil) return t("consent.paused",
        { time: dayAndTime(partner.pausedUntil, ownZone(), app.relayNow) });
    if (partner.allowedHours) return t("consent.hours",
        { from: partner.allowedHours.from, until: partner.allowedHours.until });
    return t("consent.always");
}

/** @param {App} app @param {string} pairId */
function person(app, pairId) {
    const first = app.state.partners.find((one) => one.pairId === pairId);
    const local = {
        name: first?.name ?? "",
        from: first?.allowedHours?.from ?? "08:00",
        until: first?.allowedHours?.until ?? "22:00",
        limited: Boolean(first?.allowedHours),
        zone: first?.timeZone ?? "",
        muted: first?.muted ?? false,
    };
    return live(app, (refresh) => {
        const partner = app.state.partners.find((one) => one.pairId === pairId);
        if (!partner) return screen({ title: t("consent.title"), back: ["consent"] },
            empty({ title: t("consent.gone"), text: t("consent.goneText") }));
        const set = (/** @type {Partial<typeof local>} */ change) => {
            Object.assign(local, change);
            refresh();
        };
        return screen({
            title: partner.name, back: ["consent"], lead: rule(app, partner),
            primary: button(t("save"), () => save(app, partner, local), { kind: "primary" }),
        },
        partner.refuses && note("info", t("pair.refuses", { name: partner.name })),
        !partner.hasKeys && partner.state === "active" && note("warning", t("tonight.noKeys", { name: partner.name })),
        partner.state === "revoked" && note("info", t("consent.endedText", { name: partner.name })),
        field({ id: "partner-name", label: t("consent.name"), value: local.name, maxLength: 60,
            onInput: (name) => set({ name }) }),
        select({
            id: "zone", label: t("consent.zone", { name: partner.name }), hint: t("consent.zoneHint"),
            value: local.zone,
            options: zones(local.zone), onChange: (zone) => set({ zone }),
        }),
        toggle({ id: "muted", label: t("consent.mute", { name: partner.name }), on: local.muted,
            hint: t("consent.muteHint"),
            onChange: (muted) => set({ muted }) }),
        toggle({ id: "limited", label: t("consent.limit"), on: local.limited, hint: t("consent.limitHint"),
            onChange: (limited) => set({ limited }) }),
        local.limited && h("div", { class: "pair-of-fields", key: "hours" },
            field({ id: "from", label: t("consent.from"), type: "time", value: local.from,
                onInput: (from) => set({ from }) }),
            field({ id: "until", label: t("consent.until"), type: "time", value: local.until,
                onInput: (until) => set({ until }) })),
        card({ title: t("consent.end"), sign: "warning" }, h("p", null, t("consent.endText", { name: partner.name })),
            partner.state === "revoked" ? badge("off", t("consent.ended"))
                : button(t("consent.endDo", { name: partner.name }), () => revoke(app, partner), { kind: "danger" })));
    });
}

/**
 * @param {App} app @param {Partner} partner
 * @param {{ name: string, from: string, until: string, limited: boolean, zone: string, muted: boolean }} local
 */
async function save(app, partner, local) {
    const id = partner.pairId;
    const hours = local.limited ? { from: local.from, until: local.until } : null;
    if (hours && hours.from === hours.until) throw Object.assign(new Error("empty hours"),
        { key: "consent.sameHours" });
    if (local.name.trim() && local.name.trim() !== partner.name) await app.rename(id, local.name.trim());
    if ((local.zone || null) !== partner.timeZone) await app.setPartnerZone(id, local.zone || null);
    if (local.muted !== partner.muted) await app.mute(id, local.muted);
    if (JSON.stringify(hours) !== JSON.stringify(partner.allowedHours)) await app.setAllowedHours(id, hours);
    toast(t("saved"));
    go("consent");
}

/** @param {string} chosen */
function zones(chosen) {
    const known = /** @type {string[]} */ (/** @type {any} */ (Intl).supportedValuesOf?.("timeZone")
        ?? [ownZone(), "UTC"]);
    const all = isZone(chosen) && !known.includes(chosen) ? [chosen, ...known] : known;
    return [{ value: "", label: t("consent.zoneNone") },
        ...all.map((zone) => ({ value: zone, label: `${placeOf(zone)} (${zone.split("/")[0]})` }))];
}

/** @param {App} app @param {Partner} partner */
async function revoke(app, partner) {
    const isHeld = app.state.alarms.some((alarm) => alarm.pairId === partner.pairId && isComing(alarm)
        && phonesThatRingByThemselves(alarm) > 0);
    const held = isHeld ? ` ${t("consent.end.held")}` : "";
    const sure = await ask({
        title: t("consent.endAsk", { name: partner.name }), text: t("consent.endText", { name: partner.name }) + held,
        action: t("consent.endDo", { name: partner.name }), danger: true,
    });
    if (!sure) return;
    await app.revoke(partner.pairId);
    toast(t(isHeld ? "consent.endDone.held" : "consent.endDone", { name: partner.name }));
    go("consent");
}
