// Pairs: what they are called here, what they may do, and their end.

import { endPair } from "../pa1/pair.js";
import { ProblemError } from "../relay/problem.js";
import { loadAlarms, loadNews, loadPartners } from "./loading.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").Consent} Consent */

/** @param {SessionCore} core @param {string} pairId @param {(record: any) => any} change */
async function changePair(core, pairId, change) {
    const record = await core.store.update("pairs", pairId, (present) => present && change(present));
    if (!record) throw new ProblemError("not-found", { key: "problem.noPair" });
    await loadPartners(core);
    await loadAlarms(core);
}

/** @param {SessionCore} core @param {string} pairId @param {string} name of this person, here alone */
export function renamePartner(core, pairId, name) {
    return changePair(core, pairId, (record) => ({ ...record, name: name.trim() || undefined }));
}

/** @param {SessionCore} core @param {string} pairId @param {string | null} zone */
export function setPartnerZone(core, pairId, zone) {
    return changePair(core, pairId, (record) => ({ ...record, zone }));
}

/**
 * Changes what a partner may do, and leaves the rest of it.
 * @param {SessionCore} core
 * @param {string} pairId
 * @param {(consent: Consent) => Consent} change
 */
export async function changeConsent(core, pairId, change) {
    const present = await core.relay.get(`/v1/consent/${pairId}`);
    const consent = await putConsent(core, pairId, change(present));
    await changePair(core, pairId, (record) => ({ ...record, consent }));
    core.refreshSoon();
}

/** @param {SessionCore} core @param {string} id a pair, or a person in a circle @param {Consent} consent */
export function putConsent(core, id, consent) {
    const body = Object.fromEntries(Object.entries(consent).filter(([, value]) => value !== undefined
        && value !== null));
    return core.journal.change({ kind: "step", about: `consent.${id}`, method: "PUT", target: `/v1/consent/${id}`,
        body });
}

/**
 * Ends a pair, for both sides and at once.
 * @param {SessionCore} core
 * @param {string} pairId
 */
export async function revokePair(core, pairId) {
    await core.journal.change({ kind: "step", about: pairId, method: "DELETE", target: `/v1/pairs/${pairId}`,
        keep: true });
    const now = core.now;
    await changePair(core, pairId, (record) => ({
        ...record, ended: true, known: record.known?.keys ? endPair(record.known, now) : record.known,
    }));
    for (const alarm of await core.store.all("alarms")) {
        if (alarm.pairId !== pairId || alarm.endedAt !== null) continue;
        await core.store.update("alarms", alarm.id, (known) => known
            && { ...known, state: "cancelled", ending: "ended", phase: "released", phaseSince: now, endedAt: now });
    }
    // The relay's event may have come before its answer: whoever ended the pair knows.
    await core.store.write([{ area: "news", remove: `${pairId}.pair-ended` }]);
    await loadAlarms(core);
    await loadNews(core);
}
