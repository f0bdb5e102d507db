/** The operator's page: whether the relay does its work, and nobody's name. */

import { h } from "../frame/dom.js";
import { explain, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { ownZone, dayAndTime, duration } from "../frame/time.js";
import { badge } from "../parts/badge.js";
import { button, work } from "../parts/button.js";
import { note } from "../parts/card.js";
import { field, form } from "../parts/field.js";
import { screen } from "../parts/screen.js";
import { drawBlind, drawChannels, drawCounts, drawLetters } from "./status/tables.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("./status/report.js").OperatorStatus} OperatorStatus */

/** @type {Record<string, "good" | "waiting" | "bad">} */
const KINDS = { ok: "good", degraded: "waiting", failing: "bad", unavailable: "bad" };

/** @param {App} app */
export function render(app) {
    const view = {
        code: "", error: /** @type {string | null} */ (null), status: /** @type {OperatorStatus | null} */ (null),
    };
    const operator = /** @type {{ status(code: string): Promise<OperatorStatus> }} */ (/** @type {unknown} */ (app));
    return live(app, (refresh) => {
        const look = async () => {
            view.error = null;
            view.status = await operator.status(view.code.trim());
            refresh();
        };
        const fail = (/** @type {any} */ error) => {
            const isWrong = ["unauthorized", "not-allowed", "not-found"].includes(error?.kind);
            view.error = isWrong ? t("status.wrongCode") : explain(error);
            refresh();
        };
        if (view.status) return drawStatus(view.status, button(t("status.refresh"), look, { sign: "repeat", fail }),
            view.error);
        return screen({ title: t("status.title"), lead: t("status.code.text") },
            form((event) => void work(event, look, fail),
                field({
                    id: "operator-code", label: t("status.code"), value: view.code, error: view.error, type: "password",
                    autocomplete: "current-password", spellcheck: false, onInput: (code) => {
                        Object.assign(view, { code, error: null });
                        refresh();
                    },
                }),
                button(t("status.open"), () => {}, { kind: "primary", submit: true })));
    });
}

/** @param {OperatorStatus} status @param {HTMLElement} again @param {string | null} error */
function drawStatus(status, again, error) {
    const zone = ownZone();
    const now = status.at ? Date.parse(status.at) : Date.now();
    return screen({ title: t("status.title"), primary: again, class: "status" },
        error && note("bad", h("p", { role: "alert" }, error)),
        h("p", { class: "overall", role: "status" }, badge(KINDS[status.status], t(`status.overall.${status.status}`))),
        status.detail && h("p", { class: "reason", lang: "en" }, status.detail),
        status.at && h("p", { class: "detail" }, t("status.at", { time: dayAndTime(status.at, zone, now) })),
        status.upSince && h("p", { class: "detail" },
            t("status.upSince", {
                time: dayAndTime(status.upSince, zone, now), duration: duration(now - Date.parse(status.upSince)),
            })),
        drawChecks(status),
        drawChannels(status),
        drawLetters(status),
        drawBlind(status, zone, now),
        drawCounts(status),
        status.tzdata && h("p", { class: "detail" }, t("status.zones", {
            release: status.tzdata, duration: duration((status.tzdataAgeDays ?? 0) * 86_400_000),
        })));
}

/** @param {OperatorStatus} status */
function drawChecks(status) {
    if (!status.checks?.length) return null;
    return h("section", { key: "checks" }, h("h2", null, t("status.checks")), h("ul", { class: "checks", role: "list" },
        ...status.checks.map((check) => h("li", { key: check.name },
            h("span", { class: "check-name" }, t(`status.check.${check.name}`)),
            badge(KINDS[check.status], t(`status.state.${check.status}`)),
            check.detail && h("p", { class: "reason", lang: "en" }, check.detail)))));
}
