/** The last check-ins. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime, placeOf } from "../../frame/time.js";
import { circumstances, readersZone } from "../following.js";

/** @param {import("../../types/app.js").CheckInReport} report @param {import("../../types/app.js").App} app */
export function drawHistory(report, app) {
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const lines = report.history.map((entry) => h("li", { key: entry.at },
        h("span", null, dayAndTime(entry.at, zone, now)),
        entry.timeZone && entry.timeZone !== zone && h("span", { class: "detail" }, placeOf(entry.timeZone)),
        entry.via && h("span", { class: "detail" }, t(`checkIn.history.via.${entry.via}`, { name: entry.link ?? "" })),
        entry.place && h("span", { class: "detail" }, t("checkIn.history.place"))));
    return h("details", { class: "more", key: "history" },
        h("summary", null, h("h2", null, t("checkIn.history.title"))),
        lines.length ? h("ol", { class: "history", role: "list" }, ...lines) : h("p", null, t("checkIn.history.none")));
}
