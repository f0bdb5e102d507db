/** News in a sentence. */

import { t } from "../frame/language.js";
import { dayAndTime, ownZone } from "../frame/time.js";
import { isComing } from "./alarmCard.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").News} News */

/** Stages of which the shell has a sentence with the partner's name. */
const STAGES = [
    "acknowledged", "dismissed", "declined", "no-answer-yet", "no-answer", "missed", "blocked", "unblocked",
    "pair-ended", "reply-lost", "answer-outdated", "well-outdated", "pair-takes-again", "circle-left", "made-parent", "told-more",
];

/** @param {App} app @param {News} item */
export function newsText(app, item) {
    // Of what is no partner's the relay has words, which name who is concerned.
    if (item.title || !STAGES.includes(item.stage)) return item.title || t("news.other");
    const name = item.name ?? t("partner.unknown");
    return item.stage === "declined" ? declinedText(app, item, name) : t(`news.${item.stage}`, { name });
}

/**
 * Of an alarm that repeats also whether it goes on, once the relay has been asked how it stands.
 *
 * @param {App} app @param {News} item @param {string} name
 */
function declinedText(app, item, name) {
    const alarm = app.state.alarms.find((one) => one.id === item.alarmId);
    const plain = t("news.declined", { name });
    if (!alarm?.recurrence) return plain;
    if (!isComing(alarm)) return alarm.ending === "declined" ? t("news.declined.ended", { name }) : plain;
    // As long as its revision is the one that was declined, what is known here is older than the news.
    if (item.revision === undefined || alarm.revision <= item.revision) return plain;
    return t(alarm.refused ? "news.declined.again" : "news.declined.once",
        { name, time: dayAndTime(alarm.due, ownZone(), app.relayNow) });
}
