// Ringing here, and Bedside mode, in which this page is the alarm clock.

import { asProblem } from "../relay/problem.js";
import { dueAlarms } from "./incoming.js";
import { loadAlarms } from "./loading.js";
import { ringsAt } from "./planning.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */

/** How often a page in Bedside mode speaks; the relay counts it for a minute. */
const speakEvery = 25_000;
/** After how long without a word the relay has to be told anew what is armed. */
const armedFor = 55_000;
/** For how long an alarm rings that nobody answers. */
const ringFor = 30 * 60_000;
/** What is late by more than this, as after a suspension, is asked about first. */
const lateAfter = 30_000;
const askFor = 3_000;

/**
 * The page makes a sound for it.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function soundsHere(core, id) {
    if (id === "test") return;
    const alarm = await core.store.get("alarms", id);
    if (alarm?.phase === "ringing") await core.report(alarm, "ringing");
}

/**
 * Reports as armed what this page will ring by itself.
 * @param {SessionCore} core
 * @param {boolean} [again]
 */
export async function armHere(core, again = false) {
    if (!core.state.bedside.on) return;
    for (const alarm of /** @type {AlarmRecord[]} */ (await core.store.all("alarms"))) {
        if (!canBeArmed(alarm, core.now) || (alarm.phase === "armed" && !again)) continue;
        const armed = await core.store.update("alarms", alarm.id, (known) => known && canBeArmed(known, core.now)
            ? { ...known, phase: "armed", phaseSince: core.now } : undefined);
        if (armed?.phase === "armed") await core.report(armed, "armed");
    }
}

/** @param {AlarmRecord} alarm @param {number} now */
function canBeArmed(alarm, now) {
    const rings = alarm.direction === "mine" && alarm.endedAt === null
        && (alarm.preset === null || alarm.preset === "reminder");
    if (!rings || ringsAt(alarm) <= now) return false;
    const wasReleased = alarm.phase === "released" && alarm.snoozedUntil !== null;
    return alarm.phase === "pending" || alarm.phase === "armed" || wasReleased;
}

/** Bedside mode: rings by itself at the second, and tells the relay that it is there. */
export class BedsideClock {
    /** @param {SessionCore} core */
    constructor(core) {
        this.core = core;
        /** @type {ReturnType<typeof setInterval> | undefined} */
        this.ticking = undefined;
        this.spokenAt = 0;
        this.isBusy = false;
    }

    start() {
        if (this.core.state.bedside.on) return;
        this.core.set({ bedside: { on: true, heard: this.core.state.bedside.heard } });
        this.core.background(() => armHere(this.core, true).then(() => loadAlarms(this.core)));
        this.spokenAt = 0;
        this.ticking = setInterval(() => this.core.background(() => this.tick()), 1000);
        this.core.background(() => this.tick());
    }

    /** What was armed is the relay's to ring again. */
    async stop() {
        clearInterval(this.ticking);
        this.ticking = undefined;
        this.core.set({ bedside: { on: false, heard: this.core.state.bedside.heard } });
        for (const alarm of await this.core.store.all("alarms")) {
            if (alarm.phase !== "armed") continue;
            await this.core.store.update("alarms", alarm.id, (known) =>
                known?.phase === "armed" ? { ...known, phase: "pending" } : undefined);
        }
        await loadAlarms(this.core);
    }

    async tick() {
        if (this.isBusy) return;
        this.isBusy = true;
        try {
            const device = this.core.clock.device();
            if (device - this.spokenAt >= speakEvery) {
                this.spokenAt = device;
                this.core.background(() => this.speak());
            }
            await ringDue(this.core);
            await this.waitExactly();
        } finally {
            this.isBusy = false;
        }
    }

    /** What is due before the next tick rings at its time, not up to a second later. */
    async waitExactly() {
        const times = (await this.core.store.all("alarms")).filter(isWaiting).map((alarm) =>
            whenDue(alarm) - this.core.now);
        const next = Math.min(...times.filter((wait) => wait > 0));
        if (next < 1000) this.core.later(() => this.core.background(() => ringDue(this.core)), next + 1);
    }

    /** Any word to the relay says that this page is there. */
    async speak() {
        const { core } = this;
        const before = core.state.bedside.heard;
        await core.journal.flush();
        await core.refresh(["alarms"]);
        const heard = core.clock.device();
        if (!core.state.bedside.on) return;
        core.set({ bedside: { on: true, heard } });
        // The relay has taken this page for gone meanwhile.
        if (before !== null && heard - before > armedFor) await armHere(core, true);
    }
}

/**
 * Rings what is due by this device's own clock.
 * @param {SessionCore} core
 */
export async function ringDue(core) {
    const due = dueAlarms(await core.store.all("alarms"), core.now);
    if (due.length === 0) return;
    const isLate = due.some((alarm) => core.now - whenDue(alarm) > lateAfter);
    if (isLate) await askFirst(core);
    let changed = false;
    for (const { id } of due) {
        const wasArmed = due.find((alarm) => alarm.id === id);
        if (!wasArmed) continue;
        let rings = false;
        await core.store.update("alarms", id, (/** @type {AlarmRecord | undefined} */ alarm) => {
            if (!alarm || dueAlarms([alarm], core.now).length === 0) return undefined;
            changed = true;
            const isOver = core.now - whenDue(alarm) > ringFor;
            rings = !isOver;
            return {
                ...alarm, phase: isOver ? "released" : "ringing", phaseSince: core.now, localOnly: true,
                state: isOver ? alarm.state : "ringing", putOffUntil: null,
                late: !isOver && core.now - whenDue(alarm) > lateAfter,
            };
        });
        if (rings) await core.report(wasArmed, "ringing");
    }
    if (changed) await loadAlarms(core);
}

/** @param {AlarmRecord} alarm */
function isWaiting(alarm) {
    return alarm.direction === "mine" && (alarm.phase === "armed" || alarm.phase === "snoozed");
}

/** @param {AlarmRecord} alarm @returns {number} ms */
function whenDue(alarm) {
    return alarm.phase === "snoozed" ? alarm.snoozeEnd : ringsAt(alarm);
}

/**
 * Asks the relay whether something was cancelled meanwhile; not for long.
 * @param {SessionCore} core
 */
async function askFirst(core) {
    const wait = new Promise((resolve) => core.later(() => resolve(undefined), askFor));
    await Promise.race([wait, core.refresh(["alarms"]).catch((error) => asProblem(error))]);
}

/**
 * Stops what nobody has answered for long.
 * @param {SessionCore} core
 */
export async function endStaleRings(core) {
    let changed = false;
    for (const alarm of /** @type {AlarmRecord[]} */ (await core.store.all("alarms"))) {
        if (alarm.phase !== "ringing" || core.now - alarm.phaseSince < ringFor) continue;
        changed = true;
        await core.store.update("alarms", alarm.id, (known) => known?.phase === "ringing"
            ? { ...known, phase: "released", phaseSince: core.now } : undefined);
    }
    if (changed) await loadAlarms(core);
}
