// Invites as the app keeps them.

/** @typedef {import("../types/app.js").Invite} Invite */

/**
 * An invite as the app keeps it.
 * @typedef {object} InviteRecord
 * @property {string} id
 * @property {"inviter" | "claimer"} side
 * @property {import("../types/app.js").InviteKind} kind
 * @property {any} pairing PA1.InviterPairing or PA1.ClaimerPairing, without secrets once it has ended
 * @property {Invite["state"]} state
 * @property {string} expiresAt
 * @property {import("../types/app.js").Role | null} role
 * @property {string | null} circleId
 * @property {string | null} circleName
 * @property {string | null} name of the other side
 * @property {import("../types/app.js").Recipient | null} [recipient] whom the relay sends the link
 * @property {import("../types/app.js").InviteLetter | null} [letter] how far that message is
 * @property {boolean} [takenBack] its inviter wants it back, and did not hear whether the relay knows
 * @property {boolean} allowed the claimer's user has said yes
 * @property {string | null} pairId
 * @property {string | null} trouble
 */

export const endedInvites = new Set(["active", "expired", "burned", "contested", "cancelled", "failed"]);

/**
 * Whether an invite waits for somebody who was sent its link, who may take days.
 * @param {{ recipient?: unknown, state: string }} invite
 */
export function waitsForDays(invite) {
    return Boolean(invite.recipient) && invite.state === "open";
}

/**
 * @param {"inviter" | "claimer"} side
 * @param {any} pairing
 * @param {Partial<InviteRecord>} more
 * @returns {InviteRecord}
 */
export function inviteRecord(side, pairing, more) {
    return {
        id: pairing.inviteId, side, kind: pairing.purpose === "partner" ? "pair" : pairing.purpose, pairing,
        state: "open", expiresAt: pairing.expiresAt, role: null, circleId: pairing.circleId ?? null, circleName: null,
        name: pairing.partnerName ?? null, allowed: false, pairId: null, trouble: null, recipient: null,
        letter: null, ...more,
    };
}
