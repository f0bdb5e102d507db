// Alarms for others: set, changed, cancelled. They are kept before they are sent, and sent later without a network.

import { sealAlarm, sealAlarmChange } from "../pa1/alarm.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { alarmView, daysOfRule, ruleOfDays } from "./alarmViews.js";
import { knownPairs, pairChange } from "./incoming.js";
import { loadAlarms } from "./loading.js";
import { emptyAlarm } from "./planning.js";
import { takeView } from "./syncing.js";
import { firstDay, instantOf, localParts, withSeconds } from "./zones.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").AlarmDraft} AlarmDraft */
/** @typedef {import("../types/app.js").AlarmEdit} AlarmEdit */
/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */
/** @typedef {import("../types/app.js").Day} Day */

/**
 * The times of a draft: the written start for an alarm that repeats, and the instant of it.
 * @param {{ localTime: string, date: string, zone: string, days?: Day[] | null }} draft
 */
function timesOf(draft) {
    const repeats = draft.days !== undefined && draft.days !== null && draft.days.length > 0;
    const date = repeats ? firstDay(draft.date, /** @type {Day[]} */ (draft.days)) : draft.date;
    const time = new Date(instantOf(date, draft.localTime, draft.zone)).toISOString().replace(".000Z", "Z");
    return {
        time, timeZone: draft.zone, ...(repeats ? {
            writtenTime: `${date}T${withSeconds(draft.localTime)}`,
            repeat: ruleOfDays(/** @type {Day[]} */ (draft.days)),
        } : {}),
    };
}

/**
 * @param {SessionCore} core
 * @param {string} pairId
 * @returns {Promise<any>} the record of a pair that can be sealed for
 */
async function sendingPair(core, pairId) {
    const record = await core.store.get("pairs", pairId);
    if (!record) throw new ProblemError("not-found", { key: "problem.noPair" });
    if (!record.known) throw new ProblemError("noKeys", { key: "problem.noKeys" });
    if (!record.known.keys) throw new ProblemError("gone", { key: "problem.pairEnded" });
    return record;
}

/** @param {SessionCore} core @param {AlarmDraft} draft @returns {Promise<AlarmItem>} */
export async function setAlarm(core, draft) {
    const record = await sendingPair(core, draft.pairId);
    const times = timesOf(draft);
    if (!times.repeat && Date.parse(times.time) < core.now - 60_000) throw new ProblemError("time-in-past");
    const { pair, request } = await sealAlarm(core.store.vault, record.known, { ...times, text: draft.message },
        core.now);
    const { id } = /** @type {{ id: string }} */ (request);
    const due = times.repeat ? (await firstTime(core, times)) ?? times.time : times.time;
    /** @type {AlarmRecord} */
    const alarm = {
        ...emptyAlarm(id), direction: "theirs", pairId: draft.pairId, time: due, firstTime: times.time,
        repeat: times.repeat ?? null, timeZone: draft.zone, text: draft.message, verified: true, pending: true,
        sender: pair.partnerName,
    };
    const entry = core.journal.entry({
        kind: "setAlarm", about: id, method: "POST", target: "/v1/alarms", body: request, keep: true,
        until: times.repeat ? null : Date.parse(times.time) + 55_000,
    });
    await core.store.write([
        pairChange(pair), { area: "alarms", put: alarm }, { area: "journal", put: entry },
    ]);
    await loadAlarms(core);
    const { problem } = await core.journal.deliver(entry);
    if (problem && !problem.passes) {
        // What was refused at once is not kept as an alarm: the form still has what was typed.
        await core.store.write([{ area: "alarms", remove: id }]);
        await loadAlarms(core);
        throw problem;
    }
    await loadAlarms(core);
    return viewOf(core, id);
}

/**
 * The first time of an alarm that repeats, by this device's own zones.
 * @param {SessionCore} core
 * @param {any} times
 */
async function firstTime(core, times) {
    try {
        const shown = await core.relay.call("POST", "/v1/schedule/preview", {
            time: times.writtenTime, timeZone: times.timeZone, repeat: times.repeat, count: 1,
        });
        return shown.times[0]?.utc ?? null;
    } catch (error) {
        const problem = asProblem(error);
        if (problem.isFinal) throw problem;
        return null;
    }
}

/**
 * Takes the relay's answer to a new alarm.
 * @param {SessionCore} core
 * @param {import("../relay/journal.js").JournalEntry} entry
 * @param {any} answer
 * @param {ProblemError | null} problem
 */
export async function takeAlarmAnswer(core, entry, answer, problem) {
    await core.store.update("alarms", entry.about, (/** @type {AlarmRecord | undefined} */ alarm) => {
        if (!alarm) return undefined;
        if (problem) return { ...alarm, pending: false, problem: problem.key, endedAt: core.now };
        // It was cancelled here while it waited; the cancellation is sent next.
        if (alarm.endedAt !== null) return { ...alarm, pending: false, revision: answer.revision };
        return {
            ...alarm, pending: false, problem: null, state: answer.state, revision: answer.revision, time: answer.time,
            nextTime: answer.nextTimes?.[1] ?? null,
        };
    });
    await loadAlarms(core);
}

/** @param {SessionCore} core @param {any} draft @param {number} count */
export async function previewAlarm(core, draft, count) {
    const times = timesOf(draft);
    const body = { time: times.writtenTime ?? times.time, timeZone: times.timeZone, count,
        ...(times.repeat ? { repeat: times.repeat } : {}) };
    return (await core.relay.call("POST", "/v1/schedule/preview", body)).times;
}

/** @param {SessionCore} core @param {string} id @param {AlarmEdit} edit @returns {Promise<AlarmItem>} */
export async function changeAlarm(core, id, edit) {
    /** @type {AlarmRecord | undefined} */
    const alarm = await core.store.get("alarms", id);
    if (!alarm || alarm.direction !== "theirs") throw new ProblemError("not-found");
    const record = await sendingPair(core, alarm.pairId);
    const zone = edit.zone ?? alarm.timeZone ?? core.state.me?.timeZone ?? "UTC";
    const present = localParts(Date.parse(alarm.time), zone);
    const days = edit.days === undefined ? daysOfRule(alarm.repeat) : edit.days;
    const message = edit.message ?? alarm.text ?? "";
    const times = timesOf({
        localTime: edit.localTime ?? present.time, date: edit.date ?? present.date, zone, days,
    });
    const sealed = await sealAlarmChange(core.store.vault, record.known,
        { id, text: message, time: times.time, ...(times.repeat ? { repeat: times.repeat } : {}) }, core.now);
    const body = {
        time: times.writtenTime ?? times.time, timeZone: zone, message: sealed.message, repeat: times.repeat ?? null,
    };
    await core.store.write([pairChange(sealed.pair)]);
    const answer = await core.journal.change({ kind: "step", about: id, method: "PATCH", target: `/v1/alarms/${id}`,
        body });
    await core.store.update("alarms", id, (known) => known && {
        ...known, text: message, time: answer.time, revision: answer.revision, state: answer.state,
        repeat: times.repeat ?? null, timeZone: zone, firstTime: times.time, nextTime: answer.nextTimes?.[1] ?? null,
        deliveries: [], reply: null,
    });
    await loadAlarms(core);
    return viewOf(core, id);
}

/** @param {SessionCore} core @param {string} id */
export async function cancelAlarm(core, id) {
    /** @type {AlarmRecord | undefined} */
    const alarm = await core.store.get("alarms", id);
    if (!alarm) throw new ProblemError("not-found");
    const waiting = (await core.store.all("journal")).find((entry) => entry.about === id && entry.kind === "setAlarm");
    if (waiting && waiting.iat === null) {
        // It never left this device.
        await core.store.write([{ area: "journal", remove: waiting.jti }, { area: "alarms", remove: id }]);
        await loadAlarms(core);
        return;
    }
    const entry = core.journal.entry({
        kind: "cancelAlarm", about: id, method: "DELETE", target: `/v1/alarms/${id}`, keep: true,
    });
    const over = alarm.direction === "mine" ? { phase: "answered", phaseSince: core.now, ending: "declined" }
        : { ending: "cancelled" };
    await core.store.write([
        { area: "alarms", at: id, change: (known) => known
            && { ...known, ...over, state: "cancelled", endedAt: core.now } },
        { area: "journal", put: entry },
    ]);
    await loadAlarms(core);
    const { problem } = await core.journal.deliver(entry);
    if (problem && !problem.passes && problem.kind !== "not-found" && problem.kind !== "gone") {
        await core.store.update("alarms", id, (known) => known && { ...known, state: alarm.state, endedAt: null,
            phase: alarm.phase, ending: null });
        await loadAlarms(core);
        throw problem;
    }
}

/** @param {SessionCore} core @param {string} id @returns {Promise<AlarmItem>} */
export async function loadAlarm(core, id) {
    const view = await core.relay.get(`/v1/alarms/${id}`);
    await takeView(core, view, await knownPairs(core.store));
    if (view.direction === "outgoing") {
        await core.store.update("alarms", id, (known) => known && { ...known, deliveries: view.deliveries });
    }
    await loadAlarms(core);
    return viewOf(core, id);
}

/** @param {SessionCore} core @param {string} id @returns {Promise<AlarmItem>} */
async function viewOf(core, id) {
    const record = await core.store.get("alarms", id);
    if (!record) throw new ProblemError("not-found");
    return core.state.alarms.find((one) => one.id === id) ?? alarmView(record, core.state);
}
