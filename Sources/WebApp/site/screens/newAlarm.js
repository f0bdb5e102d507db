/** Sets an alarm for a partner: with the partner and the time chosen already, two taps are enough. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { explain, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { replaceScreen } from "../frame/router.js";
import { clock, dateAfter, dateIn, instantOf, isZone, ownZone, placeOf } from "../frame/time.js";
import { button, linkButton } from "../parts/button.js";
import { empty, note } from "../parts/card.js";
import { countdown } from "../parts/countdown.js";
import { dayPicker } from "../parts/dayPicker.js";
import { choice, field } from "../parts/field.js";
import { screen } from "../parts/screen.js";
import { timeWheel } from "../parts/timeWheel.js";
import { bothZones } from "../parts/zones.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Partner} Partner */
/** @typedef {import("../types/app.js").Day} Day */

const SUGGESTIONS = ["new.suggest.morning", "new.suggest.time", "new.suggest.nap", "new.suggest.train"];

/**
 * What was typed, kept until the alarm is set, also when the screen is left in between.
 *
 * @type {{
     *     pairId: string | null, time: string, date: string | null, message: string, days: Day[], ownClocks: boolean,
     * }}
 */
const draft = { pairId: null, time: "07:00", date: null, message: "", days: [], ownClocks: false };

/** @param {App} app @param {import("../frame/router.js").Route} route */
export function render(app, route) {
    if (route.parts[0]) draft.pairId = route.parts[0];
    /** @type {string | null} */
    let error = null;
    /** @type {string[]} */
    let notes = [];
    let asked = "";
    return live(app, (refresh) => {
        const partners = app.state.partners.filter((partner) => partner.canISet);
        const partner = partners.find((one) => one.pairId === draft.pairId) ?? usual(app, partners);
        if (!partner) return alone();
        const zone = draft.ownClocks || !isZone(partner.timeZone) ? ownZone() : partner.timeZone;
        const date = draft.date ?? nextDate(draft.time, zone, app.relayNow, draft.days);
        const set = (/** @type {Partial<typeof draft>} */ change) => {
            Object.assign(draft, change);
            error = null;
            refresh();
        };
        const question = JSON.stringify([draft.time, date, zone, draft.days]);
        if (draft.days.length && question !== asked) {
            asked = question;
            void clockChanges(app, { localTime: draft.time, date, zone, days: draft.days }).then((found) => {
                notes = found;
                refresh();
            });
        }
        const save = async () => {
            const message = draft.message.trim();
            const days = draft.days.length ? draft.days : undefined;
            const alarm = await app.setAlarm({ pairId: partner.pairId, localTime: draft.time, date, zone, message,
                days });
            Object.assign(draft, { pairId: null, date: null, message: "", days: [] });
            toast(t(alarm.pending ? "new.queued" : "new.set", { name: partner.name }));
            replaceScreen("alarm", alarm.id);
        };
        const fail = (/** @type {any} */ problem) => {
            error = explain(problem);
            refresh();
        };
        const due = instantOf(date, draft.time, zone).toISOString();
        return screen({
            title: t("new.title", { name: partner.name }), back: ["tonight"],
            primary: button(t("new.save", { time: draft.time, name: partner.name }), save,
                { kind: "primary", sign: "alarm", fail }),
        },
        h("div", { role: "alert" }, error && note("bad", h("p", null, error), h("p", null, t("new.kept")))),
        partners.length > 1 && choice({
            id: "partner", legend: t("new.who"), value: partner.pairId,
            options: partners.map((one) => ({ value: one.pairId, label: one.name })),
            onChange: (pairId) => set({ pairId }),
        }),
        partner.refuses && note("warning", t("pair.refuses", { name: partner.name })),
        timeWheel({ value: draft.time, onChange: (time) => set({ time }), label: t("new.time") }),
        h("div", { "aria-live": "polite", class: "both" },
            bothZones(due, { name: partner.name, zone: partner.timeZone, now: app.relayNow }),
            h("p", { class: "detail" }, countdown(due, { clockOffset: app.state.connection.clockOffset }))),
        ...clocks(app, partner, zone, set),
        field({
            id: "message", label: t("new.message"), hint: t("new.messageHint", { name: partner.name }),
            value: draft.message,
            multiline: true, maxLength: 500, onInput: (message) => set({ message }),
        }),
        h("div", { class: "chips", role: "group", "aria-label": t("new.suggestions") }, ...SUGGESTIONS.map((key) =>
            button(t(key), () => set({ message: t(key) }), { pressed: draft.message === t(key) }))),
        h("details", { open: draft.days.length > 0 || draft.date !== null }, h("summary", null, t("new.more")),
            h("div", { class: "content" },
                h("h2", null, t("new.repeat")),
                dayPicker({ value: draft.days, onChange: (days) => set({ days }), label: t("new.repeat") }),
                h("div", { "aria-live": "polite" }, ...notes.map((text) => note("info", text))),
                field({
                    id: "date", label: t("new.date"), hint: t("new.dateHint"), type: "date", value: date,
                    min: dateIn(app.relayNow, zone), onInput: (value) => set({ date: value || null }),
                }))));
    });
}

function alone() {
    return screen({ title: t("new.titleAlone"), back: ["tonight"] },
        empty({ title: t("new.alone"), text: t("new.aloneText"), sign: "people" },
            linkButton(t("tonight.pair"), "#/pair", { kind: "primary" })));
}

/**
 * The partner for whom an alarm was set last, or the first.
 *
 * @param {App} app
 * @param {Partner[]} partners
 */
function usual(app, partners) {
    const latest = app.state.alarms.filter((alarm) => alarm.direction === "theirs").at(-1);
    return partners.find((one) => one.pairId === latest?.pairId) ?? partners[0];
}

/**
 * The next date on which the clocks of a zone show the time, on one of the days where there are any.
 *
 * @param {string} time @param {string} zone @param {number} now @param {Day[]} days
 */
export function nextDate(time, zone, now, days) {
    const today = dateIn(now, zone);
    const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
    const fits = (/** @type {string} */ date) =>
        !days.length || days.some((day) => day === codes[new Date(`${date}T00:00Z`).getUTCDay()]);
    let date = time > clock(now, zone) ? today : dateAfter(today, 1);
    while (!fits(date)) date = dateAfter(date, 1);
    return date;
}

/**
 * What clock changes do to an alarm that repeats.
 *
 * @param {App} app
 * @param {Omit<import("../types/app.js").AlarmDraft, "message" | "pairId">} asked
 */
async function clockChanges(app, asked) {
    try {
        const times = await app.preview(asked, 50);
        return times.flatMap(({ note: text }) => (text ? [text] : [])).slice(0, 3);
    } catch {
        return [];
    }
}

/**
 * On whose clocks the time is read, where they differ or the partner's are not known.
 *
 * @param {App} app @param {Partner} partner @param {string} zone @param {(change: { ownClocks: boolean }) => void} set
 */
function clocks(app, partner, zone, set) {
    if (!isZone(partner.timeZone)) {
        return [note("info", h("p", null, t("new.zoneUnknown", { name: partner.name, place: placeOf(zone) })),
            linkButton(t("new.zoneSet", { name: partner.name }), `#/consent/${encodeURIComponent(partner.pairId)}`))];
    }
    const now = app.relayNow;
    if (clock(now, partner.timeZone) === clock(now, ownZone())) return [];
    return [choice({
        id: "clocks", legend: t("new.whose"), value: draft.ownClocks ? "own" : "theirs",
        options: [
            { value: "theirs", label: t("new.theirClocks", { name: partner.name, place: placeOf(partner.timeZone) }) },
            { value: "own", label: t("new.ownClocks", { place: placeOf(ownZone()) }) },
        ],
        onChange: (value) => set({ ownClocks: value === "own" }),
    })];
}
