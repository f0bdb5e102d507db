import { utf8Bytes, utf8Text } from "./bytes.js";
import { PA1Fault } from "./fault.js";

const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const jsonPlain = /[^"\\\u0000-\u001f]*/y;
const jsonSpace = /[ \t\n\r]*/y;
const jsonEscapes = Object.freeze(
    { "\"": "\"", "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
);

/**
 * Reads one JSON text and refuses what RFC 8259 leaves open: a name twice, invalid UTF-8, lone surrogates, a byte order
 * mark, and texts that are too long or too deep. Objects have no prototype.
 * @param {Uint8Array | string} input
 * @param {{ bytes?: number, depth?: number }} [limits] 8,192 bytes and 8 levels unless told
 * @returns {PA1.JSONValue}
 */
export function parseStrictJSON(input, limits = {}) {
    const { bytes = 8192, depth = 8 } = limits;
    const encoded = typeof input === "string" ? utf8Bytes(input) : input;
    if (encoded.length > bytes) throw new PA1Fault("malformed", `longer than ${bytes} bytes`);
    const text = typeof input === "string" ? input : utf8Text(encoded);
    if (text === null) throw new PA1Fault("malformed", "not UTF-8");
    return new StrictJSONParser(text, depth).document();
}

/**
 * Compact JSON whose texts are well-formed: a lone surrogate, which strict readers refuse, becomes U+FFFD.
 * @param {unknown} value @returns {string}
 */
export function writeJSON(value) {
    return JSON.stringify(value, (_, inner) => typeof inner === "string" ? wellFormedText(inner) : inner);
}

/** @param {string} text */
function wellFormedText(text) {
    return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

class StrictJSONParser {
    /** @param {string} text @param {number} depth */
    constructor(text, depth) {
        this.text = text;
        this.left = depth;
        this.index = 0;
    }

    /** @returns {PA1.JSONValue} */
    document() {
        const value = this.value();
        if (this.index < this.text.length) throw this.fault();
        return value;
    }

    fault(what = "not JSON") {
        return new PA1Fault("malformed", `${what}, at ${this.index}`);
    }

    /** @param {RegExp} pattern a sticky one */
    match(pattern) {
        pattern.lastIndex = this.index;
        const found = pattern.exec(this.text);
        if (found === null) return null;
        this.index += found[0].length;
        return found[0];
    }

    /** @param {string} character */
    take(character) {
        this.match(jsonSpace);
        if (this.text[this.index] !== character) return false;
        this.index += 1;
        return true;
    }

    /** @returns {PA1.JSONValue} */
    value() {
        this.match(jsonSpace);
        const value = this.bareValue();
        this.match(jsonSpace);
        return value;
    }

    /** @returns {PA1.JSONValue} */
    bareValue() {
        switch (this.text[this.index]) {
            case "{": return this.nested(() => this.object());
            case "[": return this.nested(() => this.array());
            case "\"": return this.string();
            case "t": return this.literal("true", true);
            case "f": return this.literal("false", false);
            case "n": return this.literal("null", null);
            default: return this.number();
        }
    }

    /** @param {() => PA1.JSONValue} read @returns {PA1.JSONValue} */
    nested(read) {
        if (this.left === 0) throw this.fault("too deep");
        this.left -= 1;
        this.index += 1;
        const value = read();
        this.left += 1;
        return value;
    }

    /** @returns {PA1.JSONObject} */
    object() {
        /** @type {PA1.JSONObject} */
        const object = Object.create(null);
        if (this.take("}")) return object;
        do {
            this.match(jsonSpace);
            if (this.text[this.index] !== "\"") throw this.fault();
            const name = this.string();
            if (Object.hasOwn(object, name)) throw this.fault("a name twice");
            if (!this.take(":")) throw this.fault();
            object[name] = this.value();
        } while (this.take(","));
        if (!this.take("}")) throw this.fault();
        return object;
    }

    /** @returns {PA1.JSONValue[]} */
    array() {
        /** @type {PA1.JSONValue[]} */
        const elements = [];
        if (this.take("]")) return elements;
        do elements.push(this.value()); while (this.take(","));
        if (!this.take("]")) throw this.fault();
        return elements;
    }

    number() {
        const number = Number(this.match(jsonNumber) ?? NaN);
        if (!Number.isFinite(number)) throw this.fault();
        return number;
    }

    /** @param {string} word @param {boolean | null} value */
    literal(word, value) {
        if (!this.text.startsWith(word, this.index)) throw this.fault();
        this.index += word.length;
        return value;
    }

    string() {
        this.index += 1;
        let string = this.match(jsonPlain) ?? "";
        while (this.text[this.index] === "\\") {
            this.index += 1;
            string += this.escape() + (this.match(jsonPlain) ?? "");
        }
        if (this.text[this.index] !== "\"") throw this.fault();
        this.index += 1;
        if (/\p{Surrogate}/u.test(string)) throw this.fault("half a character");
        return string;
    }

    escape() {
        const character = this.text[this.index] ?? "";
        this.index += 1;
        if (character === "u") {
            const digits = this.text.slice(this.index, this.index + 4);
            if (!/^[0-9A-Fa-f]{4}$/.test(digits)) throw this.fault();
            this.index += 4;
            return String.fromCharCode(parseInt(digits, 16));
        }
        if (!Object.hasOwn(jsonEscapes, character)) throw this.fault();
        return jsonEscapes[/** @type {keyof typeof jsonEscapes} */ (character)];
    }
}
