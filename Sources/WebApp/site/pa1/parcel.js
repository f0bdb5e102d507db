import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { largestCircle, memberKeyForWire, mostParcels, openBox, readMemberKey, sealBox } from "./boxes.js";
import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { exportPairKeys, importPairKeys } from "./pairKeys.js";
import {
    arrayOf, base64urlOf, integerIn, optional, readBoolean, readId, readObject, readPublicKey, readTime, readVersion,
    sealedLimits, textOf,
} from "./reading.js";
import { writeJSON } from "./strictJSON.js";
import { revealPrivateKey, takePrivateKey } from "./x25519.js";

/** The most bytes of a parcel before it is sealed, and those of the object around its content. */
const parcelSize = 4096;
const parcelFrame = 48;

/**
 * Packs pairs and circles with their keys for another device of the same person, and seals them.
 * @param {CryptoKey} vault
 * @param {CryptoKey} linkKey
 * @param {readonly PA1.KnownPair[]} pairs active ones
 * @param {readonly PA1.KnownCircle[]} circles
 * @returns {Promise<PA1.Sealed[]>}
 */
export async function sealParcels(vault, linkKey, pairs, circles) {
    const contents = await Promise.all(pairs.map((pair) => pairForParcel(vault, pair)));
    const known = await Promise.all(circles.map((circle) => circleForParcel(vault, circle)));
    let parcels;
    try {
        parcels = pack(contents, known);
    } catch (error) {
        if (!(error instanceof PA1Fault && error.code === "too-many-pairs")) throw error;
        // Former keys alone do not keep a device from being linked.
        parcels = pack(contents, known.map(({ former: _, ...circle }) => circle));
    }
    return Promise.all(parcels.map((parcel) => sealBox(linkKey, parcel)));
}

/**
 * Pairs, then circles, in as few parcels as hold them in order.
 * @param {readonly object[]} pairs
 * @param {readonly object[]} circles
 */
function pack(pairs, circles) {
    /** @type {{ v: number, part: number, pairs: object[], circles?: object[] }[]} */
    const parcels = [];
    let room = 0;
    const parcelFor = (/** @type {object} */ content) => {
        const size = sizeOf(content) + 1;
        if (size > room) {
            if (parcels.length === mostParcels) throw new PA1Fault("too-many-pairs");
            parcels.push({ v: 1, part: parcels.length + 1, pairs: [] });
            room = parcelSize - parcelFrame;
        }
        room -= size;
        return parcels[parcels.length - 1];
    };
    for (const pair of pairs) parcelFor(pair).pairs.push(pair);
    for (const circle of circles) {
        const parcel = parcelFor(circle);
        parcel.circles = [...parcel.circles ?? [], circle];
    }
    return parcels;
}

/**
 * Opens the parcels of a link; null unless there are exactly so many, in order, all sealed under the key.
 * @param {CryptoKey} vault
 * @param {CryptoKey} linkKey
 * @param {readonly PA1.Sealed[]} sealed
 * @param {number} count
 * @returns {Promise<{ pairs: PA1.KnownPair[], circles: PA1.KnownCircle[] } | null>}
 */
export async function openParcels(vault, linkKey, sealed, count) {
    if (sealed.length !== count) return null;
    /** @type {{ pairs: PA1.KnownPair[], circles: PA1.KnownCircle[] }} */
    const contents = { pairs: [], circles: [] };
    for (const [index, text] of sealed.entries()) {
        const parcel = await openBox(linkKey, text, readParcel, sealedLimits.parcel);
        if (parcel === null || parcel.part !== index + 1) return null;
        try {
            for (const pair of parcel.pairs) contents.pairs.push(await pairFromParcel(vault, pair));
            for (const circle of parcel.circles ?? []) contents.circles.push(await circleFromParcel(vault, circle));
        } catch (error) {
            if (error instanceof PA1Fault && error.code === "malformed") return null;
            throw error;
        }
    }
    return contents;
}

/** @param {PA1.JSONValue} value */
function readParcel(value) {
    return readObject(value, {
        v: readVersion,
        part: integerIn(1, mostParcels),
        pairs: arrayOf(readParcelPair, 64),
        circles: optional(arrayOf(readParcelCircle, 64)),
    });
}

/** @param {PA1.JSONValue} value */
function readParcelPair(value) {
    return readObject(value, {
        pairId: readId,
        partnerName: textOf(1, 256),
        since: readTime,
        keys: base64urlOf(74),
        partnerToken: readId,
        sealedMessages: integerIn(0, 0x7fff_ffff),
        generationBegan: readTime,
    });
}

/** @param {PA1.JSONValue} value */
function readParcelCircle(value) {
    return readObject(value, {
        circleId: readId,
        personId: readId,
        key: base64urlOf(32),
        since: readTime,
        members: arrayOf(readMemberKey, largestCircle),
        former: optional(arrayOf(readFormerKey, largestCircle)),
        titles: optional(readBoolean),
    });
}

/**
 * A key that opens and seals nothing, with the name of whoever had it, which nobody else tells.
 * @param {PA1.JSONValue} value
 */
function readFormerKey(value) {
    return readObject(value, {
        personId: readId, pk: readPublicKey, since: readTime, name: optional(textOf(1, 256)),
    });
}

/** @param {CryptoKey} vault @param {PA1.KnownPair} pair */
async function pairForParcel(vault, pair) {
    if (pair.keys === undefined) throw new PA1Fault("pair-ended");
    const { pairId, partnerName, since, partnerToken, sealedMessages, generationBegan } = pair;
    const keys = encodeBase64url(await exportPairKeys(vault, pair.keys));
    return { pairId, partnerName, since, keys, partnerToken, sealedMessages, generationBegan };
}

/**
 * @param {CryptoKey} vault
 * @param {ReturnType<typeof readParcelPair>} content
 * @returns {Promise<PA1.KnownPair>}
 */
async function pairFromParcel(vault, content) {
    return { ...content, keys: await importPairKeys(vault, parcelBytes(content.keys)) };
}

/**
 * A circle with the newest former keys that fit into a parcel beside its members.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @returns {Promise<{ former?: PA1.MemberKey[], [name: string]: unknown }>}
 */
async function circleForParcel(vault, { circleId, personId, key, since, members, former = [], titles }) {
    const content = {
        circleId,
        personId,
        key: encodeBase64url(await revealPrivateKey(vault, key)),
        since,
        members: members.map(memberKeyForWire),
        ...(titles ? { titles } : {}),
    };
    let room = parcelSize - parcelFrame - sizeOf(content) - sizeOf({ former: [] });
    /** @type {PA1.MemberKey[]} */
    const fitting = [];
    for (const { personId: person, pk, since: made, name } of [...former].reverse()) {
        const known = { personId: person, pk, since: made, ...(name === undefined ? {} : { name }) };
        room -= sizeOf(known) + 1;
        if (room < 0) break;
        fitting.unshift(known);
    }
    return fitting.length > 0 ? { ...content, former: fitting } : content;
}

/** @param {object} content */
function sizeOf(content) {
    return utf8Bytes(writeJSON(content)).length;
}

/**
 * @param {CryptoKey} vault
 * @param {ReturnType<typeof readParcelCircle>} content
 * @returns {Promise<PA1.KnownCircle>}
 */
async function circleFromParcel(vault, { circleId, personId, key, since, members, former, titles = false }) {
    const { wrapped, publicKey } = await takePrivateKey(vault, parcelBytes(key));
    return {
        circleId, personId, key: wrapped, pk: encodeBase64url(publicKey), since, members,
        ...(former === undefined ? {} : { former: former.map(defined) }), titles,
    };
}

/**
 * @param {ReturnType<typeof readFormerKey>} key
 * @returns {PA1.MemberKey}
 */
function defined({ personId, pk, since, name }) {
    return { personId, pk, since, ...(name === undefined ? {} : { name }) };
}

/** @param {string} text */
function parcelBytes(text) {
    const bytes = decodeBase64url(text);
    if (bytes === null) throw new PA1Fault("malformed", "base64url");
    return bytes;
}
