// The secret address at which calendar programs read when this person's alarms ring. No answer is kept here.

import { asProblem } from "../relay/problem.js";
import { change } from "./checkIns.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/** @param {unknown} error */
function nullIfNone(error) {
    if (asProblem(error).kind !== "not-found") throw error;
    return null;
}

/** @param {SessionCore} core @returns {Promise<import("../types/app.js").CalendarLinkView | null>} */
export function calendarLink(core) {
    return core.relay.get("/v1/calendar/link").catch(nullIfNone);
}

/** @param {SessionCore} core @returns {Promise<import("../types/app.js").CalendarLink>} */
export function makeCalendarLink(core) {
    return change(core, "POST", "/v1/calendar/link");
}

/**
 * One that another device has revoked counts as revoked.
 * @param {SessionCore} core
 */
export async function revokeCalendarLink(core) {
    await change(core, "DELETE", "/v1/calendar/link").catch(nullIfNone);
}
