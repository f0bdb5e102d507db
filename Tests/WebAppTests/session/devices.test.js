// Several tabs, several devices of one person, and a device that was removed or emptied.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { timeOrderedId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { Browser, draftIn, pairBrowsers, pairedBrowsers, until } from "../support/apps.js";
import { TestRelay, skipWithoutRelay } from "../support/relay.js";

const skip = skipWithoutRelay;
let relay, ana, ben, tablet;

before(async () => {
    if (skip) return;
    relay = await TestRelay.start(21204);
    ({ ana, ben } = await pairedBrowsers(relay, { channel: (name) => new BroadcastChannel(`${name}-ana`) }));
});

after(async () => {
    for (const one of [ana, ben, tablet]) one?.close();
    await relay?.stop();
});

test("of two tabs one listens and sends; the other shows the same, and takes over", { skip }, async () => {
    const first = ana.app;
    const second = await ana.open();
    assert.deepEqual([first.core.isLeader, second.core.isLeader], [true, false]);
    const item = await second.setAlarm(draftIn(3600, second.state.partners[0].pairId, "From the second tab"));
    await until(first, (state) => state.alarms.find((one) => one.id === item.id && !one.pending), "the same alarm");
    first.close();
    await until(second, () => second.core.isLeader, "the second tab leads");
    await second.cancelAlarm(item.id);
});

test("a linked device has the person's pairs, sets and rings", { skip }, async () => {
    tablet = new Browser(relay.origin);
    await tablet.open();
    await pairBrowsers(ana, tablet, "device");
    const partner = await until(tablet.app, (state) => state.partners[0], "the pair");
    assert.deepEqual([partner.name, partner.hasKeys], ["Ben", true]);
    await ana.app.refresh();
    assert.equal(ana.app.state.devices.length, 2);
    const item = await ben.app.setAlarm(draftIn(0, partner.pairId, "Both"));
    await until(ana.app, (state) => state.ringing.find((one) => one.alarmId === item.id && one.message === "Both"),
        "here");
    await until(tablet.app, (state) => state.ringing.find((one) => one.alarmId === item.id && one.message === "Both"),
        "there");
    await tablet.app.acknowledge(item.id);
    await until(ana.app, (state) => state.ringing.length === 0, "silence here");
    const mine = await tablet.app.setAlarm(draftIn(7200, partner.pairId, "From the tablet"));
    const seen = await until(ana.app, (state) => state.alarms.find((one) => one.id === mine.id), "the same alarm");
    assert.deepEqual([seen.direction, seen.message], ["theirs", "From the tablet"]);
});

test("a reminder that is put off on one device rings on the one whose sound was turned off", { skip }, async () => {
    const family = await ana.app.createCircle("family", "Home", "Ana", { relayMayReadTitles: true });
    const reminderId = timeOrderedId(Date.now());
    await ana.app.core.journal.change({
        kind: "step", about: reminderId, method: "POST", target: `/v1/circles/${family.circleId}/reminders`,
        body: { reminderId, title: "Pills", checklist: [], time: new Date(Date.now() + 2_000).toISOString() },
    });
    const rings = (one, what) => until(one.app, (state) => state.ringing[0], what);
    const { alarmId } = await rings(ana, "here");
    await rings(tablet, "there");
    await ana.app.dismiss(alarmId);
    await until(tablet.app, (state) => state.ringing.length === 0, "silence there");
    await until(ana.app, (state) => state.alarms.find((one) => one.id === alarmId).soundOff, "that the sound is off");
    await tablet.app.snoozeReminder(reminderId, 0.1);
    assert.deepEqual([ana, tablet].flatMap((one) => one.app.state.ringing), []);
    for (const one of [ana, tablet]) assert.equal((await rings(one, "the end of the snooze")).late, false);
    await ana.app.acknowledge(alarmId);
    await until(tablet.app, (state) => state.ringing.length === 0, "it is done");
});

test("a removed device says so", { skip }, async () => {
    const other = ana.app.state.devices.find((device) => !device.self);
    await ana.app.removeDevice(other.deviceId);
    assert.equal(ana.app.state.devices.length, 1);
    const lost = await until(tablet.app, (state) => state.phase === "lost" && state.lost, "the loss");
    assert.equal(lost.why, "removed");
    assert.deepEqual(lost.partners, ["Ben"]);
    await tablet.app.startOver();
    assert.equal(tablet.app.state.phase, "welcome");
});

test("what a person has given is exported with its words, and deleted", { skip }, async () => {
    const bytes = await (await ben.app.exportMe()).text();
    assert.ok(JSON.parse(bytes).relay[0].kept.alarms.length > 0);
    assert.ok(bytes.includes("Both"));
    await ben.app.deleteMe();
    assert.equal(ben.app.state.phase, "welcome");
    assert.equal(await ben.app.core.store.profile(), undefined);
    await until(ana.app, (state) => state.partners[0].state === "revoked", "the end of the pair");
});

test("the relay's state is shown to whoever has its operator's code", { skip }, async () => {
    const code = await relay.operate("operator-code", "--quiet");
    const status = await ana.app.status(code.toLowerCase());
    assert.ok(["ok", "degraded"].includes(status.status));
    assert.ok(status.counts.devices > 0 && status.channels.some(({ channel }) => channel === "webpush"));
    await assert.rejects(ana.app.status("00000-00000-00000-00000"), (error) => error.kind === "not-allowed");
});
