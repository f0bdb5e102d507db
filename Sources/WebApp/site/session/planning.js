// What a device does about an alarm that it hears of: a pure function of what was heard and what is known. Pushes come
// twice, late and out of order.

/** @typedef {import("../types/app.js").RingKind} RingKind */
/** @typedef {"pending" | "armed" | "ringing" | "snoozed" | "answered" | "released"} Phase */

/**
 * An alarm as the app keeps it, in either direction. Times are ISO texts by the relay's clock.
 * @typedef {object} AlarmRecord
 * @property {string} id
 * @property {"mine" | "theirs"} direction
 * @property {string} pairId
 * @property {string | null} preset
 * @property {number} revision
 * @property {string} time of the present occurrence
 * @property {string | null} firstTime
 * @property {string | null} nextTime
 * @property {string | null} snoozedUntil
 * @property {string | null} repeat
 * @property {string | null} timeZone
 * @property {string | null} text
 * @property {boolean} verified
 * @property {string} sender
 * @property {string | null} title the relay's own words, where it has some
 * @property {string | null} body
 * @property {RingKind} kind
 * @property {import("../types/app.js").AlarmState} state as the relay says
 * @property {Phase} phase on this device
 * @property {number} phaseSince ms by the relay's clock
 * @property {number} snoozeEnd ms by the relay's clock, in the phase "snoozed"
 * @property {string | null} [putOffUntil] the end of a snooze on another device, at which a ring is a new one; the
 *     cancellation that the snooze sets off may come before or after the news of its end
 * @property {boolean} localOnly rung by this device's own clock, and the relay has not heard of it yet
 * @property {boolean} pending not yet taken by the relay
 * @property {string | null} problem words key of why the relay did not take it
 * @property {import("../types/app.js").Delivery[]} deliveries
 * @property {string | null} reply
 * @property {number | null} endedAt ms
 * @property {import("../types/app.js").AlarmEnding | null} [ending] how it ended, where that is known
 * @property {import("../types/app.js").PastOccurrence | null} [last] the occurrence that ended last
 * @property {number | null} [snoozes] how often it was put off, where that is known
 * @property {boolean} [refused] whether its receiver takes none at that time, so that it is skipped
 * @property {boolean} [nextRefused] whether they take none at the time after that either
 * @property {boolean} [soundOff] whether its sound was turned off on a device of this person, until it is put off
 * @property {string | null} [reminderDue] when its reminder was due, where it was set anew after that
 * @property {boolean} [late] whether it began to ring here later than it should have
 */

/**
 * @typedef {object} Heard
 * @property {"handoff" | "ring" | "cancel"} stage
 * @property {string} id
 * @property {number} revision
 * @property {string} time
 * @property {Partial<AlarmRecord>} says whatever else was told
 * @property {boolean} fromSync
 * @property {string} [restored] when the relay's data was restored from a backup that knew the alarm
 */

/** @typedef {{ action: "arm" | "notify" | "ring" | "ringAgain" | "disarm" | "ignore",
 *     receipt: "armed" | "received" | "ringing" | null, next: AlarmRecord | null }} Plan */

// A ring that comes so soon after a cancellation has crossed it on the way.
const crossing = 10_000;
// How early a ring at the end of a snooze may come.
const clockTolerance = 60_000;
// How early, by this device's clock, a ring at the end of a snooze on another device may come.
const earliness = 3_000;
// What is said no more of an alarm that goes on.
const onAgain = { endedAt: null, ending: null, soundOff: false };

/**
 * When an alarm is to ring, ms.
 * @param {{ time: string, snoozedUntil?: string | null }} alarm
 */
export function ringsAt(alarm) {
    return Date.parse(alarm.snoozedUntil ?? alarm.time);
}

/** @param {string} id @returns {AlarmRecord} */
export function emptyAlarm(id) {
    return {
        id, direction: "mine", pairId: "", preset: null, revision: 0, time: "", firstTime: null, nextTime: null,
        snoozedUntil: null, repeat: null, timeZone: null, text: null, verified: false, sender: "", title: null,
        body: null, kind: "partner", state: "scheduled", phase: "pending", phaseSince: 0, snoozeEnd: 0,
        localOnly: false, pending: false, problem: null, deliveries: [], reply: null, endedAt: null,
        ending: null, last: null, snoozes: null, soundOff: false, late: false, putOffUntil: null,
    };
}

/** @param {AlarmRecord} known @param {Heard} heard @returns {number} below 0 when what was heard is old */
function comparedTo(known, heard) {
    return heard.revision - known.revision || Date.parse(heard.time) - Date.parse(known.time);
}

/**
 * What a device knows of itself while it plans.
 * @typedef {object} Place
 * @property {number} now ms by the relay's clock
 * @property {boolean} canArm whether this page rings by itself
 * @property {boolean} [hasUnsentAnswer] whether the alarm was answered here, and the relay does not know yet
 */

/**
 * @param {Heard} heard
 * @param {AlarmRecord | undefined} known
 * @param {Place} here
 * @returns {Plan}
 */
export function planAlarm(heard, known, here) {
    const order = known ? comparedTo(known, heard) : 1;
    if (order < 0) return ignoring(null);
    const current = known && order === 0 ? known : null;
    if (heard.stage === "cancel") return planCancel(heard, known, current, here.now);
    if (current && isOver(current)) {
        if (current.phase === "answered" && here.hasUnsentAnswer) return ignoring(null);
        if (!ringsAgain(heard, current, here.now)) return noting(heard, current, here.now);
    }
    if (heard.stage === "ring") return planRing(heard, known, current, here);
    return planHandoff(heard, known, current, here);
}

/** @param {AlarmRecord | null} next @returns {Plan} */
function ignoring(next) {
    return { action: "ignore", receipt: null, next };
}

/**
 * Nothing to do now; until when it was put off on another device is remembered.
 * @param {Heard} heard @param {AlarmRecord} current @param {number} now @returns {Plan}
 */
function noting(heard, current, now) {
    // A ring that is not carried out does not say how the alarm stands now.
    const { state, soundOff, late, ...says } = heard.says;
    const next = remembered(heard.fromSync ? heard : { ...heard, says }, current, current.phase, now);
    const end = snoozeEnd(heard, current);
    return ignoring(end === null ? next : { ...next, putOffUntil: end });
}

const isOver = (/** @type {AlarmRecord} */ { phase }) => phase === "answered" || phase === "released";

/**
 * Whether what was silenced or answered here is to ring again.
 * @param {Heard} heard @param {AlarmRecord} current @param {number} now
 */
function ringsAgain(heard, current, now) {
    const isAnswered = current.phase === "answered";
    // An answer ends a partner's alarm, any but a dismissal a reminder: a push of a snooze before it may be late. A
    // reminder whose sound is off goes on, and another device may have put it off since.
    const hasEnded = current.ending && current.ending !== "dismissed";
    if (isAnswered && (hasEnded || (heard.says.preset ?? current.preset) !== "reminder")) return false;
    // What was cancelled before the relay's data was restored may have been lost there, and is known here.
    const isLost = heard.restored !== undefined && current.phaseSince < Date.parse(heard.restored);
    if (!isAnswered && isLost) return false;
    const end = snoozeEnd(heard, current);
    if (heard.stage === "ring" && hasReached(current.putOffUntil ?? end, now)) return true;
    if (now - current.phaseSince < crossing) return false;
    return !isAnswered || (heard.stage === "handoff" && end !== null);
}

/**
 * The end of a snooze that was taken on another device after this one's part in the alarm began.
 * @param {Heard} heard @param {AlarmRecord} current
 */
function snoozeEnd({ says: { snoozedUntil } }, current) {
    return snoozedUntil && Date.parse(snoozedUntil) > current.phaseSince ? snoozedUntil : null;
}

/**
 * Whether the ring at the end of a snooze on another device may have been sent.
 * @param {string | null} end @param {number} now
 */
function hasReached(end, now) {
    return end !== null && Date.parse(end) - earliness <= now;
}

/** @param {Heard} heard @param {AlarmRecord | undefined} known @param {AlarmRecord | null} current @param {Place} here
 *  @returns {Plan} */
function planHandoff(heard, known, current, here) {
    const next = remembered(heard, current ?? known ?? null, "pending", here.now);
    if (ringsAt(next) <= here.now && !heard.fromSync) return planRing(heard, known, current, here);
    // It was put off on another device.
    const wasPutOff = heard.fromSync && current?.phase === "ringing" && heard.says.state === "snoozed"
        && snoozeEnd(heard, current) !== null;
    if (current && !wasPutOff && ["armed", "ringing", "snoozed"].includes(current.phase)) {
        return current.phase === "ringing" ? noting(heard, current, here.now)
            : ignoring(remembered(heard, current, current.phase, here.now));
    }
    next.putOffUntil = heard.says.snoozedUntil ?? null;
    // The relay lists what goes on; a late push without a snooze may be about what is over.
    if (heard.fromSync || next.putOffUntil) Object.assign(next, onAgain);
    if (here.canArm) return { action: "arm", receipt: "armed", next: { ...next, phase: "armed" } };
    const isNews = !heard.fromSync && current === null;
    return { action: "notify", receipt: isNews ? "received" : null, next };
}

/** @param {Heard} heard @param {AlarmRecord | undefined} known @param {AlarmRecord | null} current @param {Place} here
 *  @returns {Plan} */
function planRing(heard, known, current, here) {
    if (current?.phase === "snoozed" && current.snoozeEnd > here.now + clockTolerance) return ignoring(null);
    const next = remembered(heard, current ?? known ?? null, "ringing", here.now);
    if (current?.phase === "ringing") {
        return { action: "ringAgain", receipt: null, next: { ...next, phaseSince: current.phaseSince } };
    }
    Object.assign(next, onAgain, { putOffUntil: null, late: heard.says.late ?? false });
    return { action: "ring", receipt: "ringing", next };
}

/** @param {Heard} heard @param {AlarmRecord | undefined} known @param {AlarmRecord | null} current @param {number} now
 *  @returns {Plan} */
function planCancel(heard, known, current, now) {
    // The ring at the end of a snooze on another device may be on its way.
    const isPast = current !== null && hasReached(current.putOffUntil ?? null, now);
    if (current && isOver(current)) return ignoring(isPast ? { ...current, putOffUntil: null } : null);
    const wasHeld = known !== undefined && !isOver(known);
    // An alarm that was never here is remembered too, so that a ring that comes after its cancellation stays silent.
    const says = known ? { kind: known.kind } : heard.says;
    const next = remembered({ ...heard, says }, known ?? null, "released", now);
    if (isPast) next.putOffUntil = null;
    return { action: wasHeld ? "disarm" : "ignore", receipt: null, next };
}

/**
 * Words that were verified for this occurrence stay, even if a later push has lost them.
 * @param {Heard} heard
 * @param {AlarmRecord | null} known
 * @param {Phase} phase
 * @param {number} now
 * @returns {AlarmRecord}
 */
function remembered(heard, known, phase, now) {
    const base = known ?? emptyAlarm(heard.id);
    const isSame = base.revision === heard.revision;
    const says = { ...heard.says };
    if (isSame && base.verified && !says.verified) {
        delete says.text;
        delete says.verified;
        if (!says.sender) delete says.sender;
    }
    return {
        ...base, ...(isSame ? {} : {
            snoozedUntil: null, snoozes: null, state: "scheduled", endedAt: null, ending: null, late: false,
            soundOff: false, refused: false, putOffUntil: null, reminderDue: null,
        }), ...says,
        revision: heard.revision, time: heard.time, phase,
        phaseSince: isSame && base.phase === phase ? base.phaseSince : now, snoozeEnd: isSame ? base.snoozeEnd : 0,
        localOnly: isSame ? base.localOnly : false,
    };
}
