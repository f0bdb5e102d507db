import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { introductionForWire, largestCircle, readMemberKey } from "./boxes.js";
import { lengthPrefixed, utf8Bytes } from "./bytes.js";
import { expand, expandingKey, expandSealingKey, extract, sha256 } from "./derivation.js";
import { PA1Fault } from "./fault.js";
import { compareIds, idBytes } from "./ids.js";
import { formatInstant, parseInstant } from "./instant.js";
import { openJWE, parseJWE, sealJWE } from "./jwe.js";
import { padMessage } from "./padding.js";
import { arrayOf, optional, readBoolean, readObject, readVersion, sealedLimits, wordOf } from "./reading.js";
import { parseStrictJSON, writeJSON } from "./strictJSON.js";
import { newKeyPair, openPrivateKey, sharedSecret } from "./x25519.js";

/** How far ahead of the clock the time of a key may be before the key is not believed: 5 min. */
const keyClockLead = 300_000;

/**
 * Draws a member key for a person who has made a circle, or who has no key in one and finds nothing left for them.
 * @param {CryptoKey} vault
 * @param {{ circleId: PA1.Id, personId: PA1.Id, titles?: boolean }} place
 * @param {number} now
 * @returns {Promise<PA1.KnownCircle>}
 */
export async function newCircleKey(vault, { circleId, personId, titles = false }, now) {
    const { wrapped, publicKey } = await newKeyPair(vault);
    const pk = encodeBase64url(publicKey);
    return { circleId, personId, key: wrapped, pk, since: formatInstant(now), members: [], titles };
}

/**
 * Whether words can be sealed for a person and theirs opened; the device's own person is known.
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Id} personId
 */
export function knowsMember(circle, personId) {
    return keyOfMember(circle, personId) !== undefined;
}

/**
 * The keys that may be told to others, the own one first.
 * @param {PA1.KnownCircle} circle
 * @returns {PA1.IntroducedKeys}
 */
export function introductionOf({ personId, pk, since, members, titles }) {
    return { members: [{ personId, pk, since }, ...members], titles };
}

/**
 * Adopts what a trusted source tells: of two keys of a person the later one holds.
 *
 * Left aside are a key that yields no secret, one from the future, one with which its person has left the circle, and
 * what is said of this device's own person.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.IntroducedKeys} introduced
 * @param {string} relay
 * @param {number} now
 * @returns {Promise<PA1.KnownCircle>} the very same object if nothing was new
 */
export async function takeIntroduced(vault, circle, introduced, relay, now) {
    let current = introduced.titles && !circle.titles ? { ...circle, titles: true } : circle;
    for (const told of introduced.members) {
        const since = parseInstant(told.since) ?? Infinity;
        if (told.personId === circle.personId || since > now + keyClockLead) continue;
        if (circle.departed?.includes(told.pk)) continue;
        const known = current.members.find((member) => member.personId === told.personId);
        if (known !== undefined && (known.pk === told.pk || since <= (parseInstant(known.since) ?? Infinity))) continue;
        const name = known?.name ?? told.name;
        const { personId, pk } = told;
        const member = { personId, pk, since: told.since, ...(name === undefined ? {} : { name }) };
        const members = [...current.members.filter((other) => other.personId !== personId), member];
        const changed = remembering({ ...current, members }, known === undefined ? [] : [known]);
        if (await hasAgreement(vault, changed, personId, relay)) current = changed;
    }
    return current;
}

/**
 * Keeps keys that seal no more, the newest of them: they open what was sealed with them.
 * @param {PA1.KnownCircle} circle
 * @param {readonly PA1.MemberKey[]} gone
 * @returns {PA1.KnownCircle}
 */
export function remembering(circle, gone) {
    const former = circle.former ?? [];
    const added = gone.filter((one) => !former.some((other) => other.pk === one.pk));
    return added.length === 0 ? circle : { ...circle, former: [...former, ...added].slice(-largestCircle) };
}

/**
 * Drops the keys of people who are no longer in the circle, and takes over the names of the others. What they have
 * sealed can still be opened: in a family until somebody has sealed it again, in a care circle as long as it is shown.
 * The view must not be older than any introduction that was taken.
 * @param {PA1.KnownCircle} circle
 * @param {{ members: readonly { personId: PA1.Id, displayName?: string }[] }} view
 * @returns {PA1.KnownCircle}
 */
export function keepMembers(circle, view) {
    const members = circle.members.flatMap((known) => {
        const place = view.members.find((member) => member.personId === known.personId);
        if (place === undefined) return [];
        return [place.displayName === undefined ? known : { ...known, name: place.displayName }];
    });
    const isSame = members.length === circle.members.length && members.every((member, index) =>
        member.name === circle.members[index].name);
    if (isSame) return circle;
    const gone = circle.members.filter((known) => !view.members.some((member) => member.personId === known.personId));
    if (gone.length === 0) return { ...circle, members };
    const departed = [...circle.departed ?? [], ...gone.map((known) => known.pk)].slice(-largestCircle);
    return remembering({ ...circle, members, departed }, gone);
}

/**
 * Seals all known keys for one person of the circle; null where that person's key is not known.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Id} personId
 * @param {string} relay
 * @returns {Promise<{ box: PA1.Sealed } | null>}
 */
export async function sealIntroduction(vault, circle, personId, relay) {
    const agreement = await memberAgreement(vault, circle, personId, relay);
    if (agreement === null) return null;
    const content = { v: 1, type: "introduction", ...introductionForWire(introductionOf(circle)) };
    return { box: await sealJWE(agreement.sending.key, utf8Bytes(writeJSON(content)), agreement.sending.keyId) };
}

/**
 * Adopts the introductions that people with known keys have left. One may tell of an introducer whose own can be opened
 * next.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {readonly { from: PA1.Id, box: PA1.Sealed }[]} introductions
 * @param {string} relay
 * @param {number} now
 * @returns {Promise<PA1.KnownCircle>} the very same object if nothing was new
 */
export async function takeIntroductions(vault, circle, introductions, relay, now) {
    let current = circle;
    let before;
    do {
        before = current;
        for (const { from, box } of introductions) {
            const introduced = await openIntroduction(vault, current, from, box, relay);
            if (introduced !== null) current = await takeIntroduced(vault, current, introduced, relay, now);
        }
    } while (current !== before);
    return current;
}

/**
 * Pads and seals an object for each of some people of the circle.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {object} content
 * @param {readonly PA1.Id[]} people
 * @param {string} relay
 * @returns {Promise<PA1.SealedForMembers>}
 */
export async function sealForMembers(vault, circle, content, people, relay) {
    const padded = padMessage(utf8Bytes(writeJSON(content)));
    /** @type {PA1.SealedForMembers} */
    const result = { sealed: [], unreached: [] };
    for (const personId of [...new Set(people)].sort(compareIds)) {
        const agreement = await memberAgreement(vault, circle, personId, relay);
        if (agreement === null) {
            result.unreached.push(personId);
            continue;
        }
        const { key, keyId } = agreement.sending;
        result.sealed.push({ personId, words: await sealJWE(key, padded, keyId) });
    }
    return result;
}

/**
 * Opens a text that somebody in the circle sealed for this device's person.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Sealed} text
 * @param {string} relay
 * @param {number} limit
 * @returns {Promise<{ writer: PA1.Id, plaintext: Uint8Array, former: boolean }>} `former` where it was sealed with a key
 *     that its writer has no more
 */
export async function openFromMember(vault, circle, text, relay, limit) {
    const parsed = parseJWE(text, limit);
    const former = circle.former ?? [];
    for (const { personId, pk } of [circle, ...circle.members, ...former]) {
        const agreement = await memberAgreement(vault, circle, personId, relay, pk);
        if (agreement === null || agreement.receiving.keyId !== parsed.keyId) continue;
        const isFormer = personId !== circle.personId && keyOfMember(circle, personId) !== pk;
        return { writer: personId, plaintext: await openJWE(agreement.receiving.key, parsed), former: isFormer };
    }
    throw new PA1Fault("unknown-key");
}

/**
 * Whether this device's person has sealed a text for another's present key.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Sealed} text
 * @param {PA1.Id} personId
 * @param {string} relay
 */
export async function hasSealed(vault, circle, text, personId, relay) {
    const agreement = await memberAgreement(vault, circle, personId, relay);
    return agreement?.sending.keyId === parseJWE(text, sealedLimits.message).keyId;
}

/**
 * What this device's person shares with a person of the circle through their member keys; null where that person's key
 * is not known. With themselves they are both sides at once.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Id} personId
 * @param {string} relay
 * @param {PA1.Base64URL} [pk] a key that they had; the present one unless told
 */
export async function memberAgreement(vault, circle, personId, relay, pk) {
    const otherKey = decodeBase64url(pk ?? keyOfMember(circle, personId) ?? "!");
    const ownKey = decodeBase64url(circle.pk);
    if (otherKey === null || ownKey === null) return null;
    const own = [idBytes(circle.personId) ?? new Uint8Array(), ownKey];
    const other = [idBytes(personId) ?? new Uint8Array(), otherKey];
    const isFirst = compareIds(circle.personId, personId) <= 0;
    const transcript = await sha256(lengthPrefixed(
        utf8Bytes("pa1 member"),
        utf8Bytes(relay),
        idBytes(circle.circleId) ?? new Uint8Array(),
        ...(isFirst ? [...own, ...other] : [...other, ...own]),
    ));
    const shared = await sharedSecret(await openPrivateKey(vault, circle.key), otherKey);
    const root = await expandingKey(await extract(transcript, shared));
    const [fromFirst, fromSecond] = [await memberDirection(root, "A>B"), await memberDirection(root, "B>A")];
    const isWithSelf = circle.personId === personId;
    return {
        sending: isFirst ? fromFirst : fromSecond,
        receiving: isWithSelf || !isFirst ? fromFirst : fromSecond,
    };
}

/** @param {CryptoKey} root @param {"A>B" | "B>A"} direction */
async function memberDirection(root, direction) {
    return {
        key: await expandSealingKey(root, `pa1 msg ${direction} 0`),
        keyId: encodeBase64url(await expand(root, `pa1 kid ${direction} 0`, 6)),
    };
}

/** @param {PA1.KnownCircle} circle @param {PA1.Id} personId */
function keyOfMember(circle, personId) {
    if (personId === circle.personId) return circle.pk;
    return circle.members.find((member) => member.personId === personId)?.pk;
}

/** @param {CryptoKey} vault @param {PA1.KnownCircle} circle @param {PA1.Id} personId @param {string} relay */
async function hasAgreement(vault, circle, personId, relay) {
    try {
        return await memberAgreement(vault, circle, personId, relay) !== null;
    } catch {
        return false;
    }
}

/**
 * What `from` has left, if it opens under a key with `from`.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {PA1.Id} from
 * @param {PA1.Sealed} box
 * @param {string} relay
 * @returns {Promise<PA1.IntroducedKeys | null>}
 */
async function openIntroduction(vault, circle, from, box, relay) {
    try {
        const { writer, plaintext } = await openFromMember(vault, circle, box, relay, sealedLimits.parcel);
        if (writer !== from) return null;
        const { members, titles } = readObject(parseStrictJSON(plaintext), {
            v: readVersion,
            type: wordOf("introduction"),
            members: arrayOf(readMemberKey, largestCircle),
            titles: optional(readBoolean),
        });
        return { members, titles: titles ?? false };
    } catch (error) {
        if (error instanceof PA1Fault && error.code !== "vault") return null;
        throw error;
    }
}
