/** The reader's own e-mail address and number, at which they are warned beside their devices. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { currentLanguage, explain, t } from "../../frame/language.js";
import { live } from "../../frame/live.js";
import { plainReason } from "../../frame/plainReason.js";
import { dayAndTime } from "../../frame/time.js";
import { button, work } from "../../parts/button.js";
import { ask } from "../../parts/dialog.js";
import { field, form, toggle } from "../../parts/field.js";
import { icon } from "../../parts/icon.js";
import { screen } from "../../parts/screen.js";
import { addressErrors, plainPhone } from "../contacts/addresses.js";
import { isStopped } from "../contacts/asking.js";
import { asksInVain, channels, isHeldUp, waitsForCalls } from "../contacts/channels.js";
import { delayText, drawLack, drawWarning } from "../contacts/lack.js";
import { readersZone } from "../following.js";
import { Asked } from "./asking.js";
import { isNamed, planFirst } from "./planFirst.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").ContactView} ContactView */

/**
 * @typedef {object} AddressesScreen
 * @property {Asked<ContactView | null>} addresses
 * @property {{ email: string, phone: string, calls: boolean } | null} draft what was typed; null for what the relay has
 * @property {Record<string, string | null>} errors
 * @property {() => void} refresh
 */

/**
 * Signs by the state of an address.
 * @type {Record<string, string>}
 */
const SIGNS = { asked: "clock", agreed: "check", refused: "mute", returned: "warning" };

/** @param {App} app */
export function renderAddresses(app) {
    /** @type {AddressesScreen} */
    const view = { addresses: new Asked(app, () => app.ownAddresses()), draft: null, errors: {}, refresh: () => {} };
    return live(app, (refresh) => {
        view.refresh = refresh;
        view.addresses.follow(refresh);
        return screen({ title: t("checkIn.own.title"), lead: t("checkIn.own.text"), back: ["check-in"] },
            view.addresses.draw((known) => [
                known ? drawKnown(app, view, known) : h("p", { key: "none" }, t("checkIn.own.none")),
                isNamed(app) ? drawForm(app, view, known) : planFirst(),
            ]));
    });
}

/** @param {App} app @param {AddressesScreen} view @param {ContactView} known */
function drawKnown(app, view, known) {
    const ways = channels(known);
    const remove = async () => {
        const sure = await ask({
            title: t("checkIn.own.remove.question"), text: t("checkIn.own.remove.text"),
            action: t("checkIn.own.remove"), danger: true,
        });
        if (!sure) return;
        await app.removeOwnAddresses();
        Object.assign(view, { draft: null, errors: {} });
        view.addresses.take(null);
        toast(t("checkIn.own.removed"));
        document.querySelector("h1")?.focus();
    };
    // Asked again too soon, the relay asks nobody, and leaves the time at which it asked last.
    const askAgain = async () => {
        const { email, phone, calls } = known.contact;
        const answer = await app.setOwnAddresses(request(email, phone, calls));
        view.addresses.take(answer);
        const again = asksInVain(answer) ? "checkIn.own.askedAgain.waiting" : "checkIn.own.askedAgain";
        toast(t(answer.since === known.since ? "checkIn.own.askedLately" : again));
    };
    const canAsk = known.consent !== "unsubscribed" && (ways.some((way) => !way.agreed) || waitsForCalls(known));
    return h("section", { key: "known" },
        h("dl", { class: "ways" }, ...ways.map((way) => drawWay(app, known, way))),
        h("div", { class: "actions" },
            canAsk && button(t("contacts.ask"), askAgain, { sign: "repeat", key: "ask" }),
            button(t("checkIn.own.remove"), remove, { kind: "quiet", sign: "trash", key: "remove" })));
}

/** @param {App} app @param {ContactView} known @param {import("../contacts/channels.js").Channel} way */
function drawWay(app, known, way) {
    const time = way.at ? dayAndTime(way.at, readersZone(app), app.relayNow) : "";
    const agreed = isHeldUp(way) ? "agreed.unreached" : "agreed";
    const returned = way.uncertain ? "returned.uncertain" : "returned";
    const state = way.state === "agreed" ? agreed : way.state === "returned" ? returned : way.state;
    return h("div", { class: `way ${way.state}`, key: way.medium },
        h("dt", null, t(`contacts.way.${way.medium}`), h("span", { class: "address" }, way.address)),
        h("dd", null, icon(SIGNS[way.state]), h("span", null,
            t(`checkIn.own.state.${state}`, { time, reason: plainReason(way.reason ?? "") }))),
        way.state === "returned" && h("dd", null, t(`checkIn.own.state.${way.agreed ? agreed : "asked"}`)),
        drawLack(app, way),
        way.medium === "sms" && way.agreed && known.contact.calls && drawCalls(app, known));
}

/** @param {App} app @param {ContactView} known whose number is confirmed and to be called */
function drawCalls(app, known) {
    if (waitsForCalls(known)) {
        return h("dd", null, icon("clock"), h("span", null, t("checkIn.own.called.asked")));
    }
    const delay = known.delayed?.find((one) => one.medium === "call");
    if (delay) return drawWarning(delayText(delay, readersZone(app), app.relayNow));
    const isMissing = known.unreached?.includes("call") ?? false;
    return h("dd", { class: isMissing ? "lack" : "" }, icon(isMissing ? "warning" : "phone"),
        h("span", null, t(isMissing ? "checkIn.own.called.unreached" : "checkIn.own.called")));
}

/** @param {App} app @param {AddressesScreen} view @param {ContactView | null} known */
function drawForm(app, view, known) {
    const stored = {
        email: known?.contact.email ?? "", phone: known?.contact.phone ?? "", calls: known?.contact.calls ?? false,
    };
    const draft = view.draft ?? stored;
    const change = (/** @type {Partial<typeof draft>} */ part) => {
        view.draft = { ...draft, ...part };
        view.errors = {};
        view.refresh();
    };
    const text = (/** @type {"email" | "phone"} */ name, /** @type {object} */ more) => field({
        id: `own-${name}`, label: t(`checkIn.own.${name}`), value: draft[name], error: view.errors[name],
        autocomplete: name === "email" ? "email" : "tel", onInput: (value) => change({ [name]: value }),
        ...more,
    });
    const save = async () => {
        view.errors = { ...addressErrors(draft), ...refusedErrors(draft, known) };
        view.refresh();
        if (Object.values(view.errors).some(Boolean)) return;
        const answer = await app.setOwnAddresses(request(draft.email.trim(), plainPhone(draft.phone), draft.calls));
        view.draft = null;
        view.addresses.take(answer);
        const isSettled = channels(answer).every((way) => way.agreed);
        const saved = isSettled && waitsForCalls(answer) ? "checkIn.own.saved.calls" : "checkIn.own.saved";
        toast(t(isSettled ? saved : "checkIn.own.saved.asked"));
    };
    const fail = (/** @type {any} */ problem) => {
        // A number that is known is asked about calls once in a while.
        if (problem?.kind === "rate-limited" && draft.calls && plainPhone(draft.phone) === known?.contact.phone) {
            return alertUser(t("checkIn.own.askedLately"));
        }
        const name = String(problem?.pointer ?? "").slice(1);
        if (!(name in draft)) return alertUser(problem);
        view.errors = { [name]: isStopped(problem) ? t("checkIn.own.refuses") : explain(problem) };
        view.refresh();
    };
    return form((event) => void work(event, save, fail),
        text("email", { type: "email", inputMode: "email", spellcheck: false, capitalize: "none", maxLength: 254 }),
        text("phone", { type: "tel", inputMode: "tel", hint: t("contacts.phone.hint"), maxLength: 32 }),
        plainPhone(draft.phone) !== "" && toggle({
            id: "own-calls", label: t("checkIn.own.calls"), hint: t("checkIn.own.calls.text"), on: draft.calls,
            error: view.errors.calls, onChange: (calls) => change({ calls }),
        }),
        button(t("checkIn.own.save"), () => {}, { kind: "primary", submit: true }));
}

/**
 * What was stopped from an address is not begun again from here: it would wait for an answer that nobody was asked for.
 * @param {{ email: string, phone: string }} draft @param {ContactView | null} known
 */
function refusedErrors(draft, known) {
    if (known?.consent !== "unsubscribed") return {};
    const { email, phone } = known.contact;
    return {
        ...(email && draft.email.trim() === email && { email: t("checkIn.own.state.refused") }),
        ...(phone && plainPhone(draft.phone) === phone && { phone: t("checkIn.own.state.refused") }),
    };
}

/**
 * Only a number can be called.
 * @param {string | undefined} email @param {string | undefined} phone @param {boolean | undefined} calls
 */
function request(email, phone, calls) {
    return {
        language: currentLanguage(), ...(email && { email }), ...(phone && { phone, ...(calls && { calls }) }),
    };
}
