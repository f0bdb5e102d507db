/** The last check-ins, and when the reader asked for more time between them. */

import { h } from "../../frame/dom.js";
import { hasWords, t } from "../../frame/language.js";
import { dayAndTime, placeOf } from "../../frame/time.js";
import { circumstances, readersZone } from "../following.js";

/** @param {import("../../types/app.js").CheckInReport} report @param {import("../../types/app.js").App} app */
export function drawHistory(report, app) {
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const checkIns = report.history.map((entry) => ({ at: entry.at, line: h("li", { key: entry.at },
        h("span", null, dayAndTime(entry.at, zone, now)),
        entry.timeZone && entry.timeZone !== zone && h("span", { class: "detail" }, placeOf(entry.timeZone)),
        sourceOf(entry) && h("span", { class: "detail" }, sourceOf(entry)),
        entry.place && h("span", { class: "detail" }, t("checkIn.history.place"))) }));
    const snoozes = (report.snoozedAt ?? []).map((at) => ({ at, line: h("li", { key: `snoozed ${at}` },
        h("span", null, dayAndTime(at, zone, now)),
        h("span", { class: "detail" }, t("checkIn.history.putOff"))) }));
    const lines = [...checkIns, ...snoozes].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
        .map(({ line }) => line);
    return h("details", { class: "more", key: "history" },
        h("summary", null, h("h2", null, t("checkIn.history.title"))),
        lines.length ? h("ol", { class: "history", role: "list" }, ...lines) : h("p", null, t("checkIn.history.none")));
}

/**
 * What a check-in was made with; null where that is not known, or this version has no words for it.
 * @param {import("../../types/app.js").CheckInEntry} entry
 */
function sourceOf({ via, link }) {
    if (via === "link" && !link) return t("checkIn.history.via.someLink");
    const key = `checkIn.history.via.${via}`;
    return hasWords(key) ? t(key, { name: link ?? "" }) : null;
}
