/** The place of a reminder, and when: parents hear when its assignee goes away from it. */

import { alertUser } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime } from "../../frame/time.js";
import { button } from "../../parts/button.js";
import { toggle } from "../../parts/field.js";
import { whereAmI } from "../checkIn/place.js";
import { clockFields } from "../circles/consent.js";
import { nameOf } from "../circles/people.js";
import { readersZone } from "../following.js";
import { mayChangePlace, placeStanding, placeTimeOf, refusalKey, removalKey } from "./placeTime.js";

/** How long to wait for the place, in milliseconds. */
const PATIENCE = 15_000;

/**
 * What is typed about a place that is to be watched; without hours it is watched until the reminder is done.
 * @typedef {{ hours: { from: string, until: string } | null }} PlaceDraft
 */

/**
 * @param {import("../../types/app.js").App} app @param {import("../../types/app.js").CircleView} circle
 * @param {import("../../types/app.js").ReminderItem} reminder @param {boolean} maySet
 * @param {{ draft: PlaceDraft, refresh: () => void }} typed
 */
export function drawPlace(app, circle, reminder, maySet, { draft, refresh }) {
    if (!maySet || reminder.status === "completed") return null;
    const { reminderId, due } = reminder;
    const [now, zone] = [app.relayNow, readersZone(app)];
    const standing = placeStanding(reminder, now);
    const mayChange = mayChangePlace(circle, reminder);
    const time = (/** @type {string | null} */ at) => (at ? dayAndTime(at, zone, now) : "");
    const watch = async () => {
        const place = await whereAmI(PATIENCE).catch(() => null);
        if (!place) return alertUser(t("reminder.place.denied"));
        const during = draft.hours && placeTimeOf(draft.hours, { due, now: app.relayNow, zone });
        await app.setReminderPlace(reminderId, place, during);
        draft.hours = null;
        refresh();
    };
    const set = (/** @type {PlaceDraft["hours"]} */ hours) => {
        draft.hours = hours;
        refresh();
    };
    return h("section", { class: "place", key: "place" }, h("h2", null, t("reminder.place")),
        h("p", { class: "detail" }, t("reminder.place.text", { name: nameOf(circle, reminder.assignee) })),
        standing && h("p", { role: "status" },
            t(standing.key, { from: time(standing.from), until: time(standing.until) })),
        standing && !mayChange && h("p", { class: "detail" }, t(refusalKey(circle, reminder))),
        standing
            ? mayChange && button(t(removalKey(standing)), () => app.setReminderPlace(reminderId, null),
                { key: "forget" })
            : [
                toggle({
                    id: "place-hours", label: t("reminder.place.hours"), hint: t("reminder.place.hours.text"),
                    on: draft.hours !== null, onChange: (on) => set(on ? { from: "", until: "" } : null),
                }),
                draft.hours && h("div", { class: "hours" }, ...clockFields("place-hours", draft.hours, set)),
                button(t("reminder.place.here"), watch, { key: "watch" }),
            ]);
}
