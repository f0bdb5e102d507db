// What a push looks like as a notification.

import { ringWords } from "../session/kinds.js";
import { speak } from "./speaking.js";

/** @typedef {import("../session/incoming.js").Reception} Reception */

/**
 * The words of the stages that tell a sender what became of an alarm.
 * @type {Record<string, string>}
 */
const newsKeys = {
    acknowledged: "worker.acknowledged", dismissed: "worker.dismissed", declined: "worker.declined",
    "no-answer-yet": "worker.noAnswerYet", "no-answer": "worker.noAnswer", missed: "worker.missed",
    blocked: "worker.blocked", unblocked: "worker.unblocked",
};

const icon = "/icons/reveille-192.png";
const badge = "/icons/reveille-badge-96.png";
const ringPattern = [800, 400, 800, 400, 800, 400, 1200, 600, 800, 400, 800, 400, 1200];

/**
 * What the answer to a ring is called, as on the screen that rings.
 * @param {import("../types/app.js").RingKind} kind
 * @param {string} stage
 */
export function answerKey(kind, stage) {
    if (kind === "careQuestion") return "worker.imWell";
    if (kind === "checkIn") return "worker.checkIn";
    if (stage === "countdown") return "worker.stopAlert";
    // For a reminder it is more than having heard it: the parents are told that it is done.
    return kind === "careAlert" ? "worker.help" : kind === "reminder" ? "worker.done" : "worker.gotIt";
}

/**
 * @param {Reception} reception
 * @param {string} language
 * @param {string | null} name of the partner
 * @param {number} snooze for how many minutes it may be put off
 * @returns {{ title: string, options: any }}
 */
export function ringNotice(reception, language, name, snooze) {
    const { push, alarm, opened } = reception;
    const kind = alarm?.kind ?? "partner";
    const isPartner = kind === "partner";
    const isReadable = opened.words.text !== undefined || alarm?.verified === true;
    const title = push.words?.title ?? (name ? speak(language, "worker.alarmTitle", { name })
        : speak(language, "worker.alarmTitleUnknown"));
    const text = isReadable ? alarm?.text ?? opened.words.text ?? null : null;
    const body = ringWords({ kind, text, body: push.words?.body ?? null })
        ?? speak(language, isPartner && push.message ? "worker.unverified" : "worker.noWords");
    const actions = [{ action: "acknowledge", title: speak(language, answerKey(kind, push.stage)) }];
    if (snooze > 0) actions.push({ action: "snooze", title: speak(language, "worker.snooze") });
    return { title, options: {
        body, tag: push.id, renotify: true, requireInteraction: true, silent: false, vibrate: ringPattern, actions,
        icon, badge, lang: language, timestamp: Date.parse(push.time),
        data: { alarmId: push.id, revision: push.revision, kind, stage: push.stage },
    } };
}

/**
 * @param {Reception} reception
 * @param {string} language
 * @param {import("../types/app.js").News} news
 * @returns {{ title: string, options: any }}
 */
export function newsNotice(reception, language, news) {
    const { push, opened } = reception;
    const name = news.name ?? speak(language, "worker.someone");
    const reply = opened.reply?.text;
    const key = newsKeys[push.stage];
    const title = push.words?.title ?? (key ? speak(language, key, { name }) : speak(language, "worker.newsTitle"));
    // Whether one time was skipped or the alarm has ended is known once the relay has been asked.
    const hint = speak(language, push.stage === "declined" ? "worker.declinedBody" : "worker.openApp");
    const words = push.stage === "declined" && news.text ? `${news.text}\n${hint}` : news.text;
    const body = reply ? speak(language, "worker.acknowledgedWords", { name, words: reply })
        : push.words?.body ?? words ?? hint;
    return { title, options: {
        body, tag: push.id, renotify: push.stage !== "acknowledged", lang: language, icon,
        badge, data: { alarmId: push.id, revision: push.revision, kind: "news",
            stage: push.stage },
    } };
}

/**
 * What takes the place of a ring that is over, silently: every push has to show something.
 * @param {string} id
 * @param {string} language
 */
export function overNotice(id, language) {
    return { title: speak(language, "worker.ended"), options: {
        body: speak(language, "worker.endedBody"), tag: id, renotify: false, silent: true, requireInteraction: false,
        lang: language, icon, badge,
        data: { alarmId: id, revision: 0, kind: "over", stage: "cancel" },
    } };
}
