/** The place of a reminder: parents hear when its assignee goes away from it. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { button } from "../../parts/button.js";
import { alertUser } from "../../frame/announce.js";
import { whereAmI } from "../checkIn/place.js";
import { nameOf } from "../circles/people.js";

/** How long to wait for the place, in milliseconds. */
const PATIENCE = 15_000;

/**
 * @param {import("../../types/app.js").App} app @param {import("../../types/app.js").CircleView} circle
 * @param {import("../../types/app.js").ReminderItem} reminder @param {boolean} maySet
 */
export function drawPlace(app, circle, reminder, maySet) {
    const { reminderId, placeWatched } = reminder;
    if (!maySet || reminder.status === "completed") return null;
    const watch = async () => {
        const place = await whereAmI(PATIENCE).catch(() => null);
        if (place) await app.setReminderPlace(reminderId, place);
        else alertUser(t("reminder.place.denied"));
    };
    return h("section", { class: "place" }, h("h2", null, t("reminder.place")),
        h("p", { class: "detail" }, t("reminder.place.text", { name: nameOf(circle, reminder.assignee) })),
        placeWatched && h("p", { role: "status" }, t("reminder.place.watched")),
        placeWatched
            ? button(t("reminder.place.forget"), () => app.setReminderPlace(reminderId, null), { key: "forget" })
            : button(t("reminder.place.here"), watch, { key: "watch" }));
}
