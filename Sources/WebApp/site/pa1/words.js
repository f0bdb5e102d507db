import { openFromMember, sealForMembers } from "./circle.js";
import { PA1Fault } from "./fault.js";
import { arrayOf, integerIn, readId, readObject, readVersion, sealedLimits, textOf, wordOf } from "./reading.js";
import { parseStrictJSON } from "./strictJSON.js";

/** The most items of a checklist. */
const mostItems = 50;

/**
 * Seals the words of a reminder for its people: who sets it, its assignee, and the family's parents.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {{ reminderId: PA1.Id } & PA1.ReminderText} text with the id of the first reminder of its series
 * @param {readonly PA1.Id[]} people
 * @param {string} relay
 */
export async function sealReminderWords(vault, circle, { reminderId, title, items }, people, relay) {
    const content = { v: 1, type: "reminder", reminderId, title, items: items.map(({ id, text }) => ({ id, text })) };
    checkWords(() => readReminderWords(content));
    return sealForMembers(vault, circle, content, people, relay);
}

/**
 * Seals a note about an alert for its people: the dweller, and the members who may know of it.
 * @param {CryptoKey} vault
 * @param {PA1.KnownCircle} circle
 * @param {{ alertId: PA1.Id, text: string }} note
 * @param {readonly PA1.Id[]} people
 * @param {string} relay
 */
export async function sealCareNote(vault, circle, { alertId, text }, people, relay) {
    const content = { v: 1, type: "care", alertId, text };
    checkWords(() => readCareNote(content));
    return sealForMembers(vault, circle, content, people, relay);
}

/**
 * Opens the words of a member, and checks that they are about the record that the relay names.
 * @param {CryptoKey} vault
 * @param {readonly PA1.KnownCircle[]} circles
 * @param {{ circleId: PA1.Id, about: PA1.Id, words: PA1.Sealed }} sealed `about` is the alert, or the first reminder of
 *     a series
 * @param {string} relay
 * @returns {Promise<PA1.MemberOpened>} compare the writer with whom the relay names, where it names one
 */
export async function openMemberWords(vault, circles, { circleId, about, words }, relay) {
    const circle = circles.find((known) => known.circleId === circleId);
    if (circle === undefined) return { doubt: "unknown-key" };
    try {
        const { writer, plaintext } = await openFromMember(vault, circle, words, relay, sealedLimits.message);
        const { of, line, reminder } = readMemberWords(parseStrictJSON(plaintext));
        if (of !== about) return { doubt: "other-alarm" };
        const name = circle.members.find((member) => member.personId === writer)?.name ?? null;
        return { said: { line, ...(reminder === undefined ? {} : { reminder }), writer, name } };
    } catch (error) {
        return { doubt: doubtOf(error) };
    }
}

/**
 * All of a reminder's words on one line.
 * @param {PA1.ReminderText} text
 */
export function reminderLine({ title, items }) {
    return items.length === 0 ? title : `${title} (${items.map((item) => item.text).join(", ")})`;
}

/**
 * @param {PA1.JSONValue} value
 * @returns {{ of: PA1.Id, line: string, reminder?: PA1.ReminderText }}
 */
function readMemberWords(value) {
    const isCare = typeof value === "object" && value !== null && !Array.isArray(value) && value.type === "care";
    if (isCare) {
        const { alertId, text } = readCareNote(value);
        return { of: alertId, line: text };
    }
    const { reminderId, title, items } = readReminderWords(value);
    return { of: reminderId, line: reminderLine({ title, items }), reminder: { title, items } };
}

/** @param {PA1.JSONValue} value */
function readReminderWords(value) {
    const readItem = (/** @type {PA1.JSONValue} */ item) =>
        readObject(item, { id: integerIn(0, 0x7fff_ffff), text: textOf(1, 400) });
    return readObject(value, {
        v: readVersion,
        type: wordOf("reminder"),
        reminderId: readId,
        title: textOf(1, 400),
        items: arrayOf(readItem, mostItems),
    });
}

/** @param {PA1.JSONValue} value */
function readCareNote(value) {
    return readObject(value, { v: readVersion, type: wordOf("care"), alertId: readId, text: textOf(1, 1000) });
}

/** @param {() => unknown} read */
function checkWords(read) {
    try {
        read();
    } catch {
        throw new PA1Fault("text-too-long", "or empty");
    }
}

/** @param {unknown} error @returns {PA1.Doubt} */
function doubtOf(error) {
    if (!(error instanceof PA1Fault) || error.code === "vault") throw error;
    if (error.code === "unknown-key") return "unknown-key";
    return error.code === "cannot-open" ? "damaged" : "unreadable";
}
