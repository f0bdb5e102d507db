// How alarms ended, what is put off, and words that nobody got, as the screens say it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { alarmView, ringView } from "../../../Sources/WebApp/site/session/alarmViews.js";
import { receiveGone, receivePush, receiveSynced } from "../../../Sources/WebApp/site/session/incoming.js";
import { emptyAlarm, planAlarm } from "../../../Sources/WebApp/site/session/planning.js";
import { answerAlarm, takeReceiptAnswer } from "../../../Sources/WebApp/site/session/receipts.js";
import { judgeMine, judgeTheirs } from "../../../Sources/WebApp/site/session/sureness.js";
import { takeView } from "../../../Sources/WebApp/site/session/syncing.js";
import { newsNotice, overNotice } from "../../../Sources/WebApp/site/worker/notices.js";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
const { t } = await import("../../../Sources/WebApp/site/frame/language.js");
const { endingVerdict, snoozeText, timeAfterSkipped, verdict } =
    await import("../../../Sources/WebApp/site/parts/alarmCard.js");
const { phonesThatRingByThemselves } = await import("../../../Sources/WebApp/site/parts/deliveryView.js");
const { lateText } = await import("../../../Sources/WebApp/site/parts/lateAnswer.js");
const { newsText } = await import("../../../Sources/WebApp/site/parts/newsText.js");

const now = Date.parse("2026-03-02T06:00:00Z");
const due = "2026-03-02T05:50:00Z";
const state = { partners: [{ pairId: "p", state: "revoked" }], connection: {}, push: {}, devices: [],
    bedside: { on: false } };

/** A store that holds one record in each of some areas. @param {Record<string, any>} records */
function store(records) {
    return {
        records,
        get: async (area, id) => records[`${area}.${id}`],
        all: async (area) => Object.keys(records).filter((key) => key.startsWith(`${area}.`))
            .map((key) => records[key]),
        profile: async () => ({}),
        update: async (area, id, change) => {
            const next = change(records[`${area}.${id}`]);
            if (next) records[`${area}.${id}`] = next;
            return records[`${area}.${id}`];
        },
        write: async (changes) => {
            for (const { area, at, put, change } of changes) {
                const id = at ?? put.id ?? put.jti;
                records[`${area}.${id}`] = change ? change(records[`${area}.${id}`]) ?? records[`${area}.${id}`] : put;
            }
        },
    };
}

const alarm = (more = {}) => ({ ...emptyAlarm("a"), pairId: "p", revision: 1, time: due, sender: "Ana", ...more });

test("an alarm that ended with its pair was not cancelled by anybody, on either side", async () => {
    const kept = store({ "alarms.a": alarm({ phase: "armed" }) });
    await receiveGone({ store: kept, now }, { id: "a", reason: "revoked" });
    const ended = kept.records["alarms.a"];
    assert.deepEqual([ended.state, ended.ending, ended.endedAt], ["cancelled", "ended", now]);
    assert.deepEqual(judgeMine(ended, state).why, ["why.ended"]);
    assert.deepEqual(judgeTheirs({ ...ended, direction: "theirs" }, state).why, ["why.ended"]);
    const shown = verdict(alarmView(ended, state));
    assert.deepEqual([shown.kind, shown.text], ["off", endingVerdict("ended").text]);
});

test("what was taken back from a phone that has it is not said to ring no more", () => {
    const holding = [{ device: 1, received: due, armed: due, attempts: 1, unanswered: 0, silent: false }];
    const shown = (more) => alarmView(alarm({ direction: "theirs", pairId: "q", deliveries: holding, ...more }), state);
    for (const ending of ["cancelled", "ended"]) {
        const said = verdict(shown({ state: "cancelled", ending }));
        assert.deepEqual(said, { kind: "waiting",
            text: t("alarm.takenBack.held", { state: endingVerdict(ending).text }) });
        const unarmed = shown({ state: "cancelled", ending, deliveries: [{ ...holding[0], armed: undefined }] });
        assert.equal(verdict(unarmed).text, endingVerdict(ending).text);
    }
    const declined = shown({ state: "cancelled", ending: "declined" });
    assert.equal(verdict(declined).text, endingVerdict("declined").text, "its receiver knows");
    const counts = [
        [{ state: "armed", deliveries: [] }, 1], [{ state: "armed" }, 1], [{ state: "scheduled" }, 1],
        [{ state: "acknowledged", deliveries: [{ ...holding[0], acknowledged: due }] }, 0],
        [{ state: "scheduled", deliveries: [{ ...holding[0], armed: undefined }] }, 0],
        [{ state: "blocked", deliveries: [{ ...holding[0], armed: undefined }, holding[0]] }, 2],
    ];
    for (const [more, count] of counts) assert.equal(phonesThatRingByThemselves(shown(more)), count, more.state);
});

test("a dismissal stays one, although the relay counts it as an answer", async () => {
    const dismissed = alarm({ phase: "answered", state: "cancelled", ending: "dismissed", endedAt: now - 1000 });
    const kept = store({ "alarms.a": dismissed });
    await receiveGone({ store: kept, now }, { id: "a", reason: "acknowledged" });
    assert.equal(kept.records["alarms.a"].ending, "dismissed");
    assert.equal(verdict(alarmView(kept.records["alarms.a"], state)).text, endingVerdict("dismissed").text);
});

test("what is put off says until when, on both sides, and what is over does not", () => {
    const app = { relayNow: now };
    const snoozed = alarmView(alarm({ state: "snoozed", snoozedUntil: "2026-03-02T06:09:00Z" }), state);
    assert.match(snoozeText(app, snoozed), /09/);
    assert.equal(snoozeText(app, { ...snoozed, state: "acknowledged" }), null);
    assert.equal(snoozeText(app, alarmView(alarm({ state: "ringing" }), state)), null);
});

test("a ring that comes late says so until the next time", () => {
    const heard = (revision, says) => ({ stage: "ring", id: "a", revision, time: due, fromSync: true, says });
    const { next } = planAlarm(heard(1, { late: true }), undefined, { now, canArm: false });
    assert.equal(ringView(next, { offset: 0 }).late, true);
    const again = planAlarm(heard(1, {}), next, { now, canArm: false }).next;
    assert.equal(ringView(again, { offset: 0 }).late, true);
    const later = planAlarm(heard(2, {}), again, { now, canArm: false }).next;
    assert.equal(ringView(later, { offset: 0 }).late, false);
});

test("words that nobody got are news, and those that were taken are none", async () => {
    const entry = { about: "a", body: { state: "acknowledged", reply: "sealed" } };
    const answer = { id: "a", state: "acknowledged", revision: 1 };
    const pair = { pairId: "p", known: { partnerName: "Ana" } };
    for (const [given, problem, isLost] of [
        [answer, null, false], [{ ...answer, replyLost: true }, null, true], [null, { kind: "gone" }, true],
    ]) {
        const kept = store({ "alarms.a": alarm(), "pairs.p": pair });
        await takeReceiptAnswer(kept, entry, given, problem, now);
        const news = kept.records["news.a.reply-lost"];
        assert.equal(news?.stage, isLost ? "reply-lost" : undefined);
        assert.equal(news?.name, isLost ? "Ana" : undefined);
        const silent = store({ "alarms.a": alarm(), "pairs.p": pair });
        await takeReceiptAnswer(silent, { ...entry, body: { state: "acknowledged" } }, given, problem, now);
        assert.equal(silent.records["news.a.reply-lost"], undefined, "there were no words");
    }
});

test("a reminder whose sound was turned off is not said to ring, until it rings again", () => {
    const due = { preset: "reminder", state: "ringing", soundOff: true };
    const silent = alarmView(alarm({ ...due, phase: "released" }), state);
    assert.equal(verdict(silent).text, t("alarm.soundOff"));
    assert.deepEqual([silent.sure, silent.why], ["no", ["why.soundOff"]]);
    const rings = alarmView(alarm({ ...due, phase: "ringing" }), state);
    assert.equal(verdict(rings).text, t("alarm.ringing"), "it rings here");
    const heard = { stage: "ring", id: "a", revision: 2, time: "2026-03-02T05:55:00Z", fromSync: false, says: {} };
    const again = planAlarm(heard, alarm({ ...due, phase: "released" }), { now, canArm: false }).next;
    assert.equal(again.soundOff, false);
});

test("a device whose sound was turned off on another one falls silent with a sync, and stays so", async () => {
    for (const phase of ["ringing", "released", "pending"]) {
        const known = alarm({ preset: "reminder", pairId: "c", phase, phaseSince: now - 600_000, state: "ringing" });
        const kept = store({ "alarms.a": known });
        const synced = { id: "a", pairId: "c", state: "ringing", revision: 1, time: due, soundOff: true };
        const here = { store: kept, origin: "https://relay.example", now, canArm: false };
        const { plan } = await receiveSynced(here, synced, [], [], new Map([["a", "reminder"]]));
        assert.equal(plan.action, phase === "released" ? "ignore" : "disarm");
        assert.equal(kept.records["alarms.a"].phase, "released");
        const snoozed = store({ "alarms.a": { ...known, phase: "snoozed", snoozeEnd: now + 300_000 } });
        await receiveSynced({ ...here, store: snoozed }, synced, [], [], new Map([["a", "reminder"]]));
        assert.equal(snoozed.records["alarms.a"].phase, "snoozed", "the relay does not know of it yet");
    }
});

test("an alarm that a phone of this person has armed will ring, and one that they do not take will not", () => {
    const armed = alarmView(alarm({ pairId: "q", state: "armed", phase: "pending" }), state);
    assert.deepEqual([armed.sure, armed.why], ["yes", ["why.phoneArmed"]]);
    const refused = alarmView(alarm({ pairId: "q", state: "scheduled", refused: true }), state);
    assert.deepEqual([refused.sure, refused.why], ["no", ["why.refusedByMe"]]);
});

const daily = { direction: "theirs", pairId: "q", repeat: "FREQ=DAILY", time: "2026-03-03T05:50:00Z", revision: 3,
    nextTime: "2026-03-04T05:50:00Z", last: { time: due, ending: "declined", at: due } };
const declinedNews = { id: "a.declined.2", at: due, stage: "declined", alarmId: "a", revision: 2, name: "Ben" };

test("a time that was skipped is told from an alarm that has ended", () => {
    const goesOn = alarmView(alarm({ ...daily, state: "scheduled" }), state);
    assert.equal(endingVerdict("declined", goesOn).text, t("alarm.declined.once"));
    const ended = alarmView(alarm({ ...daily, state: "cancelled", ending: "declined" }), state);
    assert.equal(verdict(ended).text, t("alarm.declined.ended"));
    const single = alarmView(alarm({ ...daily, repeat: null, state: "cancelled", ending: "declined" }), state);
    assert.equal(verdict(single).text, t("alarm.declined"));
    const reminder = alarmView(alarm({ ...daily, preset: "reminder", state: "cancelled", ending: "declined" }), state);
    assert.equal(verdict(reminder).text, t("alarm.declined"), "the reminder stays");
});

test("news that an alarm was declined says how it goes on, once the relay has said so", () => {
    const told = (more) => newsText({ state: { alarms: [alarmView(alarm({ ...daily, ...more }), state)] },
        relayNow: now }, declinedNews);
    const once = told({ state: "scheduled" });
    assert.match(once, /^Ben has declined the alarm for that time only\. The next time is .+\.$/);
    assert.match(told({ state: "scheduled", refused: true }), /the next time, .+, is skipped too\.$/);
    assert.equal(told({ state: "cancelled", ending: "declined" }), t("news.declined.ended", { name: "Ben" }));
    const plain = t("news.declined", { name: "Ben" });
    assert.equal(told({ state: "scheduled", revision: 2 }), plain, "what is known is older than the news");
    assert.equal(told({ state: "cancelled", ending: "cancelled" }), plain);
    assert.equal(told({ state: "cancelled", ending: "declined", repeat: null }), plain);
    assert.equal(newsText({ state: { alarms: [] }, relayNow: now }, declinedNews), plain);
});

test("an alarm that is skipped next says what comes after that, and a single one that it will not ring", () => {
    const app = { relayNow: now };
    const skipped = alarmView(alarm({ ...daily, state: "scheduled", refused: true }), state);
    assert.deepEqual(skipped.why, ["why.skipped"]);
    assert.match(timeAfterSkipped(app, skipped), /^The time after that: .+/);
    const further = alarmView(alarm({ ...daily, state: "scheduled", refused: true, nextRefused: true }), state);
    assert.match(timeAfterSkipped(app, further), /^The time after that, .+, is skipped too/);
    const rings = alarmView(alarm({ ...daily, state: "scheduled" }), state);
    assert.equal(timeAfterSkipped(app, rings), null);
    const once = { ...daily, repeat: null, nextTime: null };
    const single = alarmView(alarm({ ...once, state: "scheduled", refused: true }), state);
    assert.deepEqual([single.why, timeAfterSkipped(app, single)], [["why.refused"], null]);
});

test("a notification that an alarm was declined leaves open whether it goes on", () => {
    const reception = { push: { id: "a", revision: 2, stage: "declined" }, opened: {} };
    const said = (text) => newsNotice(reception, "en", { ...declinedNews, text }).options.body;
    assert.equal(said(null), "If it repeats, open the app to see whether it goes on.");
    assert.equal(said("Up!"), "Up!\nIf it repeats, open the app to see whether it goes on.");
});

/**
 * A device on which a reminder rang at its time, `pause` before now, and was answered. Another device of the same
 * person then put it off.
 */
async function silenced(answer, pause) {
    const id = "AAAAAAAAAAAAAAAAAAAAAQ";
    const family = "AAAAAAAAAAAAAAAAAAAAAg";
    const kept = store({});
    const time = new Date(now - pause).toISOString();
    const clear = { circleId: family, by: "AAAAAAAAAAAAAAAAAAAAAw", text: "Pills" };
    const here = (later) => ({ store: kept, origin: "https://relay.example", now: now + later, canArm: false });
    const same = { id, revision: 1, time, clear };
    const ring = (later) => receivePush(here(later), { alarm: { ...same, stage: "ring", preset: "reminder" } });
    assert.equal((await ring(-pause)).plan.action, "ring");
    const journal = { entry: (change) => ({ jti: "j", ...change }) };
    const alarmNow = () => kept.records[`alarms.${id}`];
    const entry = await answerAlarm(kept, journal, alarmNow(), answer, { now: now - pause });
    const send = async (state) => {
        await takeReceiptAnswer(kept, entry, { id, state, revision: 1 }, null, now);
        delete kept.records["journal.j"];
    };
    const putOff = (length) => receiveSynced(here(0), { ...same, pairId: family, state: "snoozed",
        snoozedUntil: new Date(now + length).toISOString() }, [], [], new Map([[id, "reminder"]]));
    return { ring, send, putOff, alarmNow };
}

test("a device whose sound was turned off rings again at the end of a snooze on another one", async () => {
    for (const pause of [2_000, 60_000]) {
        const { ring, send, putOff, alarmNow } = await silenced("dismissed", pause);
        await send("ringing");
        const silent = alarmView(alarmNow(), state);
        assert.deepEqual([verdict(silent).text, silent.ending], [t("alarm.soundOff"), null], "it is not over");
        assert.equal((await ring(-1_000)).plan.action, "ignore");
        assert.ok(["ignore", "notify"].includes((await putOff(15_000)).plan.action));
        const { plan, alarm: rings } = await ring(15_000);
        assert.deepEqual([plan.action, plan.receipt, rings.putOffUntil], ["ring", "ringing", null]);
        assert.deepEqual([verdict(alarmView(rings, state)).text, ringView(rings, { offset: 0 }).late],
            [t("alarm.ringing"), false]);
    }
});

test("an answer that has not been sent keeps it silent, and so does one that it is done", async () => {
    const { ring, putOff, alarmNow } = await silenced("dismissed", 60_000);
    await putOff(15_000);
    assert.equal((await ring(15_000)).plan.action, "ignore");
    assert.equal(alarmNow().phase, "answered");
    const done = await silenced("acknowledged", 60_000);
    await done.send("acknowledged");
    await done.putOff(15_000);
    assert.equal((await done.ring(15_000)).plan.action, "ignore");
    assert.equal(done.alarmNow().ending, "answered");
});

test("a reminder that repeats has ended here once it is done, and a partner alarm that repeats has not", async () => {
    for (const [preset, ending] of [["reminder", "answered"], [null, null]]) {
        const repeats = alarm({ preset, phase: "ringing", repeat: "FREQ=DAILY" });
        const kept = store({ "alarms.a": repeats });
        await answerAlarm(kept, { entry: (change) => ({ jti: "j", ...change }) }, repeats, "acknowledged", { now });
        assert.equal(kept.records["alarms.a"].ending, ending);
    }
});

test("what rings again after a snooze is late by the end of that, and is put off no more", async () => {
    const end = new Date(now - 300_000).toISOString();
    const synced = { id: "a", pairId: "p", state: "ringing", revision: 1, time: due };
    const rings = async (known) => {
        const kept = store({ "alarms.a": alarm(known) });
        await receiveSynced({ store: kept, origin: "https://relay.example", now, canArm: false }, synced, [], [],
            new Map());
        return kept.records["alarms.a"];
    };
    const missed = await rings({ phase: "pending", state: "snoozed", snoozedUntil: end });
    const ring = ringView(missed, { offset: 0 });
    assert.deepEqual([ring.late, ring.due], [true, end]);
    assert.equal(snoozeText({ relayNow: now }, alarmView(missed, state)), null);
    const onTime = await rings({ phase: "pending", state: "snoozed", snoozedUntil: new Date(now).toISOString() });
    assert.equal(ringView(onTime, { offset: 0 }).late, false);
    const elsewhere = await rings({ phase: "released", phaseSince: now - 540_000 });
    assert.equal(ringView(elsewhere, { offset: 0 }).late, false, "it rang here before another device put it off");
    assert.equal(ringView(await rings({ phase: "pending" }), { offset: 0 }).late, true);
});

test("what this person lets nobody ring at its next time has not ended", async () => {
    const kept = store({ "alarms.a": alarm({ repeat: "FREQ=DAILY", phase: "armed" }) });
    await receiveGone({ store: kept, now }, { id: "a", reason: "cancelled" });
    const view = { id: "a", direction: "incoming", revision: 1, state: "scheduled", refused: true };
    await takeView(/** @type {any} */ ({ store: kept, now }), view, []);
    const { ending, endedAt } = kept.records["alarms.a"];
    assert.deepEqual([ending, endedAt], [null, null]);
    assert.deepEqual(judgeMine({ ...kept.records["alarms.a"], pairId: "q" }, state).why, ["why.skippedByMe"]);
    await receiveGone({ store: kept, now }, { id: "a", reason: "cancelled" });
    await takeView(/** @type {any} */ ({ store: kept, now }), { ...view, state: "cancelled", ending: "cancelled" }, []);
    assert.equal(kept.records["alarms.a"].endedAt, now, "it has");
});

test("a snooze of what was over before is none", async () => {
    const snoozed = alarm({ phase: "snoozed", state: "snoozed", snoozeEnd: now + 540_000, snoozedUntil: due });
    const entry = { about: "a", body: { state: "snoozed" } };
    for (const [answer, phase] of [[{ state: "acknowledged", revision: 1 }, "released"],
        [{ state: "snoozed", revision: 1, snoozedUntil: due }, "snoozed"]]) {
        const kept = store({ "alarms.a": snoozed });
        await takeReceiptAnswer(kept, entry, answer, null, now);
        assert.deepEqual([kept.records["alarms.a"].phase, kept.records["alarms.a"].state], [phase, answer.state]);
    }
});

test("an answer to a reminder that came too late is not said to be told to the parents", () => {
    const app = { state: { circles: [{ members: [{ personId: "ben", displayName: "Ben" }, { personId: "leo" }] }] } };
    assert.equal(lateText(app, { reason: "done", by: "ben" }),
        "Your answer came too late: Ben has said before that it is done.");
    assert.equal(lateText(app, { reason: "done", by: "leo" }), t("ring.doneBefore.somebody"));
    assert.equal(lateText(app, { reason: "over" }), "Your answer came too late: it was over.");
});

test("a notification of what fell silent does not say that it never rings again", () => {
    assert.doesNotMatch(overNotice("a", "en").options.body, /no more|never/);
    assert.match(overNotice("a", "en").options.body, /put off/);
});
