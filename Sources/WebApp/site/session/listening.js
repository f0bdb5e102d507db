// Events of the relay's stream, and messages of the worker and of other tabs.

import { EventStream } from "../relay/events.js";
import { asProblem } from "../relay/problem.js";
import { receivePush } from "./incoming.js";
import { rousingStages } from "./kinds.js";
import { loadAlarms, loadInvites, loadNews, loadPartners } from "./loading.js";
import { keepNews } from "./news.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/** @param {SessionCore} core @param {() => void} onRefused @returns {EventStream} */
export function listenToRelay(core, onRefused) {
    return new EventStream(core.relay, (event) => {
        if (event.event === "sync") {
            core.refreshSoon();
        } else if (event.data) {
            core.background(() => takeEvent(core, event.data));
        }
    }, onRefused);
}

/** @param {SessionCore} core @param {any} data an `AlarmPush` */
async function takeEvent(core, data) {
    const reception = await receivePush(core.here, data);
    const { push, plan, alarm } = reception;
    core.onHeard(push);
    // "ringing" is reported once the page really sounds.
    if (alarm && (plan.receipt === "armed" || plan.receipt === "received")) await core.report(alarm, plan.receipt);
    const isForReceiver = rousingStages.has(push.stage) || push.stage === "handoff" || push.stage === "cancel";
    if (!isForReceiver) await keepNews(core.store, reception, core.now);
    await loadAlarms(core);
    await loadNews(core);
    if (push.preset || !isForReceiver) core.refreshSoon();
}

/**
 * What another tab or the worker has changed.
 * @param {SessionCore} core
 * @param {any} message
 */
export function takeMessage(core, message) {
    if (message?.type === "changed") {
        const areas = new Set(message.areas);
        core.background(async () => {
            if (areas.has("alarms")) await loadAlarms(core);
            if (areas.has("news")) await loadNews(core);
            if (areas.has("pairs")) await loadPartners(core);
            if (areas.has("invites")) await loadInvites(core);
            if (areas.has("facts")) await core.reloadFacts();
        });
    }
    if (message?.type === "push") {
        core.onHeard(message);
        core.refreshSoon();
    }
    if (message?.type === "open" && globalThis.location) globalThis.location.hash = message.route;
    if (message?.type === "queued" && core.isLeader) core.background(() => core.journal.flush());
    if (message?.type === "forgotten") globalThis.location?.reload();
}

/**
 * Whether an error says that the relay does not know this device.
 * @param {unknown} error
 */
export function isStranger(error) {
    return asProblem(error).kind === "unauthorized";
}
