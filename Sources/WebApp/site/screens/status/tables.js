/** The tables of the operator's page. */

import { h } from "../../frame/dom.js";
import { currentLanguage, t } from "../../frame/language.js";
import { dayAndTime, duration } from "../../frame/time.js";
import { badge } from "../../parts/badge.js";
import { countNames } from "./report.js";

/** @typedef {import("./report.js").OperatorStatus} OperatorStatus */

/** @param {OperatorStatus} status */
export function drawChannels(status) {
    if (!status.channels?.length) return null;
    return h("section", { key: "channels" }, h("h2", null, t("status.channels")),
        h("ul", { class: "checks", role: "list" },
        ...status.channels.map((way) => h("li", { key: `${way.channel}-${way.origin}` },
            h("span", { class: "check-name" }, t(`status.channel.${way.channel}`), way.origin && ` (${way.origin})`),
            !way.configured ? badge("off", t("status.channel.off"))
                : way.troubleSeconds > 0
                    ? badge("bad", t("status.channel.trouble", { duration: duration(way.troubleSeconds * 1000) }))
                    : badge("good", t("status.channel.ok")),
            way.waiting > 0 && h("span", { class: "detail" },
                t("status.channel.waits", { count: number(way.waiting) }))))));
}

/** @param {OperatorStatus} status */
export function drawLetters(status) {
    const { letters } = status;
    if (!letters) return null;
    const { used, limit } = letters.smsSegments ?? { used: 0, limit: 0 };
    return h("section", { key: "letters" }, h("h2", null, t("status.letters")),
        h("p", { class: "number" }, number(letters.waiting)),
        letters.oldestSeconds !== undefined && letters.waiting > 0
            && h("p", null, t("status.letters.oldest", { duration: duration(letters.oldestSeconds * 1000) })),
        letters.smsSegments && h("p", null, t("status.letters.sms", { used: number(used), limit: number(limit) })),
        letters.calls && h("p", null, t("status.letters.calls", {
            made: number(letters.calls.made), limit: number(letters.calls.limit),
        })));
}

/** @param {OperatorStatus} status @param {string} zone @param {number} now */
export function drawBlind(status, zone, now) {
    const lines = (status.blind ?? []).map(({ from, until, cause }) => h("li", { key: from },
        h("span", { class: "check-name" }, t("status.blind.line", {
            time: dayAndTime(from, zone, now), duration: duration(Math.max(0, Date.parse(until) - Date.parse(from))),
        })),
        h("span", null, t(`status.cause.${cause}`))));
    return h("section", { key: "blind" }, h("h2", null, t("status.blind")),
        h("p", { class: "detail" }, t(lines.length ? "status.blind.text" : "status.blind.none")),
        lines.length > 0 && h("ul", { class: "checks", role: "list" }, ...lines));
}

/** @param {OperatorStatus} status */
export function drawCounts(status) {
    const { counts } = status;
    if (!counts) return null;
    const facts = countNames.flatMap((name) => {
        const count = counts[name];
        return count === undefined ? [] : [h("div", { key: name }, h("dt", null, t(`status.count.${name}`)),
            h("dd", null, number(count)))];
    });
    return h("section", { key: "counts" }, h("h2", null, t("status.counts")), h("dl", { class: "counts" }, ...facts));
}

/** @param {number} count */
function number(count) {
    return new Intl.NumberFormat(currentLanguage()).format(count);
}
