/** The secret address at which calendar programs read when the reader's alarms ring. */

import { alertUser, toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { dayAndTime } from "../frame/time.js";
import { button } from "../parts/button.js";
import { note } from "../parts/card.js";
import { ask } from "../parts/dialog.js";
import { screen } from "../parts/screen.js";
import { Asked } from "./checkIn/asking.js";
import { readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").CalendarLinkView} CalendarLinkView */

/**
 * @typedef {object} CalendarScreen
 * @property {Asked<CalendarLinkView | null>} link
 * @property {string | null} url the new address, until it is hidden or the screen is left
 * @property {() => void} refresh
 */

/** @param {App} app */
export function render(app) {
    /** @type {CalendarScreen} */
    const view = { link: new Asked(app, () => app.calendarLink()), url: null, refresh: () => {} };
    return live(app, (refresh) => {
        view.refresh = refresh;
        view.link.follow(refresh);
        return screen({ title: t("calendar.title"), lead: t("calendar.text"), back: ["settings"] },
            view.url !== null && drawMade(view, view.url),
            view.link.draw((link) => (link ? drawKnown(app, view, link) : drawNone(app, view))));
    });
}

/** @param {App} app @param {CalendarScreen} view */
function drawNone(app, view) {
    return [h("p", { key: "none" }, t("calendar.none")),
        button(t("calendar.make"), () => make(app, view), { kind: "primary", sign: "link", key: "make" })];
}

/** @param {App} app @param {CalendarScreen} view @param {CalendarLinkView} link */
function drawKnown(app, view, link) {
    const time = dayAndTime(link.since, readersZone(app), app.relayNow);
    return [h("p", { key: "since" }, t("calendar.since", { time })),
        h("div", { class: "actions", key: "actions" },
            button(t("calendar.revoke"), () => revoke(app, view), { kind: "danger", sign: "trash" }),
            button(t("calendar.another"), () => replace(app, view), { sign: "repeat" }))];
}

/** @param {App} app @param {CalendarScreen} view */
async function make(app, view) {
    try {
        const { url, since } = await app.makeCalendarLink();
        view.url = url;
        view.link.take({ since });
        // After the drawing that follows: the new address is what comes next.
        setTimeout(() => document.getElementById("made-link")?.focus(), 0);
    } catch (problem) {
        const isLost = /** @type {any} */ (problem)?.kind === "no-channel";
        alertUser(isLost ? t("checkIn.link.noOrigin") : problem);
    }
}

/** @param {App} app @param {CalendarScreen} view */
async function replace(app, view) {
    const sure = await ask({
        title: t("calendar.another.question"), text: t("calendar.another.text"), action: t("calendar.another"),
        danger: true,
    });
    if (sure) await make(app, view);
}

/** @param {App} app @param {CalendarScreen} view */
async function revoke(app, view) {
    const sure = await ask({
        title: t("calendar.revoke.question"), text: t("calendar.revoke.text"), action: t("calendar.revoke"),
        danger: true,
    });
    if (!sure) return;
    await app.revokeCalendarLink();
    view.url = null;
    view.link.take(null);
    toast(t("calendar.revoked"));
    document.querySelector("h1")?.focus();
}

/** @param {CalendarScreen} view @param {string} url */
function drawMade(view, url) {
    const copy = async () => {
        await navigator.clipboard.writeText(url);
        toast(t("copied"));
    };
    const hide = () => {
        view.url = null;
        view.refresh();
        document.querySelector("h1")?.focus();
    };
    return h("section", { class: "offer", key: "made" },
        h("h2", { id: "made-link", tabindex: "-1" }, t("calendar.made")),
        note("warning", h("p", null, t("calendar.onlyNow"))),
        h("p", { class: "secret" }, h("span", { class: "detail" }, t("calendar.address")), h("output", null, url)),
        h("div", { class: "actions" },
            button(t("calendar.copy"), copy, { kind: "primary", sign: "copy" }),
            button(t("calendar.hide"), hide, { sign: "check" })));
}
