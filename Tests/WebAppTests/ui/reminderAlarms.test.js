// What is said of the alarm of a family's reminder, which comes from no partner.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { alarmView } from "../../../Sources/WebApp/site/session/alarmViews.js";
import { keepNews } from "../../../Sources/WebApp/site/session/news.js";
import { emptyAlarm } from "../../../Sources/WebApp/site/session/planning.js";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const { t, useLanguage } = await import("../../../Sources/WebApp/site/frame/language.js");
const { partnerOf, verdict } = await import("../../../Sources/WebApp/site/parts/alarmCard.js");
const { newsText } = await import("../../../Sources/WebApp/site/parts/newsText.js");
const { declineText } = await import("../../../Sources/WebApp/site/screens/alarm.js");

const state = { partners: [], devices: [], connection: {}, push: {}, bedside: { on: false } };
const view = (more = {}) => alarmView({ ...emptyAlarm("a"), preset: "reminder", pairId: "fam",
    time: "2026-11-23T08:00:00Z", ...more }, state);
const circle = { circleId: "fam", name: "The Wangs", members: [
    { personId: "ana", self: true, displayName: "Ana" }, { personId: "ben", self: false, displayName: "Ben" },
] };
/** @param {string | null} creator of the reminder, where that is known */
const appOf = (creator, circles = [circle]) => ({ state: { ...state, circles,
    reminders: creator ? [{ reminderId: "r", alarmId: "a", circleId: "fam", creator }] : [] } });

beforeEach(() => useLanguage("en"));

test("a reminder comes from whoever set it, and not from somebody who is paired no longer", () => {
    const name = (...given) => partnerOf(appOf(...given), view()).name;
    assert.deepEqual([name("ben"), name("ana"), name(null), name("gone")], ["Ben", "you", "The Wangs", "The Wangs"]);
    assert.equal(name("ben", []), t("alarm.noFamily"));
    assert.equal(partnerOf(appOf(null), view({ preset: null })).name, t("partner.unknown"));
});

test("whoever takes off the alarm of a reminder reads that the reminder stays, and who is told", () => {
    assert.equal(declineText(appOf("ben"), view()), "It will not ring, and Ben is told. The reminder itself stays.");
    for (const creator of ["ana", "gone", null]) {
        assert.equal(declineText(appOf(creator), view()), "It will not ring. The reminder itself stays.");
    }
    const ofPartner = { ...appOf(null), state: { ...state, circles: [], reminders: [],
        partners: [{ pairId: "p", name: "Ben" }] } };
    assert.equal(declineText(ofPartner, view({ preset: null, pairId: "p" })),
        "It will not ring, and Ben is told.");
});

test("the alarm of a reminder ends with its family, and not with a pair", () => {
    const ended = { state: "cancelled", ending: "ended", endedAt: 1 };
    assert.deepEqual([verdict(view(ended)).text, view(ended).why], [t("alarm.ended.family"), ["why.ended.family"]]);
    const ofPair = view({ ...ended, preset: null });
    assert.deepEqual([verdict(ofPair).text, ofPair.why], [t("alarm.ended"), ["why.ended"]]);
});

test("news of a reminder or an alert is told in the relay's words, and of no partner", async () => {
    /** What is kept of a push, as the screen shows it. */
    const shown = async (stage, words, said) => {
        const store = { get: async () => null, all: async () => [], write: async () => undefined };
        const push = { id: "a", stage, revision: 1, preset: words ? "reminder" : undefined, words };
        const opened = { words: { text: said }, reply: null, senderName: null, pairId: null };
        const news = await keepNews(/** @type {any} */ (store), /** @type {any} */ ({ push, opened }), 0);
        return [newsText(/** @type {any} */ ({ state: { ...state, alarms: [] }, relayNow: 0 }), news), news.text];
    };
    const body = "Mia has not finished the reminder of 07:30 yet.";
    for (const stage of ["no-answer-yet", "no-answer", "declined", "missed", "blocked", "reminder-unfinished"]) {
        assert.deepEqual(await shown(stage, { title: "Not done yet", body }, "Pack the satchel"),
            ["Not done yet", `Pack the satchel\n${body}`], stage);
        assert.deepEqual(await shown(stage, { title: "Pack the satchel", body }, "Pack the satchel"),
            ["Pack the satchel", body], "the relay may read its title");
    }
    const name = t("partner.unknown");
    assert.deepEqual(await shown("declined", undefined, "Up!"), [t("news.declined", { name }), "Up!"]);
});

test("what a family's consent keeps from ringing is changed in the family", () => {
    assert.deepEqual(view({ state: "scheduled", refused: true }).why, ["why.refusedByMe.family"]);
    assert.deepEqual(view({ state: "scheduled", refused: true, repeat: "FREQ=DAILY" }).why,
        ["why.skippedByMe.family"]);
});
