import {
    acceptInvite, claimBody, claimerPair, openGreeting, takeConfirmation,
} from "../../../Sources/WebApp/site/pa1/claimer.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { beginInvite, confirmDigits, draftInvite, inviterPair, showInvite, takeAnswer }
    from "../../../Sources/WebApp/site/pa1/inviter.js";
import { readEntry } from "../../../Sources/WebApp/site/pa1/entry.js";
import { newVaultKey } from "../../../Sources/WebApp/site/pa1/vault.js";

export const relay = "https://relay.example.org";
export const now = Date.UTC(2026, 0, 1, 7);
/** Two devices: whatever one has wrapped, the other cannot read. */
export const [vaultA, vaultB] = [await newVaultKey(), await newVaultKey()];

/** Both sides of a pairing up to the claimer's answer, with a relay in between that passes everything on. */
export async function untilAnswered(invite = {}, claimed = {}) {
    const { draft, request } = await draftInvite(vaultA, { name: "Ana", relay, ...invite });
    const created = { inviteId: randomId(), locator: "7K3QD", expiresAt: "2026-01-01T07:10:00Z" };
    const inviter = beginInvite(draft, created);
    const shown = await showInvite(vaultA, inviter);
    const { code } = readEntry(shown.qrText);
    const answerToClaim = {
        inviteId: created.inviteId, hello: request.hello, expiresAt: created.expiresAt,
        ...(request.purpose === "partner" ? {} : { purpose: request.purpose }),
        ...(request.role === undefined ? {} : { role: request.role }), ...claimed,
    };
    const greeting = await openGreeting(vaultB, code, relay, answerToClaim);
    const { pairing: claimer, answer } = await acceptInvite(vaultB, greeting, "Ben");
    return { request, claim: await claimBody(code), code, shown, inviter, claimer, answer, answerToClaim };
}

/** Both sides of a pairing that has gone through to the end. */
export async function throughDigits(invite = {}, handing = {}) {
    const begun = await untilAnswered(invite);
    const answered = await takeAnswer(vaultA, begun.inviter, begun.answer);
    const confirmed = await confirmDigits(vaultA, answered, begun.claimer.digits, handing);
    const parcels = confirmed.parcels.map((parcel) => parcel.box);
    const claimer = await takeConfirmation(vaultB, begun.claimer, { box: confirmed.confirm.box, parcels });
    return { ...begun, inviter: confirmed.pairing, claimer, confirmed };
}

/** A pair as its two sides keep it. */
export async function newPair() {
    const { inviter, claimer } = await throughDigits();
    const pairId = randomId();
    return {
        a: await inviterPair(vaultA, inviter, { pairId, partnerToken: randomId() }, now),
        b: await claimerPair(vaultB, claimer, { pairId, partnerToken: randomId() }, now),
    };
}
