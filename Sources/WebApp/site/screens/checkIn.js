/** Somebody alone: one tap that says that all is well, and what happens without it. */

import { alertUser, say } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { href } from "../frame/router.js";
import { clock, dayAndTime, placeOf } from "../frame/time.js";
import { note, rowLink } from "../parts/card.js";
import { countdown } from "../parts/countdown.js";
import { icon } from "../parts/icon.js";
import { work } from "../parts/button.js";
import { screen } from "../parts/screen.js";
import { renderAddresses } from "./checkIn/addresses.js";
import { renderCard } from "./checkIn/emergencyCard.js";
import { drawHistory } from "./checkIn/history.js";
import { drawLater } from "./checkIn/later.js";
import { renderLinks } from "./checkIn/links.js";
import { drawMissed } from "./checkIn/missed.js";
import { placeToShare } from "./checkIn/place.js";
import { drawPlan, zoneElsewhere } from "./checkIn/plan.js";
import { isUncertain, mayHaveTold, putOffAt, sending, standing, tellsSomebody } from "./checkIn/standing.js";
import { drawMessages, drawReached, drawReassured } from "./checkIn/telling.js";
import { drawTrying } from "./checkIn/trying.js";
import { circumstances, liveByClock, readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * What the screen knows besides the state of the app.
 * @typedef {object} CheckInScreen
 * @property {{ at: number, sent: "now" | "queued" | "failed" } | null} attempt the last tap on the button
 * @property {Record<string, any>} drafts what was typed, by form
 * @property {import("../types/app.js").Rehearsal | null} rehearsal
 * @property {() => void} refresh
 */

/**
 * `#/check-in` is the button and how it stands; `#/check-in/links`, `#/check-in/addresses` and `#/check-in/card` are
 * what goes with it.
 * @param {App} app
 * @param {import("../frame/router.js").Route} route
 */
export function render(app, route) {
    if (route.parts[0] === "links") return renderLinks(app);
    if (route.parts[0] === "addresses") return renderAddresses(app);
    if (route.parts[0] === "card") return renderCard(app);
    /** @type {CheckInScreen} */
    const view = { attempt: null, drafts: {}, rehearsal: null, refresh: () => {} };
    return liveByClock(app, 15_000, (refresh) => {
        view.refresh = refresh;
        return draw(app, view);
    });
}

/** @param {App} app @param {CheckInScreen} view */
function draw(app, view) {
    const report = app.state.checkIn;
    const isOff = report ? report.state === "off" : circumstances(app).heard;
    if (isOff && !(report && isAwaited(report, view))) {
        return screen({ title: t("checkIn.start.title"), lead: t("checkIn.start.text"), class: "check-in" },
            drawPlan(app, view, { isNew: true }), report && drawExtras());
    }
    return screen({ title: t("checkIn.title"), class: "check-in" },
        drawStanding(app),
        drawButton(app, view),
        drawSending(app, view),
        report && drawReminder(app, report),
        report?.telling && drawMessages(app, report.telling),
        report?.reassured && drawReassured(app, report.reassured),
        ...(isOff ? [drawStart(app, view), drawExtras()] : drawPlanned(app, view, report)));
}

/**
 * Whether contacts wait for a reader who has turned check-ins off: some were told or may have been, or do not know yet
 * that all is well.
 * @param {import("../types/app.js").CheckInReport} report @param {CheckInScreen} view
 */
function isAwaited(report, view) {
    const isUnsettled = report.reassured?.some(({ state }) => state !== "sent") ?? false;
    return mayHaveTold(report) || isUnsettled || view.attempt !== null;
}

/**
 * Check-ins that are turned off, to be begun anew.
 * @param {App} app @param {CheckInScreen} view
 */
function drawStart(app, view) {
    return h("section", { class: "offer", key: "start" }, h("h2", null, t("checkIn.start.title")),
        h("p", null, t("checkIn.start.text")), drawPlan(app, view, { isNew: true }));
}

/**
 * What follows a missed check-in, and what can be changed about it.
 * @param {App} app @param {CheckInScreen} view @param {import("../types/app.js").CheckInReport | null} report
 */
function drawPlanned(app, view, report) {
    return [
        report && drawMissed(app, report),
        report && drawLater(app, view, report),
        report && drawHistory(report, app),
        report && drawTrying(app, view),
        report && h("details", { class: "more" }, h("summary", null, h("h2", null, t("checkIn.plan.title"))),
            drawPlan(app, view, { isNew: false })),
        drawExtras(),
    ];
}

/** What goes with check-ins and has a screen of its own. */
function drawExtras() {
    return h("section", { class: "offer", key: "extras" }, h("h2", null, t("checkIn.extras.title")),
        rowLink(href("check-in", "addresses"), t("checkIn.own.title"), {
            sign: "answer", detail: t("checkIn.own.detail"),
        }),
        rowLink(href("check-in", "card"), t("checkIn.card.title"), {
            sign: "heart", detail: t("checkIn.card.detail"),
        }),
        rowLink(href("check-in", "links"), t("checkIn.link.title"), {
            sign: "link", detail: t("checkIn.link.detail"),
        }));
}

/**
 * When the reader is reminded on days without a check-in.
 * @param {App} app @param {import("../types/app.js").CheckInReport} report
 */
function drawReminder(app, { state, plan }) {
    if (!plan.remindAt || state === "off" || state === "paused") return null;
    const elsewhere = zoneElsewhere(app);
    return h("p", { class: "detail", key: "reminder" }, elsewhere
        ? t("checkIn.reminder.elsewhere", { time: plan.remindAt, place: placeOf(elsewhere) })
        : t("checkIn.reminder", { time: plan.remindAt }));
}

/**
 * How it stands, in a sentence, and how much time is left.
 * @param {App} app
 */
function drawStanding(app) {
    const report = app.state.checkIn;
    const { heard, now } = circumstances(app);
    if (!report) return h("p", { class: "standing still" }, icon("question"), t("checkIn.state.unknown"));
    const zone = readersZone(app);
    const { tone, key, due } = standing(report, { heard, now });
    const signs = { well: "check", soon: "clock", late: "warning", still: "info" };
    const putOff = putOffAt(report);
    const left = due !== null && due > now && (tone === "well" || tone === "soon");
    const { clockOffset } = app.state.connection;
    return h("div", { class: `standing ${tone}` },
        left && h("p", { class: "left" }, countdown(new Date(due).toISOString(), { clockOffset })),
        h("p", null, icon(signs[tone]), h("span", null,
            t(key, { time: due === null ? "" : dayAndTime(due, zone, now) }))),
        putOff !== null && h("p", null, t("checkIn.state.putOff", { time: dayAndTime(putOff, zone, now) })),
        ["paused", "off"].includes(report.state) && mayHaveTold(report) && h("p", null,
            t(isUncertain(report) ? "checkIn.state.mayBeToldBefore" : "checkIn.state.toldBefore")),
        report.telling && drawReached(app, report.telling));
}

/** @param {App} app @param {CheckInScreen} view */
function drawButton(app, view) {
    return h("button", {
        type: "button", class: "button primary check-in-now", key: "check-in-now",
        onclick: (/** @type {Event} */ event) => void work(event, () => checkIn(app, view), (error) => {
            view.attempt = { at: app.relayNow, sent: "failed" };
            view.refresh();
            alertUser(error);
        }),
    }, icon("check"), h("span", null, t("checkIn.button")));
}

/** @param {App} app @param {CheckInScreen} view */
async function checkIn(app, view) {
    const place = await placeToShare();
    const { sent } = await app.checkInNow(place ? { place } : undefined);
    view.attempt = { at: app.relayNow, sent };
    view.rehearsal = null;
    navigator.vibrate?.(60);
    view.refresh();
    const told = sending(view.attempt, app.state.checkIn);
    say(t(told.key, { time: told.at === null ? "" : clock(told.at, readersZone(app)) }));
}

/**
 * Whether the last check-in is at the relay or still here.
 * @param {App} app
 * @param {CheckInScreen} view
 */
function drawSending(app, view) {
    const report = app.state.checkIn;
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const { key, at } = sending(view.attempt, report);
    const isNow = key === "checkIn.sent.now";
    const time = at === null ? "" : isNow ? clock(at, zone) : dayAndTime(at, zone, now);
    if (isNow) {
        return note("good", h("p", null, t(key, { time })), report?.repeat && h("p", null, t("checkIn.sent.again")));
    }
    if (key === "checkIn.sent.last" || key === "checkIn.sent.never") return h("p", { class: "sent" }, t(key, { time }));
    const deadline = report?.contactsDue ?? report?.due;
    const risk = key === "checkIn.sent.queued" && report && deadline && tellsSomebody(report)
        && Date.parse(deadline) > now;
    return note("warning", h("p", null, t(key, { time })),
        risk && h("p", null, t("checkIn.sent.risk", { time: dayAndTime(deadline, zone, now) })));
}
