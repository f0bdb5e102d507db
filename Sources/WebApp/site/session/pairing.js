// From a code to a pair, one more device, or a place in a circle: the steps of both sides, each kept before it is sent.

import { introductionOf } from "../pa1/circle.js";
import { acceptInvite, claimBody, openGreeting } from "../pa1/claimer.js";
import { readCode, readEnrolment } from "../pa1/code.js";
import { inviteTicket } from "../pa1/device.js";
import { readEntry } from "../pa1/entry.js";
import { beginInvite, confirmDigits, draftInvite } from "../pa1/inviter.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { withLock } from "../store/locks.js";
import { inviteRecord } from "./inviteRecords.js";
import { loadInvites } from "./loading.js";
import { advanceInvite, dropInvite } from "./pairingSteps.js";
import { inviteView } from "./pairingViews.js";
import { codeProblem, registerHere } from "./registering.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").Invite} Invite */
/** @typedef {import("../types/app.js").InviteOptions} InviteOptions */

/**
 * The code of a link or of what was typed.
 * @param {SessionCore} core
 * @param {string} text
 * @returns {PA1.Code}
 */
function codeOf(core, text) {
    const entry = readEntry(text);
    if (entry.origin && entry.origin !== core.origin) {
        throw new ProblemError("otherRelay", { key: "problem.otherRelay", detail: entry.origin });
    }
    return entry.code ?? readCode(text);
}

/** @param {SessionCore} core @param {string} text @returns {{ ok: boolean, key: string | null }} */
export function checkCode(core, text) {
    try {
        codeOf(core, text);
        return { ok: true, key: null };
    } catch (error) {
        const problem = asProblem(error);
        const isEnrolment = problem.kind === "mistyped" && looksLikeEnrolment(text);
        return isEnrolment ? { ok: true, key: null } : { ok: false, key: problem.key };
    }
}

/** @param {string} text */
function looksLikeEnrolment(text) {
    try {
        return readEnrolment(readEntry(text).enrolment ?? text) !== "";
    } catch {
        return false;
    }
}

/** How long an invitation to a care circle is good, in seconds: its link may travel by text message. */
const CARE_TTL = 7 * 86_400;

/**
 * @param {SessionCore} core
 * @param {"pair" | "device" | "circle" | "family" | "care"} kind
 * @param {InviteOptions} options
 * @returns {Promise<Invite>}
 */
export async function openInvite(core, kind, options) {
    const profile = await core.store.profile();
    if (!profile) throw new ProblemError("lost");
    const circle = core.state.circles.find((one) => one.circleId === options.circleId);
    const purpose = kind === "pair" ? "partner" : kind === "circle" ? circle?.kind : kind;
    if (!purpose) throw new ProblemError("not-found");
    const role = options.role ?? (purpose === "family" ? "child" : purpose === "care" ? "member" : undefined);
    const inCircle = purpose === "family" || purpose === "care";
    const { draft, request } = await draftInvite(core.store.vault, {
        name: profile.name, relay: core.origin, purpose, ttl: options.ttl ?? (purpose === "care" ? CARE_TTL : 600),
        ...(inCircle ? { circleId: options.circleId, role } : {}),
    });
    const created = await core.journal.change({ kind: "step", method: "POST", target: "/v1/invites", body: request });
    const record = inviteRecord("inviter", beginInvite(draft, created), {
        state: "open", circleName: circle?.name ?? null, role: inCircle ? role : null,
        recipient: options.recipient ?? null,
    });
    await core.store.write([{ area: "invites", put: record }]);
    await loadInvites(core);
    return inviteView(core, record);
}

/**
 * Claims an invite; a new device registers with its code. Nothing is allowed yet.
 * @param {SessionCore} core
 * @param {string} text a code or a link
 * @param {string} name
 * @returns {Promise<Invite>}
 */
export async function claimInvite(core, text, name) {
    const code = codeOf(core, text);
    if (!await core.store.profile()) {
        await registerHere(core, await inviteTicket(code), name);
        core.relay.credentials = await core.store.profile() ?? null;
    } else if (name) {
        await core.store.update("facts", "profile", (profile) => ({ ...profile, name }));
    }
    const body = await claimBody(code);
    /** @type {any} */
    let claimed;
    try {
        claimed = await core.journal.change({ kind: "step", method: "POST", target: "/v1/invites/claim", body });
    } catch (error) {
        throw codeProblem(asProblem(error));
    }
    try {
        const pairing = await openGreeting(core.store.vault, code, core.origin, claimed);
        const record = inviteRecord("claimer", pairing, { state: "claimed", role: claimed.role ?? null });
        await core.store.write([{ area: "invites", put: record }]);
        await loadInvites(core);
        return inviteView(core, record);
    } catch (error) {
        // The greeting was not made with this code, or for another purpose: somebody is in between.
        core.background(() => dropInvite(core, claimed.inviteId));
        throw asProblem(error);
    }
}

/**
 * The claimer's user allows it.
 * @param {SessionCore} core
 * @param {string} id
 * @returns {Promise<Invite>}
 */
export function answerInvite(core, id) {
    return withLock(`invite.${id}`, () => answerLocked(core, id), core.locks);
}

/**
 * @param {SessionCore} core
 * @param {string} id
 * @returns {Promise<Invite>}
 */
async function answerLocked(core, id) {
    const record = await liveInvite(core, id, "claimer");
    const profile = await core.store.profile();
    const { pairing, answer } = await acceptInvite(core.store.vault, record.pairing, profile?.name ?? "");
    const kept = { ...record, pairing, allowed: true };
    await core.store.write([{ area: "invites", put: kept }]);
    await core.journal.change({ kind: "step", about: id, method: "POST", target: `/v1/invites/${id}/answer`,
        body: answer });
    const answered = { ...kept, state: "answered" };
    await core.store.write([{ area: "invites", put: answered }]);
    await loadInvites(core);
    return inviteView(core, answered);
}

/**
 * The inviter's user has typed the digits of the other device.
 * @param {SessionCore} core
 * @param {string} id
 * @param {string} digits
 * @returns {Promise<Invite>}
 */
export async function confirmInvite(core, id, digits) {
    const invite = await withLock(`invite.${id}`, () => confirmLocked(core, id, digits), core.locks);
    core.background(() => advanceInvite(core, id));
    return invite;
}

/**
 * @param {SessionCore} core
 * @param {string} id
 * @param {string} digits
 * @returns {Promise<Invite>}
 */
async function confirmLocked(core, id, digits) {
    const record = await liveInvite(core, id, "inviter");
    const isDevice = record.kind === "device";
    const circle = record.circleId ? (await core.store.get("circles", record.circleId))?.known : null;
    const contents = {
        pairs: isDevice ? (await core.store.all("pairs")).map((one) => one.known).filter((one) => one?.keys) : [],
        circles: isDevice ? (await core.store.all("circles")).map((one) => one.known).filter(Boolean) : [],
        ...(circle ? { introduction: introductionOf(circle) } : {}),
    };
    const made = await confirmDigits(core.store.vault, record.pairing, digits, contents);
    const kept = { ...record, pairing: made.pairing };
    await core.store.write([{ area: "invites", put: kept }]);
    if (made.result === "over") {
        await core.store.write([{ area: "invites",
            put: { ...kept, state: "failed", trouble: "invite.tooManyDigits" } }]);
        await dropInvite(core, id);
        throw new ProblemError("badDigits", { key: "problem.tooManyDigits" });
    }
    if (made.result === "wrong" || !made.confirm) {
        await loadInvites(core);
        throw new ProblemError("badDigits", { key: "problem.badDigits" });
    }
    for (const parcel of made.parcels) {
        await core.journal.change({ kind: "step", about: id, method: "POST", target: `/v1/invites/${id}/parcels`,
            body: parcel });
    }
    await core.journal.change({ kind: "step", about: id, method: "POST", target: `/v1/invites/${id}/confirm`,
        body: made.confirm });
    await core.store.update("invites", id, (one) => one && { ...one, state: "confirmed" });
    await loadInvites(core);
    return inviteView(core, await core.store.get("invites", id));
}

/** @param {SessionCore} core @param {string} id */
export async function cancelInvite(core, id) {
    await dropInvite(core, id);
    await core.store.update("invites", id, (one) => one && { ...one, state: "cancelled" });
    await loadInvites(core);
}

/** @param {SessionCore} core @param {string} id @param {"inviter" | "claimer"} side */
async function liveInvite(core, id, side) {
    const record = await core.store.get("invites", id);
    if (!record || record.side !== side) throw new ProblemError("not-found", { key: "problem.inviteOver" });
    return record;
}
