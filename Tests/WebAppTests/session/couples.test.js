// Two people pair and wake each other, against a real relay.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, draftIn, pairedBrowsers, until } from "../support/apps.js";
import { TestRelay, skipWithoutRelay } from "../support/relay.js";

const skip = skipWithoutRelay;
let relay, ana, ben;

before(async () => {
    if (!skip) relay = await TestRelay.start(21201);
});

after(async () => {
    ana?.close();
    ben?.close();
    await relay?.stop();
});

test("two people pair by a code and six digits", { skip }, async () => {
    ({ ana, ben } = await pairedBrowsers(relay));
    assert.equal(ana.app.state.partners[0].name, "Ben");
    assert.equal(ben.app.state.partners[0].name, "Ana");
    assert.equal(ben.app.state.partners[0].canISet, true);
    assert.equal(ana.app.state.me.name, "Ana");
});

test("a wrong digit makes no pair, three end the invite", { skip }, async () => {
    const carl = new Browser(relay.origin);
    await carl.open();
    const invite = await ana.app.invite("pair");
    const claim = await carl.app.claim(invite.link, "Carl");
    assert.equal(claim.name, "Ana");
    assert.equal(claim.asks, "consent");
    const { digits } = await carl.app.answer(claim.id);
    await until(ana.app, (state) => state.invites.find((one) => one.id === invite.id && one.asks === "digits"),
        "the answer");
    const wrong = digits === "000000" ? "000001" : "000000";
    for (const left of [2, 1]) {
        await assert.rejects(ana.app.confirm(invite.id, wrong), { kind: "badDigits" });
        assert.equal(ana.app.state.invites.find((one) => one.id === invite.id).attemptsLeft, left);
    }
    await assert.rejects(ana.app.confirm(invite.id, wrong), { key: "problem.tooManyDigits" });
    await until(carl.app, (state) => state.invites.find((one) => one.state === "cancelled"), "the end of the invite");
    assert.equal(carl.app.state.partners.length, 0);
    carl.close();
});

test("an alarm rings with its words, and the answer with its words comes back", { skip }, async () => {
    const pairId = ana.app.state.partners[0].pairId;
    // In the past by less than a minute: it rings at once.
    const item = await ana.app.setAlarm(draftIn(0, pairId, "Good morning ☀"));
    assert.equal(item.direction, "theirs");
    assert.equal(item.pending, false);
    const ring = await until(ben.app, (state) => state.ringing[0], "the ring");
    assert.deepEqual([ring.message, ring.sender, ring.kind], ["Good morning ☀", "Ana", "partner"]);
    ben.app.ringHeard(ring.alarmId);
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.state === "ringing"),
        "ringing");
    await ben.app.acknowledge(ring.alarmId, { words: "Up!" });
    assert.equal(ben.app.state.ringing.length, 0);
    const news = await until(ana.app, (state) => state.news.find((one) => one.stage === "acknowledged"), "the news");
    assert.deepEqual([news.text, news.name, news.alarmId], ["Up!", "Ben", item.id]);
    const known = await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id
        && one.state === "acknowledged"), "acknowledged");
    assert.equal(known.reply, "Up!");
    const looked = await ana.app.loadAlarm(item.id);
    assert.ok(looked.delivery[0].acknowledged);
});

test("a snoozed alarm rings again when the snooze is over", { skip }, async () => {
    const pairId = ben.app.state.partners[0].pairId;
    const item = await ben.app.setAlarm(draftIn(0, pairId, "Tea"));
    const ring = await until(ana.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the ring");
    await ana.app.snooze(ring.alarmId, 0.05);
    assert.equal(ana.app.state.ringing.length, 0);
    await until(ana.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the second ring", 20_000);
    await ana.app.dismiss(item.id);
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.state !== "ringing"
        && one.state !== "snoozed"), "the end");
});

test("an answer counts by the relay's word for the time that rang, also where the alarm repeats", { skip }, async () => {
    const pairId = ana.app.state.partners[0].pairId;
    const rung = async (/** @type {object} */ draft) => {
        const { id } = await ana.app.setAlarm(draft);
        await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === id), "the ring", 20_000);
        return id;
    };
    const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    const daily = await rung(draftIn(2, pairId, "Daily", { days }));
    assert.equal(await ben.app.acknowledge(daily), null);
    await ana.app.cancelAlarm(daily);
    const once = await rung(draftIn(0, pairId, "Once"));
    assert.equal(await ben.app.acknowledge(once), null);
    assert.deepEqual(await ben.app.snooze(once, 1), { reason: "answered" });
    const cancelled = await rung(draftIn(0, pairId, "Cancelled"));
    await ana.app.cancelAlarm(cancelled);
    assert.deepEqual(await ben.app.acknowledge(cancelled), { reason: "over" });
});

test("an alarm for tomorrow is listed on both sides, changed and cancelled", { skip }, async () => {
    const pairId = ana.app.state.partners[0].pairId;
    const item = await ana.app.setAlarm(draftIn(86_400, pairId, "First", { days: ["MO", "WE"], zone: "Asia/Taipei" }));
    assert.deepEqual(item.days, ["MO", "WE"]);
    const mine = await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.message),
        "the alarm");
    assert.deepEqual([mine.message, mine.direction, mine.verified, mine.due], ["First", "mine", true, item.due]);
    assert.equal(mine.sure, "no");
    assert.ok(mine.why.includes("why.noPushHere"));
    const changed = await ana.app.changeAlarm(item.id, { message: "Second", localTime: "06:15" });
    assert.equal(changed.revision > item.revision, true);
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.message === "Second"),
        "the change");
    await ben.app.cancelAlarm(item.id);
    const declined = await until(ana.app, (state) => state.news.find((one) => one.stage === "declined"), "declined");
    assert.equal(declined.alarmId, item.id);
});

test("what a clock change does is shown before an alarm is set", { skip }, async () => {
    const year = new Date().getUTCFullYear() + 1;
    const march = new Date(Date.UTC(year, 2, 31));
    march.setUTCDate(31 - march.getUTCDay());
    const date = march.toISOString().slice(0, 10);
    const times = await ana.app.preview({ localTime: "02:30", date, zone: "Europe/Berlin" });
    assert.equal(times[0].utc, `${date}T01:30:00Z`);
});

test("a muted partner cannot set, and hours are kept", { skip }, async () => {
    const pairId = ana.app.state.partners[0].pairId;
    await ana.app.setAllowedHours(pairId, { from: "06:00", until: "23:00" });
    await ana.app.mute(pairId, true);
    const partner = ana.app.state.partners[0];
    assert.deepEqual([partner.muted, partner.canTheySet, partner.allowedHours],
        [true, false, { from: "06:00", until: "23:00" }]);
    await assert.rejects(ben.app.setAlarm(draftIn(3600, pairId, "No")), { kind: "conflict" });
    assert.equal(ben.app.state.alarms.some((one) => one.message === "No"), false);
    await ana.app.setAllowedHours(pairId, null);
    await ana.app.mute(pairId, false);
    assert.equal(ana.app.state.partners[0].canTheySet, true);
});

test("an ended pair is over on both sides", { skip }, async () => {
    const pairId = ben.app.state.partners[0].pairId;
    await ben.app.revoke(pairId);
    assert.equal(ben.app.state.partners[0].state, "revoked");
    await until(ana.app, (state) => state.partners.find((one) => one.pairId === pairId && one.state === "revoked"),
        "the end");
    const news = await until(ana.app, (state) => state.news.find((one) => one.stage === "pair-ended"), "the news");
    assert.deepEqual([news.pairId, news.name], [pairId, "Ben"]);
    assert.equal(ben.app.state.news.some((one) => one.stage === "pair-ended"), false, "who ended it knows");
    await assert.rejects(ana.app.setAlarm(draftIn(3600, pairId, "No")), { kind: "gone" });
});
