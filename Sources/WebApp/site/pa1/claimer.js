import { fingerprint, inviteKeys, pairAgreement, pairingTranscript } from "./agreement.js";
import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { openBox, readHello, readInviterBox, sealBox } from "./boxes.js";
import { equalTexts, utf8Bytes } from "./bytes.js";
import { takeIntroduced } from "./circle.js";
import { PA1Fault } from "./fault.js";
import { formatInstant } from "./instant.js";
import { codeSecret, codeSecretLabel, isForCircle } from "./inviter.js";
import { isDisplayName } from "./names.js";
import { firstPairKeys } from "./pairKeys.js";
import { openParcels } from "./parcel.js";
import { sealedLimits } from "./reading.js";
import { wrapSecret } from "./vault.js";
import { newKeyPair, openPrivateKey } from "./x25519.js";

/**
 * The body of a claim, by which the relay sees that its sender knows the code.
 * @param {PA1.Code} code
 */
export async function claimBody({ locator, secret }) {
    const { claimAuth } = await inviteKeys(secret);
    return { locator, auth: encodeBase64url(claimAuth) };
}

/**
 * Opens the inviter's greeting and checks that it is the one that the code stands for.
 * @param {CryptoKey} vault
 * @param {PA1.Code} code
 * @param {string} relay the origin that this device speaks to
 * @param {{ inviteId: PA1.Id, hello: PA1.Sealed, expiresAt: PA1.ISO, purpose?: PA1.Purpose, role?: PA1.Role }} claimed
 * @returns {Promise<PA1.ClaimerPairing>} what to ask the user about
 */
export async function openGreeting(vault, code, relay, claimed) {
    const hello = await openBox((await inviteKeys(code.secret)).hello, claimed.hello, readHello);
    if (hello === null) throw new PA1Fault("greeting-unreadable");
    const inviterKey = decodeBase64url(hello.pk) ?? new Uint8Array();
    if (!equalTexts(await fingerprint(inviterKey), code.secret)) throw new PA1Fault("other-key");
    if (hello.relay !== relay) throw new PA1Fault("other-relay", hello.relay);
    if (hello.purpose !== (claimed.purpose ?? "partner") || hello.role !== claimed.role) {
        throw new PA1Fault("purpose-changed");
    }
    return {
        inviteId: claimed.inviteId,
        locator: code.locator,
        secret: await wrapSecret(vault, utf8Bytes(code.secret), codeSecretLabel),
        relay,
        expiresAt: claimed.expiresAt,
        purpose: hello.purpose,
        ...(hello.role === undefined ? {} : { role: hello.role }),
        partnerName: hello.name,
        inviterKey: hello.pk,
        confirmed: false,
        handedPairs: [],
        handedCircles: [],
    };
}

/**
 * Draws a key and makes the answer, for a user who has agreed; the same text for every call.
 * @param {CryptoKey} vault
 * @param {PA1.ClaimerPairing} pairing
 * @param {string} name the user's, or for a link the device's
 * @returns {Promise<{ pairing: PA1.ClaimerPairing, answer: { pk: PA1.Base64URL, box: PA1.Sealed } }>} the pairing with
 *     the digits to show
 */
export async function acceptInvite(vault, pairing, name) {
    if (pairing.answer !== undefined) return { pairing, answer: pairing.answer };
    if (!isDisplayName(name)) throw new PA1Fault("unusable-name");
    const { wrapped: key, publicKey } = await newKeyPair(vault);
    const member = isForCircle(pairing.purpose) ? await newKeyPair(vault) : null;
    const memberPk = member === null ? undefined : encodeBase64url(member.publicKey);
    const pk = encodeBase64url(publicKey);
    const agreement = await claimerAgreement(vault, { ...pairing, key }, pk);
    const content = { v: 1, name, role: "B", ...(memberPk === undefined ? {} : { memberKey: memberPk }) };
    const answer = { pk, box: await sealBox(agreement.claimerBox, content) };
    const forMember = member === null ? {} : { memberKey: member.wrapped, memberPk };
    return { pairing: { ...pairing, key, answer, digits: agreement.digits, ...forMember }, answer };
}

/**
 * Opens the inviter's confirmation, and the parcels for another device of its person. Only what opens is believed.
 * @param {CryptoKey} vault
 * @param {PA1.ClaimerPairing} pairing
 * @param {{ box?: PA1.Sealed, parcels?: readonly PA1.Sealed[] }} confirmed
 * @returns {Promise<PA1.ClaimerPairing>} to be stored before it is acknowledged
 */
export async function takeConfirmation(vault, pairing, { box, parcels = [] }) {
    if (pairing.answer === undefined || box === undefined) throw new PA1Fault("out-of-turn");
    const agreement = await claimerAgreement(vault, pairing, pairing.answer.pk);
    const said = await openBox(agreement.inviterBox, box, readInviterBox, sealedLimits.parcel);
    const isLink = pairing.purpose === "device";
    if (said === null || (said.parcels !== undefined) !== isLink) throw new PA1Fault("confirmation-unreadable");
    const handed = await openParcels(vault, agreement.link, parcels, said.parcels ?? 0);
    if (handed === null) throw new PA1Fault("confirmation-unreadable");
    const introduction = isForCircle(pairing.purpose) ? said.introduction : undefined;
    return {
        ...pairing,
        confirmed: true,
        handedPairs: handed.pairs,
        handedCircles: handed.circles,
        ...(introduction === undefined ? {} : { introduction }),
    };
}

/**
 * The pair that this pairing has become.
 * @param {CryptoKey} vault
 * @param {PA1.ClaimerPairing} pairing
 * @param {{ pairId?: PA1.Id, partnerToken?: string }} active
 * @param {number} now
 * @returns {Promise<PA1.KnownPair>}
 */
export async function claimerPair(vault, pairing, { pairId, partnerToken }, now) {
    const { answer, confirmed, purpose, partnerName } = pairing;
    if (!confirmed || answer === undefined || purpose !== "partner" || pairId === undefined
        || partnerToken === undefined) throw new PA1Fault("out-of-turn");
    const { root, transcript } = await claimerAgreement(vault, pairing, answer.pk);
    const since = formatInstant(now);
    const keys = await firstPairKeys(vault, "B", transcript, root);
    return { pairId, partnerName, since, keys, partnerToken, sealedMessages: 0, generationBegan: since };
}

/**
 * What this device has got as one more of the inviter's person, whose name it takes.
 * @param {PA1.ClaimerPairing} pairing
 * @param {{ deviceId?: PA1.Id }} active
 * @param {PA1.Id} ownDeviceId
 */
export function claimerLinked({ confirmed, purpose, partnerName, handedPairs, handedCircles }, active, ownDeviceId) {
    if (!confirmed || purpose !== "device" || active.deviceId !== ownDeviceId) throw new PA1Fault("out-of-turn");
    return { name: partnerName, pairs: handedPairs, circles: handedCircles };
}

/**
 * The circle that this device's person has joined, with the keys of its people.
 * @param {CryptoKey} vault
 * @param {PA1.ClaimerPairing} pairing
 * @param {{ circleId?: PA1.Id, role?: PA1.Role, personId?: PA1.Id }} active
 * @param {number} now
 * @returns {Promise<PA1.KnownCircle>}
 */
export async function claimerCircle(vault, pairing, { circleId, role, personId }, now) {
    const { confirmed, purpose, memberKey, memberPk, introduction, relay } = pairing;
    if (!confirmed || !isForCircle(purpose) || role !== pairing.role || memberKey === undefined
        || memberPk === undefined || circleId === undefined || personId === undefined) {
        throw new PA1Fault("out-of-turn");
    }
    const circle = {
        circleId, personId, key: memberKey, pk: memberPk, since: formatInstant(now), members: [], titles: false,
    };
    return introduction === undefined ? circle : takeIntroduced(vault, circle, introduction, relay, now);
}

/**
 * @param {CryptoKey} vault
 * @param {PA1.ClaimerPairing} pairing
 * @param {PA1.Base64URL} claimerPk
 */
async function claimerAgreement(vault, pairing, claimerPk) {
    const [inviterKey, claimerKey] = [decodeBase64url(pairing.inviterKey), decodeBase64url(claimerPk)];
    if (inviterKey === null || claimerKey === null || pairing.key === undefined) throw new PA1Fault("out-of-turn");
    const { purpose, relay: origin, inviteId, locator } = pairing;
    const transcript = await pairingTranscript({ purpose, origin, inviteId, locator, inviterKey, claimerKey });
    const privateKey = await openPrivateKey(vault, pairing.key);
    const secret = await codeSecret(vault, pairing.secret);
    return { ...await pairAgreement(privateKey, inviterKey, transcript, secret), transcript };
}
