// Words of a family's reminders, sealed again for people who cannot read them any more, or not yet: after somebody joined
// or left, became a parent, or got another key (PA1 section 4, "Words between members"). And titles, sealed before the
// relay may read them no more.

import { hasSealed, knowsMember, openFromMember } from "../pa1/circle.js";
import { PA1Fault } from "../pa1/fault.js";
import { sealedLimits } from "../pa1/reading.js";
import { openMemberWords, sealReminderWords } from "../pa1/words.js";
import { asProblem } from "../relay/problem.js";
import { circleForSealing, circleKey, keepCircle } from "./circleKeys.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */

/** The most pages that are looked through: all open reminders of a family, and all that are kept of the others. */
const mostPages = 8;

/**
 * Seals again what this device can, once for every state of a family's people; others of its people do the rest.
 * @param {SessionCore} core
 * @param {any} view the family as the relay shows it, whose keys were just learnt
 */
export async function sealAgain(core, view) {
    const known = view.kind === "family" ? await circleKey(core, view.circleId) : null;
    if (!known || known.sealedFor === stateOf(known, view)) return;
    let isDone = true;
    for (const reminder of await allReminders(core, view.circleId)) {
        if (reminder.title !== undefined) continue;
        const done = await sealOne(core, view, known, reminder);
        isDone = isDone && done;
    }
    if (!isDone) return;
    const { former: _, ...rest } = known;
    await keepCircle(core, { ...rest, sealedFor: stateOf(rest, view) });
}

/**
 * What decides for whom words are sealed: the people, their roles and their keys.
 * @param {PA1.KnownCircle} known
 * @param {any} view
 */
function stateOf(known, view) {
    const keys = new Map(known.members.map((member) => [member.personId, member.pk]));
    const people = view.members.map((/** @type {any} */ member) =>
        `${member.personId} ${member.role} ${member.self ? known.pk : keys.get(member.personId) ?? "-"}`);
    return JSON.stringify([people.sort(), (known.former ?? []).map((member) => member.pk).sort()]);
}

/**
 * Seals the titles that a family has let the relay read, before the family takes that back: the relay refuses to forget
 * words that nobody could read then.
 * @param {SessionCore} core
 * @param {string} circleId
 */
export async function sealTitles(core, circleId) {
    const { view, known } = await circleForSealing(core, circleId);
    for (const reminder of await allReminders(core, circleId)) {
        if (reminder.title === undefined || (reminder.sealed ?? []).length > 0) continue;
        const items = (reminder.checklist ?? []).map((/** @type {any} */ item) =>
            ({ id: item.id, text: item.text ?? "" }));
        const { sealed } = await sealReminderWords(core.store.vault, known,
            { reminderId: reminder.series ?? reminder.reminderId, title: reminder.title, items },
            readersOf(view, reminder), core.origin);
        try {
            await replaceWords(core, reminder.reminderId, { sealed });
        } catch (error) {
            // It is gone, or somebody was first. What is left open and unsealed, the relay names.
            if (!["not-found", "malformed", "conflict"].includes(asProblem(error).kind)) throw error;
        }
    }
}

/**
 * The people who read a reminder's words.
 * @param {any} view
 * @param {any} reminder
 * @returns {string[]}
 */
function readersOf(view, reminder) {
    return view.members.filter((/** @type {any} */ member) => member.role === "parent" || member.self
        || [reminder.creator, reminder.assignee].includes(member.personId))
        .map((/** @type {any} */ member) => member.personId);
}

/** @param {SessionCore} core @param {string} id @param {{ sealed: any, replaces?: string }} body */
function replaceWords(core, id, body) {
    return core.journal.change({
        kind: "step", about: id, method: "PUT", target: `/v1/reminders/${id}/words`, body,
    });
}

/** @param {SessionCore} core @param {string} circleId @returns {Promise<any[]>} */
async function allReminders(core, circleId) {
    /** @type {any[]} */
    const reminders = [];
    let after = "";
    for (let page = 0; page < mostPages; page += 1) {
        const answer = await core.relay.get(
            `/v1/circles/${circleId}/reminders?limit=100${after ? `&after=${after}` : ""}`);
        reminders.push(...answer.reminders);
        if (!answer.next) break;
        after = answer.next;
    }
    return reminders;
}

/**
 * @param {SessionCore} core
 * @param {any} view
 * @param {PA1.KnownCircle} known
 * @param {any} reminder
 * @returns {Promise<boolean>} whether nothing is left to do here, and no former key is needed for it
 */
async function sealOne(core, view, known, reminder) {
    const { vault } = core.store;
    const texts = new Map((reminder.sealed ?? []).map((/** @type {any} */ one) => [one.personId, one.words]));
    const own = texts.get(known.personId);
    if (own === undefined) return true;
    const writer = await writerOf(vault, known, own, core.origin);
    if (writer === null) return true;
    const me = view.members.find((/** @type {any} */ member) => member.self);
    const readers = readersOf(view, reminder);
    const isMine = writer.writer === known.personId;
    let mustSeal = writer.former;
    for (const personId of readers) {
        if (mustSeal || !knowsMember(known, personId)) continue;
        const text = texts.get(personId);
        mustSeal = text === undefined || isMine && !await hasSealed(vault, known, text, personId, core.origin);
    }
    if (!mustSeal) return true;
    if (me.role !== "parent" && reminder.creator !== known.personId) return !writer.former;
    const series = reminder.series ?? reminder.reminderId;
    const opened = await openMemberWords(vault, [known], { circleId: view.circleId, about: series, words: own },
        core.origin);
    const text = opened.said?.reminder;
    if (!text) return true;
    const { sealed } = await sealReminderWords(vault, known, { reminderId: series, ...text }, readers, core.origin);
    try {
        await replaceWords(core, reminder.reminderId, { sealed, replaces: own });
        // What was read before is still to be opened: the key goes the next time.
        return !writer.former;
    } catch (error) {
        const { kind } = asProblem(error);
        if (kind === "not-found" || kind === "malformed") return true;
        if (kind === "conflict" || kind === "quota-exceeded") return false;
        throw error;
    }
}

/**
 * Who sealed a text for this device's person; null where it does not open.
 * @param {CryptoKey} vault @param {PA1.KnownCircle} known @param {string} text @param {string} origin
 */
async function writerOf(vault, known, text, origin) {
    try {
        return await openFromMember(vault, known, text, origin, sealedLimits.message);
    } catch (error) {
        if (error instanceof PA1Fault && error.code !== "vault") return null;
        throw error;
    }
}
