import { decodeBase64url } from "./base64url.js";
import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { isId } from "./ids.js";
import { parseInstant } from "./instant.js";
import { isDisplayName } from "./names.js";
import { isCanonicalOrigin } from "./origin.js";
import { canonicalRule } from "./rule.js";

/**
 * Reads one value, or throws.
 * @template T
 * @typedef {(value: PA1.JSONValue) => T} Reader
 */

/**
 * Reads an object strictly: every name has its reader, and a name without one is refused.
 * @template {Record<string, Reader<any> & { optional?: true }>} Shape
 * @param {PA1.JSONValue} value
 * @param {Shape} shape
 * @returns {{ [Name in keyof Shape]: ReturnType<Shape[Name]> }}
 */
export function readObject(value, shape) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformedAt("object");
    for (const name of Object.keys(value)) {
        if (!Object.hasOwn(shape, name)) throw malformedAt("unknown name");
    }
    /** @type {Record<string, unknown>} */
    const read = {};
    for (const [name, reader] of Object.entries(shape)) {
        if (Object.hasOwn(value, name)) read[name] = reader(value[name]);
        else if (reader.optional !== true) throw malformedAt(name);
    }
    return /** @type {any} */ (read);
}

/**
 * A reader of a member that may be absent; null in its place is refused.
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<T | undefined> & { optional: true }}
 */
export function optional(reader) {
    /** @type {Reader<T | undefined>} */
    const lenient = (value) => reader(value);
    return Object.assign(lenient, { optional: /** @type {true} */ (true) });
}

/**
 * A reader of arrays.
 * @template T
 * @param {Reader<T>} reader
 * @param {number} limit
 * @returns {Reader<T[]>}
 */
export function arrayOf(reader, limit) {
    return (value) => {
        if (!Array.isArray(value) || value.length > limit) throw malformedAt("array");
        return value.map(reader);
    };
}

/**
 * A reader of texts that a check accepts.
 * @param {(text: string) => boolean} isValid
 * @returns {Reader<string>}
 */
export function textThat(isValid) {
    return (value) => {
        if (typeof value !== "string" || !isValid(value)) throw malformedAt("text");
        return value;
    };
}

/**
 * A reader of one word of a closed list.
 * @template {string} Word
 * @param {...Word} words
 * @returns {Reader<Word>}
 */
export function wordOf(...words) {
    return (value) => {
        const word = words.find((known) => known === value);
        if (word === undefined) throw malformedAt("word");
        return word;
    };
}

/**
 * A reader of whole numbers.
 * @param {number} lowest
 * @param {number} highest
 * @returns {Reader<number>}
 */
export function integerIn(lowest, highest) {
    return (value) => {
        if (typeof value !== "number" || !Number.isInteger(value) || value < lowest || value > highest) {
            throw malformedAt("number");
        }
        return value;
    };
}

/**
 * A reader of base64url of so many bytes; the text is kept.
 * @param {number} count
 */
export function base64urlOf(count) {
    return textThat((text) => decodeBase64url(text)?.length === count);
}

/**
 * A reader of texts of so many bytes of UTF-8.
 * @param {number} least
 * @param {number} most
 */
export function textOf(least, most) {
    return textThat((text) => {
        const bytes = utf8Bytes(text).length;
        return bytes >= least && bytes <= most;
    });
}

/**
 * A reader of compact JWEs by their shape: five parts of base64url characters, the second one empty.
 * @param {number} limit
 */
export function sealedOf(limit) {
    return textThat((text) => text.length <= limit && isSealed(text));
}

/** @param {string} text */
export function isSealed(text) {
    return /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(text);
}

/** @type {Reader<boolean>} */
export const readBoolean = (value) => {
    if (typeof value !== "boolean") throw malformedAt("boolean");
    return value;
};

/** The most bytes of a sealed message, of a box of a pairing, and of a parcel or introduction. */
export const sealedLimits = Object.freeze({ message: 3072, box: 2048, parcel: 5632 });

export const readVersion = integerIn(1, 1);
export const readId = textThat(isId);
export const readName = textThat(isDisplayName);
export const readCanonicalOrigin = textThat(isCanonicalOrigin);
export const readPublicKey = base64urlOf(32);
export const readTime = textThat((text) => parseInstant(text) !== null);
export const readRule = textThat((text) => utf8Bytes(text).length <= 512 && canonicalRule(text) !== "");
export const readPurpose = wordOf("partner", "device", "family", "care");
export const readRole = wordOf("partner", "parent", "child", "dweller", "member");

/** @param {string} where */
function malformedAt(where) {
    return new PA1Fault("malformed", where);
}
