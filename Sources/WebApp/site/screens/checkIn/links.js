/** Links by which a script, a button or somebody else checks in for the reader. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { dayAndTime } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { card, cards, note } from "../../parts/card.js";
import { ask } from "../../parts/dialog.js";
import { field, form } from "../../parts/field.js";
import { qrCode } from "../../parts/qrCode.js";
import { screen } from "../../parts/screen.js";
import { readersZone } from "../following.js";
import { Asked } from "./asking.js";
import { planFirst } from "./planFirst.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CheckInLink} CheckInLink */
/** @typedef {import("../../types/app.js").CheckInLinkView} CheckInLinkView */

/** The most links of one person. */
const MOST = 16;

/** The longest address, in bytes, that a QR code holds. */
const LONGEST_IN_QR = 213;

/**
 * @typedef {object} LinksScreen
 * @property {Asked<CheckInLinkView[]>} links
 * @property {{ name: string, error: string | null }} draft
 * @property {CheckInLink | null} made the new link, with its address, until it is hidden or the screen is left
 * @property {() => void} refresh
 */

/** @param {App} app */
export function renderLinks(app) {
    /** @type {LinksScreen} */
    const view = {
        links: new Asked(app, () => app.checkInLinks()), draft: { name: "", error: null }, made: null,
        refresh: () => {},
    };
    return live(app, (refresh) => {
        view.refresh = refresh;
        view.links.follow(refresh);
        return screen({ title: t("checkIn.link.title"), lead: t("checkIn.link.text"), back: ["check-in"] },
            view.made && drawMade(view, view.made),
            view.links.draw((links) => [
                links.length === 0 ? h("p", { key: "none" }, t("checkIn.link.none"))
                    : cards(...links.map((link) => drawLink(app, view, link))),
                !app.state.checkIn ? planFirst()
                    : links.length >= MOST ? note("info", h("p", null, t("checkIn.link.tooMany", { count: MOST })))
                        : drawForm(app, view, links),
            ]));
    });
}

/** @param {App} app @param {LinksScreen} view @param {CheckInLinkView} link */
function drawLink(app, view, link) {
    const when = (/** @type {string} */ time) => dayAndTime(time, readersZone(app), app.relayNow);
    const used = link.usedAt ? t("checkIn.link.used", { time: when(link.usedAt) })
        : t(link.since ? "checkIn.link.neverUsed" : "checkIn.link.useUnknown");
    return card({ title: link.name, key: link.linkId },
        h("p", null, used),
        link.since && h("p", { class: "detail" }, t("checkIn.link.since", { time: when(link.since) })),
        h("div", { class: "actions" }, button(t("checkIn.link.revoke"), () => revoke(app, view, link), {
            kind: "quiet", sign: "trash", key: "revoke", label: `${t("checkIn.link.revoke")}: ${link.name}`,
        })));
}

/** @param {App} app @param {LinksScreen} view @param {CheckInLinkView} link */
async function revoke(app, view, link) {
    const { name } = link;
    const sure = await ask({
        title: t("checkIn.link.revoke.question", { name }), text: t("checkIn.link.revoke.text"),
        action: t("checkIn.link.revoke"), danger: true,
    });
    if (!sure) return;
    await app.revokeCheckInLink(link.linkId);
    if (view.made?.link.linkId === link.linkId) view.made = null;
    view.links.take((view.links.value ?? []).filter((one) => one.linkId !== link.linkId));
    toast(t("checkIn.link.revoked", { name }));
    document.querySelector("h1")?.focus();
}

/** @param {App} app @param {LinksScreen} view @param {CheckInLinkView[]} links */
function drawForm(app, view, links) {
    const { draft } = view;
    const make = async () => {
        const name = draft.name.replace(/\s+/g, " ").trim();
        draft.error = !name ? t("checkIn.link.needsName")
            : links.some((link) => link.name === name) ? t("checkIn.link.nameTaken") : null;
        view.refresh();
        if (draft.error) return;
        view.made = await app.addCheckInLink(name);
        Object.assign(draft, { name: "", error: null });
        view.links.take([...(view.links.value ?? []), view.made.link]);
        // After the drawing that follows: the new address is what comes next.
        setTimeout(() => document.getElementById("made-link")?.focus(), 0);
    };
    const fail = (/** @type {any} */ problem) => {
        const key = {
            "conflict": "checkIn.link.nameTaken", "no-channel": "checkIn.link.noOrigin",
            "quota-exceeded": "checkIn.link.tooMany",
        }[/** @type {string} */ (problem?.kind)];
        if (!key) return alertUser(problem);
        draft.error = t(key, { count: MOST });
        view.refresh();
        // Another device may have made or revoked one.
        void view.links.ask();
    };
    return h("section", { class: "offer", key: "new-link" }, h("h2", null, t("checkIn.link.new")),
        form((event) => void work(event, make, fail),
            field({
                id: "link-name", label: t("checkIn.link.name"), hint: t("checkIn.link.name.hint"), value: draft.name,
                error: draft.error, maxLength: 64, required: true, onInput: (name) => {
                    Object.assign(draft, { name, error: null });
                    view.refresh();
                },
            }),
            button(t("checkIn.link.make"), () => {}, { kind: "primary", sign: "link", submit: true })));
}

/** @param {LinksScreen} view @param {CheckInLink} made */
function drawMade(view, { url, link: { name } }) {
    const copy = async () => {
        await navigator.clipboard.writeText(url);
        toast(t("copied"));
    };
    const hide = () => {
        view.made = null;
        view.refresh();
        document.querySelector("h1")?.focus();
    };
    const fitsInQR = new TextEncoder().encode(url).length <= LONGEST_IN_QR;
    return h("section", { class: "offer", key: "made" },
        h("h2", { id: "made-link", tabindex: "-1" }, t("checkIn.link.made", { name })),
        note("warning", h("p", null, t("checkIn.link.onlyNow"))),
        h("p", { class: "secret" }, h("span", { class: "detail" }, t("checkIn.link.address", { name })),
            h("output", null, url)),
        fitsInQR && qrCode(url, t("checkIn.link.qr", { name })),
        h("div", { class: "actions" },
            button(t("checkIn.link.copy"), copy, { kind: "primary", sign: "copy" }),
            button(t("checkIn.link.hide"), hide, { sign: "check" })));
}
