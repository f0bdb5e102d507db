// The first minute: this device becomes one of the relay's, by the operator's code or by a partner's.

import { enrolmentTicket, newDeviceKeys, registrationBody } from "../pa1/device.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { Store } from "../store/store.js";
import { capabilities } from "./capabilities.js";
import { languageToTell } from "./languages.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../store/store.js").Profile} Profile */

/**
 * Makes a person of the relay's by an operator's code.
 * @param {SessionCore} core
 * @param {string} code
 * @param {string} name
 */
export async function enrolHere(core, code, name) {
    await registerHere(core, enrolmentTicket(code), name);
}

/**
 * Registers this device. The key is kept before it is sent: a repeat after a lost answer gets the same device.
 * @param {SessionCore} core
 * @param {object} ticket
 * @param {string} name
 */
export async function registerHere(core, ticket, name) {
    if (await core.store.profile()) throw new ProblemError("conflict", { key: "problem.alreadyHere" });
    let keys = await core.store.fact("registering");
    if (!keys) {
        keys = await newDeviceKeys(core.store.vault);
        await core.store.write([Store.fact("registering", keys)]);
    }
    const timeZone = core.options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const locale = languageToTell(core);
    const body = await registrationBody(core.store.vault, keys, {
        platform: "events", timeZone, locale, capabilities: capabilities(), ticket,
    });
    const answer = await postPlainly(core, body);
    /** @type {Profile} */
    const profile = {
        deviceId: answer.deviceId, requestKey: keys.requestKey, name, timeZone, locale, platform: "events",
        personId: null,
    };
    await core.store.write([
        Store.fact("profile", profile), { area: "facts", remove: "registering" }, { area: "facts", remove: "cursor" },
    ]);
}

/** @param {SessionCore} core @param {object} body */
async function postPlainly(core, body) {
    const init = {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    };
    for (let tries = 1; ; tries += 1) {
        try {
            return await (await core.relay.exchange("/v1/devices", init)).json();
        } catch (error) {
            const problem = asProblem(error);
            // The key is the same, so that a repeat registers nothing twice.
            if (problem.kind !== "offline" || tries === 2) throw codeProblem(problem);
        }
    }
}

/**
 * Why a code is not taken. To a stranger, every code that is no good is the same; and a person's devices are limited by
 * their number alone, which waiting does not change.
 * @param {ProblemError} problem
 */
export function codeProblem(problem) {
    const { kind, detail, status, retryAfter } = problem;
    if (kind === "not-found") return new ProblemError("badCode", { key: "problem.codeUnknown", detail, status });
    if (kind !== "quota-exceeded") return problem;
    return new ProblemError(kind, { key: "problem.tooManyDevices", detail, status, retryAfter });
}
