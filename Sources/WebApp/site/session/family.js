// Families and care circles: their people, and what everybody may do.

import { newCircleKey } from "../pa1/circle.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { circleKey, circleView, introduceAll, keepCircle, learnKeys, withCircleKeys } from "./circleKeys.js";
import { loadNews, loadPartners } from "./loading.js";
import { circleNews } from "./news.js";
import { putConsent } from "./partners.js";
import { loadReminders } from "./reminders.js";
import { sealAgain, sealTitles } from "./sealingAgain.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").CircleView} CircleView */
/** @typedef {import("../types/app.js").CircleEdit} CircleEdit */
/** @typedef {import("../types/app.js").MemberEdit} MemberEdit */
/** @typedef {import("../types/app.js").Consent} Consent */

/**
 * The circles that are being left here: whoever leaves one knows.
 * @type {Set<string>}
 */
const leaving = new Set();

/** @param {SessionCore} core */
export async function loadCircles(core) {
    const before = await core.store.all("circles");
    const { circles } = await core.relay.get("/v1/circles");
    /** @type {CircleView[]} */
    const views = [];
    for (const view of circles) {
        try {
            await learnKeys(core, view);
            await withCircleKeys(core, () => sealAgain(core, view));
        } catch (error) {
            if (asProblem(error).passes) throw error;
        }
        views.push(circleView(view, await circleKey(core, view.circleId)));
    }
    await forgetLeft(core, before, circles);
    const news = circleNews(core.state.circles.filter((one) => !leaving.has(one.circleId)), views, core.now);
    await core.keepView("circles", views);
    if (news.length > 0) {
        await core.store.write(news.map((put) => /** @type {const} */ ({ area: "news", put })));
        await loadNews(core);
    }
    await keepPersonId(core, views);
    await loadReminders(core, views);
    await loadPartners(core);
}

/**
 * Whoever has left needs the keys no more. A key that was kept after the relay was asked is of somebody who has just
 * joined: without it they could read nothing that is sealed for them.
 * @param {SessionCore} core
 * @param {{ circleId: string, known: PA1.KnownCircle }[]} before what was kept before the relay was asked
 * @param {any[]} circles the relay's answer
 */
function forgetLeft(core, before, circles) {
    const ids = new Set(circles.map((view) => view.circleId));
    return withCircleKeys(core, async () => {
        for (const { circleId, known } of before) {
            if (ids.has(circleId) || (await circleKey(core, circleId))?.pk !== known?.pk) continue;
            await core.store.write([{ area: "circles", remove: circleId }]);
        }
    });
}

/**
 * A person learns their own name at the relay from a circle.
 * @param {SessionCore} core
 * @param {CircleView[]} views
 */
async function keepPersonId(core, views) {
    const own = views.flatMap((view) => view.members).find((member) => member.self);
    if (!own || core.state.me?.personId === own.personId) return;
    await core.store.update("facts", "profile", (profile) => profile && { ...profile, personId: own.personId });
    if (core.state.me) core.set({ me: { ...core.state.me, personId: own.personId } });
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

/**
 * @param {SessionCore} core
 * @param {"family" | "care"} kind
 * @param {string} name
 * @param {string} myName
 * @param {{ relayMayReadTitles?: boolean, snoozeLimit?: number }} options
 * @returns {Promise<CircleView>}
 */
export async function createCircle(core, kind, name, myName, options) {
    const view = await withCircleKeys(core, async () => {
        const made = await change(core, "circles", "POST", "/v1/circles", {
            kind, name, ...(myName ? { displayName: myName } : {}), ...options,
        });
        const own = made.members.find((/** @type {any} */ member) => member.self);
        await keepCircle(core, await newCircleKey(core.store.vault, {
            circleId: made.circleId, personId: own.personId, titles: options.relayMayReadTitles ?? false,
        }, core.now));
        return made;
    });
    await loadCircles(core);
    return circleOf(core, view.circleId);
}

/** @param {SessionCore} core @param {string} id @returns {CircleView} */
function circleOf(core, id) {
    const view = core.state.circles.find((one) => one.circleId === id);
    if (!view) throw new ProblemError("not-found");
    return view;
}

/** @param {SessionCore} core @param {any} view */
async function takeCircle(core, view) {
    const shown = circleView(view, await circleKey(core, view.circleId));
    await core.keepView("circles", core.state.circles.map((one) => one.circleId === view.circleId ? shown : one));
}

/** @param {SessionCore} core @param {string} id @param {CircleEdit} edit */
export async function changeCircle(core, id, edit) {
    if (edit.relayMayReadTitles === false) await sealTitles(core, id);
    await takeCircle(core, await change(core, id, "PATCH", `/v1/circles/${id}`, edit));
    // Titles go to the relay in clear only where this family's people say so, too.
    if (edit.relayMayReadTitles !== undefined) {
        await core.store.update("circles", id, (record) => record?.known
            && { ...record, known: { ...record.known, titles: edit.relayMayReadTitles } });
        // The others do not take the relay's word for it: they hear it from this person, sealed.
        await introduceAll(core, id);
    }
}

/** @param {SessionCore} core @param {string} id @param {string} personId @param {MemberEdit} edit */
export async function changeMember(core, id, personId, edit) {
    await takeCircle(core, await change(core, id, "PATCH", `/v1/circles/${id}/members/${personId}`, edit));
}

/**
 * @param {SessionCore} core @param {string} id @param {string} personId
 * @param {string | null} [heir] the parent who takes over the reminders for others, which are deleted otherwise
 */
export async function removeMember(core, id, personId, heir) {
    await change(core, id, "DELETE", `/v1/circles/${id}/members/${personId}${heir ? `?heir=${heir}` : ""}`);
    await loadCircles(core).catch(asProblem);
    core.refreshSoon();
}

/** @param {SessionCore} core @param {string} id @param {string | null} [heir] as for `removeMember` */
export async function leaveCircle(core, id, heir) {
    const own = circleOf(core, id).members.find((member) => member.self);
    if (!own) throw new ProblemError("not-found");
    leaving.add(id);
    try {
        await removeMember(core, id, own.personId, heir);
    } finally {
        leaving.delete(id);
    }
}

/** @param {SessionCore} core @param {string} personId @returns {Promise<Consent>} */
export async function memberConsent(core, personId) {
    const consent = await core.relay.get(`/v1/consent/${personId}`);
    showConsent(core, personId, consent);
    return consent;
}

/** @param {SessionCore} core @param {string} personId @param {Consent} consent */
export async function setMemberConsent(core, personId, consent) {
    showConsent(core, personId, await putConsent(core, personId, consent));
    core.refreshSoon();
}

/** @param {SessionCore} core @param {string} personId @param {Consent} consent */
function showConsent(core, personId, consent) {
    core.set({ circles: core.state.circles.map((circle) => ({
        ...circle, members: circle.members.map((member) => member.personId === personId ? { ...member, consent }
            : member),
    })) });
}
