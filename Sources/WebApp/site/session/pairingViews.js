// Invites as the screens see them.

import { showInvite } from "../pa1/inviter.js";
import { endedInvites } from "./inviteRecords.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").Invite} Invite */

const tries = 3;

/** @param {SessionCore} core @param {import("./inviteRecords.js").InviteRecord} record @returns {Promise<Invite>} */
export async function inviteView(core, record) {
    const isOver = endedInvites.has(record.state);
    const isInviter = record.side === "inviter";
    const shown = isInviter && !isOver ? await showInvite(core.store.vault, record.pairing) : null;
    const hasAnswer = isInviter && record.state === "answered";
    const needsConsent = !isInviter && !record.allowed && !isOver;
    return {
        id: record.id, side: record.side, kind: record.kind, state: record.state, code: shown?.code ?? null,
        link: shown?.url ?? null, qr: shown?.qrText ?? null, expiresAt: record.expiresAt, name: record.name,
        role: record.role, circleId: record.circleId, circleName: record.circleName,
        asks: hasAnswer ? "digits" : needsConsent ? "consent" : null,
        digits: !isInviter && !isOver && record.allowed ? record.pairing.digits ?? null : null,
        attemptsLeft: isInviter ? Math.max(0, tries - (record.pairing.wrongDigits ?? 0)) : 0, pairId: record.pairId,
        trouble: record.trouble, recipient: record.recipient ?? null,
        letter: record.state === "open" ? record.letter ?? null : null,
    };
}
