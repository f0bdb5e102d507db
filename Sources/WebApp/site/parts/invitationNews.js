/** Shows once, on whichever screen, and has read out, that somebody who was invited has agreed, joined, or is not coming. */

import { toast } from "../frame/announce.js";
import { invitedName, isOver, standing } from "./invitation.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Invite} Invite */

/** @param {App} app */
export function followInvitations(app) {
    let before = app.state.invites;
    app.addEventListener("change", () => {
        const after = app.state.invites;
        if (after === before) return;
        const changed = answered(before, after);
        before = after;
        for (const invite of changed) toast(`${invitedName(invite)}: ${standing(invite)}`);
    });
}

/**
 * The invitations that were sent to somebody, and that this person answered since.
 * @param {Invite[]} before
 * @param {Invite[]} after
 */
export function answered(before, after) {
    const former = new Map(before.map((invite) => [invite.id, invite.state]));
    return after.filter((invite) => invite.side === "inviter" && invite.recipient
        && former.has(invite.id) && former.get(invite.id) !== invite.state
        && (invite.state === "answered" || invite.state === "active" || isOver(invite)));
}
