/** One reminder: what is to be done, by whom, its checklist and its place. */

import { alertUser, toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { plural, t } from "../frame/language.js";
import { go, href } from "../frame/router.js";
import { dayAndTime } from "../frame/time.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/button.js";
import { ask } from "../parts/dialog.js";
import { icon } from "../parts/icon.js";
import { reopenedText } from "../parts/reopening.js";
import { screen } from "../parts/screen.js";
import { reminderRoom } from "../session/snoozing.js";
import { isParent, labelOf, nameOf, selfIn } from "./circles/people.js";
import { complete, drawUndo } from "./family.js";
import { statusOf } from "./family/groups.js";
import { drawPlace } from "./family/place.js";
import { renderReminderForm } from "./family/reminderForm.js";
import { repeatWords } from "./family/repeat.js";
import { silenceText } from "./family/silence.js";
import { circumstances, liveByClock, readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").CircleView} CircleView */
/** @typedef {import("../types/app.js").ReminderItem} ReminderItem */

/** For how many minutes a reminder is put off, unless its family allows less. */
const SNOOZE = 10;

/**
 * `#/reminder/new` sets one, `#/reminder/ID` shows one, `#/reminder/ID/edit` changes it.
 * @param {App} app
 * @param {import("../frame/router.js").Route} route
 */
export function render(app, route) {
    const [id, action] = route.parts;
    if (id === "new" || action === "edit") return renderReminderForm(app, id);
    /** @type {ReminderItem | null} */
    let completed = null;
    let asked = false;
    /** @type {import("./family/place.js").PlaceDraft} */
    const draft = { hours: null };
    return liveByClock(app, 5_000, (refresh) => {
        const reminder = app.state.reminders.find((one) => one.reminderId === id) ?? completed;
        const circle = app.state.circles.find((one) => one.circleId === reminder?.circleId) ?? null;
        if (reminder && circle) return drawReminder(app, circle, reminder, { draft, refresh });
        const family = app.state.circles.find((one) => one.kind === "family");
        if (family && !asked) {
            asked = true;
            app.completedReminders(family.circleId).then((all) => {
                completed = all.find((one) => one.reminderId === id) ?? null;
                refresh();
            }).catch(alertUser);
        }
        return screen({ title: t("family.title"), back: ["family"] }, h("p", null, t("reminder.gone")));
    });
}

/**
 * @param {App} app @param {CircleView} circle @param {ReminderItem} reminder
 * @param {{ draft: import("./family/place.js").PlaceDraft, refresh: () => void }} typed about its place
 */
function drawReminder(app, circle, reminder, typed) {
    const { now } = circumstances(app);
    const zone = readersZone(app);
    const status = statusOf(reminder, now, zone);
    const title = reminder.title ?? t("family.untitled");
    const me = selfIn(circle)?.personId;
    const room = reminderRoom(reminder, circle, SNOOZE, now);
    const isMine = reminder.assignee === me;
    const mayChange = status !== "done" && (reminder.creator === me || isParent(circle));
    const mayComplete = status !== "done" && (isMine || reminder.creator === me);
    const reopened = reopenedText(circle, reminder);
    const kinds = /** @type {const} */ ({ overdue: "bad", today: "waiting", later: "info", done: "good" });
    return screen({ title, back: ["family"] },
        badge(kinds[status], t(`family.status.${status}`)),
        reopened && h("p", { class: "detail" }, reopened),
        status === "done" && drawUndo(app, reminder, title, now),
        mayComplete && button(t("family.complete"), () => complete(app, reminder, title), {
            kind: "primary", sign: "check", key: "complete",
        }),
        drawFacts(app, circle, reminder),
        drawChecklist(app, reminder, mayChange || isMine),
        drawPlace(app, circle, reminder, mayChange || isMine, typed),
        h("div", { class: "actions" },
            isMine && status === "overdue" && room > 0 && button(plural("reminder.snooze", room),
                () => app.snoozeReminder(reminder.reminderId, room), { sign: "clock", key: "snooze" }),
            mayChange && linkButton(t("contacts.change"), href("reminder", reminder.reminderId, "edit"),
                { sign: "settings" }),
            mayChange && button(t("reminder.delete"), () => remove(app, reminder, title),
                { kind: "quiet", sign: "trash" })),
        status === "done" && h("p", { class: "detail" }, t("reminder.frozen")));
}

/** @param {App} app @param {CircleView} circle @param {ReminderItem} reminder */
function drawFacts(app, circle, reminder) {
    const { now } = circumstances(app);
    const zone = readersZone(app);
    const assignee = circle.members.find((member) => member.personId === reminder.assignee);
    const repeat = reminder.repeat && repeatWords(reminder.repeat);
    const facts = [
        ["reminder.who", assignee ? labelOf(assignee) : t("family.somebody")],
        ["reminder.time", dayAndTime(reminder.due, zone, now)],
        reminder.silence && ["reminder.silent", silenceText(circle, reminder)],
        repeat && ["reminder.interval", t(repeat.key, repeat.values)],
        reminder.snoozedUntil && ["reminder.later",
            t("family.snoozed", { time: dayAndTime(reminder.snoozedUntil, zone, now) })],
        reminder.missed && ["reminder.missed",
            t("reminder.missedAt", { time: dayAndTime(reminder.missed, zone, now) })],
        ["reminder.by", nameOf(circle, reminder.creator)],
        reminder.completion && ["family.status.done", t("family.due.done", {
            time: dayAndTime(reminder.completion.at, zone, now), name: nameOf(circle, reminder.completion.by),
        })],
    ];
    return h("dl", { class: "facts" }, ...facts.flatMap((fact) => (
        fact ? [h("dt", null, t(fact[0])), h("dd", null, fact[1])] : [])));
}

/** @param {App} app @param {ReminderItem} reminder @param {boolean} mayMark */
function drawChecklist(app, reminder, mayMark) {
    if (reminder.checklist.length === 0) return null;
    const items = reminder.checklist.map((item) => h("li", { key: item.id }, h("label", { class: "option" },
        h("input", {
            type: "checkbox", checked: item.done ?? false, disabled: !mayMark || reminder.status === "completed",
            onchange: (/** @type {any} */ event) => {
                app.markItem(reminder.reminderId, item.id, event.target.checked).catch(alertUser);
            },
        }),
        h("span", { class: "option-text" }, item.text ?? t("reminder.item", { number: item.id })))));
    return h("section", { class: "checklist" }, h("h2", null, icon("check"), " ", t("reminder.items")),
        h("ul", { role: "list" }, ...items));
}

/** @param {App} app @param {ReminderItem} reminder @param {string} title */
async function remove(app, reminder, title) {
    const sure = await ask({
        title: t("reminder.delete.question", { title }), text: t("reminder.delete.text"), action: t("reminder.delete"),
        danger: true,
    });
    if (!sure) return;
    await app.deleteReminder(reminder.reminderId);
    toast(t("reminder.deleted"));
    go("family");
}
