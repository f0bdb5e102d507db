/** The plan: the name that contacts know, what happens when no check-in comes, and after how long. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { duration, placeOf } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { ask } from "../../parts/dialog.js";
import { choice, field, form, select, toggle } from "../../parts/field.js";
import { readersZone } from "../following.js";
import { setSharesPlace, sharesPlace } from "./place.js";
import { mayHaveTold } from "./standing.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../checkIn.js").CheckInScreen} CheckInScreen */

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The thresholds on offer, in seconds. */
const THRESHOLDS = [12 * HOUR, DAY, 36 * HOUR, 2 * DAY, 3 * DAY, 7 * DAY];

/** The name of a person who has not said by which one their contacts know them. */
export const UNNAMED = "?";

/** The time of a daily reminder until another is chosen. */
const EVENING = "20:00";

/** @param {App} app @param {CheckInScreen} view @param {{ isNew: boolean }} options */
export function drawPlan(app, view, { isNew }) {
    const plan = app.state.checkIn?.plan;
    // A plan that comes from the relay later, or from another device, counts until something is typed.
    const draft = view.drafts.plan ?? {
        name: (plan?.name !== UNNAMED && plan?.name) || app.state.me?.name || "",
        kind: plan?.kind ?? "standard", threshold: plan?.threshold ?? DAY,
        isReminded: Boolean(plan?.remindAt), remindAt: plan?.remindAt ?? EVENING, error: null, timeError: null,
    };
    const change = (/** @type {object} */ part) => {
        view.drafts.plan = { ...draft, ...part };
        view.refresh();
    };
    const elsewhere = zoneElsewhere(app);
    return form((event) => void work(event, () => save(app, draft, isNew, view), alertUser),
        field({
            id: "plan-name", label: t("checkIn.plan.name"), value: draft.name, autocomplete: "name", maxLength: 64,
            error: draft.error, onInput: (name) => change({ name, error: null }),
        }),
        choice({
            id: "plan-kind", legend: t("checkIn.plan.kind"), value: draft.kind,
            options: [
                { value: "standard", label: t("checkIn.plan.standard") },
                { value: "gentle", label: t("checkIn.plan.gentle") },
            ],
            onChange: (kind) => change({ kind }),
        }),
        draft.kind === "standard" && select({
            id: "plan-threshold", label: t("checkIn.plan.threshold"), value: String(draft.threshold),
            options: [...new Set([...THRESHOLDS, draft.threshold])].sort((a, b) => a - b)
                .map((seconds) => ({ value: String(seconds), label: duration(seconds * 1000) })),
            onChange: (threshold) => change({ threshold: Number(threshold) }),
        }),
        toggle({
            id: "plan-remind", label: t("checkIn.plan.remind"), hint: t("checkIn.plan.remind.text"),
            on: draft.isReminded, onChange: (isReminded) => change({ isReminded, timeError: null }),
        }),
        draft.isReminded && field({
            id: "plan-remind-at", label: t("checkIn.plan.remindAt"), type: "time", value: draft.remindAt,
            hint: elsewhere && t("checkIn.plan.remindAt.elsewhere", { place: placeOf(elsewhere) }),
            error: draft.timeError, required: true,
            onInput: (remindAt) => change({ remindAt, timeError: null }),
        }),
        toggle({
            id: "plan-place", label: t("checkIn.plan.place"), hint: t("checkIn.plan.place.text"), on: sharesPlace(),
            onChange: (on) => {
                setSharesPlace(on);
                if (on) navigator.geolocation?.getCurrentPosition(() => {}, () => {});
                view.refresh();
            },
        }),
        button(t(isNew ? "checkIn.start.button" : "checkIn.plan.save"), () => {}, { kind: "primary", submit: true }),
        !isNew && h("div", { class: "offer" }, button(t("checkIn.plan.off"), () => turnOff(app), { kind: "danger" })));
}

/**
 * The zone on whose clocks a daily reminder is read, where it is not the reader's.
 * @param {App} app
 */
export function zoneElsewhere(app) {
    const zone = app.state.checkIn?.plan.timeZone;
    return zone && zone !== readersZone(app) ? zone : null;
}

/** @param {App} app @param {any} draft @param {boolean} isNew @param {CheckInScreen} view */
async function save(app, draft, isNew, view) {
    const name = draft.name.trim();
    const error = name ? null : t("checkIn.plan.needsName");
    const timeError = !draft.isReminded || draft.remindAt ? null : t("checkIn.plan.needsTime");
    if (error || timeError) {
        view.drafts.plan = { ...draft, error, timeError };
        view.refresh();
        return;
    }
    const { timeZone, pausedUntil } = app.state.checkIn?.plan ?? {};
    const threshold = draft.kind === "gentle" ? DAY : draft.threshold;
    const dropped = droppedThreshold(app.state.checkIn?.plan, draft.kind);
    await app.setPlan({
        name, kind: draft.kind, threshold, on: true, ...(timeZone && { timeZone }),
        ...(draft.isReminded && { remindAt: draft.remindAt.slice(0, 5) }),
        ...(pausedUntil && !isNew && Date.parse(pausedUntil) > app.relayNow && { pausedUntil }),
    });
    view.drafts.plan = null;
    if (dropped !== null) toast(t("checkIn.plan.saved.dropped", { duration: duration(dropped * 1000) }));
    else if (!isNew) toast(t("checkIn.plan.saved"));
    view.refresh();
}

/**
 * The time between check-ins of a plan that does not count any more by another kind, in seconds; null where nothing is
 * lost.
 * @param {import("../../types/app.js").CheckInSettings | undefined} former @param {"standard" | "gentle"} kind
 */
function droppedThreshold(former, kind) {
    if (kind !== "gentle" || !former || former.kind === "gentle") return null;
    const { threshold } = former;
    return threshold === undefined || threshold === DAY ? null : threshold;
}

/** @param {App} app */
async function turnOff(app) {
    const report = app.state.checkIn;
    if (!report) return;
    const { plan } = report;
    const sure = await ask({
        title: t("checkIn.plan.off.question"),
        text: t(mayHaveTold(report) ? "checkIn.plan.off.told" : "checkIn.plan.off.text"),
        action: t("checkIn.plan.off"), danger: true,
    });
    if (sure) await app.setPlan({ ...plan, on: false, pausedUntil: undefined });
}
