// What is said without a network, or whose answer is lost, arrives once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { draftIn, pairedBrowsers, until } from "../support/apps.js";
import { TestRelay, skipWithoutRelay } from "../support/relay.js";

const skip = skipWithoutRelay;
let relay, ana, ben, pairId;
let skew = 0;

before(async () => {
    if (skip) return;
    relay = await TestRelay.start(21202);
    // Ben's clock is an hour slow.
    ({ ana, ben } = await pairedBrowsers(relay, { now: () => Date.now() + skew },
        { now: () => Date.now() - 3_600_000 }));
    pairId = ana.app.state.partners[0].pairId;
});

after(async () => {
    ana?.close();
    ben?.close();
    await relay?.stop();
});

test("a clock that is an hour slow is measured", { skip }, async () => {
    assert.ok(Math.abs(ben.app.state.connection.clockOffset - 3_600_000) < 5_000,
        String(ben.app.state.connection.clockOffset));
    assert.ok(Math.abs(ben.app.relayNow - Date.now()) < 5_000);
});

test("an alarm that is set offline waits, survives a reload, and is sent", { skip }, async () => {
    ana.network.cut();
    const item = await ana.app.setAlarm(draftIn(7200, pairId, "Later"));
    assert.deepEqual([item.pending, item.sure, item.message], [true, "no", "Later"]);
    assert.equal(ana.app.state.connection.relay, "unreachable");
    await ana.reload();
    const waiting = ana.app.state.alarms.find((one) => one.id === item.id);
    assert.equal(waiting.pending, true);
    ana.network.mend();
    ana.app.core.wake();
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && !one.pending), "sent");
    await until(ben.app, (state) => state.alarms.find((one) => one.id === item.id && one.message === "Later"),
        "received");
    assert.equal(ana.app.state.connection.queued, 0);
});

test("an alarm that was cancelled while it waited does not ring", { skip }, async () => {
    ana.network.cut();
    const item = await ana.app.setAlarm(draftIn(7200, pairId, "Never"));
    await ana.app.cancelAlarm(item.id);
    ana.network.mend();
    ana.app.core.wake();
    await until(ana.app, (state) => state.connection.queued === 0, "sent");
    assert.equal((await ana.app.loadAlarm(item.id)).state, "cancelled");
    await ben.app.refresh();
    await until(ben.app, (state) => !state.alarms.some((one) => one.id === item.id && one.state === "scheduled"),
        "Ben knows");
});

test("a request whose answer was lost is repeated with its id, also after a reload", { skip }, async () => {
    ana.network.loseAnswers = Infinity;
    const item = await ana.app.setAlarm(draftIn(7200, pairId, "Once"));
    const [entry] = await ana.app.core.store.all("journal");
    assert.deepEqual([entry.about, entry.iat > 0], [item.id, true]);
    ana.network.loseAnswers = 0;
    await ana.reload();
    ana.app.core.wake();
    await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && !one.pending), "sent");
    await until(ana.app, (state) => state.connection.queued === 0, "nothing waits");
    assert.deepEqual(await ana.app.core.store.all("journal"), []);
    const { alarms } = await ana.app.core.relay.get("/v1/alarms");
    assert.equal(alarms.filter((one) => one.id === item.id).length, 1);
});

test("an answer that is given offline is sent later", { skip }, async () => {
    const item = await ana.app.setAlarm(draftIn(0, pairId, "Up"));
    await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the ring");
    ben.network.cut();
    await ben.app.acknowledge(item.id, { words: "Yes" });
    assert.equal(ben.app.state.ringing.length, 0);
    await ben.reload();
    assert.equal(ben.app.state.ringing.length, 0);
    ben.network.mend();
    ben.app.core.wake();
    const news = await until(ana.app, (state) => state.news.find((one) => one.alarmId === item.id), "the answer");
    assert.deepEqual([news.stage, news.text], ["acknowledged", "Yes"]);
});

test("an alarm that could not be sent before its time says so", { skip }, async () => {
    ana.network.cut();
    const item = await ana.app.setAlarm(draftIn(30, pairId, "Too late"));
    skew = 120_000;
    ana.app.core.wake();
    const over = await until(ana.app, (state) => state.alarms.find((one) => one.id === item.id && one.problem),
        "the problem");
    assert.deepEqual([over.problem, over.sure, over.why], ["problem.expired", "no", ["problem.expired"]]);
    skew = 0;
    ana.network.mend();
});

test("after the relay was away the stream comes back by itself", { skip }, async () => {
    await relay.halt();
    await assert.rejects(ana.app.refresh(), { kind: "offline" });
    await relay.serve();
    ana.app.core.wake();
    ben.app.core.wake();
    await ana.app.refresh();
    const item = await ana.app.setAlarm(draftIn(0, pairId, "Back"));
    await until(ben.app, (state) => state.ringing.find((one) => one.alarmId === item.id), "the ring");
    await ben.app.acknowledge(item.id);
});
