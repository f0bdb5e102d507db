import { fingerprint, inviteKeys, pairAgreement, pairingTranscript } from "./agreement.js";
import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { introductionForWire, openBox, readClaimerBox, sealBox } from "./boxes.js";
import { equalTexts, utf8Bytes, utf8Text } from "./bytes.js";
import { formatCode, isLocator } from "./code.js";
import { codeLinks } from "./entry.js";
import { PA1Fault } from "./fault.js";
import { formatInstant } from "./instant.js";
import { isDisplayName } from "./names.js";
import { firstPairKeys } from "./pairKeys.js";
import { sealParcels } from "./parcel.js";
import { unwrapSecret, wrapSecret } from "./vault.js";
import { newKeyPair, openPrivateKey } from "./x25519.js";

/** How often the digits may be typed. */
export const digitTries = 3;
/** The label under which a code's secret is wrapped while its pairing lasts. */
export const codeSecretLabel = "code secret";

/**
 * Draws an inviter's key and makes its greeting.
 * @param {CryptoKey} vault
 * @param {{ name: string, relay: string, purpose?: PA1.Purpose, circleId?: PA1.Id, role?: PA1.Role,
 *     ttl?: number }} invite with the relay's canonical origin; `ttl` in seconds
 * @returns {Promise<{ draft: PA1.InviteDraft, request: object }>}
 */
export async function draftInvite(vault, { name, relay, purpose = "partner", circleId, role, ttl = 600 }) {
    if (!isDisplayName(name)) throw new PA1Fault("unusable-name");
    const { wrapped: key, publicKey } = await newKeyPair(vault);
    const secret = await fingerprint(publicKey);
    const pk = encodeBase64url(publicKey);
    const { verifier, hello } = await inviteKeys(secret);
    const forCircle = role === undefined ? {} : { role };
    const greeting = { v: 1, pk, name, relay, ...(purpose === "partner" ? {} : { purpose }), ...forCircle };
    const circle = circleId === undefined ? {} : { circleId };
    const draft = {
        purpose, ...circle, relay, key, pk, secret: await wrapSecret(vault, utf8Bytes(secret), codeSecretLabel),
    };
    const request = {
        purpose,
        ...circle,
        ...forCircle,
        ttl,
        verifier: encodeBase64url(verifier),
        hello: await sealBox(hello, greeting),
    };
    return { draft, request };
}

/**
 * The pairing in progress, once the relay has named the invite.
 * @param {PA1.InviteDraft} draft
 * @param {{ inviteId: PA1.Id, locator: string, expiresAt: PA1.ISO }} created
 * @returns {PA1.InviterPairing}
 */
export function beginInvite(draft, { inviteId, locator, expiresAt }) {
    if (!isLocator(locator)) throw new PA1Fault("malformed", "locator");
    return { ...draft, inviteId, locator, expiresAt, wrongDigits: 0 };
}

/**
 * The code and its links, for the inviter's screen alone.
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 */
export async function showInvite(vault, pairing) {
    const code = { locator: pairing.locator, secret: await codeSecret(vault, pairing.secret) };
    return { code: formatCode(code), ...codeLinks(pairing.relay, code, pairing.purpose) };
}

/**
 * Opens the claimer's answer and holds on to the first one.
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 * @param {{ pk: PA1.Base64URL, box: PA1.Sealed }} answer
 * @returns {Promise<PA1.InviterPairing>} with the name that the claimer gave
 */
export async function takeAnswer(vault, pairing, { pk, box }) {
    if (pairing.answer !== undefined) {
        if (pairing.answer.pk !== pk || pairing.answer.box !== box) throw new PA1Fault("answer-changed");
        return pairing;
    }
    const agreement = await inviterAgreement(vault, pairing, pk);
    const said = await openBox(agreement.claimerBox, box, readClaimerBox);
    if (said === null) throw new PA1Fault("answer-unreadable");
    const memberKey = isForCircle(pairing.purpose) ? said.memberKey : undefined;
    const member = memberKey === undefined ? {} : { memberKey };
    return { ...pairing, answer: { pk, box }, partnerName: said.name, ...member };
}

/**
 * Compares the digits that the user read from the other screen with those of the agreement, three times at most.
 *
 * When they are right, send the parcels in order, then the confirmation; both are the same texts for every call.
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 * @param {string} typed
 * @param {{ pairs?: readonly PA1.KnownPair[], circles?: readonly PA1.KnownCircle[],
 *     introduction?: PA1.IntroducedKeys }} [handing] for a device of the same person; for whoever joins a circle
 * @returns {Promise<{ pairing: PA1.InviterPairing, result: "right" | "wrong" | "over", triesLeft: number,
 *     parcels: { box: PA1.Sealed }[], confirm: { box: PA1.Sealed } | null }>}
 */
export async function confirmDigits(vault, pairing, typed, handing = {}) {
    if (pairing.answer === undefined) throw new PA1Fault("out-of-turn");
    const over = { result: /** @type {const} */ ("over"), triesLeft: 0, parcels: [], confirm: null };
    if (pairing.wrongDigits >= digitTries) return { pairing, ...over };
    const agreement = await inviterAgreement(vault, pairing, pairing.answer.pk);
    if (!equalTexts(typed.replace(/[\s-]/g, ""), agreement.digits)) {
        const wrong = { ...pairing, wrongDigits: pairing.wrongDigits + 1 };
        const triesLeft = digitTries - wrong.wrongDigits;
        if (triesLeft === 0) return { pairing: wrong, ...over };
        return { pairing: wrong, result: "wrong", triesLeft, parcels: [], confirm: null };
    }
    const isNew = pairing.confirmation === undefined;
    const confirmed = isNew ? await confirmation(vault, pairing, agreement, handing) : pairing;
    const parcels = (confirmed.parcels ?? []).map((box) => ({ box }));
    const triesLeft = digitTries - confirmed.wrongDigits;
    return { pairing: confirmed, result: "right", triesLeft, parcels, confirm: { box: confirmed.confirmation ?? "" } };
}

/**
 * The pair that this pairing has become. The relay may say so at any time; without the digits it is not believed.
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 * @param {{ pairId?: PA1.Id, partnerToken?: string }} active
 * @param {number} now
 * @returns {Promise<PA1.KnownPair>}
 */
export async function inviterPair(vault, pairing, { pairId, partnerToken }, now) {
    const { answer, partnerName, confirmation: confirmed, purpose } = pairing;
    if (answer === undefined || partnerName === undefined || confirmed === undefined || purpose !== "partner"
        || pairId === undefined || partnerToken === undefined) throw new PA1Fault("out-of-turn");
    const { root, transcript } = await inviterAgreement(vault, pairing, answer.pk);
    const since = formatInstant(now);
    const keys = await firstPairKeys(vault, "A", transcript, root);
    return { pairId, partnerName, since, keys, partnerToken, sealedMessages: 0, generationBegan: since };
}

/**
 * The device that this pairing has linked.
 * @param {PA1.InviterPairing} pairing
 * @param {{ deviceId?: PA1.Id }} active
 */
export function inviterLinked({ partnerName, confirmation: confirmed, purpose }, { deviceId }) {
    if (partnerName === undefined || confirmed === undefined || purpose !== "device" || deviceId === undefined) {
        throw new PA1Fault("out-of-turn");
    }
    return { deviceId, name: partnerName };
}

/**
 * Who has joined a circle, and the circle with their key.
 * @param {PA1.InviterPairing} pairing
 * @param {{ circleId?: PA1.Id, personId?: PA1.Id, role?: PA1.Role }} active
 * @param {PA1.KnownCircle | null} circle null where this device has no key in it
 * @param {number} now
 * @returns {{ circle: PA1.KnownCircle | null, personId: PA1.Id, role: PA1.Role | null, name: string | null,
 *     memberKey: PA1.MemberKey | null }} adopt the key with `takeIntroduced`
 */
export function inviterAdmitted(pairing, { circleId, personId, role }, circle, now) {
    const isDone = pairing.confirmation !== undefined && isForCircle(pairing.purpose);
    if (!isDone || personId === undefined || circleId === undefined || circleId !== pairing.circleId) {
        throw new PA1Fault("out-of-turn");
    }
    // Who was in the circle before cannot have joined with this code: the relay would have words for them go elsewhere.
    if (circle !== null && (circle.personId === personId || circle.members.some((old) => old.personId === personId))) {
        throw new PA1Fault("member-renamed");
    }
    const { memberKey: pk, partnerName: name } = pairing;
    const memberKey = pk === undefined ? null : { personId, pk, since: formatInstant(now), ...(name ? { name } : {}) };
    return { circle, personId, role: role ?? null, name: name ?? null, memberKey };
}

/** @param {PA1.Purpose} purpose */
export function isForCircle(purpose) {
    return purpose === "family" || purpose === "care";
}

/** @param {CryptoKey} vault @param {PA1.Wrapped} wrapped */
export async function codeSecret(vault, wrapped) {
    return utf8Text(await unwrapSecret(vault, wrapped, codeSecretLabel)) ?? "";
}

/**
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 * @param {PA1.Base64URL} claimerPk
 */
async function inviterAgreement(vault, pairing, claimerPk) {
    const [inviterKey, claimerKey] = [decodeBase64url(pairing.pk), decodeBase64url(claimerPk)];
    if (inviterKey === null || claimerKey?.length !== 32) throw new PA1Fault("answer-unreadable");
    const { purpose, relay: origin, inviteId, locator } = pairing;
    const transcript = await pairingTranscript({ purpose, origin, inviteId, locator, inviterKey, claimerKey });
    const privateKey = await openPrivateKey(vault, pairing.key);
    const secret = await codeSecret(vault, pairing.secret);
    return { ...await pairAgreement(privateKey, claimerKey, transcript, secret), transcript };
}

/**
 * @param {CryptoKey} vault
 * @param {PA1.InviterPairing} pairing
 * @param {Awaited<ReturnType<typeof inviterAgreement>>} agreement
 * @param {{ pairs?: readonly PA1.KnownPair[], circles?: readonly PA1.KnownCircle[],
 *     introduction?: PA1.IntroducedKeys }} handing
 * @returns {Promise<PA1.InviterPairing>}
 */
async function confirmation(vault, pairing, agreement, { pairs = [], circles = [], introduction }) {
    const isLink = pairing.purpose === "device";
    const active = pairs.filter((pair) => pair.keys !== undefined);
    const parcels = isLink ? await sealParcels(vault, agreement.link, active, circles) : [];
    const content = {
        v: 1,
        role: "A",
        ...(isLink ? { parcels: parcels.length } : {}),
        ...(isForCircle(pairing.purpose) && introduction !== undefined ? introductionForWire(introduction) : {}),
    };
    return { ...pairing, parcels, confirmation: await sealBox(agreement.inviterBox, content) };
}
