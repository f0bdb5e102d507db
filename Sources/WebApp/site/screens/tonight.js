/** Will it ring tonight? Each alarm and phone, the reason where it is not sure, and what to do. */

import { h } from "../frame/dom.js";
import { plural, reason, t } from "../frame/language.js";
import { live, whenLeft } from "../frame/live.js";
import { go, href } from "../frame/router.js";
import { dayAndTime, ownZone } from "../frame/time.js";
import { alarmCard, isComing } from "../parts/alarmCard.js";
import { button, linkButton } from "../parts/button.js";
import { card, cards, empty, note, rowLink } from "../parts/card.js";
import { asking } from "../parts/invitation.js";
import { newsText } from "../parts/newsText.js";
import { screen } from "../parts/screen.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").AlarmItem} AlarmItem */

const HOURS = 3_600_000;
const ASK_AGAIN = 60_000;

/** @param {App} app */
export function render(app) {
    const root = live(app, () => draw(app));
    const ask = () => void askForPhones(app);
    const timer = setInterval(ask, ASK_AGAIN);
    whenLeft(root, () => clearInterval(timer));
    ask();
    return root;
}

/**
 * Asks how far the alarms of the next day got on the partner's phones.
 *
 * @param {App} app
 */
async function askForPhones(app) {
    const soon = app.state.alarms.filter((alarm) => alarm.direction === "theirs" && isComing(alarm) && !alarm.pending
        && !alarm.problem && Date.parse(alarm.due) < app.relayNow + 24 * HOURS);
    await Promise.allSettled(soon.slice(0, 10).map((alarm) => app.loadAlarm(alarm.id)));
}

/** @param {App} app */
function draw(app) {
    const { alarms, partners, invites, checkIn } = app.state;
    const coming = alarms.filter((alarm) => alarm.preset === null && isComing(alarm));
    const ended = alarms.filter((alarm) => alarm.preset === null && !isComing(alarm));
    const soon = (/** @type {AlarmItem} */ alarm) => Date.parse(alarm.due) < app.relayNow + 24 * HOURS;
    const paired = partners.some((partner) => partner.canISet);
    const primary = paired
        ? button(t("tonight.set"), () => go("new"), { kind: "primary", sign: "plus" })
        : button(t("tonight.pair"), () => go("pair"), { kind: "primary", sign: "people" });
    return screen({ title: t("tonight.title"), lead: answer(coming.filter(soon)), primary, class: "tonight" },
        ...notices(app),
        ...invites.filter((invite) => invite.asks).map((invite) => rowLink(href("pair", "invite", invite.id),
            asking(invite), { sign: "people", key: invite.id })),
        ...section(app, t("tonight.mine"), coming.filter((alarm) => soon(alarm) && alarm.direction === "mine")),
        ...section(app, t("tonight.theirs"), coming.filter((alarm) => soon(alarm) && alarm.direction === "theirs")),
        ...section(app, t("tonight.later"), coming.filter((alarm) => !soon(alarm))),
        !coming.length && empty({ title: t("tonight.none"), text: t(paired ? "tonight.noneText" : "tonight.alone"),
            sign: "moon" }),
        ...section(app, t("tonight.ended"), ended),
        checkIn?.plan.on
            && rowLink(href("check-in"), t("tonight.checkIn"), { sign: "check", detail: t("tonight.checkInDetail") }),
        coming.some((alarm) => alarm.direction === "mine")
            && rowLink(href("bedside"), t("tonight.bedside"), { sign: "alarm", detail: t("tonight.bedsideDetail") }));
}

/**
 * The answer to the question in the title.
 *
 * @param {AlarmItem[]} alarms
 */
function answer(alarms) {
    const bad = alarms.filter((alarm) => alarm.sure === "no" || alarm.problem).length;
    const open = alarms.filter((alarm) => alarm.pending || alarm.sure === "unknown").length;
    if (!alarms.length) return t("tonight.answerNone");
    if (bad) return plural("tonight.answerBad", bad);
    if (open) return plural("tonight.answerOpen", open);
    return plural("tonight.answerGood", alarms.length);
}

/**
 * What stands in the way of ringing here, and what happened.
 *
 * @param {App} app
 */
function notices(app) {
    const { push, news, partners, devices, bedside } = app.state;
    const hearing = push.subscribed || bedside.on;
    const blocked = !hearing && (push.trouble ? reason(push.trouble) : t("tonight.silent"));
    const elsewhere = devices.some((device) => !device.self && device.reachable);
    const noKeys = partners.filter((partner) => partner.state === "active" && !partner.hasKeys);
    return [
        blocked && note(elsewhere ? "info" : "warning", h("p", null, blocked),
            elsewhere && h("p", null, t("tonight.elsewhere")),
            linkButton(t("tonight.mend"), href("welcome", "notifications"))),
        ...noKeys.map((partner) => note("warning", t("tonight.noKeys", { name: partner.name }))),
        news.length > 0 && card({ title: t("tonight.news"), sign: "info", key: "news" },
            ...news.slice(0, 5).map((item) =>
            h("div", { class: "news", key: item.id },
                h("p", null, newsText(app, item), " ",
                    h("span", { class: "detail" }, dayAndTime(item.at, ownZone(), app.relayNow))),
                item.text && h("p", { class: "message" }, item.text),
                button(t("tonight.seen"), () => app.dismissNews(item.id),
                    { kind: "quiet", label: t("tonight.seenLabel", { text: newsText(app, item) }) })))),
    ];
}

/** @param {App} app @param {string} title @param {AlarmItem[]} alarms */
function section(app, title, alarms) {
    if (!alarms.length) return [];
    return [h("h2", null, title), cards(...alarms.map((alarm) => alarmCard(app, alarm)))];
}
