/** Who in a care circle is not told of alerts at present, and the reader's own switch for it. */

import { alertUser } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { plural, t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { toggle } from "../../parts/field.js";
import { labelOf } from "../circles/people.js";
import { circumstances, readersZone } from "../following.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CircleMember} CircleMember */

/** For how many hours alerts may be switched off, as offered. */
const HOURS = [8, 24, 72];

/**
 * Whether alerts reach a member at present.
 * @param {CircleMember} member @param {number} now
 */
export function isTold(member, now) {
    const alerts = member.alerts;
    return !alerts || alerts.on || (alerts.until !== undefined && Date.parse(alerts.until) <= now);
}

/**
 * @param {App} app @param {import("../../types/app.js").CircleView | undefined} circle
 * @param {import("../../types/app.js").CareDweller} dweller
 */
export function drawNotTold(app, circle, dweller) {
    const { now } = circumstances(app);
    const away = circle?.members.filter((member) => !isTold(member, now)) ?? [];
    const others = circle ? circle.members.length > 1 : true;
    return [
        dweller.audience === 0 && others && note("bad", h("p", null, t("care.alerts.nobody"))),
        ...away.map((member) => h("p", { class: "detail", key: `away-${member.personId}` }, sentence(app, member))),
    ];
}

/**
 * That a member is not told at present, and until when.
 * @param {App} app @param {CircleMember} member
 */
export function sentence(app, member) {
    const until = member.alerts?.until;
    const time = until ? dayAndTime(until, readersZone(app), circumstances(app).now) : "";
    if (member.self) return until ? t("care.alerts.off.until", { time }) : t("care.alerts.off");
    return until ? t("care.alerts.away.until", { name: labelOf(member), time })
        : t("care.alerts.away", { name: labelOf(member) });
}

/**
 * The reader's own switch.
 * @param {App} app @param {import("../../types/app.js").CircleView} circle @param {CircleMember} member
 */
export function drawAlertSwitch(app, circle, member) {
    const on = isTold(member, circumstances(app).now);
    const set = (/** @type {import("../../types/app.js").AlertSwitch} */ alerts) =>
        app.changeMember(circle.circleId, member.personId, { alerts });
    const until = (/** @type {number} */ hours) => new Date(app.relayNow + hours * 3600_000).toISOString();
    return h("div", { class: "alert-switch" },
        toggle({
            id: "alerts-on", label: t("care.alerts"), hint: t("care.alerts.hint"), on,
            onChange: (isOn) => void set({ on: isOn }).catch(alertUser),
        }),
        on ? h("details", { class: "more", key: "alerts-off" }, h("summary", null, t("care.alerts.offFor")),
            h("div", { class: "actions" }, ...HOURS.map((hours) => button(plural("care.alerts.hours", hours),
                () => set({ on: false, until: until(hours) }), { key: `alerts-${hours}` }))))
            : h("p", { role: "status" }, sentence(app, member)));
}
