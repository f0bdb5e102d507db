// Reports about alarms that ring here. The page and the worker write them into the journal, which sends them.

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("../relay/journal.js").Journal} Journal */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {"received" | "armed" | "ringing" | "acknowledged" | "snoozed" | "dismissed" | "completed"} ReceiptState */

/** Reports that a person wants an alarm to ring no more, or without a sound. @type {Set<ReceiptState>} */
const answers = new Set(["acknowledged", "dismissed", "completed"]);

/** The states of what rings no more. */
const final = new Set(["acknowledged", "missed", "cancelled", "told"]);

/** After how long nobody needs to hear of an alarm any more, ms. */
const receiptLife = 24 * 3_600_000;

/**
 * @param {Journal} journal
 * @param {{ id: string, revision: number }} alarm
 * @param {ReceiptState} state
 * @param {{ now: number, until?: string, reply?: string }} more `now` by the relay's clock
 */
export function receiptEntry(journal, alarm, state, more) {
    const body = {
        state, revision: alarm.revision, at: new Date(more.now).toISOString(),
        ...(more.until ? { until: more.until } : {}), ...(more.reply ? { reply: more.reply } : {}),
    };
    return journal.entry({
        kind: "receipt", about: alarm.id, method: "POST", target: `/v1/alarms/${alarm.id}/receipts`, body, keep: true,
        // A phone that says too late that it would ring says nothing.
        until: state === "armed" ? more.now + 60_000 : more.now + receiptLife,
    });
}

/**
 * Whether an alarm was answered here, and the relay does not know yet.
 * @param {Store} store
 * @param {string} alarmId
 */
export async function hasUnsentAnswer(store, alarmId) {
    return (await store.all("journal")).some((/** @type {import("../relay/journal.js").JournalEntry} */ entry) =>
        entry.kind === "receipt" && entry.about === alarmId && answers.has(/** @type {any} */ (entry.body)?.state));
}

/**
 * Takes the answer to a report. Words that nobody gets are news, and so is an answer to an alert that was kept here and
 * does not count.
 * @param {Store} store
 * @param {import("../relay/journal.js").JournalEntry} entry
 * @param {any} answer a `ReceiptAccepted`
 * @param {import("../relay/problem.js").ProblemError | null} problem why there is no answer, and will be none
 * @param {number} now ms by the relay's clock
 * @param {boolean} [isAwaited] whether a screen waits for it, and says itself what became of it
 */
export async function takeReceiptAnswer(store, entry, answer, problem, now, isAwaited = false) {
    const hadReply = /** @type {any} */ (entry.body)?.reply !== undefined;
    if (hadReply && (problem !== null || answer?.replyLost === true)) await noteLostReply(store, entry.about, now);
    if (!answer) return;
    if (!isAwaited && isOutdated(entry, answer)) await noteOutdatedAnswer(store, entry, now);
    const said = /** @type {any} */ (entry.body)?.state;
    await store.update("alarms", entry.about, (/** @type {AlarmRecord | undefined} */ known) => {
        if (!known) return undefined;
        if (known.revision !== answer.revision && answer.revision < known.revision) return undefined;
        const isSame = known.revision === answer.revision;
        const next = { ...known, localOnly: false };
        if (isSame) next.state = answer.state;
        const isDropped = isSame ? final.has(answer.state) : answer.snoozedUntil === undefined;
        if (said === "snoozed" && known.phase === "snoozed" && isDropped) {
            // It was over before, or has moved on.
            return { ...next, phase: "released", phaseSince: now, snoozedUntil: null };
        }
        if (said === "snoozed" && answer.snoozedUntil && known.phase === "snoozed") {
            next.snoozeEnd = Date.parse(answer.snoozedUntil);
            next.snoozedUntil = answer.snoozedUntil;
        }
        return next;
    });
}

/**
 * Whether the relay has dropped an answer as one of an earlier revision, while what rang goes on.
 * @param {import("../relay/journal.js").JournalEntry} entry
 * @param {any} answer a `ReceiptAccepted`
 */
function isOutdated(entry, answer) {
    const { state, revision } = /** @type {any} */ (entry.body) ?? {};
    const isAnswer = state === "acknowledged" || state === "completed";
    return isAnswer && answer.revision > revision && !final.has(answer.state);
}

/**
 * An alert that was signalled again long after it was answered here is open. Any other alarm goes on after every answer.
 * @param {Store} store
 * @param {import("../relay/journal.js").JournalEntry} entry
 * @param {number} now
 */
async function noteOutdatedAnswer(store, entry, now) {
    const alarm = /** @type {AlarmRecord | undefined} */ (await store.get("alarms", entry.about));
    if (alarm?.kind !== "careAlert" && alarm?.kind !== "careQuestion") return;
    const stage = alarm.kind === "careAlert" ? "answer-outdated" : "well-outdated";
    const { revision } = /** @type {any} */ (entry.body);
    /** @type {import("../types/app.js").News} */
    const news = {
        id: `${alarm.id}.${stage}.${revision}`, at: new Date(now).toISOString(), stage, alarmId: alarm.id, revision,
        pairId: null, title: null, text: alarm.title, name: null,
    };
    await store.write([{ area: "news", put: news }]);
}

/**
 * @param {Store} store
 * @param {string} alarmId
 * @param {number} now
 */
async function noteLostReply(store, alarmId, now) {
    const alarm = /** @type {AlarmRecord | undefined} */ (await store.get("alarms", alarmId));
    const pair = alarm?.pairId ? await store.get("pairs", alarm.pairId) : null;
    /** @type {import("../types/app.js").News} */
    const news = {
        id: `${alarmId}.reply-lost`, at: new Date(now).toISOString(), stage: "reply-lost", alarmId,
        pairId: pair?.pairId ?? null, title: null, text: null,
        name: pair?.name ?? pair?.known?.partnerName ?? (alarm?.sender || null),
    };
    await store.write([{ area: "news", put: news }]);
}

/**
 * What a person said about an alarm, remembered at once and reported as soon as there is a network.
 * @param {Store} store
 * @param {Journal} journal
 * @param {AlarmRecord} alarm
 * @param {"acknowledged" | "snoozed" | "dismissed" | "completed"} state
 * @param {{ now: number, minutes?: number, reply?: string, together?: import("../store/database.js").Change[] }} more
 */
export async function answerAlarm(store, journal, alarm, state, more) {
    const end = more.now + (more.minutes ?? 9) * 60_000;
    const until = state === "snoozed" ? new Date(end).toISOString() : undefined;
    const entry = receiptEntry(journal, alarm, state, { now: more.now, until, reply: more.reply });
    const next = state === "snoozed"
        ? { phase: "snoozed", state: "snoozed", snoozeEnd: end, snoozedUntil: until }
        : { phase: "answered", localOnly: false, ...standingAfter(alarm, state, more.now) };
    await store.write([
        ...(more.together ?? []),
        // A newer occurrence that has come meanwhile is not the one that was answered.
        { area: "alarms", at: alarm.id, change: (known) => known?.revision === alarm.revision
            ? { ...known, ...next, phaseSince: more.now, putOffUntil: null } : undefined },
        { area: "journal", put: entry },
    ]);
    return entry;
}

/**
 * How an alarm stands after an answer. A reminder goes on without its sound; once it is done its alarm has ended, also
 * where it repeats, as its next time has an alarm of its own.
 * @param {AlarmRecord} alarm
 * @param {"acknowledged" | "dismissed" | "completed"} state
 * @param {number} now
 * @returns {Partial<AlarmRecord>}
 */
function standingAfter(alarm, state, now) {
    const isReminder = alarm.preset === "reminder";
    if (isReminder && state === "dismissed") return { state: "ringing", soundOff: true, endedAt: null, ending: null };
    const isOver = isReminder || !alarm.repeat;
    return {
        state: state === "dismissed" ? "cancelled" : "acknowledged", endedAt: isOver ? now : null,
        ending: isOver ? state === "dismissed" ? "dismissed" : "answered" : null,
    };
}
