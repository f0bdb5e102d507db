/** The emergency card: what those who look for the reader need to know, and who gets it. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { list, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { dayAndTime } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { ask } from "../../parts/dialog.js";
import { field, form, toggle } from "../../parts/field.js";
import { screen } from "../../parts/screen.js";
import { hindranceText } from "../contacts/lack.js";
import { readersZone } from "../following.js";
import { Asked } from "./asking.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").EmergencyCard} EmergencyCard */
/** @typedef {import("../../types/app.js").EmergencyCardView} EmergencyCardView */
/** @typedef {"words" | "phone" | "address" | "keyHolder"} CardText */

/**
 * The texts of a card, and how long each may be.
 * @type {[CardText, number][]}
 */
const TEXTS = [["words", 1000], ["phone", 64], ["address", 300], ["keyHolder", 300]];

/**
 * @typedef {object} CardScreen
 * @property {Asked<EmergencyCardView | null>} card
 * @property {EmergencyCard | null} draft what was typed; null for what the relay has
 * @property {string | null} error
 * @property {() => void} refresh
 */

/** @param {App} app */
export function renderCard(app) {
    /** @type {CardScreen} */
    const view = { card: new Asked(app, () => app.emergencyCard()), draft: null, error: null, refresh: () => {} };
    return live(app, (refresh) => {
        view.refresh = refresh;
        view.card.follow(refresh);
        return screen({ title: t("checkIn.card.title"), lead: t("checkIn.card.text"), back: ["check-in"] },
            note("info", h("p", null, t("checkIn.card.whoReads"))),
            view.card.draw((known) => [
                known ? drawReaders(app, known) : h("p", { key: "none" }, t("checkIn.card.none")),
                drawForm(app, view, known),
                known && button(t("checkIn.card.remove"), () => remove(app, view), {
                    kind: "quiet", sign: "trash", key: "remove",
                }),
            ]));
    });
}

/**
 * Who gets the card as it is stored.
 * @param {App} app @param {EmergencyCardView} known
 */
function drawReaders(app, { card, changedAt, recipients, waiting, delay }) {
    const key = !card.inLetters ? "nobody" : recipients.length === 0 ? "nobodyYet" : "recipients";
    const hindrance = hindranceText({ medium: "email", unreached: waiting, delay }, readersZone(app), app.relayNow);
    return h("section", { key: "readers" },
        h("p", { class: "now" }, t(`checkIn.card.${key}`, { names: list(recipients) })),
        card.inLetters && hindrance && note("warning", h("p", null, hindrance)),
        h("p", { class: "detail" },
            t("checkIn.card.changed", { time: dayAndTime(changedAt, readersZone(app), app.relayNow) })));
}

/** @param {App} app @param {CardScreen} view @param {EmergencyCardView | null} known */
function drawForm(app, view, known) {
    const draft = view.draft ?? known?.card ?? {};
    const change = (/** @type {EmergencyCard} */ part) => {
        view.draft = { ...draft, ...part };
        view.error = null;
        view.refresh();
    };
    const save = async () => {
        const card = cardOf(draft);
        view.error = TEXTS.some(([name]) => card[name]) ? null
            : t(known ? "checkIn.card.saysNothing" : "checkIn.card.needsText");
        view.refresh();
        if (view.error) return;
        const answer = await app.setEmergencyCard(card);
        view.draft = null;
        view.card.take(answer);
        toast(t("checkIn.card.saved"));
    };
    return form((event) => void work(event, save, alertUser),
        ...TEXTS.map(([name, maxLength]) => field({
            id: `card-${name}`, label: t(`checkIn.card.${name}`), value: draft[name] ?? "", maxLength,
            multiline: name !== "phone", type: name === "phone" ? "tel" : undefined,
            hint: name === "words" ? t("checkIn.card.words.hint") : null, error: name === "words" ? view.error : null,
            onInput: (value) => change({ [name]: value }),
        })),
        toggle({
            id: "card-in-letters", label: t("checkIn.card.inLetters"), hint: t("checkIn.card.inLetters.text"),
            on: draft.inLetters ?? false, onChange: (inLetters) => change({ inLetters }),
        }),
        button(t("checkIn.card.save"), () => {}, { kind: "primary", submit: true }));
}

/**
 * A card for the relay: texts that say nothing are left out, and so are control characters but line feeds.
 * @param {EmergencyCard} draft
 */
function cardOf(draft) {
    /** @type {EmergencyCard} */
    const card = { inLetters: draft.inLetters ?? false };
    for (const [name] of TEXTS) {
        const text = (draft[name] ?? "").replace(/[^\P{Cc}\n]/gu, " ").trim();
        if (text) card[name] = text;
    }
    return card;
}

/** @param {App} app @param {CardScreen} view */
async function remove(app, view) {
    const sure = await ask({
        title: t("checkIn.card.remove.question"), text: t("checkIn.card.remove.text"),
        action: t("checkIn.card.remove"), danger: true,
    });
    if (!sure) return;
    await app.removeEmergencyCard();
    Object.assign(view, { draft: null, error: null });
    view.card.take(null);
    toast(t("checkIn.card.removed"));
    document.querySelector("h1")?.focus();
}
