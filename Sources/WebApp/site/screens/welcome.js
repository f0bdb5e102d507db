/** The first minute: what this is, getting in with a code, and being heard. */

import { h } from "../frame/dom.js";
import { explain, list, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { replaceScreen } from "../frame/router.js";
import { button, work } from "../parts/button.js";
import { card, note } from "../parts/card.js";
import { field, form } from "../parts/field.js";
import { screen } from "../parts/screen.js";
import { homeScreenSteps, notificationsStep, testStep } from "../parts/setup.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * What was typed, kept while the address changes and, with `busy`, while the relay is asked: the phase changes then.
 *
 * @type {{ kind: "pair" | "enrol" | null, code: string, name: string, error: string | null, here: boolean,
 *     busy: boolean, purpose?: string | null }}
 */
const draft = { kind: null, code: "", purpose: null, name: "", error: null, here: false, busy: false };

/**
 * Draws the screen that is shown now, which may be another one than that in which something began.
 *
 * @type {() => void}
 */
let redraw = () => {};

/** @param {App} app @param {import("../frame/router.js").Route} route */
export function render(app, route) {
    const [step] = route.parts;
    const given = /^(pair|enrol):(.*)$/.exec(route.code ?? "");
    if (given) Object.assign(draft, { kind: given[1], code: given[2], purpose: route.purpose ?? null });
    return live(app, (refresh) => {
        const { phase } = app.state;
        if (phase === "lost") return lost(app);
        if (phase === "ready" && !draft.busy) return step === "test" ? testStep(app, refresh)
            : notificationsStep(app, refresh);
        if (app.state.push.needsHomeScreen && !draft.here && !draft.busy) return homeScreen(refresh);
        return draft.kind ? enter(app, refresh) : stranger(refresh);
    });
}

/** @param {() => void} refresh */
function stranger(refresh) {
    const choose = (/** @type {"pair" | "enrol"} */ kind) => () => {
        draft.kind = kind;
        refresh();
        setTimeout(() => document.getElementById("code")?.focus(), 0);
    };
    return screen({
        title: t("welcome.title"), lead: t("welcome.lead"), class: "welcome",
        primary: button(t("welcome.havePair"), choose("pair"), { kind: "primary", sign: "link" }),
    },
    h("ul", { class: "reasons" }, ...[1, 2, 3].map((number) => h("li", null, t(`welcome.fact.${number}`)))),
    card({ title: t("welcome.how"), sign: "help" }, h("p", null, t("welcome.howText")),
        button(t("welcome.haveEnrol"), choose("enrol"))));
}

/** @param {App} app @param {() => void} refresh */
function enter(app, refresh) {
    redraw = refresh;
    const pairing = draft.kind === "pair";
    const set = (/** @type {Partial<typeof draft>} */ change) => {
        Object.assign(draft, change, { error: null });
        redraw();
    };
    const fail = (/** @type {any} */ problem) => {
        draft.error = explain(problem);
        redraw();
    };
    const submit = async () => {
        if (draft.busy) return;
        draft.busy = true;
        try {
            await enterWith();
        } finally {
            draft.busy = false;
            redraw();
        }
    };
    const enterWith = async () => {
        const name = draft.name.trim();
        if (!draft.code.trim() || !name) {
            draft.error = t(!draft.code.trim() ? "welcome.codeMissing"
                : draft.purpose ? "welcome.join.nameMissing" : "welcome.nameMissing");
            return redraw();
        }
        if (!pairing) {
            await app.enroll(draft.code.trim(), name);
            Object.assign(draft, { kind: null, code: "" });
            return replaceScreen("welcome", "notifications");
        }
        const { ok, key } = app.readCode(draft.code);
        if (!ok) {
            draft.error = t(key ?? "problem.badCode");
            return redraw();
        }
        const invite = await app.claim(draft.code, name);
        Object.assign(draft, { kind: null, code: "" });
        return replaceScreen("pair", "invite", invite.id);
    };
    const joins = pairing && draft.purpose;
    return screen({
        title: t(joins ? `welcome.join.${draft.purpose}` : pairing ? "welcome.pairTitle" : "welcome.enrolTitle"),
        lead: t(joins ? `welcome.join.${draft.purpose}.lead` : pairing ? "welcome.pairLead" : "welcome.enrolLead"),
    },
        form((event) => void work(event, submit, fail),
            field({
                id: "code", label: t("pair.codeLabel"), hint: t(pairing ? "pair.codeHint" : "welcome.enrolHint"),
                value: draft.code,
                class: "code-field", capitalize: "characters", spellcheck: false, required: true,
                onInput: (code) => set({ code }),
            }),
            field({
                id: "name", label: t("name.label"), hint: t("name.hint"), value: draft.name, maxLength: 60,
                autocomplete: "given-name",
                required: true, onInput: (name) => set({ name }),
            }),
            h("div", { role: "alert" }, draft.error && note("bad", draft.error)),
            h("button", { type: "submit", class: "button primary", "aria-busy": draft.busy ? "true" : null },
                h("span", null, t("welcome.enter")))),
        button(t(pairing ? "welcome.haveEnrol" : "welcome.havePair"), () => set({ kind: pairing ? "enrol" : "pair", purpose: null }),
            { kind: "quiet" }));
}

/** @param {() => void} refresh */
function homeScreen(refresh) {
    const stay = () => {
        draft.here = true;
        refresh();
    };
    return screen({ title: t("home.title"), lead: t("home.lead") },
        homeScreenSteps(),
        draft.code && card({ title: t("home.code") }, h("p", { class: "big-code" }, draft.code),
            h("p", null, t("home.codeText"))),
        button(t("home.stay"), stay, { kind: "quiet" }));
}

/** @param {App} app */
function lost(app) {
    const { why, name, partners, circles } = app.state.lost
        ?? { why: "unreadable", name: "", partners: [], circles: [] };
    return screen({
        title: t("lost.title"), lead: t(`lost.${why}`),
        primary: button(t("lost.again"), () => app.startOver(), { kind: "primary" }),
    },
    name && h("p", null, t("lost.name", { name })),
    partners.length > 0 && h("p", null, t("lost.partners", { names: list(partners) })),
    circles.length > 0 && h("p", null, t("lost.circles", { names: list(circles) })),
    note("info", t("lost.what")));
}
