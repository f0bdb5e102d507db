/** How a dweller is, in a badge and a sentence. */

import { t } from "../../frame/language.js";
import { dayAndTime, duration } from "../../frame/time.js";
import { badge } from "../../parts/badge.js";
import { circumstances, readersZone } from "../following.js";
import { ownAlerts, wasTold } from "./audience.js";
import { isOpenAlert, lastHeard, untold } from "./dwellers.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("./dwellers.js").DwellerGlance} DwellerGlance */

/** @type {Record<import("./dwellers.js").DwellerState, "good" | "bad" | "waiting" | "unknown" | "info" | "off">} */
const KINDS = {
    alert: "bad", asked: "waiting", helped: "info", unanswered: "bad", notHeard: "bad", paused: "off", quiet: "info",
    well: "good", heard: "info", hidden: "off", unknown: "unknown",
};

/** @param {DwellerGlance} glance */
export function glanceBadge(glance) {
    const signs = glance.state === "paused" ? "clock" : glance.state === "quiet" ? "moon" : undefined;
    const state = isOpenAlert(glance) ? "alert" : glance.state;
    return badge(KINDS[state], t(`care.badge.${state}`), signs);
}

/** @param {import("../../types/app.js").CareAlert} alert */
export function kindText(alert) {
    if (alert.kind === "glucose" && alert.reading !== undefined) {
        return t("care.kind.glucose.reading", { reading: alert.reading });
    }
    return t(`care.kind.${alert.kind}`);
}

/**
 * How a dweller is; of an alert, as of when that is known.
 * @param {App} app @param {DwellerGlance} glance @param {string} name
 * @param {import("../../types/app.js").CircleView | null} [circle]
 */
export function glanceText(app, glance, name, circle) {
    const { heard, now } = circumstances(app);
    const { alert } = glance;
    if (alert?.state === "counting" && alert.due && Date.parse(alert.due) <= now) {
        const time = dayAndTime(alert.due, readersZone(app), now);
        return t("care.now.counting.over", { kind: kindText(alert), time });
    }
    const words = presentText(app, glance, name, circle);
    return alert && !heard ? asOf(app, words) : words;
}

/**
 * What the relay said of an alert before it fell silent, which may be so no longer.
 * @param {App} app @param {string} words
 */
export function asOf(app, words) {
    const { lastHeard, clockOffset } = app.state.connection;
    if (lastHeard === null) return t("care.now.asOf.unknown", { words });
    return t("care.now.asOf", { words, time: dayAndTime(lastHeard + clockOffset, readersZone(app), app.relayNow) });
}

/**
 * @param {App} app @param {DwellerGlance} glance @param {string} name
 * @param {import("../../types/app.js").CircleView | null} [circle]
 */
function presentText(app, glance, name, circle) {
    const { now } = circumstances(app);
    const { alert, at } = glance;
    const time = at === null ? "" : dayAndTime(at, readersZone(app), now);
    const kind = alert ? kindText(alert) : "";
    switch (glance.state) {
        case "alert": {
            const trouble = alert && untold(alert);
            return t(trouble ? `care.now.alert.${trouble}` : "care.now.alert", { kind, time });
        }
        case "asked": return alert ? t(countingKey(alert, circle, now), { kind }) : t("care.now.asked", { time });
        case "helped": return t("care.now.helped", { kind, helper: alert?.endedBy ?? t("family.somebody"), time });
        case "unanswered": return alert?.endedBy ? t("care.now.left", { kind, helper: alert.endedBy })
            : t("care.now.unanswered", { kind, time });
        case "notHeard": return at === null ? t("care.now.never")
            : t("care.now.notHeard", { duration: duration(now - at) });
        case "paused": return t("care.now.paused", { time });
        case "quiet": return t("care.now.quiet", { time });
        case "well":
        case "heard": return t(`care.now.${glance.state}`, { duration: duration(now - (at ?? now)) });
        case "hidden": {
            const alerts = ownAlerts(circle, now);
            return t(alerts === "on" ? "care.now.hidden" : `care.now.hidden.${alerts}`, { name });
        }
        default: return at === null ? t("care.now.unknownEver") : t("care.now.unknown", { time });
    }
}

/**
 * What a member reads of a countdown: the relay shows it to those to whom the alert was open before.
 * @param {import("../../types/app.js").CareAlert} alert
 * @param {import("../../types/app.js").CircleView | null | undefined} circle @param {number} now
 */
function countingKey(alert, circle, now) {
    if (alert.audience === 0) return "care.now.counting.nobody";
    if (ownAlerts(circle, now) !== "on") return "care.now.counting.off";
    return wasTold(circle, alert) ? "care.now.counting.told" : "care.now.counting";
}

/**
 * How long ago the dweller was last heard, whatever else is shown; null for who may not know.
 * @param {App} app @param {import("../../types/app.js").CareDweller} dweller
 */
export function heardText(app, dweller) {
    if (!dweller.status) return null;
    const last = lastHeard(dweller);
    return last === null ? t("care.now.never")
        : t("care.now.well", { duration: duration(Math.max(circumstances(app).now - last, 0)) });
}
