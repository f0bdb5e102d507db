// Reminders in a family. Their words are sealed for each of their people, unless the family lets the relay read them.

import { timeOrderedId } from "../pa1/ids.js";
import { placeForWire } from "../pa1/place.js";
import { openMemberWords, sealReminderWords } from "../pa1/words.js";
import { ProblemError } from "../relay/problem.js";
import { circleForSealing } from "./circleKeys.js";
import { knownCircles } from "./incoming.js";
import { firstDay, instantOf } from "./zones.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").ReminderItem} ReminderItem */
/** @typedef {import("../types/app.js").ReminderDraft} ReminderDraft */
/** @typedef {import("../types/app.js").ChecklistItem} ChecklistItem */
/** @typedef {import("../types/app.js").Place} Place */

const mostPages = 5;

/** @param {SessionCore} core @param {import("../types/app.js").CircleView[]} circles */
export async function loadReminders(core, circles) {
    /** @type {ReminderItem[]} */
    const reminders = [];
    for (const circle of circles) {
        if (circle.kind === "family") reminders.push(...await listReminders(core, circle.circleId, "open"));
    }
    await core.keepView("reminders", reminders);
}

/**
 * @param {SessionCore} core
 * @param {string} circleId
 * @param {"open" | "completed"} status
 * @returns {Promise<ReminderItem[]>}
 */
export async function listReminders(core, circleId, status) {
    const circles = await knownCircles(core.store);
    /** @type {ReminderItem[]} */
    const reminders = [];
    let after = "";
    for (let page = 0; page < mostPages; page += 1) {
        const answer = await core.relay.get(
            `/v1/circles/${circleId}/reminders?status=${status}&limit=100${after ? `&after=${after}` : ""}`);
        for (const view of answer.reminders) reminders.push(await openReminder(core, view, circles));
        if (!answer.next) break;
        after = answer.next;
    }
    return reminders;
}

/**
 * @param {SessionCore} core
 * @param {any} view
 * @param {PA1.KnownCircle[]} circles
 * @param {string[]} [unreached]
 * @returns {Promise<ReminderItem>}
 */
async function openReminder(core, view, circles, unreached = []) {
    const { sealed, title, checklist, ...rest } = view;
    const items = /** @type {ChecklistItem[]} */ (checklist ?? []);
    if (typeof title === "string") return { ...rest, title, checklist: items, verified: true, unreached };
    const known = circles.find((one) => one.circleId === view.circleId);
    const words = sealed?.find((/** @type {any} */ one) => one.personId === known?.personId)?.words;
    const opened = words ? await openMemberWords(core.store.vault, circles,
        { circleId: view.circleId, about: view.series ?? view.reminderId, words }, core.origin) : null;
    const text = opened?.said?.reminder;
    return {
        ...rest, title: text?.title ?? null, verified: text !== undefined, unreached,
        checklist: items.map((item) =>
            ({ ...item, text: text?.items.find((one) => one.id === item.id)?.text ?? item.text })),
    };
}

/** @param {SessionCore} core @param {ReminderItem} reminder */
function showReminder(core, reminder) {
    const others = core.state.reminders.filter((one) => one.reminderId !== reminder.reminderId);
    const reminders = [...others, reminder].sort((left, right) => Date.parse(left.due) - Date.parse(right.due));
    return core.keepView("reminders", reminders);
}

/**
 * When a reminder is due, as the relay takes it.
 * @param {ReminderDraft} draft
 */
function scheduleOf(draft) {
    const { days } = draft;
    if (!days || days.length === 0) {
        return { time: new Date(instantOf(draft.date, draft.localTime, draft.zone)).toISOString() };
    }
    return { repeat: {
        days, ...(draft.interval && draft.interval > 1 ? { interval: draft.interval } : {}),
        start: firstDay(draft.date, days), time: `${draft.localTime}:00`, timeZone: draft.zone,
    } };
}

/**
 * Items with numbers of their own.
 * @param {ChecklistItem[] | undefined} items
 * @returns {ChecklistItem[]}
 */
function numbered(items) {
    let next = Math.max(0, ...(items ?? []).map((item) => item.id ?? 0)) + 1;
    return (items ?? []).map((item) => {
        if (typeof item.id === "number" && item.id > 0) return item;
        next += 1;
        return { ...item, id: next - 1 };
    });
}

/**
 * The words of a reminder in a request: in clear where the family lets the relay read them, else sealed for its people.
 * @param {SessionCore} core
 * @param {string} circleId
 * @param {string} series the reminder that the words name
 * @param {ReminderDraft} draft
 * @param {string | null} creator
 */
async function wordsOf(core, circleId, series, draft, creator) {
    const { view, known } = await circleForSealing(core, circleId);
    const items = numbered(draft.items);
    if (view.relayMayReadTitles && known.titles) {
        return { request: { title: draft.title, checklist: items }, unreached: [] };
    }
    const readers = new Set([known.personId, creator ?? known.personId, draft.assignee ?? known.personId]);
    const people = view.members.filter((/** @type {any} */ member) => member.role === "parent"
        || readers.has(member.personId))
        .map((/** @type {any} */ member) => member.personId);
    const texts = items.map((item) => ({ id: item.id, text: item.text ?? "" }));
    const { sealed, unreached } = await sealReminderWords(core.store.vault, known,
        { reminderId: series, title: draft.title, items: texts }, people, core.origin);
    const checklist = items.map((item) => ({ id: item.id, done: item.done ?? false }));
    return { request: { sealed, checklist }, unreached };
}

/** @param {SessionCore} core @param {string} circleId @param {ReminderDraft} draft @returns {Promise<ReminderItem>} */
export async function createReminder(core, circleId, draft) {
    const reminderId = timeOrderedId(core.now);
    const { request, unreached } = await wordsOf(core, circleId, reminderId, draft, null);
    const view = await core.journal.change({
        kind: "step", about: reminderId, method: "POST", target: `/v1/circles/${circleId}/reminders`, body: {
            reminderId, ...(draft.assignee ? { assignee: draft.assignee } : {}), ...scheduleOf(draft), ...request,
        },
    });
    return take(core, view, unreached);
}

/** @param {SessionCore} core @param {any} view @param {string[]} [unreached] */
async function take(core, view, unreached) {
    const reminder = await openReminder(core, view, await knownCircles(core.store), unreached);
    await showReminder(core, reminder);
    return reminder;
}

/** @param {SessionCore} core @param {string} id @returns {Promise<ReminderItem>} */
async function reminderOf(core, id) {
    return core.state.reminders.find((one) => one.reminderId === id)
        ?? openReminder(core, await core.relay.get(`/v1/reminders/${id}`), await knownCircles(core.store));
}

/** @param {SessionCore} core @param {string} id @param {ReminderDraft} draft @returns {Promise<ReminderItem>} */
export async function changeReminder(core, id, draft) {
    const present = await reminderOf(core, id);
    const assignee = draft.assignee ?? present.assignee;
    const { request, unreached } = await wordsOf(core, present.circleId, present.series ?? id,
        { ...draft, assignee }, present.creator);
    const view = await step(core, id, "PUT", "", {
        assignee, ...scheduleOf(draft), ...request, ...(present.place ? { place: present.place } : {}),
    });
    return take(core, view, unreached);
}

/**
 * Another time, everything else as it is.
 * @param {SessionCore} core
 * @param {string} id
 * @param {string} localTime
 * @param {string} date
 * @param {string} zone
 */
export async function moveReminder(core, id, localTime, date, zone) {
    const present = await reminderOf(core, id);
    if (present.title === null) throw new ProblemError("noKeys", { key: "problem.noCircleKeys" });
    return changeReminder(core, id, {
        assignee: present.assignee, title: present.title, items: present.checklist, localTime,
        date: present.repeat?.start ?? date, zone,
        ...(present.repeat ? { days: present.repeat.days, interval: present.repeat.interval } : {}),
    });
}

/** @param {SessionCore} core @param {string} id @param {string} method @param {string} path @param {object} [body] */
function step(core, id, method, path, body) {
    return core.journal.change({ kind: "step", about: id, method, target: `/v1/reminders/${id}${path}`, body });
}

/** @param {SessionCore} core @param {string} id @returns {Promise<ReminderItem>} */
export async function completeReminder(core, id) {
    const done = await take(core, await step(core, id, "POST", "/completion"));
    core.refreshSoon();
    return done;
}

/** @param {SessionCore} core @param {string} id @returns {Promise<ReminderItem>} */
export async function undoCompletion(core, id) {
    const open = await take(core, await step(core, id, "DELETE", "/completion"));
    core.refreshSoon();
    return open;
}

/** @param {SessionCore} core @param {string} id @param {number} item @param {boolean} done */
export async function markItem(core, id, item, done) {
    await take(core, await step(core, id, "POST", "/marks", { item, done }));
}

/** @param {SessionCore} core @param {string} id @param {number} minutes */
export async function snoozeReminder(core, id, minutes) {
    const until = new Date(core.now + minutes * 60_000).toISOString();
    await take(core, await step(core, id, "POST", "/snooze", { until }));
    core.refreshSoon();
}

/** @param {SessionCore} core @param {string} id */
export async function deleteReminder(core, id) {
    await step(core, id, "DELETE", "");
    await core.keepView("reminders", core.state.reminders.filter((one) => one.reminderId !== id));
    core.refreshSoon();
}

/**
 * @param {SessionCore} core @param {string} id @param {Place | null} place
 * @param {import("../types/app.js").PlaceTime | null} [during] when it is watched; while the reminder is open otherwise
 */
export async function setReminderPlace(core, id, place, during) {
    const view = place
        ? await step(core, id, "PUT", "/place", { ...placeForWire(place), ...(during ? { during } : {}) })
        : await step(core, id, "DELETE", "/place");
    await take(core, view);
}

/** @param {SessionCore} core @param {string} id @param {Place} place */
export function reportPosition(core, id, place) {
    return step(core, id, "POST", "/position", placeForWire(place));
}

