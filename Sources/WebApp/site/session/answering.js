// What a person answers to what rings here.

import { sealReply } from "../pa1/alarm.js";
import { ProblemError } from "../relay/problem.js";
import { pairChange } from "./incoming.js";
import { lateAnswer } from "./lateAnswers.js";
import { loadAlarms } from "./loading.js";
import { closeNotifications } from "./push.js";
import { answerAlarm } from "./receipts.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").LateAnswer} LateAnswer */

/** @param {SessionCore} core @param {string} id @returns {Promise<AlarmRecord>} */
async function alarmHere(core, id) {
    const alarm = await core.store.get("alarms", id);
    if (!alarm) throw new ProblemError("not-found");
    return alarm;
}

/**
 * @param {SessionCore} core
 * @param {string} id
 * @param {"acknowledged" | "snoozed" | "dismissed"} state
 * @param {{ minutes?: number, words?: string }} [more]
 * @returns {Promise<LateAnswer | null>} why the answer does not count, or not yet; null where it does, or that cannot be
 *     learnt
 */
export async function answerHere(core, id, state, more = {}) {
    if (id === "test") {
        core.set({ ringing: core.state.ringing.filter((ring) => ring.alarmId !== "test") });
        return null;
    }
    const alarm = await alarmHere(core, id);
    let reply;
    /** @type {import("../store/database.js").Change[]} */
    let together = [];
    const record = more.words ? await core.store.get("pairs", alarm.pairId) : null;
    if (more.words && record?.known?.keys) {
        const { pair, sealed } = await sealReply(core.store.vault, record.known,
            { id, time: alarm.time, text: more.words }, core.now);
        reply = sealed;
        together = [pairChange(pair)];
    }
    const entry = await answerAlarm(core.store, core.journal, alarm, state,
        { now: core.now, minutes: more.minutes, reply, together });
    await loadAlarms(core);
    core.background(() => closeNotifications(core, id));
    const { answer, problem } = await core.journal.deliver(entry);
    if (problem?.passes) core.sendLater();
    // A higher revision says that what is known here is old.
    if (alarm.preset || answer?.revision > alarm.revision) core.refreshSoon();
    if (problem?.isFinal) {
        if (state === "snoozed") await ringOn(core, alarm);
        if (problem.kind === "not-found" && alarm.kind === "careAlert") return { reason: "gone" };
        throw problem;
    }
    if (problem) return { reason: "kept" };
    return state === "dismissed" ? null : lateAnswer(core, alarm, state, answer);
}

/**
 * What the relay did not put off rings here as before.
 * @param {SessionCore} core
 * @param {AlarmRecord} alarm as it was before the answer
 */
async function ringOn(core, alarm) {
    const { phase, phaseSince, state, snoozeEnd, snoozedUntil } = alarm;
    await core.store.update("alarms", alarm.id, (known) => known?.revision === alarm.revision
        && known.phase === "snoozed" ? { ...known, phase, phaseSince, state, snoozeEnd, snoozedUntil } : undefined);
    await loadAlarms(core);
}
