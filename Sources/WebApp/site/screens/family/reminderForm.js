/** Setting a reminder, and changing one. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { list, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { go, href } from "../../frame/router.js";
import { clock, dateIn, dayAndTime, instantOf } from "../../frame/time.js";
import { button, linkButton, work } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { dayPicker } from "../../parts/dayPicker.js";
import { choice, field, form, select, toggle } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { timeWheel } from "../../parts/timeWheel.js";
import { familyOf, isParent, labelOf, nameOf, selfIn } from "../circles/people.js";
import { readersZone } from "../following.js";
import { firstDay } from "./repeat.js";
import { silenceText } from "./silence.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").ReminderItem} ReminderItem */
/** @typedef {import("../../types/app.js").Day} Day */

/** Every how many weeks a reminder may repeat, as offered. */
const INTERVALS = [1, 2, 3, 4, 6, 8, 12, 26, 52];

/**
 * @typedef {object} Draft
 * @property {string} title
 * @property {string} assignee
 * @property {string} time
 * @property {string} date
 * @property {boolean} repeats
 * @property {Day[]} days
 * @property {number} interval
 * @property {{ id: number, text: string, done: boolean }[]} items
 */

/** @param {App} app @param {string} id of the reminder, or `new` */
export function renderReminderForm(app, id) {
    const known = app.state.reminders.find((one) => one.reminderId === id) ?? null;
    const zone = known?.repeat?.timeZone ?? readersZone(app);
    const draft = draftOf(app, known, zone);
    /** @type {Record<string, string | null>} */
    let errors = {};
    /** @type {string[]} */
    let unreached = [];
    return live(app, (refresh) => {
        const circle = familyOf(app);
        const title = t(known ? "reminder.edit" : "reminder.new");
        if (!circle) return screen({ title, back: ["family"] }, h("p", null, t("family.none.text")));
        const change = (/** @type {Partial<Draft>} */ part) => {
            Object.assign(draft, part);
            errors = {};
            refresh();
        };
        const submit = async () => {
            errors = findErrors(draft, zone, app.relayNow, known === null);
            refresh();
            if (Object.values(errors).some(Boolean)) return;
            const request = requestOf(draft, zone);
            const made = known ? await app.changeReminder(id, request)
                : await app.createReminder(circle.circleId, request);
            const saved = t("reminder.saved", { time: dayAndTime(made.due, zone, app.relayNow) });
            toast(made.silence ? `${saved} ${silenceText(circle, made)}` : saved);
            unreached = made.unreached;
            if (unreached.length) refresh();
            else go("family");
        };
        const fail = (/** @type {any} */ problem) => {
            if (problem?.kind === "quota-exceeded") return alertUser(t("reminder.tooMany"));
            if (problem?.pointer !== "/repeat/start" || problem.kind !== "bad-repeat") return alertUser(problem);
            errors = { date: t("reminder.pastDay") };
            refresh();
        };
        if (unreached.length) {
            const names = list(unreached.map((one) => nameOf(circle, one)));
            return screen({ title, primary: linkButton(t("next"), href("family"), { kind: "primary" }) },
                note("warning", h("p", { role: "alert" }, t("reminder.unreached", { names }))));
        }
        return screen({ title, back: known ? ["reminder", id] : ["family"] },
            form((event) => void work(event, submit, fail),
                field({
                    id: "reminder-title", label: t("reminder.what"), value: draft.title, maxLength: 120, required: true,
                    error: errors.title, onInput: (value) => change({ title: value }),
                }),
                isParent(circle) && circle.members.length > 1 && choice({
                    id: "reminder-who", legend: t("reminder.who"), value: draft.assignee,
                    options: circle.members.map((member) => ({ value: member.personId, label: labelOf(member) })),
                    onChange: (assignee) => change({ assignee }),
                }),
                timeWheel({ value: draft.time, label: t("reminder.time"), onChange: (time) => change({ time }) }),
                field({
                    id: "reminder-date", label: t(draft.repeats ? "reminder.from" : "reminder.date"), type: "date",
                    value: draft.date, min: dateIn(app.relayNow, zone), error: errors.date,
                    onInput: (date) => change({ date }),
                }),
                drawRepeat(draft, errors, change),
                drawItems(draft, change),
                button(t(known ? "reminder.save.change" : "reminder.save"), () => {},
                    { kind: "primary", submit: true })));
    });
}

/** @param {Draft} draft @param {Record<string, string | null>} errors @param {(part: Partial<Draft>) => void} change */
function drawRepeat(draft, errors, change) {
    return [
        toggle({
            id: "reminder-repeats", label: t("reminder.repeats"), on: draft.repeats,
            onChange: (repeats) => change({ repeats }),
        }),
        draft.repeats && dayPicker({ value: draft.days, label: t("reminder.days"),
            onChange: (days) => change({ days }) }),
        draft.repeats && h("p", { class: "error", role: "alert", hidden: !errors.days }, errors.days),
        draft.repeats && select({
            id: "reminder-interval", label: t("reminder.interval"), value: String(draft.interval),
            options: [...new Set([...INTERVALS, draft.interval])].sort((a, b) => a - b)
                .map((weeks) => ({
                    value: String(weeks),
                    label: weeks === 1 ? t("reminder.interval.weekly") : t("reminder.interval.weeks", { count: weeks }),
                })),
            onChange: (weeks) => change({ interval: Number(weeks) }),
        }),
    ];
}

/** @param {Draft} draft @param {(part: Partial<Draft>) => void} change */
function drawItems(draft, change) {
    const { items } = draft;
    const add = () => change({ items: [...items,
        { id: Math.max(0, ...items.map((item) => item.id)) + 1, text: "", done: false }] });
    return h("fieldset", { class: "items" }, h("legend", null, t("reminder.items")),
        ...items.map((item, index) => h("div", { class: "item", key: `item-${item.id}` },
            field({
                id: `item-${item.id}`, label: t("reminder.item", { number: index + 1 }), value: item.text,
                maxLength: 100,
                onInput: (text) => change({ items: items.map((one) => (one.id === item.id ? { ...one, text } : one)) }),
            }),
            button("×", () => change({ items: items.filter((one) => one.id !== item.id) }), {
                kind: "quiet", key: `remove-${item.id}`, label: t("reminder.item.remove", { number: index + 1 }),
            }))),
        items.length < 50 && button(t("reminder.item.add"), add, { sign: "plus" }));
}

/** @param {App} app @param {ReminderItem | null} known @param {string} zone @returns {Draft} */
function draftOf(app, known, zone) {
    const circle = familyOf(app);
    const soon = app.relayNow + 3600_000;
    const at = known ? Date.parse(known.due) : soon - (soon % 300_000);
    return {
        title: known?.title ?? "",
        assignee: known?.assignee ?? (circle && selfIn(circle)?.personId) ?? "",
        time: known?.repeat?.time.slice(0, 5) ?? clock(at, zone),
        date: dateIn(at, zone),
        repeats: Boolean(known?.repeat),
        days: [...(known?.repeat?.days ?? [])],
        interval: known?.repeat?.interval ?? 1,
        items: (known?.checklist ?? []).map((item) =>
            ({ id: item.id, text: item.text ?? "", done: item.done ?? false })),
    };
}

/**
 * What is wrong with a draft. One that repeats and is changed may keep a first day that is over.
 * @param {Draft} draft @param {string} zone @param {number} now @param {boolean} isNew
 * @returns {Record<string, string | null>}
 */
export function findErrors(draft, zone, now, isNew) {
    const { date, time, repeats, days } = draft;
    const isPast = date && !repeats && instantOf(date, time, zone).getTime() <= now;
    const isPastDay = date && repeats && isNew && firstDay(date, days) < dateIn(now, zone);
    return {
        title: draft.title.trim() ? null : t("reminder.needsTitle"),
        date: !date ? t("reminder.needsDate") : isPast ? t("reminder.past") : isPastDay ? t("reminder.pastDay") : null,
        days: draft.repeats && draft.days.length === 0 ? t("reminder.needsDay") : null,
    };
}

/** @param {Draft} draft @param {string} zone @returns {import("../../types/app.js").ReminderDraft} */
function requestOf(draft, zone) {
    const items = draft.items.filter((item) => item.text.trim()).map((item) => ({ ...item, text: item.text.trim() }));
    return {
        title: draft.title.trim(), ...(draft.assignee && { assignee: draft.assignee }), items,
        localTime: draft.time, zone,
        date: draft.repeats ? firstDay(draft.date, draft.days) : draft.date,
        ...(draft.repeats && { days: draft.days, interval: draft.interval }),
    };
}
