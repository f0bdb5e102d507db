/** Who was invited to a care circle and is not in it yet. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { href } from "../../frame/router.js";
import { dayAndTime, ownZone } from "../../frame/time.js";
import { button, linkButton } from "../../parts/button.js";
import { card, cards } from "../../parts/card.js";
import { invitedName, isOver, standing } from "../../parts/invitation.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").Invite} Invite */

/** @param {App} app @param {string} circleId */
export function drawInvitations(app, circleId) {
    const invites = pendingInvitations(app.state.invites, circleId);
    return invites.length > 0 && h("section", { class: "invitations", key: "invitations" },
        h("h2", null, t("invitation.title")), cards(...invites.map((invite) => drawInvitation(app, invite))));
}

/**
 * Those of a circle who were invited and are not in it yet, and those who are not coming.
 * @param {Invite[]} invites
 * @param {string} circleId
 */
export function pendingInvitations(invites, circleId) {
    return invites.filter((invite) => invite.side === "inviter" && invite.circleId === circleId
        && invite.state !== "active");
}

/** @param {App} app @param {Invite} invite */
function drawInvitation(app, invite) {
    const name = invitedName(invite);
    const address = invite.recipient?.phone ?? invite.recipient?.email;
    const takeBack = async () => {
        await app.cancelInvite(invite.id);
        toast(t("invitation.takenBack", { name }));
    };
    const until = dayAndTime(invite.expiresAt, ownZone(), app.relayNow);
    return card({ title: name, key: invite.id },
        address && h("p", { class: "detail" }, address),
        h("p", { role: "status" }, standing(invite)),
        !isOver(invite) && h("p", { class: "detail" }, t("invitation.until", { time: until })),
        invite.asks === "digits" && linkButton(t("invitation.digits"), href("pair", "invite", invite.id),
            { kind: "primary" }),
        !invite.recipient && !isOver(invite) && invite.asks === null && linkButton(t("invitation.code"),
            href("pair", "invite", invite.id)),
        isOver(invite)
            ? button(t("close"), () => app.forgetInvite(invite.id), {
                kind: "quiet", key: "close", label: `${t("close")}: ${name}`,
            })
            : button(t("invitation.takeBack"), takeBack, {
                kind: "quiet", sign: "trash", key: "take-back", label: `${t("invitation.takeBack")}: ${name}`,
            }));
}
