// Care circles: how everybody is, and alerts about somebody who lives alone.

import { placeForWire } from "../pa1/place.js";
import { openMemberWords, sealCareNote } from "../pa1/words.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { withAlert } from "./careAlerts.js";
import { circleForSealing } from "./circleKeys.js";
import { knownCircles } from "./incoming.js";
import { careTable } from "./careTable.js";
import { lateForDweller, lateForMember } from "./lateAnswers.js";
import { loadAlarms } from "./loading.js";
import { closeNotifications } from "./push.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").CareAlert} CareAlert */
/** @typedef {import("../types/app.js").CareKind} CareKind */
/** @typedef {import("../types/app.js").CareSettings} CareSettings */
/** @typedef {import("../types/app.js").CareSignalDetails} CareSignalDetails */
/** @typedef {import("../types/app.js").LateAnswer} LateAnswer */

/** @param {SessionCore} core */
export async function loadCare(core) {
    const overview = await core.relay.get("/v1/care");
    const circles = await knownCircles(core.store);
    const dwellers = [];
    for (const dweller of overview.dwellers) {
        const open = async (/** @type {any[]} */ alerts) => {
            const opened = [];
            for (const alert of alerts) opened.push(await openAlert(core, alert, circles));
            return opened;
        };
        const lastAlert = dweller.lastAlert && await openAlert(core, dweller.lastAlert, circles);
        dwellers.push({
            ...dweller, alerts: await open(dweller.alerts), lastAlert,
            ...(dweller.unresolved ? { unresolved: await open(dweller.unresolved) } : {}),
        });
    }
    await core.keepView("care", { ...overview, dwellers });
    const hasOwn = dwellers.some((dweller) => dweller.self);
    await core.keepView("careSettings", hasOwn ? await core.relay.get("/v1/care/settings") : null);
}

/** @param {SessionCore} core @param {any} alert @param {PA1.KnownCircle[]} circles @returns {Promise<CareAlert>} */
async function openAlert(core, alert, circles) {
    const notes = [];
    for (const note of alert.notes ?? []) {
        const opened = await openMemberWords(core.store.vault, circles,
            { circleId: alert.circleId, about: alert.alertId, words: note.words }, core.origin);
        const isTheirs = opened.said?.writer === note.from;
        notes.push({ from: note.from, text: isTheirs ? opened.said?.line ?? null : null, verified: isTheirs });
    }
    return { ...alert, notes };
}

/** @param {SessionCore} core @param {any} view @returns {Promise<CareAlert>} */
async function takeAlert(core, view) {
    const alert = await openAlert(core, view, await knownCircles(core.store));
    if (core.state.care) {
        const dwellers = core.state.care.dwellers.map((dweller) =>
            dweller.circleId === alert.circleId ? withAlert(dweller, alert, core.now) : dweller);
        await core.keepView("care", { ...core.state.care, dwellers });
    }
    return alert;
}

/**
 * @param {SessionCore} core
 * @param {string} about
 * @param {string} method
 * @param {string} target
 * @param {object} [body]
 */
function change(core, about, method, target, body) {
    return core.journal.change({ kind: "step", about, method, target, body });
}

/** @param {SessionCore} core @param {CareKind} kind @param {CareSignalDetails} details @returns {Promise<CareAlert>} */
export async function signalCare(core, kind, details) {
    // A call for help waits for a network as long as it may take.
    const entry = core.journal.entry({
        kind: "signal", about: "care", method: "POST", target: "/v1/care/signals", keep: true,
        until: core.now + 3_600_000,
        body: {
            kind, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            ...(details.reading === undefined ? {} : { reading: details.reading }),
            ...(details.place ? { place: placeForWire(details.place) } : {}),
        },
    });
    await core.store.write([{ area: "journal", put: entry }]);
    const { answer, problem } = await core.journal.deliver(entry);
    if (problem) {
        core.sendLater();
        throw problem.passes ? new ProblemError("offline", { key: "problem.signalWaits" }) : problem;
    }
    if (details.note) await noteAlert(core, answer.alertId, details.note).catch(asProblem);
    return takeAlert(core, answer);
}

/**
 * @param {SessionCore} core @param {string} id
 * @returns {Promise<LateAnswer | null>} null where it is called off
 */
export async function cancelAlert(core, id) {
    const alert = await takeAlert(core, await change(core, id, "DELETE", `/v1/care/alerts/${id}`));
    await endRing(core, id);
    return lateForDweller(alert);
}

/**
 * @param {SessionCore} core @param {string} id
 * @returns {Promise<LateAnswer | null>} null where this person looks after the dweller now
 */
export async function acknowledgeAlert(core, id) {
    let view;
    try {
        view = await change(core, id, "POST", `/v1/care/alerts/${id}/acknowledgement`, {});
    } catch (error) {
        if (asProblem(error).kind !== "not-found") throw error;
        await endRing(core, id);
        return { reason: "gone" };
    }
    const alert = await takeAlert(core, view);
    await endRing(core, id);
    return lateForMember(core, alert);
}

/** @param {SessionCore} core @param {string} id */
export async function resolveAlert(core, id) {
    await takeAlert(core, await change(core, id, "POST", `/v1/care/alerts/${id}/resolution`, {}));
    core.refreshSoon();
}

/**
 * What rings for an alert that a person has dealt with is answered.
 * @param {SessionCore} core
 * @param {string} id
 */
async function endRing(core, id) {
    await core.store.update("alarms", id, (alarm) => alarm
        && { ...alarm, phase: "answered", phaseSince: core.now, endedAt: core.now });
    await loadAlarms(core);
    core.background(() => closeNotifications(core, id));
    core.refreshSoon();
}

/** @param {SessionCore} core @param {string} id @returns {Promise<CareAlert>} */
export async function loadAlert(core, id) {
    return takeAlert(core, await core.relay.get(`/v1/care/alerts/${id}`));
}

/** @param {SessionCore} core @param {string} id @param {string} text @returns {Promise<{ unreached: string[] }>} */
export async function noteAlert(core, id, text) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes < 1 || bytes > 1000) throw new ProblemError("text-too-long");
    const alert = await core.relay.get(`/v1/care/alerts/${id}`);
    const { view, known } = await circleForSealing(core, alert.circleId);
    // Only the dweller sees who may know; the relay shows everybody else's note only to those who may.
    const people = view.members
        .filter((/** @type {any} */ member) => member.permissions?.includes(`alert.${alert.kind}`) ?? true)
        .map((/** @type {any} */ member) => member.personId);
    const { sealed, unreached } = await sealCareNote(core.store.vault, known, { alertId: id, text }, people,
        core.origin);
    await takeAlert(core, await change(core, id, "PUT", `/v1/care/alerts/${id}/note`, { sealed }));
    return { unreached };
}

/** @param {SessionCore} core @param {CareSettings} settings */
export async function setCareSettings(core, settings) {
    await core.keepView("careSettings", await change(core, "care", "PUT", "/v1/care/settings", settings));
}

/** @param {SessionCore} core @param {string} until */
export async function pauseCare(core, until) {
    await core.keepView("careSettings", await change(core, "care", "PUT", "/v1/care/pause", { until }));
    core.refreshSoon();
}

/** @param {SessionCore} core */
export async function resumeCare(core) {
    await core.keepView("careSettings", await change(core, "care", "DELETE", "/v1/care/pause"));
    core.refreshSoon();
}

/** @param {SessionCore} core */
export async function reportActivity(core) {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await change(core, "care", "POST", "/v1/care/activity", { timeZone });
    core.refreshSoon();
}

/**
 * @param {SessionCore} core
 * @param {{ phone: string, name: string, calls?: boolean, language?: string } | null} phone
 * @returns {Promise<import("../types/app.js").ContactView | null>}
 */
export async function setCarePhone(core, phone) {
    /** @type {import("../types/app.js").ContactView | null} */
    const known = phone ? await change(core, "care", "PUT", "/v1/care/phone", phone) : null;
    if (!phone) await change(core, "care", "DELETE", "/v1/care/phone");
    if (core.state.care) await core.keepView("care", { ...core.state.care, phone: known ?? undefined });
    return known;
}

/** @param {SessionCore} core @param {string} circleId @param {string} [before] */
export async function careHistory(core, circleId, before) {
    const page = await core.relay.get(`/v1/care/circles/${circleId}/alerts${before ? `?before=${before}` : ""}`);
    const circles = await knownCircles(core.store);
    const alerts = [];
    for (const alert of page.alerts) alerts.push(await openAlert(core, alert, circles));
    return { ...page, alerts };
}

/** @param {SessionCore} core @param {string} circleId @returns {Promise<Blob>} */
export async function exportHistory(core, circleId) {
    /** @type {CareAlert[]} */
    const alerts = [];
    /** @type {string | undefined} */
    let before;
    do {
        const page = await careHistory(core, circleId, before);
        alerts.push(...page.alerts);
        before = page.alerts.length > 0 ? page.next : undefined;
    } while (before);
    const circle = core.state.circles.find((one) => one.circleId === circleId);
    const nameOf = (/** @type {string} */ id) =>
        circle?.members.find((member) => member.personId === id)?.displayName ?? id;
    return new Blob([careTable(alerts, nameOf)], { type: "text/csv;charset=utf-8" });
}
