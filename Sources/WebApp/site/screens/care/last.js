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
 * @param {App} app @param {import("../../types/app.js").CareDweller} dweller
 * @param {import("./dwellers.js").DwellerGlance} glance
 */
export function drawLast(app, dweller, glance) {
    const last = dweller.lastAlert;
    if (!last) return null;
    const isUnresolved = glance.alert?.alertId === last.alertId;
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const time = (/** @type {string} */ at) => dayAndTime(at, zone, now);
    const by = last.endedBy ?? t("family.somebody");
    const outcome = last.state === "acknowledged" && last.endedAt
        ? t("care.last.acknowledged", { helper: by, time: time(last.endedAt) })
        : t(`careHistory.${last.state}`);
    const left = last.leftAt ? t("care.last.left", { helper: by, time: time(last.leftAt) }) : null;
    const over = last.resolvedAt
        ? t("care.last.over", { name: last.resolvedBy ?? t("family.somebody"), time: time(last.resolvedAt) }) : null;
    const resolve = async () => {
        await app.resolveAlert(last.alertId);
        toast(t("care.resolved"));
    };
    return h("div", { class: "last", key: `last-${last.alertId}` },
        h("p", { class: "detail" }, t("care.last", { kind: kindText(last), time: time(last.at), outcome }),
            over && ` ${over}`, left && ` ${left}`),
        isUnresolved && button(t("care.resolve"), resolve, { key: "resolve" }));
}
