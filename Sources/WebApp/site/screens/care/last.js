/** The last alert about somebody: what it was, how it ended, and whether it is over. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { isUnresolved } from "../../session/careAlerts.js";
import { circumstances, readersZone } from "../following.js";
import { kindText } from "./glanceText.js";
import { resolvedText } from "./hearing.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../../types/app.js").CareDweller} CareDweller */

/**
 * The last alert, and further ones of which nobody has said that they are over.
 * @param {App} app @param {CareDweller} dweller @param {import("./dwellers.js").DwellerGlance} glance
 */
export function drawLast(app, dweller, glance) {
    const last = dweller.lastAlert;
    if (!last) return null;
    return [drawEnded(app, dweller, last, "care.last", awaitsWord(dweller, glance, app.relayNow)),
        ...(dweller.unresolved ?? []).map((one) => drawEnded(app, dweller, one, "care.last.further", true))];
}

/**
 * Whether the last alert waits for somebody to say that it is over. The relay says so by the dweller's state, unless
 * that is one of an open alert.
 * @param {CareDweller} dweller @param {import("./dwellers.js").DwellerGlance} glance @param {number} now
 */
export function awaitsWord(dweller, { alert }, now) {
    const last = dweller.lastAlert;
    if (!last || !alert) return false;
    return alert.alertId === last.alertId || isUnresolved(last, dweller, now);
}

/**
 * @param {App} app @param {CareDweller} dweller @param {CareAlert} alert
 * @param {string} key of the words that call it @param {boolean} isWaiting whether somebody can say that it is over
 */
function drawEnded(app, dweller, alert, key, isWaiting) {
    const resolve = async () => {
        await app.resolveAlert(alert.alertId);
        toast(resolvedText(app.state.circles.find((one) => one.circleId === dweller.circleId), dweller, alert));
    };
    return h("div", { class: "last", key: `last-${alert.alertId}` },
        h("p", { class: "detail" }, endedText(app, alert, key)),
        isWaiting && button(t("care.resolve"), resolve, {
            key: `resolve-${alert.alertId}`, label: `${t("care.resolve")}: ${kindText(alert)}`,
        }));
}

/**
 * How an alert ended, and whether it is over.
 * @param {App} app @param {CareAlert} alert @param {string} key of the words that call it
 */
export function endedText(app, alert, key) {
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const time = (/** @type {string} */ at) => dayAndTime(at, zone, now);
    const by = alert.endedBy ?? t("family.somebody");
    const outcome = alert.state === "acknowledged" && alert.endedAt
        ? t("care.last.acknowledged", { helper: by, time: time(alert.endedAt) })
        : t(`careHistory.${alert.state}`);
    return [
        t(key, { kind: kindText(alert), time: time(alert.at), outcome }),
        alert.resolvedAt && t("care.last.over",
            { name: alert.resolvedBy ?? t("family.somebody"), time: time(alert.resolvedAt) }),
        alert.leftAt && t("care.last.left", { helper: by, time: time(alert.leftAt) }),
    ].filter(Boolean).join(" ");
}
