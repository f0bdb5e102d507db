/** A family's reminders: what is due today, what is coming, and what was done. */

import { alertUser, toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { href } from "../frame/router.js";
import { dayAndTime } from "../frame/time.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/button.js";
import { note } from "../parts/card.js";
import { countdown } from "../parts/countdown.js";
import { icon } from "../parts/icon.js";
import { drawUndecided } from "../parts/invitation.js";
import { screen } from "../parts/screen.js";
import { createForm, newDraft } from "./circles/create.js";
import { familyOf, labelOf, nameOf, selfIn } from "./circles/people.js";
import { groupReminders, undoLeft, undoneKey } from "./family/groups.js";
import { renderMembers } from "./family/members.js";
import { circumstances, liveByClock, readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").CircleView} CircleView */
/** @typedef {import("../types/app.js").ReminderItem} ReminderItem */
/**
 * @typedef {{
 *     show: "today" | "later" | "done", person: string | null, done: ReminderItem[], open: string,
 * }} FamilyScreen
 *     `done` are those that were completed, as the relay told them when the open ones were `open`
 */

/**
 * Badges by the state of a reminder.
 * @type {Record<string, "good" | "bad" | "waiting" | "info">}
 */
const BADGES = { overdue: "bad", today: "waiting", later: "info", done: "good" };

/**
 * `#/family` is what is to be done, `#/family/members` is who is in it.
 * @param {App} app
 * @param {import("../frame/router.js").Route} route
 */
export function render(app, route) {
    if (route.parts[0] === "members") return renderMembers(app);
    const draft = newDraft(app);
    /** @type {FamilyScreen} */
    const view = { show: "today", person: null, done: [], open: "?" };
    return liveByClock(app, 5_000, (refresh) => {
        const circle = familyOf(app);
        if (circle) {
            loadCompleted(app, circle, view, refresh);
            return drawFamily(app, circle, view, refresh);
        }
        return screen({ title: t("family.title"), lead: t("family.none.text") },
            ...drawUndecided(app, "family"),
            createForm(app, "family", draft, refresh),
            linkButton(t("family.join"), href("pair", "code"), { sign: "link" }));
    });
}

/**
 * Asks for the completed reminders whenever others are open than before: somebody may have done one.
 * @param {App} app @param {CircleView} circle @param {FamilyScreen} view @param {() => void} refresh
 */
function loadCompleted(app, circle, view, refresh) {
    const open = app.state.reminders.map((reminder) => `${reminder.reminderId} ${reminder.status}`).join();
    if (open === view.open) return;
    view.open = open;
    app.completedReminders(circle.circleId).then((done) => {
        view.done = done ?? [];
        refresh();
    }).catch((error) => console.warn(error));
}

/** @param {App} app @param {CircleView} circle @param {FamilyScreen} view @param {() => void} refresh */
function drawFamily(app, circle, view, refresh) {
    const { now } = circumstances(app);
    const zone = readersZone(app);
    const known = new Set(app.state.reminders.map((reminder) => reminder.reminderId));
    const all = [...app.state.reminders, ...view.done.filter((reminder) => !known.has(reminder.reminderId))];
    const groups = groupReminders(all.filter((reminder) => reminder.circleId === circle.circleId), {
        members: circle.members.map((member) => member.personId), now, zone, show: view.show, person: view.person,
    });
    return screen({
        title: circle.name,
        primary: linkButton(t("family.add"), href("reminder", "new"), { kind: "primary", sign: "plus" }),
    },
        !circle.hasKey && note("warning", h("p", null, t("family.noKey"))),
        drawFilters(circle, view, refresh),
        groups.length === 0 && h("p", { class: "nothing", role: "status" }, t(`family.${view.show}.none`)),
        ...groups.map((group) => h("section", { class: "of-person", key: group.person },
            h("h2", null, nameInList(circle, group.person)),
            h("ul", { class: "reminders", role: "list" }, ...group.reminders.map(({ reminder, status }) => (
                drawReminder(app, circle, reminder, status)))))),
        linkButton(t("family.members"), href("family", "members"), { sign: "family" }));
}

/** @param {CircleView} circle @param {string} person */
function nameInList(circle, person) {
    const member = circle.members.find((one) => one.personId === person);
    return member ? labelOf(member) : t("family.somebody");
}

/** @param {CircleView} circle @param {FamilyScreen} view @param {() => void} refresh */
function drawFilters(circle, view, refresh) {
    const show = (/** @type {FamilyScreen["show"]} */ which) => {
        view.show = which;
        refresh();
    };
    const whose = (/** @type {string | null} */ person, /** @type {string} */ label) => button(label, () => {
        view.person = person;
        refresh();
    }, { pressed: view.person === person, key: `person-${person}` });
    return h("div", { class: "filters" },
        h("div", { class: "segments", role: "group", "aria-label": t("family.show") },
            .../** @type {FamilyScreen["show"][]} */ (["today", "later", "done"]).map((which) => (
                button(t(`family.show.${which}`), () => show(which), { pressed: view.show === which, key: which })))),
        circle.members.length > 1 && h("div", { class: "chips", role: "group", "aria-label": t("family.person") },
            whose(null, t("family.person.all")),
            ...circle.members.map((member) => whose(member.personId, labelOf(member)))));
}

/** @param {App} app @param {CircleView} circle @param {ReminderItem} reminder @param {string} status */
function drawReminder(app, circle, reminder, status) {
    const { now } = circumstances(app);
    const zone = readersZone(app);
    const title = reminder.title ?? t("family.untitled");
    const me = selfIn(circle)?.personId;
    const mayComplete = status !== "done" && (reminder.assignee === me || reminder.creator === me);
    const time = (/** @type {string} */ at) => dayAndTime(at, zone, now);
    const line = reminder.completion
        ? t("family.due.done", { time: time(reminder.completion.at), name: nameOf(circle, reminder.completion.by) })
        : t(status === "overdue" ? "family.due.overdue" : "family.due.open", { time: time(reminder.due) });
    const done = reminder.checklist.filter((item) => item.done).length;
    return h("li", { class: `reminder ${status}`, key: reminder.reminderId },
        h("a", { class: "reminder-text", href: href("reminder", reminder.reminderId) },
            h("span", { class: "reminder-title" }, title),
            badge(BADGES[status], t(`family.status.${status}`)),
            reminder.silence && badge("off", t("reminder.silent")),
            h("span", { class: "detail" }, line,
                reminder.snoozedUntil && ` · ${t("family.snoozed", { time: time(reminder.snoozedUntil) })}`,
                reminder.checklist.length > 0 && ` · ${t("family.items", { done, count: reminder.checklist.length })}`,
                reminder.repeat && h("span", null, " ", icon("repeat")))),
        mayComplete && button(t("family.complete"), () => complete(app, reminder, title), {
            sign: "check", key: "complete", label: t("family.complete.name", { title }),
        }),
        status === "done" && drawUndo(app, reminder, title, now));
}

/**
 * Taking a completion back, as long as that is possible.
 * @param {App} app @param {ReminderItem} reminder @param {string} title @param {number} now
 */
export function drawUndo(app, reminder, title, now) {
    const left = undoLeft(reminder, now);
    if (left === 0) return null;
    const undo = async () => {
        const open = await app.undoCompletion(reminder.reminderId);
        toast(t(undoneKey(open, app.relayNow)));
    };
    const end = new Date(now + left).toISOString();
    return button([t("family.undo"), " ",
        countdown(end, { clockOffset: app.state.connection.clockOffset, bare: true })],
        undo, { key: "undo", sign: "repeat", label: `${t("family.undo")}: ${title}`, fail: alertUser });
}

/** @param {App} app @param {ReminderItem} reminder @param {string} title */
export async function complete(app, reminder, title) {
    const done = await app.completeReminder(reminder.reminderId);
    toast(completedText(app, done, title));
}

/**
 * What is said of a reminder that was done: of one that was done before on another device, that the parents know.
 * @param {App} app @param {ReminderItem | undefined} done as the relay has it @param {string} title
 */
export function completedText(app, done, title) {
    if (!done?.completion || undoLeft(done, app.relayNow) > 0) return t("family.completed", { title });
    return t("family.completed.since", { title, time: dayAndTime(done.completion.at, readersZone(app), app.relayNow) });
}
