// What an invite has become meanwhile: asked of the relay, trusted only where the other side's box opens.

import { takeIntroduced } from "../pa1/circle.js";
import { claimerCircle, claimerLinked, claimerPair, takeConfirmation } from "../pa1/claimer.js";
import { inviterAdmitted, inviterLinked, inviterPair, takeAnswer } from "../pa1/inviter.js";
import { mergeCircles, mergePairs } from "../pa1/join.js";
import { asProblem } from "../relay/problem.js";
import { withLock } from "../store/locks.js";
import { Store } from "../store/store.js";
import { circleKey, introduceAll, keepCircle, withCircleKeys } from "./circleKeys.js";
import { endedInvites } from "./inviteRecords.js";
import { loadInvites, loadPartners } from "./loading.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").Invite} Invite */
/** @typedef {import("./inviteRecords.js").InviteRecord} InviteRecord */

/**
 * Tells the relay that nothing is to come of an invite.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function dropInvite(core, id) {
    const record = await core.store.get("invites", id);
    // As long as the invite is good.
    const until = Math.max(core.now + 600_000, Date.parse(record?.expiresAt ?? "") || 0);
    try {
        await core.journal.change({ kind: "step", about: id, method: "DELETE", target: `/v1/invites/${id}`, keep: true,
            until });
    } catch (error) {
        const problem = asProblem(error);
        if (!problem.passes && problem.kind !== "not-found" && problem.kind !== "conflict") throw problem;
    }
}

/**
 * Invites that another step of this page is at work on.
 * @type {Set<string>}
 */
const advancing = new Set();

/**
 * Looks where an invite stands, and takes the step that it allows.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function advanceInvite(core, id) {
    if (advancing.has(id)) return;
    advancing.add(id);
    try {
        await withLock(`invite.${id}`, () => advanceLocked(core, id), core.locks);
    } finally {
        advancing.delete(id);
        await loadInvites(core);
    }
}

/** @param {SessionCore} core @param {string} id */
async function advanceLocked(core, id) {
    /** @type {InviteRecord | undefined} */
    const record = await core.store.get("invites", id);
    if (!record || endedInvites.has(record.state)) return;
    let status;
    try {
        status = await core.relay.get(`/v1/invites/${id}`);
    } catch (error) {
        if (asProblem(error).kind === "not-found") await end(core, record, "expired", null);
        return;
    }
    await step(core, record, status);
}

/** @param {SessionCore} core @param {InviteRecord} record @param {any} status */
async function step(core, record, status) {
    if (["expired", "burned", "contested", "cancelled"].includes(status.state)) {
        if (status.state === "cancelled" && record.takenBack) {
            await core.store.write([{ area: "invites", remove: record.id }]);
        } else await end(core, record, status.state, null);
        return;
    }
    try {
        if (record.side === "inviter") await inviterStep(core, record, status);
        else await claimerStep(core, record, status);
    } catch (error) {
        const problem = asProblem(error);
        if (problem.passes || problem.kind === "offline") return;
        await dropInvite(core, record.id);
        await end(core, record, "failed", `invite.${problem.kind}`);
    }
}

/** @param {SessionCore} core @param {InviteRecord} record @param {any} status */
async function inviterStep(core, record, status) {
    if (status.state === "answered" && status.pk && status.box) {
        const pairing = await takeAnswer(core.store.vault, record.pairing, { pk: status.pk, box: status.box });
        const wasConfirmed = record.state === "confirmed";
        await core.store.write([{ area: "invites", put: {
            ...record, pairing, name: pairing.partnerName ?? null, state: wasConfirmed ? "confirmed" : "answered",
        } }]);
        return;
    }
    if (status.state === "open" && JSON.stringify(status.letter) !== JSON.stringify(record.letter ?? undefined)) {
        await core.store.write([{ area: "invites", put: { ...record, letter: status.letter ?? null } }]);
    }
    if (status.state === "claimed" && record.state === "open") {
        await core.store.write([{ area: "invites", put: { ...record, state: "claimed" } }]);
    }
    if (status.state !== "active") return;
    if (record.kind === "pair") {
        const pair = await inviterPair(core.store.vault, record.pairing, status, core.now);
        await keepPair(core, record, pair);
    } else if (record.kind === "device") {
        inviterLinked(record.pairing, status);
        await end(core, record, "active", null);
    } else {
        await withCircleKeys(core, async () => {
            const known = await circleKey(core, status.circleId);
            const { memberKey } = await inviterAdmitted(record.pairing, status, known, core.now);
            const told = known && memberKey ? await takeIntroduced(core.store.vault, known,
                { members: [memberKey], titles: false }, core.origin, core.now) : null;
            // Together, since a step that is taken again would find somebody who is in the circle already.
            await end(core, record, "active", null,
                told ? [{ area: "circles", put: { circleId: told.circleId, known: told } }] : []);
        });
        await introduceAll(core, status.circleId);
    }
}

/** @param {SessionCore} core @param {InviteRecord} record @param {any} status */
async function claimerStep(core, record, status) {
    let { pairing } = record;
    let active = status.state === "active" ? status : null;
    if (status.state === "confirmed" && status.box) {
        pairing = await takeConfirmation(core.store.vault, pairing, { box: status.box, parcels: status.parcels ?? [] });
        await core.store.write([{ area: "invites", put: { ...record, pairing, state: "confirmed" } }]);
        active = await core.journal.change({
            kind: "step", about: record.id, method: "POST", target: `/v1/invites/${record.id}/ack`,
        });
    }
    if (!active || active.state !== "active") return;
    const kept = { ...record, pairing };
    if (record.kind === "pair") {
        await keepPair(core, kept, await claimerPair(core.store.vault, pairing, active, core.now));
    } else if (record.kind === "device") {
        await adopt(core, kept, active);
    } else {
        const circle = await claimerCircle(core.store.vault, pairing, active, core.now);
        await withCircleKeys(core, () => keepCircle(core, circle));
        await end(core, { ...kept, circleId: circle.circleId }, "active", null);
        core.background(() => sayOwnName(core, circle));
        await introduceAll(core, circle.circleId);
    }
}

/**
 * Everybody in a circle names themselves.
 * @param {SessionCore} core
 * @param {PA1.KnownCircle} circle
 */
async function sayOwnName(core, circle) {
    const profile = await core.store.profile();
    if (!profile?.name) return;
    await core.journal.change({
        kind: "step", method: "PATCH", target: `/v1/circles/${circle.circleId}/members/${circle.personId}`,
        body: { displayName: profile.name },
    });
}

/** @param {SessionCore} core @param {InviteRecord} record @param {PA1.KnownPair} pair */
async function keepPair(core, record, pair) {
    // The pair comes first: a step that is taken again makes the same pair.
    await core.store.write([{ area: "pairs", at: pair.pairId, change: (present) => ({
        zone: null, consent: null, ...present, pairId: pair.pairId, known: pair,
    }) }]);
    await loadPartners(core);
    await end(core, { ...record, pairId: pair.pairId }, "active", null);
    core.later(() => core.background(() => core.refresh(["pairs", "alarms"])), 0);
}

/**
 * This device is one of somebody's now, with their pairs.
 * @param {SessionCore} core
 * @param {InviteRecord} record
 * @param {any} active
 */
async function adopt(core, record, active) {
    const profile = await core.store.profile();
    const handed = claimerLinked(record.pairing, active, profile?.deviceId ?? "");
    const pairRecords = await core.store.all("pairs");
    const circleRecords = await core.store.all("circles");
    const { pairs } = mergePairs(pairRecords.map((one) => one.known).filter(Boolean), handed.pairs);
    const circles = mergeCircles(circleRecords.map((one) => one.known).filter(Boolean), handed.circles);
    /** @type {import("../store/database.js").Change[]} */
    const changes = pairs.map((known) => ({ area: "pairs", put: {
        ...(pairRecords.find((one) => one.pairId === known.pairId) ?? { pairId: known.pairId, zone: null,
            consent: null }),
        known,
    } }));
    for (const known of circles) changes.push({ area: "circles", put: { circleId: known.circleId, known } });
    const name = handed.name || profile?.name || "";
    // The alarms are others now: the next sync begins anew.
    changes.push(Store.fact("profile", { ...profile, name }), { area: "facts", remove: "cursor" });
    await end(core, record, "active", null, changes);
    core.later(() => core.background(() => core.refresh()), 0);
}

/**
 * @param {SessionCore} core
 * @param {InviteRecord} record
 * @param {Invite["state"]} state
 * @param {string | null} trouble words key
 * @param {import("../store/database.js").Change[]} [together]
 */
async function end(core, record, state, trouble, together = []) {
    const { inviteId, purpose, partnerName, expiresAt } = record.pairing;
    // What made the keys is needed no more.
    const pairing = { inviteId, purpose, partnerName, expiresAt };
    await core.store.write([...together, { area: "invites", put: { ...record, pairing, state, trouble } }]);
}

