/** An invite on both of its sides: showing the code, asking for consent, comparing digits, and every way to fail. */

import { toast } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { explain, plural, reason, t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { go, href, replaceScreen } from "../frame/router.js";
import { button, linkButton, work } from "./button.js";
import { empty, note } from "./card.js";
import { countdown } from "./countdown.js";
import { field, form } from "./field.js";
import { invitedName, standing } from "./invitation.js";
import { qrCode } from "./qrCode.js";
import { screen } from "./screen.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Invite} Invite */
/** @typedef {{ digits: string, error: string | null, shown: string, refresh: () => void }} Local */

/** @param {App} app @param {string} id */
export function inviteScreen(app, id) {
    /** @type {Local} */
    const local = { digits: "", error: null, shown: "", refresh: () => {} };
    const root = live(app, (refresh) => {
        local.refresh = refresh;
        const invite = app.state.invites.find((one) => one.id === id);
        if (!invite) return over(app, null);
        const step = `${invite.state} ${invite.asks ?? ""}`;
        if (local.shown && local.shown !== step) focusHeading(() => root);
        local.shown = step;
        return draw(app, invite, local);
    });
    return root;
}

/**
 * Moves the focus to the heading after the next drawing, since another step has come.
 *
 * @param {() => HTMLElement} root
 */
function focusHeading(root) {
    setTimeout(() => root().querySelector("h1")?.focus(), 0);
}

/** @param {App} app @param {Invite} invite @param {Local} local */
function draw(app, invite, local) {
    if (invite.state === "active") return done(app, invite);
    if (["expired", "burned", "contested", "cancelled", "failed"].includes(invite.state)) return over(app, invite);
    if (invite.asks === "digits") return typeDigits(app, invite, local);
    if (invite.asks === "consent") return askConsent(app, invite);
    if (invite.side === "claimer") return showDigits(app, invite);
    return showCode(app, invite);
}

/** @param {Invite} invite */
const nameOf = (invite) => invite.name ?? t("partner.somebody");

/** @param {App} app @param {Invite} invite */
function stop(app, invite) {
    return button(t("invite.stop"), async () => {
        await app.cancelInvite(invite.id);
        app.forgetInvite(invite.id);
        go("pair");
    }, { kind: "quiet" });
}

/** @param {App} app @param {Invite} invite */
function showCode(app, invite) {
    const { code, link, qr } = invite;
    const share = async () => {
        if (!link) return;
        if (navigator.share) await navigator.share({ text: t(`invite.shareText.${invite.kind}`), url: link })
            .catch(() => {});
        else {
            await navigator.clipboard.writeText(link);
            toast(t("copied"));
        }
    };
    const shares = Boolean(navigator.share);
    return screen({
        title: t(`pair.new.${invite.kind}`), back: ["pair"], lead: t(`invite.lead.${invite.kind}`),
        primary: button(t(shares ? "invite.share" : "invite.copy"), share,
            { kind: "primary", sign: shares ? "share" : "copy" }),
    },
    invite.trouble && note("warning", reason(invite.trouble)),
    qr && qrCode(qr, t("invite.qrLabel")),
    h("p", null, t("invite.orType")),
    h("p", { class: "big-code" }, code),
    h("p", { class: "detail" }, t("invite.expires"), " ",
        countdown(invite.expiresAt, { clockOffset: app.state.connection.clockOffset })),
    h("p", { role: "status" }, standing(invite)),
    stop(app, invite));
}

/** @param {App} app @param {Invite} invite @param {Local} local */
function typeDigits(app, invite, local) {
    const fail = (/** @type {any} */ problem) => {
        local.error = explain(problem);
        local.refresh();
    };
    const confirm = async () => {
        const digits = local.digits.replace(/\D/g, "");
        if (digits.length !== 6) {
            local.error = t("invite.sixDigits");
            return local.refresh();
        }
        await app.confirm(invite.id, digits);
    };
    return screen({ title: t("invite.digitsTitle", { name: nameOf(invite) }),
        lead: t("invite.digitsLead", { name: nameOf(invite) }) },
        form((event) => void work(event, confirm, fail),
            field({
                id: "digits", label: t("invite.digitsLabel"), value: local.digits, error: local.error,
                inputMode: "numeric",
                class: "digits-field", maxLength: 7, required: true, focus: true, autocomplete: "one-time-code",
                hint: invite.attemptsLeft < 3 ? plural("invite.attempts", invite.attemptsLeft) : null,
                onInput: (value) => {
                    local.digits = value;
                    local.error = null;
                    local.refresh();
                },
            }),
            h("button", { type: "submit", class: "button primary" }, h("span", null, t("invite.confirm")))),
        note("info", t("invite.digitsWhy")),
        stop(app, invite));
}

/** @param {App} app @param {Invite} invite */
function askConsent(app, invite) {
    const values = { name: nameOf(invite), circle: invite.circleName ?? "" };
    const role = invite.role ? t(`role.${invite.role}`) : "";
    const refuse = async () => {
        await app.cancelInvite(invite.id);
        app.forgetInvite(invite.id);
        toast(t("invite.refused"));
        go("pair");
    };
    return screen({
        title: t(`invite.ask.${invite.kind}`, values),
        primary: button(t("invite.allow"), () => app.answer(invite.id), { kind: "primary", sign: "check" }),
    },
    h("p", null, t(`invite.means.${invite.kind}`, { ...values, role })),
    invite.trouble && note("warning", reason(invite.trouble)),
    button(t("invite.refuse"), refuse, { kind: "danger" }));
}

/** @param {App} app @param {Invite} invite */
function showDigits(app, invite) {
    const name = nameOf(invite);
    return screen({ title: t("invite.yourDigits"),
        lead: invite.digits ? t("invite.tell", { name }) : t("invite.waiting") },
        invite.digits && h("p", { class: "big-digits", "aria-label": [...invite.digits].join(" ") },
            `${invite.digits.slice(0, 3)} ${invite.digits.slice(3)}`),
        h("p", { role: "status" }, t("invite.waitsFor", { name })),
        invite.trouble && note("warning", reason(invite.trouble)),
        note("info", t("invite.digitsWhy")),
        stop(app, invite));
}

/** @param {App} app @param {Invite} invite */
function done(app, invite) {
    const name = nameOf(invite);
    const next = invite.side === "claimer" && !app.state.push.subscribed ? "welcome/notifications" : "tonight";
    const finish = () => {
        app.forgetInvite(invite.id);
        replaceScreen(...(/** @type {[string, ...string[]]} */ (next.split("/"))));
    };
    return screen({
        title: t(`invite.done.${invite.kind}`, { name }), lead: t(`invite.doneText.${invite.kind}`, { name }),
        primary: button(t("next"), finish, { kind: "primary" }),
    }, invite.pairId && linkButton(t("new.zoneSet", { name }), href("consent", invite.pairId)));
}

/** @param {App} app @param {Invite | null} invite */
function over(app, invite) {
    const state = invite?.state ?? "expired";
    const again = () => {
        if (invite) app.forgetInvite(invite.id);
        if (invite?.side === "claimer") return replaceScreen("pair", "code");
        if (invite?.recipient && invite.circleId) return replaceScreen("care", "invite", invite.circleId);
        const circle = invite?.circleId ? [invite.circleId, invite.role ?? "member"] : [];
        return replaceScreen("pair", "new", invite?.kind ?? "pair", ...circle);
    };
    const side = invite?.side ?? "inviter";
    if (invite?.recipient) {
        return screen({
            title: invitedName(invite), back: ["pair"],
            primary: button(t("invitation.again"), again, { kind: "primary" }),
        }, note("warning", standing(invite)));
    }
    return screen({
        title: t(`invite.state.${state}`), back: ["pair"],
        primary: button(t(side === "claimer" ? "invite.otherCode" : "invite.newCode"), again, { kind: "primary" }),
    }, empty({ title: t(`invite.over.${state}`), text: t(`invite.what.${side}`), sign: "warning" }),
    invite?.trouble && note("bad", reason(invite.trouble)));
}
