// A push: opened with the keys of the store, remembered, and shown. Whatever fails, something is shown and heard.

import { receivePush } from "../session/incoming.js";
import { endingStages, rousingStages } from "../session/kinds.js";
import { keepNews } from "../session/news.js";
import { receiptEntry } from "../session/receipts.js";
import { newsNotice, overNotice, ringNotice } from "./notices.js";
import { speak, workerLanguage } from "./speaking.js";
import { roomToSnooze, sendOrQueue, withSession } from "./workerSession.js";

/** @typedef {import("./workerSession.js").WorkerSession} WorkerSession */

// The notification of what is over stays long enough to count as shown.
const overFor = 3_000;

/** @returns {any} */
function ownRegistration() {
    return /** @type {any} */ (self).registration;
}

/**
 * @param {{ json(): any, text(): string } | null} data
 * @param {any} [declared] the notification of a declarative push, which some browsers give in place of the data
 */
export async function showPush(data, declared) {
    /** @type {any} */
    let payload = null;
    try {
        payload = data ? data.json() : payloadOf(declared);
        await withSession((session) => receiveAndShow(session, payload));
    } catch (error) {
        // Loud, never silent: what the relay says in the clear is enough to wake somebody.
        console.error(error);
        const plain = payload?.notification;
        await ownRegistration().showNotification(plain?.title ?? speak("en", "worker.alarmTitleUnknown"), {
            body: plain?.body ?? speak("en", "worker.openApp"), tag: plain?.tag, renotify: plain?.tag !== undefined,
            requireInteraction: true, data: { alarmId: plain?.tag ?? null, revision: 0, kind: "news", stage: "ring" },
        });
    }
}

/**
 * As much of a push as its notification tells. The words come with the next sync.
 * @param {any} declared
 */
function payloadOf(declared) {
    if (!declared) return null;
    const { title, body, tag, data } = declared;
    return { notification: { title, body, tag }, reveille: { v: 1, type: "alarm_request", ...data } };
}

/**
 * @param {WorkerSession} session
 * @param {any} payload
 */
async function receiveAndShow(session, payload) {
    const { store, relay, origin, journal } = session;
    const now = relay.clock.now();
    const reception = await receivePush({ store, origin, now, canArm: false }, withWords(payload));
    const { push, alarm, plan } = reception;
    const settings = await store.fact("settings");
    const profile = await store.profile();
    const language = workerLanguage(settings?.language ?? "auto", profile?.locale ?? "en");
    if (rousingStages.has(push.stage)) {
        if (plan.action === "ignore") {
            await showOver(push.id, language);
        } else {
            const pair = alarm?.pairId ? await store.get("pairs", alarm.pairId) : null;
            const { title, options } = ringNotice(reception, language, pair?.name ?? alarm?.sender ?? null,
                await roomToSnooze(session, alarm));
            await ownRegistration().showNotification(title, options);
            if (plan.receipt === "ringing" && alarm) {
                const entry = receiptEntry(journal, alarm, "ringing", { now });
                await store.write([{ area: "journal", put: entry }]);
                await sendOrQueue(session, entry);
            }
        }
    } else if (endingStages.has(push.stage) && (push.stage === "cancel" || !push.words)) {
        await showOver(push.id, language);
    } else {
        const news = await keepNews(store, reception, now);
        const { title, options } = newsNotice(reception, language, news);
        await ownRegistration().showNotification(title, options);
    }
    await tellPages({ type: "push", stage: push.stage, id: push.id });
    store.tell({ type: "push", stage: push.stage, id: push.id });
}

/**
 * The push's `alarm` object, with the words that the relay put into the notification.
 * @param {any} payload
 */
function withWords(payload) {
    const alarm = payload?.reveille?.alarm ?? payload?.reveille ?? payload?.alarm ?? payload;
    const shown = payload?.notification;
    if (!alarm?.preset || alarm.words || typeof shown?.title !== "string") return alarm;
    return { ...alarm, words: { title: shown.title, body: shown.body ?? "" } };
}

/**
 * Closes what rings, and shows for a moment that it is over.
 * @param {string} id
 * @param {string} language
 */
async function showOver(id, language) {
    const { title, options } = overNotice(id, language);
    await ownRegistration().showNotification(title, options);
    await new Promise((resolve) => setTimeout(resolve, overFor));
    for (const notification of await ownRegistration().getNotifications({ tag: id })) {
        if (notification.data?.kind === "over") notification.close();
    }
}

/** @param {any} message */
async function tellPages(message) {
    const pages = await /** @type {any} */ (self).clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) page.postMessage(message);
}
