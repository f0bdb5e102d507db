// What goes with a check-in: links, the person's own addresses, and the emergency card. No answer is kept here:
// screens ask the relay when they are opened.

import { asProblem } from "../relay/problem.js";
import { change } from "./checkIns.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").ContactView} ContactView */
/** @typedef {import("../types/app.js").EmergencyCardView} EmergencyCardView */

/**
 * What the relay answers, or null where it has nothing of the kind.
 * @param {Promise<any>} answer
 */
async function orNull(answer) {
    try {
        return await answer;
    } catch (error) {
        if (asProblem(error).kind !== "not-found") throw error;
        return null;
    }
}

/** @param {SessionCore} core @returns {Promise<import("../types/app.js").CheckInLinkView[]>} */
export async function checkInLinks(core) {
    return (await core.relay.get("/v1/check-ins/links")).links;
}

/** @param {SessionCore} core @param {string} name @returns {Promise<import("../types/app.js").CheckInLink>} */
export function addCheckInLink(core, name) {
    return change(core, "POST", "/v1/check-ins/links", { name });
}

/**
 * One that another device has revoked counts as revoked.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function revokeCheckInLink(core, id) {
    await orNull(change(core, "DELETE", `/v1/check-ins/links/${id}`));
}

/** @param {SessionCore} core @returns {Promise<ContactView | null>} */
export function ownAddresses(core) {
    return orNull(core.relay.get("/v1/check-ins/addresses"));
}

/**
 * @param {SessionCore} core
 * @param {import("../types/app.js").OwnAddresses} addresses
 * @returns {Promise<ContactView>}
 */
export function setOwnAddresses(core, addresses) {
    return change(core, "PUT", "/v1/check-ins/addresses", addresses);
}

/** @param {SessionCore} core */
export async function removeOwnAddresses(core) {
    await orNull(change(core, "DELETE", "/v1/check-ins/addresses"));
}

/** @param {SessionCore} core @returns {Promise<EmergencyCardView | null>} */
export function emergencyCard(core) {
    return orNull(core.relay.get("/v1/check-ins/card"));
}

/**
 * @param {SessionCore} core
 * @param {import("../types/app.js").EmergencyCard} card
 * @returns {Promise<EmergencyCardView>}
 */
export function setEmergencyCard(core, card) {
    return change(core, "PUT", "/v1/check-ins/card", card);
}

/** @param {SessionCore} core */
export async function removeEmergencyCard(core) {
    await orNull(change(core, "DELETE", "/v1/check-ins/card"));
}
