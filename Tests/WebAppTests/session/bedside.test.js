// Bedside mode: the page rings by itself, at the second, with no network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { draftIn, pairedBrowsers, until } from "../support/apps.js";
import { TestRelay, skipWithoutRelay } from "../support/relay.js";

const skip = skipWithoutRelay;
let relay, ana, ben, pairId;
let skew = 0;

before(async () => {
    if (skip) return;
    relay = await TestRelay.start(21203);
    ({ ana, ben } = await pairedBrowsers(relay, {}, { now: () => Date.now() + skew }));
    pairId = ana.app.state.partners[0].pairId;
    ben.app.bedside(true);
});

after(async () => {
    ana?.close();
    ben?.close();
    await relay?.stop();
});

test("an alarm is reported as armed, and the sender is sure", { skip }, async () => {
    const item = await ana.app.setAlarm(draftIn(3600, pairId, "Armed"));
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.sure === "yes"), "sure here");
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.state === "armed"), "armed");
    const looked = await ana.app.loadAlarm(item.id);
    assert.equal(looked.sure, "yes");
    assert.ok(looked.delivery[0].armed);
    await ana.app.cancelAlarm(item.id);
    await until(ben.app, (state) => !state.alarms.some((one) => one.id === item.id && one.sure === "yes"), "not sure");
});

test("it rings at its second with no network, and the relay hears of it afterwards", { skip }, async () => {
    const due = Math.floor(Date.now() / 1000) * 1000 + 4_000;
    const item = await ana.app.setAlarm({ ...draftIn(0, pairId, "Alone"),
        localTime: new Date(due).toISOString().slice(11, 19) });
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.state === "armed"), "armed");
    ben.network.cut();
    const ring = await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the ring");
    assert.ok(Math.abs(Date.now() - due) < 1_000, `${Date.now() - due} ms after due`);
    assert.deepEqual([ring.message, ring.sender, ring.localOnly], ["Alone", "Ana", true]);
    ben.network.mend();
    ben.app.core.wake();
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.state === "ringing"),
        "ringing");
    await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id && !one.localOnly), "told");
    await ben.app.acknowledge(item.id);
    await until(ana.app, (state) => state.news.find((one) => one.alarmId === item.id && one.stage === "acknowledged"),
        "answered");
});

test("what was cancelled while the device slept does not ring", { skip }, async () => {
    const item = await ana.app.setAlarm(draftIn(3600, pairId, "Cancelled"));
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.state === "armed"), "armed");
    ben.network.cut();
    await ana.app.cancelAlarm(item.id);
    ben.network.mend();
    // The device wakes from a suspension 10 min after the alarm was due.
    let rang = false;
    ben.app.addEventListener("change", () => {
        rang ||= ben.app.state.ringing.some((one) => one.alarmId === item.id);
    });
    skew = 4_200_000;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    skew = 0;
    assert.equal(rang, false);
    await until(ben.app, (state) => !state.alarms.some((one) => one.id === item.id && one.state === "armed"), "gone");
});

test("a snooze rings again here with no network", { skip }, async () => {
    const item = await ana.app.setAlarm(draftIn(0, pairId, "Again"));
    await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the ring");
    ben.network.cut();
    await ben.app.snooze(item.id, 0.05);
    assert.equal(ben.app.state.ringing.length, 0);
    await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the second ring");
    ben.network.mend();
    ben.app.core.wake();
    await ben.app.acknowledge(item.id);
});

test("without Bedside mode nothing is armed any more", { skip }, async () => {
    const item = await ana.app.setAlarm(draftIn(3600, pairId, "Off"));
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.sure === "yes"), "sure");
    ben.app.bedside(false);
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.sure === "no"), "not sure");
    assert.equal(ben.app.state.bedside.on, false);
});
