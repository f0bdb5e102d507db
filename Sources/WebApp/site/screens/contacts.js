/** The people who are told when no check-in comes, and whether each way to them is good. */

import { alertUser, toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { plainReason } from "../frame/plainReason.js";
import { href } from "../frame/router.js";
import { dayAndTime } from "../frame/time.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/button.js";
import { card, cards, empty, note } from "../parts/card.js";
import { ask } from "../parts/dialog.js";
import { icon } from "../parts/icon.js";
import { screen } from "../parts/screen.js";
import { drawUnreachable } from "./checkIn/missed.js";
import { tellsSomebody } from "./checkIn/standing.js";
import { askingRefusal } from "./contacts/asking.js";
import { asksInVain, channels, isHeldUp, reach } from "./contacts/channels.js";
import { drawLack } from "./contacts/lack.js";
import { renderForm } from "./contacts/form.js";
import { readersZone } from "./following.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").ContactView} ContactView */

/**
 * Badges by what a contact would get.
 * @type {Record<string, "good" | "bad" | "waiting" | "off">}
 */
const BADGES = { told: "good", doubtful: "bad", asked: "waiting", refused: "off" };

/**
 * Signs by the state of a way.
 * @type {Record<string, string>}
 */
const SIGNS = { asked: "clock", agreed: "check", refused: "mute", returned: "warning", waits: "clock" };

/**
 * `#/contacts` lists them, `#/contacts/new` and `#/contacts/ID` are the form.
 * @param {App} app
 * @param {import("../frame/router.js").Route} route
 */
export function render(app, route) {
    if (route.parts[0]) return renderForm(app, route.parts[0]);
    return live(app, () => {
        const { contacts, checkIn } = app.state;
        const add = linkButton(t("contacts.add"), href("contacts", "new"), { kind: "primary", sign: "plus" });
        return screen({ title: t("contacts.title"), lead: t("contacts.text"), back: ["check-in"], primary: add },
            checkIn && drawUnreachable(checkIn),
            contacts.length === 0
                ? empty({ title: t("contacts.none"), text: t("checkIn.missed.noContacts"), sign: "people" })
                : cards(...contacts.map((contact) => drawContact(app, contact))));
    });
}

/** @param {App} app @param {ContactView} view */
function drawContact(app, view) {
    const { checkIn } = app.state;
    const agreed = reach(view);
    const isDoubtful = ["unwritable", "delayed"].includes(agreed)
        || (agreed === "told" && checkIn && !tellsSomebody(checkIn));
    const state = isDoubtful ? "doubtful" : agreed;
    const { name } = view.contact;
    const canAsk = view.consent !== "confirmed" || channels(view).some((way) => way.state === "asked");
    return card({ title: name, key: view.contactId },
        h("p", null, badge(BADGES[state], t(`contacts.reach.${state}`))),
        h("dl", { class: "ways" }, ...channels(view).map((way) => drawWay(app, way))),
        channels(view).some((way) => way.state === "returned")
            && note("warning", h("p", null, t("contacts.channel.returned.todo"))),
        h("div", { class: "actions" },
            linkButton(t("contacts.change"), href("contacts", view.contactId), { sign: "settings" }),
            canAsk && button(t("contacts.ask"), () => askAgain(app, view), {
                sign: "repeat", key: "ask", label: `${t("contacts.ask")}: ${name}`,
                fail: (problem) => alertUser(askingRefusal(problem, latest(app, view), app.relayNow)),
            }),
            button(t("contacts.remove"), () => remove(app, view), {
                kind: "quiet", sign: "trash", key: "remove", label: `${t("contacts.remove")}: ${name}`,
            })));
}

/** @param {App} app @param {import("./contacts/channels.js").Channel} way */
function drawWay(app, way) {
    const time = way.at ? dayAndTime(way.at, readersZone(app), app.relayNow) : "";
    return h("div", { class: `way ${way.state}`, key: way.medium },
        h("dt", null, t(`contacts.way.${way.medium}`), h("span", { class: "address" }, way.address)),
        h("dd", null, icon(SIGNS[way.state]), h("span", null,
            t(`contacts.channel.${stateKey(way)}`, { time, reason: plainReason(way.reason ?? "") }))),
        drawLack(app, way));
}

/** @param {import("./contacts/channels.js").Channel} way */
function stateKey(way) {
    if (way.state === "asked" && (way.waiting || isHeldUp(way))) return "asked.waiting";
    return way.state === "returned" && way.uncertain ? "returned.uncertain" : way.state;
}

/** @param {App} app @param {ContactView} view */
async function askAgain(app, view) {
    await app.confirmContact(view.contactId);
    const { name } = view.contact;
    toast(t(asksInVain(latest(app, view)) ? "contacts.asked.waiting" : "contacts.asked", { name }));
}

/**
 * A contact as the relay told of them last.
 * @param {App} app @param {ContactView} view
 */
function latest(app, view) {
    return app.state.contacts.find(({ contactId }) => contactId === view.contactId) ?? view;
}

/** @param {App} app @param {ContactView} view */
async function remove(app, view) {
    const { name } = view.contact;
    const text = view.consent === "unsubscribed" ? "contacts.remove.stopped" : "contacts.remove.text";
    const sure = await ask({
        title: t("contacts.remove.question", { name }), text: t(text, { name }),
        action: t("contacts.remove"), danger: true,
    });
    if (!sure) return;
    await app.removeContact(view.contactId);
    toast(t("contacts.removed", { name }));
}
