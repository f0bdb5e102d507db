import { checkSymbol, crockfordAlphabet, crockfordText, crockfordValue } from "./crockford.js";
import { PA1Fault } from "./fault.js";

const codeLength = 20;
const canonicalSymbols = new RegExp(`^[${crockfordAlphabet}]*$`);

/**
 * Reads a pairing code as a person typed it: case, hyphens, spaces and tabs do not matter, look-alikes are read as
 * meant. A typo shows here, before any request, and costs no attempt.
 * @param {string} typed
 * @returns {PA1.Code}
 */
export function readCode(typed) {
    const values = typedValues(typed);
    if (checkSymbol(values.slice(0, -1)) !== values[codeLength - 1]) throw new PA1Fault("mistyped", "check");
    return { locator: crockfordText(values.slice(0, 5)), secret: crockfordText(values.slice(5, 19)) };
}

/**
 * Reads a code that the relay's operator made, which has twenty symbols and no check.
 * @param {string} typed
 * @returns {string} as the operator was shown it, which the relay wants to the letter
 */
export function readEnrolment(typed) {
    return inFives(crockfordText(typedValues(typed)));
}

/**
 * The whole code for its owner's screen, `LLLLL-SSSSS-SSSSS-SSSSC`.
 * @param {PA1.Code} code
 */
export function formatCode(code) {
    if (!isLocator(code.locator) || !isSecret(code.secret)) throw new PA1Fault("mistyped", "symbol");
    const symbols = code.locator + code.secret;
    return inFives(symbols + crockfordText([checkSymbol([...symbols].map(crockfordValue))]));
}

/** @param {string} text */
export function isLocator(text) {
    return text.length === 5 && canonicalSymbols.test(text);
}

/** @param {string} text */
export function isSecret(text) {
    return text.length === 14 && canonicalSymbols.test(text);
}

/** @param {string} typed */
function typedValues(typed) {
    const values = [];
    for (const character of typed) {
        if (character === "-" || character === " " || character === "\t") continue;
        const value = crockfordValue(character);
        // The place, and not the character, which may be a part of a secret.
        if (value < 0) throw new PA1Fault("mistyped", `symbol ${values.length + 1}`);
        values.push(value);
        if (values.length > 4 * codeLength) break;
    }
    if (values.length !== codeLength) throw new PA1Fault("mistyped", `length ${values.length}`);
    return values;
}

/** @param {string} symbols */
function inFives(symbols) {
    return (symbols.match(/.{1,5}/g) ?? []).join("-");
}
