/** The alerts of a care circle in the last 30 days, as a chart and as a table. */

import { h, svg } from "../frame/dom.js";
import { currentLanguage, explain, plural, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { dayAndTime } from "../frame/time.js";
import { button } from "../parts/button.js";
import { note } from "../parts/card.js";
import { screen } from "../parts/screen.js";
import { countByDay, layOut, outcomes } from "./care/chart.js";
import { kindText } from "./care/glanceText.js";
import { save } from "./care/saving.js";
import { circumstances, readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").CareAlert} CareAlert */

const DAYS = 30;

/** The chart, and the room in it for the scale, in percent of its size: so its text is as large as any other. */
const FRAME = { width: 100, height: 100, left: 12, right: 0, bottom: 16, top: 6 };

/** After how many days the next is named. */
const NAMED = 14;

/** @param {App} app
 * @param {import("../frame/router.js").Route} route */
export function render(app, route) {
    const circleId = route.parts[0] ?? app.state.care?.dwellers[0]?.circleId ?? "";
    /** @type {CareAlert[] | null} */
    let alerts = null;
    /** @type {any} */
    let failure = null;
    let asked = false;
    return live(app, (refresh) => {
        if (!asked) {
            asked = true;
            collect(app, circleId).then((found) => {
                alerts = found;
                refresh();
            }, (error) => {
                failure = error;
                refresh();
            });
        }
        const dweller = app.state.care?.dwellers.find((one) => one.circleId === circleId);
        return screen({
            title: t("careHistory.title"), back: ["care"],
            lead: dweller && t("careHistory.of", { name: dweller.name ?? dweller.circleName }),
            primary: alerts && alerts.length > 0 ? button(t("careHistory.export"), () => exportTable(app, circleId), {
                sign: "share",
            }) : null,
        },
            failure && note("warning", h("p", null, failureText(failure))),
            !failure && alerts === null && h("p", { role: "status" }, t("careHistory.loading")),
            alerts && drawAlerts(app, alerts));
    });
}

/**
 * Why there is no history: a relay that is away forbids nothing.
 * @param {any} failure
 */
export function failureText(failure) {
    return failure?.kind === "not-allowed" ? t("careHistory.notAllowed") : explain(failure);
}

/**
 * All alerts of the last days, page by page, the newest first.
 * @param {App} app @param {string} circleId @returns {Promise<CareAlert[]>}
 */
async function collect(app, circleId) {
    const since = app.relayNow - DAYS * 86_400_000;
    /** @type {CareAlert[]} */
    const found = [];
    /** @type {string | undefined} */
    let before;
    do {
        const page = await app.history(circleId, before);
        found.push(...page.alerts.filter((alert) => Date.parse(alert.at) >= since));
        const last = page.alerts.at(-1);
        before = last && Date.parse(last.at) >= since ? page.next : undefined;
    } while (before);
    return found;
}

/** @param {App} app @param {CareAlert[]} alerts */
function drawAlerts(app, alerts) {
    if (alerts.length === 0) return h("p", { class: "nothing" }, t("careHistory.none"));
    return [drawChart(app, alerts), drawTable(app, alerts)];
}

/** @param {App} app @param {CareAlert[]} alerts */
function drawChart(app, alerts) {
    const zone = readersZone(app);
    const columns = countByDay(alerts, { now: circumstances(app).now, zone, days: DAYS });
    const { bars, lines } = layOut(columns, FRAME);
    const most = columns.reduce((a, b) => (b.total > a.total ? b : a));
    const dayName = (/** @type {string} */ day) => new Intl.DateTimeFormat(currentLanguage(), {
        timeZone: "UTC", day: "numeric", month: "short",
    }).format(Date.parse(`${day}T00:00Z`));
    const summary = `${plural("careHistory.count", alerts.length)}. ${
        t("careHistory.most", { day: dayName(most.day), count: most.total })}`;
    const pitch = (FRAME.width - FRAME.left - FRAME.right) / DAYS;
    const labelled = columns.map((column, index) => ({ ...column, index }))
        .filter(({ index }) => (DAYS - 1 - index) % NAMED === 0)
        .map((column, at, all) => ({ ...column, at: at === 0 ? "start" : at === all.length - 1 ? "end" : "middle" }));
    return h("figure", { class: "chart" },
        svg("svg", { role: "img", "aria-label": t("careHistory.chart", { summary }) },
            patterns(),
            ...lines.map(({ y, count }) => svg("g", { class: "scale" },
                svg("line", { x1: percent(FRAME.left), x2: "100%", y1: percent(y), y2: percent(y) }),
                svg("text", { x: 0, y: percent(y), dy: "0.35em" }, count))),
            ...bars.map((bar) => svg("rect", {
                class: `bar ${bar.outcome}`, x: percent(bar.x), y: percent(bar.y), width: percent(bar.width),
                height: percent(bar.height),
            })),
            ...labelled.map(({ day, index, at }) => svg("text", {
                x: percent(FRAME.left + (index + (at === "start" ? 0 : at === "end" ? 1 : 0.5)) * pitch), y: "98%",
                "text-anchor": at, class: at,
            }, dayName(day)))),
        h("figcaption", null, plural("careHistory.count", alerts.length),
            h("ul", { class: "legend", role: "list" }, ...outcomes.map((outcome) => h("li", null,
                svg("svg", { viewBox: "0 0 24 24", class: "swatch", "aria-hidden": "true" },
                    svg("rect", { class: `bar ${outcome}`, x: 2, y: 2, width: 20, height: 20 })),
                t(`careHistory.${outcome}`))))));
}

/** Fillings that differ by their strokes as well as by their colours. */
function patterns() {
    const pattern = (/** @type {string} */ name, /** @type {string} */ path) => svg("pattern", {
        id: `fill-${name}`, width: 8, height: 8, patternUnits: "userSpaceOnUse",
    }, svg("rect", { width: 8, height: 8, class: `ground ${name}` }), svg("path",
    { d: path, class: `stroke ${name}` }));
    return svg("defs", null, pattern("acknowledged", "M0 8 8 0"), pattern("cancelled", "M4 0V8"));
}

/** @param {App} app @param {CareAlert[]} alerts */
function drawTable(app, alerts) {
    const zone = readersZone(app);
    const { now } = circumstances(app);
    const heads = ["when", "what", "outcome",
        "told"].map((name) => h("th", { scope: "col" }, t(`careHistory.${name}`)));
    return h("div", { class: "table", tabindex: "0", role: "region", "aria-label": t("careHistory.title") },
        h("table", null, h("thead", null, h("tr", null, ...heads)), h("tbody", null, ...alerts.map((alert) => (
            h("tr", { key: alert.alertId },
                h("th", { scope: "row" }, dayAndTime(alert.at, zone, now)),
                h("td", null, kindText(alert)),
                h("td", null, outcomeText(alert)),
                h("td", null, toldText(alert))))))));
}

/** @param {CareAlert} alert */
export function outcomeText(alert) {
    if (alert.state === "held" && alert.held) return t(`careHistory.held.${alert.held}`);
    const by = alert.state === "acknowledged" && alert.endedBy ? ` · ${alert.endedBy}` : "";
    const left = alert.leftAt ? ` · ${t("careHistory.left")}` : "";
    const again = alert.continues ? ` · ${t("careHistory.again")}` : "";
    return t(`careHistory.${alert.state}`) + by + left + again;
}

/**
 * Whom a message about an alert has reached; of whoever none has, what became of the last.
 * @param {CareAlert} alert
 */
export function toldText({ told }) {
    /** @type {Map<string, import("../types/app.js").CareTold>} */
    const people = new Map();
    for (const one of told) if (people.get(one.personId)?.outcome !== "sent") people.set(one.personId, one);
    const texts = [...people.values()].map(({ name, outcome }) => {
        const who = name ?? t("family.somebody");
        return outcome === "sent" ? who : `${who} (${t(`care.told.${outcome}`)})`;
    });
    return texts.length > 0 ? [...new Set(texts)].join(", ") : "–";
}

/** @param {App} app @param {string} circleId */
async function exportTable(app, circleId) {
    save(await app.exportHistory(circleId), "reveille-alerts.csv");
}

/** @param {number} value */
function percent(value) {
    return `${Math.round(value * 100) / 100}%`;
}
