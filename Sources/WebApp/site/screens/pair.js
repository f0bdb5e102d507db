/** Pairing two people, linking a device of one's own, and joining a circle: the same steps on two screens. */

import { h } from "../frame/dom.js";
import { explain, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { href, replaceScreen } from "../frame/router.js";
import { button } from "../parts/button.js";
import { note, rowLink } from "../parts/card.js";
import { field, form } from "../parts/field.js";
import { work } from "../parts/button.js";
import { standing } from "../parts/invitation.js";
import { inviteScreen } from "../parts/inviteView.js";
import { screen } from "../parts/screen.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").InviteKind} InviteKind */

const OVER = ["active", "expired", "burned", "contested", "cancelled", "failed"];

/**
 * @param {App} app
 * @param {import("../frame/router.js").Route} route `pair`, `pair/code`, `pair/new/KIND/CIRCLE/ROLE`, `pair/invite/ID`
 */
export function render(app, route) {
    const [step, first, circleId, role] = route.parts;
    if (route.code) return typeCode(app, route.code.replace(/^[a-z]+:/, ""), route.purpose);
    if (step === "code") return typeCode(app, "");
    if (step === "new") return makeInvite(app, first ?? "pair", circleId, role);
    if (step === "invite") return inviteScreen(app, first);
    return live(app, () => start(app));
}

/** @param {App} app */
function start(app) {
    const open = app.state.invites.filter((invite) => !OVER.includes(invite.state));
    return screen({
        title: t("pair.title"), back: ["consent"], lead: t("pair.lead"),
        primary: button(t("pair.show"), () => replaceScreen("pair", "new"), { kind: "primary", sign: "plus" }),
    },
    rowLink(href("pair", "code"), t("pair.have"), { sign: "link", detail: t("pair.haveDetail") }),
    rowLink(href("pair", "new", "device"), t("pair.device"), { sign: "device", detail: t("pair.deviceDetail") }),
    open.length > 0 && h("h2", null, t("pair.open")),
    ...open.map((invite) => rowLink(href("pair", "invite", invite.id),
        [t(`invite.kind.${invite.kind}`), invite.recipient?.name ?? invite.name].filter(Boolean).join(" · "),
        { key: invite.id, detail: standing(invite) })));
}

/** @param {App} app @param {string} kind @param {string} [circleId] @param {string} [role] */
function makeInvite(app, kind, circleId, role) {
    const known = /** @type {InviteKind[]} */ (["pair", "device", "family", "care"]).find((one) => one === kind)
        ?? "pair";
    /** @type {string | null} */
    let error = null;
    /** @type {() => void} */
    let refresh = () => {};
    const make = async () => {
        error = null;
        refresh();
        try {
            const options = circleId ? { circleId, role: /** @type {any} */ (role) } : undefined;
            const invite = await app.invite(known, options);
            replaceScreen("pair", "invite", invite.id);
        } catch (problem) {
            error = explain(problem);
            refresh();
        }
    };
    const root = live(app, (again) => {
        refresh = again;
        return screen({
            title: t(`pair.new.${known}`), back: ["pair"],
            primary: error ? button(t("again"), make, { kind: "primary" }) : null,
        }, error ? note("bad", error) : h("p", { role: "status" }, t("pair.making")));
    });
    void make();
    return root;
}

/** @param {App} app @param {string} given @param {string} [purpose] what an opened link says that its code is for */
function typeCode(app, given, purpose) {
    let code = given;
    let name = app.state.me?.name ?? "";
    /** @type {string | null} */
    let error = null;
    return live(app, (refresh) => {
        const fail = (/** @type {any} */ problem) => {
            error = explain(problem);
            refresh();
        };
        const claim = async () => {
            const { ok, key } = app.readCode(code);
            if (!ok) {
                error = t(key ?? "problem.badCode");
                return refresh();
            }
            const invite = await app.claim(code, name);
            replaceScreen("pair", "invite", invite.id);
        };
        return screen({
            title: t(purpose ? `welcome.join.${purpose}` : "pair.code"), back: ["pair"],
            lead: t(purpose ? `welcome.join.${purpose}.lead` : "pair.codeLead"),
        },
            form((event) => void work(event, claim, fail),
                field({
                    id: "code", label: t("pair.codeLabel"), hint: t("pair.codeHint"), value: code, error,
                    class: "code-field",
                    capitalize: "characters", spellcheck: false, focus: !given, required: true,
                    onInput: (value) => {
                        code = value;
                        error = null;
                        refresh();
                    },
                }),
                !app.state.me?.name && field({
                    id: "name", label: t("name.label"), hint: t("name.hint"), value: name, maxLength: 60,
                    autocomplete: "given-name",
                    onInput: (value) => {
                        name = value;
                    },
                }),
                h("button", { type: "submit", class: "button primary" }, h("span", null, t("next")))));
    });
}
