import { formatCode, readCode, readEnrolment } from "./code.js";
import { PA1Fault } from "./fault.js";
import { isLoopback, originOf, readOrigin } from "./origin.js";

const appScheme = "reveille://";

/**
 * Reads what a person typed, pasted, scanned or opened: a link of any form, or a code alone. Of a code alone it cannot
 * be known whether it is a partner's or the operator's; every code of twenty symbols may be the operator's.
 * @param {string} text
 * @returns {PA1.Entry}
 */
export function readEntry(text) {
    const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
    if (/[#/]/.test(trimmed)) return readLink(trimmed);
    const enrolment = readEnrolment(trimmed);
    try {
        return { origin: null, code: readCode(trimmed), enrolment };
    } catch {
        return { origin: null, code: null, enrolment };
    }
}

/**
 * The three links to a code. The code stands in the fragment, which browsers keep to themselves.
 * @param {string} origin
 * @param {PA1.Code} code
 * @param {string} [purpose] what the page behind the link speaks of: "partner" unless told
 * @returns {{ url: string, qrText: string, appUrl: string | null }} capitals make a smaller QR symbol
 */
export function codeLinks(origin, code, purpose = "partner") {
    const formatted = formatCode(code);
    const path = purpose === "partner" ? "/p" : `/p?${purpose}`;
    const [scheme, authority] = origin.split("://");
    // A link of the app's own scheme names no scheme: loopback hosts imply plain http.
    const hasAppUrl = (scheme === "https") !== isLoopback(authority);
    return {
        url: `${origin}${path}#${formatted}`,
        qrText: `${origin}${path}#`.toUpperCase() + formatted,
        appUrl: hasAppUrl ? `${appScheme}${authority}${path}#${formatted}` : null,
    };
}

/**
 * @param {string} text
 * @returns {PA1.Entry}
 */
function readLink(text) {
    const hash = text.indexOf("#");
    if (hash < 0) throw new PA1Fault("link", "fragment");
    const typed = text.slice(hash + 1);
    if (!/^[\0-\x7f]*$/.test(text.slice(0, hash))) throw new PA1Fault("link", "host");
    const [, base, path] = /^(.*)\/(p|e|p\?(?:partner|device|family|care))$/s.exec(text.slice(0, hash).toLowerCase()) ?? [];
    if (path === undefined) throw new PA1Fault("link", "path");
    const origin = linkOrigin(base);
    if (path === "e") return { origin, code: null, enrolment: readEnrolment(typed) };
    return { origin, code: readCode(typed), enrolment: null };
}

/** @param {string} base */
function linkOrigin(base) {
    if (base.endsWith("/")) throw new PA1Fault("origin", "host");
    if (!base.startsWith(appScheme)) return readOrigin(base);
    const authority = base.slice(appScheme.length);
    return originOf(!isLoopback(authority), authority);
}
