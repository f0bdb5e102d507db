// The daily check-in, and who is told when it does not come.

import { placeForWire } from "../pa1/place.js";
import { asProblem } from "../relay/problem.js";
import { capabilities } from "./capabilities.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").CheckInReport} CheckInReport */
/** @typedef {import("../types/app.js").CheckInSettings} CheckInSettings */
/** @typedef {import("../types/app.js").ContactRequest} ContactRequest */
/** @typedef {import("../types/app.js").ContactView} ContactView */
/** @typedef {import("../types/app.js").Place} Place */

/** @param {SessionCore} core */
export async function loadCheckIns(core) {
    try {
        await keepReport(core, await core.relay.get("/v1/check-ins"));
    } catch (error) {
        // There is no plan yet.
        if (asProblem(error).kind !== "not-found") throw error;
        await core.keepView("checkIn", null);
    }
    await loadContacts(core);
}

/** @param {SessionCore} core @param {any} report */
async function keepReport(core, report) {
    const queued = (await core.store.all("journal")).some((entry) => entry.kind === "checkIn");
    await core.keepView("checkIn", { ...report, queued });
}

/** @param {SessionCore} core */
async function loadContacts(core) {
    const { contacts } = await core.relay.get("/v1/contacts");
    await core.keepView("contacts", contacts);
}

/**
 * Says that the person is well; kept and sent as soon as there is a network.
 * @param {SessionCore} core
 * @param {{ place?: Place }} options
 * @returns {Promise<{ sent: "now" | "queued" }>}
 */
export async function checkInNow(core, options) {
    const body = {
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, capabilities: capabilities(), via: "web",
        ...(options.place ? { place: placeForWire(options.place) } : {}),
    };
    const waiting = (await core.store.all("journal")).find((entry) => entry.kind === "checkIn");
    const entry = waiting ?? core.journal.entry({
        kind: "checkIn", about: "checkIn", method: "POST", target: "/v1/check-ins", body, keep: true,
    });
    if (!waiting) await core.store.write([{ area: "journal", put: entry }]);
    const { problem } = await core.journal.deliver(entry);
    if (problem?.passes) {
        if (core.state.checkIn) core.set({ checkIn: { ...core.state.checkIn, queued: true } });
        core.sendLater();
        return { sent: "queued" };
    }
    if (problem) throw problem;
    return { sent: "now" };
}

/**
 * Takes the answer to a check-in.
 * @param {SessionCore} core
 * @param {any} answer
 */
export async function takeCheckInAnswer(core, answer) {
    if (answer) await core.keepView("checkIn", { ...answer, queued: false });
}

/** @param {SessionCore} core @param {string} method @param {string} target @param {object} [body] */
export function change(core, method, target, body = method === "DELETE" ? undefined : {}) {
    return core.journal.change({ kind: "step", about: "checkIn", method, target, body });
}

/** @param {SessionCore} core @param {CheckInSettings} plan */
export async function setPlan(core, plan) {
    await keepReport(core, await change(core, "PUT", "/v1/check-ins/plan", plan));
}

/** @param {SessionCore} core */
export async function snoozeCheckIn(core) {
    await keepReport(core, await change(core, "POST", "/v1/check-ins/snooze"));
}

/** @param {SessionCore} core @returns {Promise<import("../types/app.js").Rehearsal>} */
export function rehearseCheckIn(core) {
    return change(core, "POST", "/v1/check-ins/rehearsal");
}

/** @param {SessionCore} core */
export async function testCheckIn(core) {
    await change(core, "POST", "/v1/check-ins/test");
}

/** @param {SessionCore} core @param {ContactRequest} contact @returns {Promise<ContactView>} */
export async function addContact(core, contact) {
    const added = await change(core, "POST", "/v1/contacts", contact);
    await loadContacts(core).catch(asProblem);
    return added;
}

/** @param {SessionCore} core @param {string} id @param {ContactRequest} contact @returns {Promise<ContactView>} */
export async function changeContact(core, id, contact) {
    const changed = await change(core, "PUT", `/v1/contacts/${id}`, contact);
    await loadContacts(core).catch(asProblem);
    return changed;
}

/** @param {SessionCore} core @param {string} id */
export async function removeContact(core, id) {
    await change(core, "DELETE", `/v1/contacts/${id}`);
    await loadContacts(core).catch(asProblem);
}

/**
 * Asks a contact once more whether they want to be told.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function confirmContact(core, id) {
    try {
        await change(core, "POST", `/v1/contacts/${id}/confirmation`);
    } catch (error) {
        // They have answered meanwhile, or the question waits: the reader is told which.
        if (asProblem(error).kind === "conflict") await loadContacts(core).catch(asProblem);
        throw error;
    }
    await loadContacts(core).catch(asProblem);
}
