// What a person does with a notification: answers it, or opens the app on it.

import { answerAlarm } from "../session/receipts.js";
import { answerKey } from "./notices.js";
import { speak, workerLanguage } from "./speaking.js";
import { roomToSnooze, sendOrQueue, withSession } from "./workerSession.js";

/**
 * @param {string} action of the notification, or "" for the notification itself
 * @param {any} data
 */
export async function answerClick(action, data) {
    if (action === "acknowledge" || action === "snooze") {
        const isAnswered = await answerFromNotification(action, data);
        if (isAnswered) return;
    }
    await openApp(data);
}

/**
 * @param {"acknowledge" | "snooze"} action
 * @param {any} data
 * @returns {Promise<boolean>} whether it could be answered: it is known here, and may be put off where that was asked
 */
function answerFromNotification(action, data) {
    return withSession(async (session) => {
        const { store, journal, relay } = session;
        const alarm = await store.get("alarms", data?.alarmId ?? "");
        if (!alarm) return false;
        const minutes = await roomToSnooze(session, alarm);
        if (action === "snooze" && minutes === 0) return false;
        // The notification may show an older occurrence than the one that is known by now.
        const shown = data.revision > 0 && data.revision < alarm.revision ? { ...alarm, revision: data.revision }
            : alarm;
        const state = action === "snooze" ? "snoozed" : "acknowledged";
        const entry = await answerAlarm(store, journal, shown, state,
            { now: relay.clock.now(), minutes });
        const isSent = await sendOrQueue(session, entry);
        if (!isSent) {
            const settings = await store.fact("settings");
            const profile = await store.profile();
            const said = action === "snooze" ? "worker.snooze" : answerKey(data.kind, data.stage);
            const language = workerLanguage(settings?.language ?? "auto", profile?.locale ?? "en");
            await /** @type {any} */ (self).registration.showNotification(speak(language, said), {
                body: speak(language, "worker.answerKept"), tag: alarm.id, silent: true,
                data: { alarmId: alarm.id, revision: alarm.revision, kind: "over", stage: "kept" },
            });
        }
        return true;
    });
}

/**
 * Brings the app to the front, on what the notification is about.
 * @param {any} data
 */
async function openApp(data) {
    const route = routeOf(data);
    const { clients } = /** @type {any} */ (self);
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) {
        if (!("focus" in page)) continue;
        await page.focus();
        page.postMessage({ type: "open", route });
        return;
    }
    await clients.openWindow(`/${route}`);
}

/** @param {any} data */
function routeOf(data) {
    if (!data?.alarmId) return "#/tonight";
    if (data.kind === "checkIn" || data.kind === "test") return "#/check-in";
    if (data.kind === "careAlert" || data.kind === "careQuestion") return "#/care";
    return `#/alarm/${data.alarmId}`;
}

