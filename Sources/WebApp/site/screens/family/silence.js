import { t } from "../../frame/language.js";
import { nameOf } from "../circles/people.js";

/**
 * Why a reminder will not ring, as a sentence.
 * @param {import("../../types/app.js").CircleView} circle @param {import("../../types/app.js").ReminderItem} reminder
 */
export function silenceText(circle, reminder) {
    return t(`reminder.silent.${reminder.silence}`, {
        name: nameOf(circle, reminder.assignee), creator: nameOf(circle, reminder.creator),
    });
}
