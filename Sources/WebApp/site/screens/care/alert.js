/** An open alert: what happened, where, who was told, what was said, and taking it on. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { list, plural, t } from "../../frame/language.js";
import { clock } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { field, form } from "../../parts/field.js";
import { icon } from "../../parts/icon.js";
import { nameOf } from "../circles/people.js";
import { readersZone } from "../following.js";
import { seesOwnOnly } from "./audience.js";
import { drawPlace } from "./map.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */

/**
 * @param {App} app @param {import("../care.js").CareScreen} view @param {CareAlert} alert
 */
export function drawAlertDetails(app, view, alert) {
    const circle = app.state.circles.find((one) => one.circleId === alert.circleId) ?? null;
    const again = beginsAgainText(app, alert);
    return h("div", { class: "alert-details", key: `alert-${alert.alertId}` },
        again && h("p", null, again),
        alert.place && drawPlace(app, alert.place, alert.placeAt),
        drawTold(app, circle, alert),
        drawNotes(circle, alert),
        drawNoteForm(app, view, circle, alert));
}

/**
 * That an alert begins again since whoever had acknowledged it is no longer in the circle; null for any other.
 * @param {App} app @param {CareAlert} alert
 */
export function beginsAgainText(app, alert) {
    if (!alert.continues) return null;
    const dweller = app.state.care?.dwellers.find((one) => one.circleId === alert.circleId);
    const former = [dweller?.lastAlert, ...dweller?.unresolved ?? []]
        .find((one) => one?.alertId === alert.continues);
    return former?.endedBy ? t("care.again", { helper: former.endedBy }) : t("care.again.somebody");
}

/** @param {App} app @param {import("../../types/app.js").CircleView | null} circle @param {CareAlert} alert */
function drawTold(app, circle, alert) {
    if (alert.told.length === 0) {
        const audience = audienceText(alert);
        return audience && h("p", { class: "detail" }, audience);
    }
    const zone = readersZone(app);
    const ownOnly = seesOwnOnly(circle);
    const title = t(ownOnly ? "care.told.own" : "care.told");
    return h("div", { class: "told" }, h("h3", null, title), h("ul", { role: "list" },
        ...alert.told.map((told, index) => h("li", { key: `${told.personId}-${told.by}-${index}` },
            icon(told.outcome === "sent" ? "check" : "warning"),
            h("span", null, t("care.told.line", {
                name: told.name ?? nameOf(circle, told.personId), way: t(`care.told.${told.by}`),
                time: clock(told.at, zone),
            }), told.outcome !== "sent" && ` (${t(`care.told.${told.outcome}`)})`)))),
        ownOnly && h("p", { class: "detail" }, t("care.told.hidden")));
}

/**
 * How many are told of an open alert at present, or would be after its countdown; whoever does not let alerts ring them
 * is not. Null for nobody, which is said in another place.
 * @param {CareAlert} alert
 */
export function audienceText({ state, audience }) {
    if (audience === 0 || (state !== "counting" && state !== "alerting")) return null;
    return plural(state === "counting" ? "care.audience.later" : "care.audience", audience);
}

/** @param {import("../../types/app.js").CircleView | null} circle @param {CareAlert} alert */
function drawNotes(circle, alert) {
    if (alert.notes.length === 0) return null;
    return h("div", { class: "notes" }, h("h3", null, t("care.notes")), h("ul", { role: "list" },
        ...alert.notes.map((note) => h("li", { key: note.from },
            h("strong", null, nameOf(circle, note.from)),
            h("p", null, note.text === null || !note.verified ? t("care.note.unreadable") : note.text)))));
}

/**
 * @param {App} app @param {import("../care.js").CareScreen} view
 * @param {import("../../types/app.js").CircleView | null} circle @param {CareAlert} alert
 */
function drawNoteForm(app, view, circle, alert) {
    const id = alert.alertId;
    const send = async () => {
        const text = (view.notes[id] ?? "").trim();
        if (!text) return;
        const { unreached } = await app.noteAlert(id, text);
        view.notes[id] = "";
        view.refresh();
        if (unreached.length === 0) toast(t("care.note.sent"));
        else alertUser(t("care.note.unreached", { names: list(unreached.map((one) => nameOf(circle, one))) }));
    };
    return h("details", { class: "more", key: "note" }, h("summary", null, t("care.note.label")),
        form((event) => void work(event, send, alertUser),
            field({
                id: `note-${id}`, label: t("care.note.label"), hint: t("care.note.who"), multiline: true,
                value: view.notes[id] ?? "", maxLength: 300, onInput: (text) => {
                    view.notes[id] = text;
                    view.refresh();
                },
            }),
            button(t("care.note.send"), () => {}, { submit: true })));
}
