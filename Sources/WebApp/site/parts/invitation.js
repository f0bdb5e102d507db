/** What is said of somebody who was invited, and of the message with the link. */

import { reason, t } from "../frame/language.js";
import { plainReason } from "../frame/plainReason.js";
import { href } from "../frame/router.js";
import { rowLink } from "./card.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Invite} Invite */

/** The ends of an invite after which nobody comes. */
const OVER = ["expired", "burned", "contested", "cancelled", "failed"];

/** @param {Invite} invite */
export const isOver = (invite) => OVER.includes(invite.state);

/**
 * What the inviter calls the person, else what they call themselves.
 * @param {Invite} invite
 */
export function invitedName(invite) {
    return invite.recipient?.name ?? invite.name ?? t("partner.somebody");
}

/**
 * The words for how far an invite is that was sent to somebody; of one that was shown, those of its state.
 * @param {Invite} invite
 */
export function standingKey(invite) {
    if (invite.side !== "inviter" || !invite.recipient) return `invite.state.${invite.state}`;
    if (invite.state === "open") return `invitation.letter.${invite.letter?.state ?? "none"}`;
    return `invitation.state.${invite.state}`;
}

/**
 * How far an invite is, in a sentence.
 * @param {Invite} invite
 */
export function standing(invite) {
    const said = t(standingKey(invite), { name: invite.name ?? t("partner.somebody") });
    const trouble = invite.trouble && invite.recipient ? reason(invite.trouble) : null;
    const why = invite.letter?.reason ? plainReason(invite.letter.reason) : trouble;
    return why ? t("invitation.why", { said, why }) : said;
}

/**
 * The invitations into circles to which the reader has said neither yes nor no, each leading to the question.
 * @param {App} app @param {"family" | "care"} kind
 */
export function drawUndecided(app, kind) {
    return app.state.invites.filter((invite) => invite.kind === kind && invite.side === "claimer"
        && invite.asks === "consent").map((invite) => rowLink(href("pair", "invite", invite.id), asking(invite),
        { sign: "people", key: invite.id, detail: t("tonight.invited.text") }));
}

/**
 * Whom an invitation waits for: the reader, who has to answer or to finish it.
 * @param {Invite} invite
 */
export function asking(invite) {
    const name = invite.name ?? t("partner.somebody");
    const isCircles = invite.kind === "family" || invite.kind === "care";
    return t(invite.asks === "consent" && isCircles ? "tonight.invited" : "tonight.invite", { name });
}
