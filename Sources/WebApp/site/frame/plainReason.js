/** Why a message was not sent, or did not arrive, for somebody who runs no server. */

import { enReasons } from "../words/en-reasons.js";
import { t } from "./language.js";

/** The keys of texts by what the relay says, which is their English. */
const KEYS = new Map(Object.entries(enReasons).map(([key, text]) => [text, key]));

const UNREACHABLE = ["reason.connection", "reason.unresolved", "reason.timed-out", "reason.unprocessed"];
const LOST = ["reason.interrupted", "reason.timed-out.after", "reason.stalled"];

/**
 * What happened, in the reader's language, without the words of libraries and the codes of answers. A reason that has
 * no words of the relay's stays as it is.
 *
 * @param {string} reason as the relay tells it, in English
 */
export function plainReason(reason) {
    const key = keyOf(reason);
    if (!key) return reason;
    if (UNREACHABLE.includes(key)) return t("reason.plain.unreachable");
    return t(LOST.includes(key) ? "reason.plain.lost" : key);
}

/**
 * The key of the relay's own words in a reason, as of "the mail server refuses the letter (550 5.7.1)", of "no
 * connection: Could not connect" and of "HTTP 302: redirects are not followed".
 *
 * @param {string} reason @returns {string | null} null where there are none
 */
function keyOf(reason) {
    const known = KEYS.get(reason);
    if (known) return known;
    const brackets = reason.endsWith(")") ? reason.matchAll(/ \(/g) : [];
    for (const { index } of brackets) {
        const before = keyOf(reason.slice(0, index));
        if (before) return before;
    }
    const colon = reason.indexOf(": ");
    if (colon < 0) return null;
    return KEYS.get(reason.slice(0, colon)) ?? keyOf(reason.slice(colon + 2));
}
