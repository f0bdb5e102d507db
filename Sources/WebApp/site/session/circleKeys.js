// The member keys of circles: one's own, those of the others, and who tells whom (PA1 section 4, "Keys of members").

import { keepMembers, knowsMember, newCircleKey, sealIntroduction, takeIntroductions } from "../pa1/circle.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { withLock } from "../store/locks.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/** @param {SessionCore} core @param {string} id @returns {Promise<PA1.KnownCircle | null>} */
export async function circleKey(core, id) {
    return (await core.store.get("circles", id))?.known ?? null;
}

/** @param {SessionCore} core @param {PA1.KnownCircle} known */
export async function keepCircle(core, known) {
    await core.store.write([{ area: "circles", put: { circleId: known.circleId, known } }]);
}

/**
 * Whether somebody may let people into a circle.
 * @param {any} view
 */
export function mayInvite(view) {
    const own = view.members.find((/** @type {any} */ member) => member.self);
    return own?.role === "parent" || own?.role === "dweller";
}

/**
 * Takes the keys that were left for this person; new ones are passed on.
 * @param {SessionCore} core
 * @param {any} view the circle as the relay shows it
 */
export function learnKeys(core, view) {
    return withCircleKeys(core, () => learnLocked(core, view));
}

/**
 * Keys of circles are changed by one at a time.
 * @template T
 * @param {SessionCore} core
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function withCircleKeys(core, work) {
    return withLock("circles", work, core.locks);
}

/**
 * @param {SessionCore} core
 * @param {any} view
 */
async function learnLocked(core, view) {
    const id = view.circleId;
    const list = await core.relay.get(`/v1/circles/${id}/introductions`);
    let known = await circleKey(core, id);
    if (!known) {
        // Another device of this person has the key: it has to be linked again.
        if (list.introductions.length > 0) return;
        const own = view.members.find((/** @type {any} */ member) => member.self);
        if (!own) return;
        known = await newCircleKey(core.store.vault, { circleId: id, personId: own.personId }, core.now);
        await keepCircle(core, known);
        await introduce(core, view, known, true);
        return;
    }
    const heard = await takeIntroductions(core.store.vault, known, list.introductions, core.origin, core.now);
    // Whoever the circle does not name has left, or has joined since it was asked. An introduction made before a person
    // left still names them.
    const isComplete = heard.members.every((one) => isNamed(one.personId, view));
    const present = isComplete ? view : await core.relay.get(`/v1/circles/${id}`);
    const told = keepMembers(heard, present);
    if (JSON.stringify([told.members, told.former]) !== JSON.stringify([known.members, known.former])
        || told.titles !== known.titles) {
        await keepCircle(core, told);
    }
    const isNew = keysOf(told) !== keysOf(known) || told.titles !== known.titles;
    const isNoted = list.introductions.some((/** @type {any} */ entry) => entry.from === told.personId);
    if (isNew || !isNoted) await introduce(core, present, told, !mayInvite(present));
}

/** @param {string} personId @param {any} view */
function isNamed(personId, view) {
    return view.members.some((/** @type {any} */ member) => member.personId === personId);
}

/** @param {PA1.KnownCircle} known */
function keysOf(known) {
    return known.members.map((member) => `${member.personId} ${member.pk}`).sort().join(",");
}

/** @param {SessionCore} core @param {any} view @param {PA1.KnownCircle} known @param {boolean} onlyOwn */
async function introduce(core, view, known, onlyOwn) {
    for (const member of view.members) {
        if (onlyOwn && !member.self) continue;
        const body = await sealIntroduction(core.store.vault, known, member.personId, core.origin);
        if (!body) continue;
        try {
            await core.journal.change({
                kind: "step", method: "PUT", target: `/v1/circles/${view.circleId}/introductions/${member.personId}`,
                body,
            });
        } catch (error) {
            // Whoever has left meanwhile needs no introduction.
            if (asProblem(error).kind !== "not-found") throw error;
        }
    }
}

/**
 * Tells everybody in a circle whose key is known who is who.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function introduceAll(core, id) {
    core.later(() => core.background(async () => {
        const view = await core.relay.get(`/v1/circles/${id}`);
        await learnKeys(core, view);
        const known = await circleKey(core, id);
        if (known) await introduce(core, view, known, !mayInvite(view));
        await core.refresh(["circles", "care"]);
    }), 0);
}

/**
 * The key of a circle, with what was learnt just now.
 * @param {SessionCore} core
 * @param {string} id
 * @returns {Promise<{ view: any, known: PA1.KnownCircle }>}
 */
export async function circleForSealing(core, id) {
    const view = await core.relay.get(`/v1/circles/${id}`);
    await learnKeys(core, view);
    const known = await circleKey(core, id);
    if (!known) throw new ProblemError("noKeys", { key: "problem.noCircleKeys" });
    return { view, known };
}

/**
 * A circle as the screens see it.
 * @param {any} view
 * @param {PA1.KnownCircle | null} known
 * @returns {import("../types/app.js").CircleView}
 */
export function circleView(view, known) {
    return {
        ...view, hasKey: known !== null, members: view.members.map((/** @type {any} */ member) => ({
            ...member, canSeal: known !== null && knowsMember(known, member.personId),
        })),
    };
}
