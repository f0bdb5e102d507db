/** What became of an alarm, step by step on each phone; moving and cancelling it. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { explain, plural, t } from "../frame/language.js";
import { live, whenLeft } from "../frame/live.js";
import { go, href } from "../frame/router.js";
import { dateIn, clock, dayAndTime, instantOf, isZone, ownZone, placeOf } from "../frame/time.js";
import {
    endingVerdict, isComing, partnerOf, reasons, repetition, setterOf, snoozeText, timeAfterSkipped, verdict,
} from "../parts/alarmCard.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/button.js";
import { card, empty, note } from "../parts/card.js";
import { countdown } from "../parts/countdown.js";
import { deliverySteps, phonesThatRingByThemselves } from "../parts/deliveryView.js";
import { ask } from "../parts/dialog.js";
import { field } from "../parts/field.js";
import { screen } from "../parts/screen.js";
import { timeWheel } from "../parts/timeWheel.js";
import { bothZones } from "../parts/zones.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */

const ASK_AGAIN = 15_000;

/** @param {App} app @param {import("../frame/router.js").Route} route */
export function render(app, route) {
    const [id, action] = route.parts;
    /** @type {any} */
    let trouble = null;
    /** @type {() => void} */
    let refresh = () => {};
    const find = () => app.state.alarms.find((alarm) => alarm.id === id);
    const load = async () => {
        const alarm = find();
        if (alarm && (alarm.pending || alarm.problem)) return;
        try {
            await app.loadAlarm(id);
            trouble = null;
        } catch (error) {
            trouble = error;
        }
        refresh();
    };
    const edit = action === "move" ? moving(app, find) : null;
    const root = live(app, (again) => {
        refresh = again;
        const alarm = find();
        if (!alarm) return missing(trouble);
        return edit ? edit(alarm, again) : draw(app, alarm, trouble);
    });
    const timer = setInterval(load, ASK_AGAIN);
    whenLeft(root, () => clearInterval(timer));
    void load();
    return root;
}

/** @param {any} trouble */
function missing(trouble) {
    return screen({ title: t("alarm.title"), back: ["tonight"] },
        empty({ title: t("alarm.gone"), text: trouble ? explain(trouble) : t("alarm.goneText") }));
}

/** @param {App} app @param {AlarmItem} alarm @param {any} trouble */
function draw(app, alarm, trouble) {
    const { name, zone } = partnerOf(app, alarm);
    const mine = alarm.direction === "mine";
    const due = alarm.snoozedUntil ?? alarm.due;
    const repeats = repetition(alarm);
    const { kind, text } = verdict(alarm);
    const coming = isComing(alarm);
    const snooze = snoozeText(app, alarm);
    const after = timeAfterSkipped(app, alarm);
    const reminderId = alarm.preset ? setterOf(app, alarm).reminderId : undefined;
    const move = coming && !mine && !alarm.pending && !alarm.problem
        ? button(t("alarm.move"), () => go("alarm", alarm.id, "move"), { kind: "primary", sign: "clock" }) : null;
    return screen({ title: t(mine ? "alarm.from" : "alarm.for", { name }), back: ["tonight"], primary: move },
        card({ kind: kind === "bad" ? "bad" : "plain" },
            bothZones(due, { name: mine ? t("you") : name, zone: mine ? null : zone, now: app.relayNow }),
            coming && h("p", { class: "detail" }, countdown(due, { clockOffset: app.state.connection.clockOffset })),
            snooze && h("p", null, snooze),
            !snooze && (alarm.snoozes ?? 0) > 0 && h("p", null, plural("alarm.snoozes", alarm.snoozes ?? 0)),
            repeats && h("p", null, repeats),
            coming && alarm.last && h("p", { class: "detail" }, t("alarm.last", {
                time: dayAndTime(alarm.last.time, ownZone(), app.relayNow),
                end: endingVerdict(alarm.last.ending, alarm).text,
            })),
            h("p", { class: "message" }, alarm.message ?? t(alarm.verified ? "alarm.noMessage" : "alarm.unreadable")),
            h("div", { role: "status" }, badge(kind, text)), reasons(alarm),
            after && h("p", { class: "detail" }, after)),
        alarm.reply && note("good", h("p", null, t("alarm.reply", { name })),
            h("p", { class: "message" }, alarm.reply)),
        trouble && note("warning", explain(trouble)),
        reminderId && linkButton(t("alarm.reminder"), href("reminder", reminderId)),
        ...(mine ? [] : phones(alarm)),
        coming && button(t(alarm.problem ? "alarm.remove" : mine ? "alarm.decline" : "alarm.cancel"),
            () => cancel(app, alarm, name), { kind: "danger", sign: "trash" }));
}

/** @param {AlarmItem} alarm */
function phones(alarm) {
    if (alarm.pending || alarm.problem) return [];
    if (!alarm.delivery.length) return [note("info", t("alarm.noPhones"))];
    return alarm.delivery.map((delivery) => deliverySteps(delivery, alarm));
}

/** @param {App} app @param {AlarmItem} alarm @param {string} name */
async function cancel(app, alarm, name) {
    const mine = alarm.direction === "mine";
    const isHeld = !mine && phonesThatRingByThemselves(alarm) > 0;
    const sure = await ask({
        title: t(mine ? "alarm.declineAsk" : "alarm.cancelAsk"),
        text: mine ? declineText(app, alarm) : t(isHeld ? "alarm.cancelText.held" : "alarm.cancelText", { name }),
        action: t(mine ? "alarm.decline" : "alarm.cancel"), danger: true, no: t("alarm.keep"),
    });
    if (!sure) return;
    await app.cancelAlarm(alarm.id);
    toast(t(app.state.connection.queued ? "alarm.cancelQueued" : isHeld ? "alarm.cancelDone.held" : "alarm.cancelDone",
        { name }));
    go("tonight");
}

/**
 * What becomes of an alarm that its receiver takes off.
 *
 * @param {App} app @param {AlarmItem} alarm
 */
export function declineText(app, alarm) {
    if (!alarm.preset) return t("alarm.declineText", { name: partnerOf(app, alarm).name });
    const { name, person } = setterOf(app, alarm);
    return person === "other" ? t("alarm.declineText.reminder", { name }) : t("alarm.declineText.ownReminder");
}

/**
 * Whether a time is another than an alarm has; the form knows no seconds.
 *
 * @param {AlarmItem} alarm @param {string} due
 */
function isMoved(alarm, due) {
    return Math.abs(Date.parse(alarm.due) - Date.parse(due)) >= 60_000;
}

/**
 * The form that moves an alarm or changes its words.
 *
 * @param {App} app
 * @param {() => AlarmItem | undefined} find
 */
function moving(app, find) {
    /** @type {{ time: string, date: string, message: string, zone: string } | null} */
    let draft = null;
    /** @type {string | null} */
    let error = null;
    return (/** @type {AlarmItem} */ alarm, /** @type {() => void} */ refresh) => {
        const { name, zone: known } = partnerOf(app, alarm);
        const zone = isZone(alarm.zone) ? alarm.zone : isZone(known) ? known : ownZone();
        draft ??= { time: clock(alarm.due, zone), date: dateIn(alarm.due, zone), message: alarm.message ?? "", zone };
        const form = draft;
        const set = (/** @type {Partial<typeof form>} */ change) => {
            Object.assign(form, change);
            error = null;
            refresh();
        };
        const due = instantOf(form.date, form.time, zone).toISOString();
        const save = async () => {
            const present = find();
            const days = present?.days ?? undefined;
            const isHeld = present && isMoved(present, due) && phonesThatRingByThemselves(present) > 0;
            const before = dayAndTime(present?.snoozedUntil ?? alarm.due, ownZone(), app.relayNow);
            await app.changeAlarm(alarm.id,
                { localTime: form.time, date: form.date, zone, message: form.message, days });
            toast(t(app.state.connection.queued ? "alarm.moveQueued" : isHeld ? "alarm.moved.held" : "alarm.moved",
                { name, time: before }));
            go("alarm", alarm.id);
        };
        const fail = (/** @type {any} */ problem) => {
            error = explain(problem);
            refresh();
        };
        return screen({
            title: t("alarm.moveTitle", { name }), back: ["alarm", alarm.id],
            lead: t("new.clocks", { place: placeOf(zone) }),
            primary: button(t("alarm.moveSave"), save, { kind: "primary", fail }),
        },
        timeWheel({ value: form.time, onChange: (time) => set({ time }), label: t("new.time") }),
        field({ id: "date", label: t("new.date"), type: "date", value: form.date,
            onInput: (date) => date && set({ date }) }),
        h("div", { "aria-live": "polite" }, bothZones(due, { name, zone, now: app.relayNow })),
        field({ id: "message", label: t("new.message"), value: form.message, multiline: true, maxLength: 500,
            onInput: (message) => set({ message }) }),
        h("div", { role: "alert" }, error && note("bad", error)),
        linkButton(t("alarm.back"), `#/alarm/${encodeURIComponent(alarm.id)}`));
    };
}
