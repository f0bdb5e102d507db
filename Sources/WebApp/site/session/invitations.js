// Invitations to one's care circle that the relay sends: their link is good for days.

import { ProblemError, asProblem } from "../relay/problem.js";
import { cancelInvite, openInvite } from "./pairing.js";
import { advanceInvite, dropInvite } from "./pairingSteps.js";
import { loadInvites } from "./loading.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").Invite} Invite */
/** @typedef {import("../types/app.js").Recipient} Recipient */

/**
 * Makes an invite, and has the relay send its link. What fails leaves no invite behind.
 * @param {SessionCore} core
 * @param {string} circleId
 * @param {Recipient} to
 * @returns {Promise<Invite>}
 */
export async function sendInvitation(core, circleId, to) {
    const invite = await openInvite(core, "care", { circleId, role: "member", recipient: to }).catch((error) => {
        throw untold(error, "problem.notInvited");
    });
    try {
        if (!invite.link) throw new ProblemError("not-found", { key: "problem.inviteOver" });
        await core.journal.change({ kind: "step", about: invite.id, method: "POST", target: "/v1/care/invitations",
            once: true, body: { circleId, link: invite.link, ...to } });
    } catch (error) {
        // The answer may be what was lost: a link that has gone out nevertheless is good no more.
        await dropInvite(core, invite.id).catch(asProblem);
        await forget(core, invite.id);
        throw untold(error, "problem.notInvited");
    }
    await advanceInvite(core, invite.id);
    return core.state.invites.find((one) => one.id === invite.id) ?? invite;
}

/**
 * Stops an invite on either side.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function endInvite(core, id) {
    const invite = core.state.invites.find((one) => one.id === id);
    const isGoodForDays = invite?.kind === "care" && invite.side === "inviter";
    await (isGoodForDays ? takeBack(core, id) : cancelInvite(core, id));
}

/**
 * Takes an invite back whose link is good for days. It is kept where the relay does not answer, since its link may be as
 * good as before then.
 * @param {SessionCore} core
 * @param {string} id
 */
async function takeBack(core, id) {
    // Where the answer is lost, the relay tells later that it has ended: then nobody has declined.
    await core.store.update("invites", id, (one) => one && { ...one, takenBack: true });
    try {
        await core.journal.change({ kind: "step", about: id, method: "DELETE", target: `/v1/invites/${id}`, once: true });
    } catch (error) {
        const problem = untold(error, "problem.notTakenBack");
        if (problem.passes || (problem.kind !== "not-found" && problem.kind !== "conflict")) throw problem;
    }
    await forget(core, id);
}

/**
 * Says what follows where the relay could not be told, and otherwise why it refuses.
 * @param {unknown} error
 * @param {string} key
 */
function untold(error, key) {
    const problem = asProblem(error);
    if (problem.kind !== "offline" && problem.status < 500) return problem;
    return new ProblemError(problem.kind, { key, status: problem.status, retryAfter: problem.retryAfter });
}

/** @param {SessionCore} core @param {string} id */
async function forget(core, id) {
    await core.store.write([{ area: "invites", remove: id }]);
    await loadInvites(core);
}
