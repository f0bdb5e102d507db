/** The steps after getting in: the Home Screen, notifications, and hearing a test ring. */

import { h } from "../frame/dom.js";
import { alertUser } from "../frame/announce.js";
import { explain, reason, t } from "../frame/language.js";
import { go, replaceScreen } from "../frame/router.js";
import { unlockSound } from "../frame/sound.js";
import { badge } from "./badge.js";
import { button, linkButton } from "./button.js";
import { note } from "./card.js";
import { screen } from "./screen.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * What came of the test, while the ring screen is shown in between.
 *
 * @type {{ rung: boolean, error: string | null, heard: boolean | null }}
 */
const test = { rung: false, error: null, heard: null };

/** How an iPhone or iPad gets the app on its Home Screen, in pictures. */
export function homeScreenSteps() {
    return h("ol", { class: "pictures" }, ...["share", "add", "open"].map((step) => h("li", null,
        h("img", { src: `/icons/home-${step}.svg`, alt: "", width: "120", height: "120" }),
        h("p", null, t(`home.${step}`)))));
}

/** @param {App} app @param {() => void} refresh */
export function notificationsStep(app, refresh) {
    const { push } = app.state;
    const on = push.permission === "granted" && push.subscribed;
    const next = () => replaceScreen("welcome", "test");
    const allow = async () => {
        await app.askNotifications();
        refresh();
    };
    const canAsk = push.supported && push.permission === "default";
    return screen({
        title: t("notify.title"), lead: t("notify.why"), back: ["tonight"],
        primary: canAsk ? button(t("notify.allow"), allow, { kind: "primary", sign: "bell" })
            : button(t("next"), next, { kind: "primary" }),
    },
    h("div", { role: "status" }, on ? badge("good", t("notify.on")) : badge("waiting", t("notify.off"))),
    push.needsHomeScreen && note("info", t("home.lead")),
    push.needsHomeScreen && homeScreenSteps(),
    !push.supported && !push.needsHomeScreen && note("info", t("notify.unsupported")),
    push.permission === "denied" && note("warning", h("p", null, t("notify.denied")),
        h("p", null, t("notify.deniedHow"))),
    push.trouble && note("warning", reason(push.trouble)),
    push.permission === "granted" && !push.subscribed && button(t("again"), allow),
    canAsk && button(t("notify.later"), next, { kind: "quiet" }));
}

/** @param {App} app @param {() => void} refresh */
export function testStep(app, refresh) {
    const ring = async () => {
        Object.assign(test, { rung: false, error: null, heard: null });
        await unlockSound();
        try {
            await app.testRing();
        } catch (error) {
            test.error = explain(error);
            alertUser(test.error);
        }
        test.rung = true;
        refresh();
    };
    const say = (/** @type {boolean} */ heard) => () => {
        test.heard = heard;
        refresh();
    };
    const finish = button(t("done"), () => go("tonight"), { kind: "primary", sign: "check" });
    const again = button(t(test.rung ? "test.again" : "test.ring"), ring, { kind: "primary", sign: "sound" });
    return screen({
        title: t("test.title"), lead: t("test.lead"), back: ["tonight"], primary: test.heard ? finish : again,
    },
    test.error && note("bad", test.error),
    test.rung && test.heard === null && h("div", { role: "group", "aria-label": t("test.did"), class: "content" },
        h("h2", null, t("test.did")),
        h("div", { class: "actions" }, button(t("test.yes"), say(true), { sign: "check" }),
            button(t("test.no"), say(false), { sign: "cross" }))),
    test.heard === true && note("good", t(test.error ? "test.onlyHere" : "test.good")),
    test.heard === false && note("warning", h("p", null, t("test.tips")),
        h("ul", { class: "reasons" }, ...[1, 2, 3, 4].map((number) => h("li", null, t(`test.tip.${number}`))))),
    note("info", t("test.honest")),
    linkButton(t("test.bedside"), "#/bedside"));
}
