/** An alarm in a list: when, for whom, whether it will ring, why not, and what to do. */

import { h } from "../frame/dom.js";
import { plural, reason, t } from "../frame/language.js";
import { href } from "../frame/router.js";
import { list } from "../frame/language.js";
import { dayAndTime, ownZone, weekdays } from "../frame/time.js";
import { badge } from "./badge.js";
import { linkButton } from "./button.js";
import { countdown } from "./countdown.js";
import { devicesOf, phonesThatRingByThemselves } from "./deliveryView.js";
import { icon } from "./icon.js";
import { bothZones } from "./zones.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */

/**
 * The partner of an alarm, or what is known where the pair is gone.
 *
 * @param {App} app @param {AlarmItem} alarm
 */
export function partnerOf(app, alarm) {
    if (alarm.preset) return { name: setterOf(app, alarm).name, zone: alarm.zone, partner: undefined };
    const partner = app.state.partners.find((one) => one.pairId === alarm.pairId);
    return { name: partner?.name ?? t("partner.unknown"), zone: partner?.timeZone ?? alarm.zone, partner };
}

/**
 * Who set the reminder for which an alarm rings; its family, where that is not known.
 *
 * @param {App} app @param {AlarmItem} alarm
 * @returns {{ name: string, person: "self" | "other" | null, reminderId: string | undefined }}
 */
export function setterOf(app, alarm) {
    const reminder = app.state.reminders.find((one) => one.alarmId === alarm.id);
    const circle = app.state.circles.find((one) => one.circleId === alarm.pairId);
    const setter = circle?.members.find((one) => one.personId === reminder?.creator);
    const person = setter?.self ? "self" : setter?.displayName ? "other" : null;
    const name = person === "self" ? t("you") : setter?.displayName ?? circle?.name ?? t("alarm.noFamily");
    return { name, person, reminderId: reminder?.reminderId };
}

/**
 * Whether an alarm will ring, in a word: what is not known is not said to be true.
 *
 * @param {AlarmItem} alarm
 * @returns {{ kind: "good" | "bad" | "waiting" | "unknown" | "info" | "off", text: string }}
 */
export function verdict(alarm) {
    if (alarm.problem) return { kind: "bad", text: t("alarm.notSet") };
    if (alarm.pending) return { kind: "waiting", text: t("alarm.waiting") };
    if (alarm.soundOff) return { kind: "waiting", text: t("alarm.soundOff") };
    if (alarm.state === "ringing") return { kind: "info", text: t("alarm.ringing") };
    if (alarm.ending && !isComing(alarm)) return endingVerdict(alarm.ending, alarm);
    if (alarm.state === "acknowledged") return { kind: "good", text: t("alarm.answered") };
    if (alarm.state === "missed") return { kind: "bad", text: t("alarm.missed") };
    if (alarm.state === "cancelled") return endingVerdict("cancelled", alarm);
    if (alarm.sure === "yes") return { kind: "good", text: t("alarm.sure") };
    if (alarm.sure === "no") return { kind: "bad", text: t("alarm.unsure") };
    return { kind: "unknown", text: t("alarm.unknown") };
}

/**
 * How an alarm ended, or the last time of one that repeats, in a word.
 *
 * @param {import("../types/app.js").AlarmEnding} ending
 * @param {AlarmItem} [alarm] the alarm as it is now, of which a single time may have been declined, or all
 * @returns {{ kind: "good" | "bad" | "off" | "waiting", text: string }}
 */
export function endingVerdict(ending, alarm) {
    if (ending === "declined" && alarm?.recurrence) {
        if (isComing(alarm)) return { kind: "off", text: t("alarm.declined.once") };
        // A reminder stays, and another alarm may ring for it later.
        if (alarm.preset === null) return { kind: "off", text: t("alarm.declined.ended") };
    }
    if (ending === "answered") return { kind: "good", text: t("alarm.answered") };
    if (ending === "missed") return { kind: "bad", text: t("alarm.missed") };
    if (ending === "ended" && alarm?.preset) return { kind: "off", text: t("alarm.ended.family") };
    const isTakenBack = ending === "cancelled" || ending === "ended";
    if (isTakenBack && alarm && !isComing(alarm) && phonesThatRingByThemselves(alarm) > 0) {
        return { kind: "waiting", text: t("alarm.takenBack.held", { state: t(`alarm.${ending}`) }) };
    }
    return { kind: "off", text: t(`alarm.${ending}`) };
}

/**
 * "snoozed until today, 7:40"; null where nobody has put it off.
 *
 * @param {App} app @param {AlarmItem} alarm
 */
export function snoozeText(app, alarm) {
    if (!alarm.snoozedUntil || alarm.state === "ringing" || !isComing(alarm)) return null;
    return t("alarm.snoozedUntil", { time: dayAndTime(alarm.snoozedUntil, ownZone(), app.relayNow) });
}

/**
 * Of one that repeats and is skipped at its next time: the time after that; null for all others.
 *
 * @param {App} app @param {AlarmItem} alarm
 */
export function timeAfterSkipped(app, alarm) {
    if (!alarm.refused || !alarm.recurrence || !alarm.nextDue || !isComing(alarm)) return null;
    const time = dayAndTime(alarm.nextDue, ownZone(), app.relayNow);
    return t(alarm.nextRefused ? "alarm.afterNext.skipped" : "alarm.afterNext", { time });
}

/**
 * Whether an alarm is still to ring or rings now.
 *
 * @param {AlarmItem} alarm
 */
export function isComing(alarm) {
    return !["acknowledged", "missed", "cancelled", "told"].includes(alarm.state);
}

/**
 * The reasons why an alarm may not ring and what to do.
 *
 * @param {AlarmItem} alarm
 */
export function reasons(alarm) {
    const keys = alarm.problem ? [alarm.problem, ...alarm.why] : alarm.why;
    if (!keys.length) return null;
    return h("ul", { class: "reasons" }, ...keys.map((key) => h("li", null, reason(key))));
}

/**
 * "Every Monday and Tuesday".
 *
 * @param {AlarmItem} alarm
 */
export function repetition(alarm) {
    if (!alarm.recurrence) return null;
    if (!alarm.days) return t("repeat.other");
    if (alarm.days.length === 7) return t("repeat.daily");
    const names = weekdays("long").filter(({ code }) => alarm.days?.some((one) => one === code))
        .map(({ name }) => name);
    return t("repeat.days", { days: list(names) });
}

/** @param {App} app @param {AlarmItem} alarm */
export function alarmCard(app, alarm) {
    const { name, zone } = partnerOf(app, alarm);
    const { kind, text } = verdict(alarm);
    const heading = t(alarm.direction === "mine" ? "alarm.from" : "alarm.for", { name });
    const due = alarm.snoozedUntil ?? alarm.due;
    const repeats = repetition(alarm);
    const snoozed = snoozeText(app, alarm);
    const after = timeAfterSkipped(app, alarm);
    const devices = alarm.direction === "theirs" && isComing(alarm) ? devicesOf(alarm) : [];
    return h("article", { class: `card ${kind === "bad" ? "bad" : ""}`, key: alarm.id },
        h("h3", null, icon(alarm.direction === "mine" ? "bell" : "phone"), h("span", null, heading)),
        alarm.direction === "mine" ? bothZones(due, { name: t("you"), zone: null, now: app.relayNow })
            : bothZones(due, { name, zone, now: app.relayNow }),
        isComing(alarm) && h("p", { class: "detail" },
            countdown(due, { clockOffset: app.state.connection.clockOffset }),
            snoozed ? ` · ${snoozed}` : "", repeats ? ` · ${repeats}` : ""),
        h("p", { class: "message" }, alarm.message ?? t(alarm.verified ? "alarm.noMessage" : "alarm.unreadable")),
        badge(kind, text),
        reasons(alarm),
        after && h("p", { class: "detail" }, after),
        devices.length > 0 && h("ul", { class: "phones", "aria-label": plural("alarm.phones", devices.length) },
            ...devices.map((device) => h("li", null, badge(device.kind, device.text)))),
        linkButton(t("alarm.open", { name }), href("alarm", alarm.id)));
}
