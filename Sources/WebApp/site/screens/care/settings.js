/** What is watched of the reader, a dweller, and how long an alert can be taken back. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { plural, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { duration } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { field, form, select, toggle } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { clockFields } from "../circles/consent.js";

/** @typedef {import("../../types/app.js").CareSettings} CareSettings */

/** @param {import("../../types/app.js").App} app */
export function renderSettings(app) {
    /** @type {CareSettings | null} */
    let draft = null;
    return live(app, (refresh) => {
        const settings = draft ?? app.state.careSettings ?? {};
        const change = (/** @type {Partial<CareSettings>} */ part) => {
            draft = { ...settings, ...part };
            refresh();
        };
        const save = async () => {
            await app.setCareSettings(withoutAbsent(settings));
            draft = null;
            toast(t("care.settings.saved"));
            refresh();
        };
        return screen({ title: t("care.settings"), back: ["care"] },
            form((event) => void work(event, save, alertUser),
                ...drawInactivity(settings, change),
                ...drawQuietHours(settings, change),
                ...drawWellness(settings, change),
                ...drawGlucose(settings, change),
                choose("countdown", t("care.settings.countdown"), settings.countdowns?.manual ?? 30, [30, 60, 90, 120],
                    (seconds) => duration(seconds * 1000),
                    (manual) => change({ countdowns: { ...settings.countdowns, manual } })),
                button(t("care.settings.save"), () => {}, { kind: "primary", submit: true })));
    });
}

/** @param {CareSettings} settings @param {(part: Partial<CareSettings>) => void} change */
function drawInactivity(settings, change) {
    const { inactivity } = settings;
    return [
        toggle({
            id: "inactivity", label: t("care.settings.inactivity"), hint: t("care.well.text"),
            on: inactivity !== undefined,
            onChange: (on) => change({ inactivity: on ? 14_400 : undefined }),
        }),
        inactivity !== undefined && choose("inactivity-after", t("care.settings.inactivity.after"), inactivity,
            [3600, 7200, 10_800, 14_400], (seconds) => duration(seconds * 1000),
            (after) => change({ inactivity: after })),
    ];
}

/** @param {CareSettings} settings @param {(part: Partial<CareSettings>) => void} change */
function drawQuietHours(settings, change) {
    const { quietHours } = settings;
    return [
        toggle({
            id: "quiet", label: t("care.settings.quiet"), hint: t("care.settings.quiet.text"),
            on: quietHours !== undefined,
            onChange: (on) => change({ quietHours: on ? { from: "22:00", until: "07:00" } : undefined }),
        }),
        quietHours && h("div", { class: "hours" },
            ...clockFields("quiet-hours", quietHours, (next) => change({ quietHours: next }))),
    ];
}

/** @param {CareSettings} settings @param {(part: Partial<CareSettings>) => void} change */
function drawWellness(settings, change) {
    const { wellness } = settings;
    return [
        toggle({
            id: "wellness", label: t("care.settings.wellness"), on: wellness !== undefined,
            onChange: (on) => change({ wellness: on ? { stillness: 36_000, days: 3 } : undefined }),
        }),
        wellness && choose("wellness-stillness", t("care.settings.wellness.stillness"), wellness.stillness,
            [21_600, 28_800, 36_000, 43_200], (seconds) => duration(seconds * 1000),
            (stillness) => change({ wellness: { ...wellness, stillness } })),
        wellness && choose("wellness-days", t("care.settings.wellness.label"), wellness.days, [2, 3, 5, 7, 14],
            (days) => plural("care.settings.wellness.days", days),
            (days) => change({ wellness: { ...wellness, days } })),
    ];
}

/** @param {CareSettings} settings @param {(part: Partial<CareSettings>) => void} change */
function drawGlucose(settings, change) {
    const { glucose } = settings;
    const limit = (/** @type {"low" | "high"} */ end, /** @type {[number, number]} */ [min, max]) => glucose && field({
        id: `glucose-${end}`, label: t(`care.settings.glucose.${end}`), type: "number", inputMode: "numeric",
        min: String(min), max: String(max), value: String(glucose[end]),
        onInput: (value) => change({ glucose: { ...glucose, [end]: Number(value) } }),
    });
    return [
        toggle({
            id: "glucose", label: t("care.settings.glucose"), hint: t("care.settings.glucose.text"),
            on: glucose !== undefined,
            onChange: (on) => change({ glucose: on ? { low: 70, high: 250 } : undefined }),
        }),
        limit("low", [40, 110]),
        limit("high", [120, 450]),
    ];
}

/**
 * A number out of a few, the present one among them.
 * @param {string} id @param {string} label @param {number} value @param {number[]} numbers
 * @param {(number: number) => string} name @param {(number: number) => void} onChange
 */
function choose(id, label, value, numbers, name, onChange) {
    return select({
        id, label, value: String(value),
        options: [...new Set([...numbers, value])].sort((a, b) => a - b)
            .map((number) => ({ value: String(number), label: name(number) })),
        onChange: (chosen) => onChange(Number(chosen)),
    });
}

/**
 * Settings as the relay takes them: what is not watched is absent.
 * @param {CareSettings} settings
 */
function withoutAbsent(settings) {
    return /** @type {CareSettings} */ (Object.fromEntries(Object.entries(settings)
        .filter(([, value]) => value !== undefined)));
}
