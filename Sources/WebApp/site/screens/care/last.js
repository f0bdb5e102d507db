/** The last alert about somebody: what it was, how it ended, and whether it is over. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { circumstances, readersZone } from "../following.js";
import { kindText } from "./glanceText.js";

/** @typedef {import("../../types/app.js").App} App */

/**
 * The last alert, and further ones of which nobody has said that they are over.
 * @param {App} app @param {import("../../types/app.js").CareDweller} dweller
 * @param {import("./dwellers.js").DwellerGlance} glance
 */
export function drawLast(app, dweller, glance) {
    const last = dweller.lastAlert;
    if (!last) return null;
    return [drawEnded(app, last, "care.last", glance.alert?.alertId === last.alertId),
        ...(dweller.unresolved ?? []).map((one) => drawEnded(app, one, "care.last.further", true))];
}

/**
 * @param {App} app @param {import("../../types/app.js").CareAlert} alert @param {string} key of the words that call it
 * @param {boolean} isUnresolved
 */
function drawEnded(app, alert, key, isUnresolved) {
    const resolve = async () => {
        await app.resolveAlert(alert.alertId);
        toast(t("care.resolved"));
    };
    return h("div", { class: "last", key: `last-${alert.alertId}` },
        h("p", { class: "detail" }, endedText(app, alert, key)),
        isUnresolved && button(t("care.resolve"), resolve, { key: `resolve-${alert.alertId}` }));
}

/**
 * How an alert ended, and whether it is over.
 * @param {App} app @param {import("../../types/app.js").CareAlert} alert @param {string} key of the words that call it
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
