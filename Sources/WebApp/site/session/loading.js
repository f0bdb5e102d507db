// From what is kept to what the screens see.

import { writeMarker } from "../store/marker.js";
import { alarmView, ringView } from "./alarmViews.js";
import { ringWords } from "./kinds.js";
import { inviteView } from "./pairingViews.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").Partner} Partner */

/** The lists that the relay answered last, so that the app begins with them where there is no network. */
export const keptViews = /** @type {const} */ (["devices", "checkIn", "contacts", "circles", "reminders", "care",
    "careSettings"]);

// Alarms that have ended stay for a day.
const shownAfterEnd = 24 * 3_600_000;

/** @param {SessionCore} core */
export async function loadEverything(core) {
    const profile = await core.store.profile();
    if (profile) {
        const { deviceId, personId, name, timeZone, locale } = profile;
        core.relay.credentials = profile;
        core.set({ me: { deviceId, personId, name, timeZone, locale } });
    }
    for (const name of keptViews) {
        const view = await core.store.fact(`view.${name}`);
        if (view !== undefined) core.set({ [name]: view });
    }
    core.clock.offset = core.keptOffset = await core.store.fact("clockOffset") ?? 0;
    const settings = await core.store.fact("settings");
    if (settings) core.set({ settings });
    core.setConnection({ queued: await core.journal.count() });
    await loadPartners(core);
    await loadAlarms(core);
    await loadNews(core);
    await loadInvites(core);
}

/** @param {SessionCore} core */
export async function loadPartners(core) {
    const records = await core.store.all("pairs");
    const partners = records.map((record) => partnerView(record, core.now));
    partners.sort((left, right) => Date.parse(left.since) - Date.parse(right.since));
    core.set({ partners });
    if (core.state.me) {
        writeMarker({
            deviceId: core.state.me.deviceId, name: core.state.me.name,
            partners: partners.filter((one) => one.state === "active").map((one) => one.name),
            circles: core.state.circles.map((circle) => circle.name),
        });
    }
}

/**
 * @param {any} record `known` is null for a pair that another device of the person has made
 * @param {number} now
 * @returns {Partner}
 */
function partnerView(record, now) {
    const { known, consent } = record;
    const isActive = record.ended !== true && !(known && !known.keys);
    const pausedUntil = consent?.pausedUntil && Date.parse(consent.pausedUntil) > now ? consent.pausedUntil : null;
    return {
        pairId: record.pairId, name: record.name ?? known?.partnerName ?? "", timeZone: record.zone ?? null,
        muted: consent?.muted ?? false, pausedUntil, allowedHours: consent?.hours ?? null,
        state: isActive ? "active" : "revoked", since: known?.since ?? record.since, canISet: isActive
            && Boolean(known),
        canTheySet: isActive && !consent?.muted && pausedUntil === null, hasKeys: Boolean(known?.keys),
        refuses: isActive && record.refuses === true,
    };
}

/** @param {SessionCore} core */
export async function loadAlarms(core) {
    /** @type {AlarmRecord[]} */
    const records = await core.store.all("alarms");
    const now = core.now;
    const shown = records.filter((record) => record.time !== "" && (record.preset === null
        || record.preset === "reminder") && (record.endedAt === null || now - record.endedAt < shownAfterEnd));
    const alarms = shown.map((record) => alarmView(record, core.state));
    alarms.sort((left, right) => Date.parse(left.due) - Date.parse(right.due) || (left.id < right.id ? -1 : 1));
    const ringing = records.filter((record) => record.direction === "mine" && record.phase === "ringing")
        .map((record) => core.state.ringing.find((ring) => isSameRing(ring, record)) ?? ringView(record, core.clock));
    const tests = core.state.ringing.filter((ring) => ring.alarmId === "test");
    core.set({ alarms, ringing: kept(core.state.ringing, [...tests, ...ringing]) });
}

/** @param {import("../types/app.js").Ring} ring @param {AlarmRecord} record */
function isSameRing(ring, record) {
    return ring.alarmId === record.id && ring.revision === record.revision
        && ring.message === ringWords(record)
        && ring.localOnly === record.localOnly && ring.late === (record.late ?? false);
}

/**
 * The list before where nothing in it has changed.
 * @template T
 * @param {T[]} before
 * @param {T[]} after
 * @returns {T[]}
 */
function kept(before, after) {
    return before.length === after.length && before.every((one, index) => one === after[index]) ? before : after;
}

/** @param {SessionCore} core */
export async function loadNews(core) {
    const news = await core.store.all("news");
    news.sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
    core.set({ news });
}

/** @param {SessionCore} core */
export async function loadInvites(core) {
    const records = await core.store.all("invites");
    const invites = [];
    for (const record of records) {
        try {
            invites.push(await inviteView(core, record));
        } catch (error) {
            console.error(error);
        }
    }
    invites.sort((left, right) => Date.parse(right.expiresAt) - Date.parse(left.expiresAt));
    core.set({ invites });
}
