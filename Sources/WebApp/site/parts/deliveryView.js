/** How far an alarm got on each of the receiver's phones, which are numbered and not named. */

import { h } from "../frame/dom.js";
import { plural, t } from "../frame/language.js";
import { clock, ownZone } from "../frame/time.js";
import { icon } from "./icon.js";

/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */
/** @typedef {import("../types/app.js").Delivery} Delivery */

/**
 * Each phone in one sentence.
 *
 * @param {AlarmItem} alarm
 * @returns {{ kind: "good" | "bad" | "waiting" | "unknown", text: string }[]}
 */
export function devicesOf(alarm) {
    return alarm.delivery.map((delivery) => {
        const { kind, key } = stateOf(delivery);
        return { kind, text: t("phone.state", { number: delivery.device, state: t(key) }) };
    });
}

/**
 * How many phones may ring by themselves for an alarm, whatever becomes of it before they hear of that: they have set an
 * alarm of their own or, where they cannot be reached, have what was sent before.
 *
 * @param {AlarmItem} alarm
 */
export function phonesThatRingByThemselves(alarm) {
    const holding = alarm.delivery.filter((one) => !one.acknowledged
        && (one.armed || alarm.state === "blocked" && one.received)).length;
    return Math.max(holding, alarm.state === "armed" ? 1 : 0);
}

/**
 * @param {Delivery} delivery
 * @returns {{ kind: "good" | "bad" | "waiting" | "unknown", key: string }}
 */
function stateOf(delivery) {
    if (delivery.acknowledged) return { kind: "good", key: "phone.answered" };
    if (delivery.ringing) return { kind: "good", key: "phone.rings" };
    if (delivery.silent) return { kind: "bad", key: "phone.silent" };
    if (delivery.armed) return { kind: "good", key: "phone.armed" };
    if (delivery.error) return { kind: "bad", key: "phone.error" };
    if (delivery.received) return { kind: "unknown", key: "phone.received" };
    if (delivery.delivered) return { kind: "unknown", key: "phone.delivered" };
    return { kind: "waiting", key: "phone.waiting" };
}

/**
 * The way of an alarm on one phone, step by step.
 *
 * @param {Delivery} delivery
 * @param {AlarmItem} alarm
 */
export function deliverySteps(delivery, alarm) {
    const zone = ownZone();
    /** @type {[string, string | undefined][]} */
    const steps = [
        ["step.accepted", delivery.relayed],
        ["step.delivered", delivery.delivered],
        ["step.received", delivery.received],
        ["step.armed", delivery.armed],
        ["step.ringing", delivery.ringing],
        ["step.acknowledged", delivery.acknowledged],
    ];
    const { kind, key } = stateOf(delivery);
    const over = alarm.state === "acknowledged" || alarm.state === "missed" || alarm.state === "cancelled";
    return h("section", { class: "card", key: `phone-${delivery.device}` },
        h("h2", null, icon("phone"), h("span", null, t("phone.title", { number: delivery.device }))),
        h("p", { class: kind === "bad" ? "error" : "" }, kind === "bad" && icon("warning"), h("span", null, t(key))),
        h("ul", { class: "steps" }, ...steps.map(([name, at]) => h("li", { class: at ? "done" : "" },
            icon(at ? "check" : "clock"),
            h("span", null, at ? t("step.at", { step: t(name), time: clock(at, zone) })
                : t(over ? "step.never" : "step.open", { step: t(name) }))))),
        delivery.attempts > 1 && h("p", { class: "detail" }, plural("phone.attempts", delivery.attempts)),
        delivery.error && h("p", { class: "detail" }, t("phone.lastError", { error: delivery.error })));
}
