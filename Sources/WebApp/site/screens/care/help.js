/** The help button: a countdown in which it can be taken back, and then who answers. */

import { alertUser, say, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { countdown } from "../../parts/countdown.js";
import { lateText } from "../../parts/lateAnswer.js";
import { placeToShare } from "../checkIn/place.js";
import { circumstances, readersZone } from "../following.js";
import { drawAlertDetails } from "./alert.js";
import { tellsNobody } from "./audience.js";
import { furtherOpen, untold } from "./dwellers.js";
import { asOf, kindText } from "./glanceText.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../care.js").CareScreen} CareScreen */

/** @param {App} app @param {CareScreen} view @param {import("../../types/app.js").CareDweller} mine */
export function drawHelp(app, view, mine) {
    const open = mine.alerts.find((alert) =>
        ["counting", "alerting", "acknowledged", "unanswered"].includes(alert.state));
    const raised = view.raised && !mine.alerts.some((alert) => alert.alertId === view.raised?.alertId) ? view.raised
        : null;
    const alert = open ?? raised;
    const isOpen = alert !== null && (alert.state === "counting" || alert.state === "alerting");
    // A call that waited has been sent once its alert is there.
    if (isOpen && view.failure === "care.help.waits") view.failure = null;
    const failure = view.failure && note("bad", h("p", { role: "alert" }, t(view.failure)));
    const circle = app.state.circles.find((one) => one.circleId === mine.circleId);
    const key = helpKey(app, circle, mine);
    const call = async () => {
        view.failure = null;
        const place = await placeToShare();
        view.raised = await app.signal("manual", place ? { place } : undefined);
        say(t(view.raised.audience === 0 ? "care.help.nobody" : "care.help.text"));
        view.refresh();
    };
    const fail = (/** @type {any} */ problem) => {
        view.failure = helpFailure(problem);
        view.refresh();
    };
    return h("div", { class: "help", key: "help" }, failure,
        alert && drawOpen(app, view, alert),
        ...furtherOpen(mine, alert).map((one) => h("div", { class: "further", key: `further-${one.alertId}` },
            ...drawOpen(app, view, one))),
        !isOpen && button(t("care.help"), call,
            { kind: "danger", sign: "bell", class: "help-now", key: "help-now", fail }),
        !isOpen && (key === "care.help.text" ? h("p", { class: "detail" }, t(key))
            : note("bad", h("p", null, t(key)))));
}

/**
 * What the help button does at present, as a words key.
 * @param {App} app @param {import("../../types/app.js").CircleView | undefined} circle
 * @param {import("../../types/app.js").CareDweller} mine
 */
export function helpKey(app, circle, mine) {
    const { heard, now } = circumstances(app);
    if (tellsNobody(circle, mine, "manual", now)) return "care.help.text.nobody";
    return heard ? "care.help.text" : "care.help.text.away";
}

/**
 * What became of a call for help that did not get through, as a words key: the relay may still get it.
 * @param {any} problem
 */
export function helpFailure(problem) {
    return problem?.key === "problem.signalWaits" ? "care.help.waits" : "care.help.failed";
}

/** @param {App} app @param {CareScreen} view @param {CareAlert} alert */
function drawOpen(app, view, alert) {
    const { clockOffset } = app.state.connection;
    const cancel = async () => {
        view.failure = null;
        const late = await app.cancelAlert(alert.alertId);
        if (view.raised?.alertId === alert.alertId) view.raised = null;
        if (late) alertUser(lateText(app, late, true));
        else toast(t("care.cancelled"));
        view.refresh();
    };
    const fail = () => {
        view.failure = "care.cancel.failed";
        view.refresh();
    };
    const isOver = alert.state === "acknowledged" || alert.state === "unanswered";
    const trouble = untold(alert);
    const counts = alert.state === "counting" && alert.due && Date.parse(alert.due) > app.relayNow;
    return [
        h("p", { class: "help-kind" }, kindText(alert)),
        counts && h("p", { class: "help-left" },
            t(alert.audience === 0 ? "care.help.counting.nobody" : "care.help.counting"), " ",
            countdown(alert.due ?? "", { clockOffset, bare: true })),
        !counts && !trouble && h("p", { class: "help-state", role: "status" }, stateText(app, alert)),
        trouble && note("bad", h("p", { role: "status" },
            circumstances(app).heard ? t(`care.help.${trouble}`) : asOf(app, t(`care.help.${trouble}`)))),
        !isOver && button(t("care.cancel"), cancel,
            { kind: "primary", class: "cancel-now", key: `cancel-${alert.alertId}`, sign: "check", fail,
                label: `${t("care.cancel")}: ${kindText(alert)}` }),
        drawAlertDetails(app, view, alert),
    ];
}

/**
 * How an alert about the reader stands that does not count down any more; without a connection, as of when.
 * @param {App} app @param {CareAlert} alert
 */
export function stateText(app, alert) {
    const { heard, now } = circumstances(app);
    if (heard) return presentText(alert);
    // What came after the countdown is not known here.
    if (alert.state === "counting" && alert.due) {
        return t("care.help.over", { time: dayAndTime(alert.due, readersZone(app), now) });
    }
    return asOf(app, presentText(alert));
}

/** @param {CareAlert} alert */
function presentText(alert) {
    if (alert.state === "acknowledged") {
        return t("care.help.answered", { helper: alert.endedBy ?? t("family.somebody") });
    }
    if (alert.state === "unanswered") {
        return alert.endedBy ? t("care.help.left", { helper: alert.endedBy }) : t("care.help.unanswered");
    }
    return t(alert.telling === "done" ? "care.help.told" : "care.help.telling");
}
