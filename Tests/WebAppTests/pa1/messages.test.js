import assert from "node:assert/strict";
import { test } from "node:test";
import { sealAlarm, sealAlarmChange, sealReply } from "../../../Sources/WebApp/site/pa1/alarm.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { formatInstant } from "../../../Sources/WebApp/site/pa1/instant.js";
import { parseJWE } from "../../../Sources/WebApp/site/pa1/jwe.js";
import { openMessage, openOwnMessage, openReply } from "../../../Sources/WebApp/site/pa1/opening.js";
import { paddedSizes, padMessage } from "../../../Sources/WebApp/site/pa1/padding.js";
import { endPair, sealForPartner } from "../../../Sources/WebApp/site/pa1/pair.js";
import { newPair, now, vaultA, vaultB } from "./pairingSupport.js";
import { Choices, refuses } from "./support.js";

const day = 86_400_000;
const time = formatInstant(now + day);
const { a, b } = await newPair();

async function alarmFromA(alarm = {}) {
    return (await sealAlarm(vaultA, a, { text: "Good morning", time, ...alarm }, now)).request;
}

test("messages have one of four sizes, and nothing longer is sealed", async () => {
    for (const [length, size] of [[0, 256], [256, 256], [257, 512], [1024, 1024], [2047, 2048], [2048, 2048]]) {
        const padded = padMessage(new Uint8Array(length).fill(0x61));
        assert.equal(padded.length, size);
        assert.ok(padded.subarray(length).every((byte) => byte === 0x20));
    }
    await refuses("text-too-long", () => padMessage(new Uint8Array(2049)));
    await refuses("text-too-long", () => alarmFromA({ text: "é".repeat(1000) }));
    const sizes = await Promise.all(["", "a".repeat(300), "é".repeat(400), "\"".repeat(900)].map(async (text) =>
        parseJWE((await alarmFromA({ text })).message, 3072).sealed.length - 16));
    assert.deepEqual(sizes, [...paddedSizes]);
    assert.ok((await alarmFromA({ text: "a".repeat(1900) })).message.length <= 3072);
});

test("what one side seals the other reads, whatever it says", async (t) => {
    const choices = new Choices(t);
    for (let round = 0; round < 30; round += 1) {
        const text = choices.text(40);
        const [from, to, vault] = choices.of([[a, b, vaultA], [b, a, vaultB]]);
        const { request } = await sealAlarm(vault, from, { text, time }, now);
        const opened = await openMessage(vault === vaultA ? vaultB : vaultA, [to], request.message, request, now);
        assert.deepEqual(opened.words, { text });
        assert.equal(opened.pair?.pairId, to.pairId);
        assert.deepEqual(await openOwnMessage(from, request.message, request.id), { text });
    }
});

test("half a character does not make a message unreadable", async () => {
    const request = await alarmFromA({ text: "a\ud83d" });
    assert.deepEqual((await openMessage(vaultB, [b], request.message, request, now)).words, { text: "a\ufffd" });
});

test("words moved to another alarm, time, rule or pair are doubted", async () => {
    const weekly = { repeat: "FREQ=WEEKLY;BYDAY=MO", timeZone: "UTC" };
    const once = await alarmFromA();
    const often = await alarmFromA(weekly);
    const doubt = async (message, alarm, pairs = [b]) =>
        (await openMessage(vaultB, pairs, message, alarm, now)).words.doubt;
    assert.equal(await doubt(undefined, once), "missing");
    assert.equal(await doubt("nonsense", once), "unreadable");
    assert.equal(await doubt(once.message, { ...once, id: randomId() }), "other-alarm");
    assert.equal(await doubt(once.message, { ...once, time: formatInstant(now) }), "other-time");
    assert.equal(await doubt(once.message, { ...once, repeat: "FREQ=DAILY" }), "other-rule");
    assert.equal(await doubt(often.message, { ...often, repeat: undefined }), "other-rule");
    assert.equal(await doubt(once.message, { ...once, pairId: randomId() }), "other-pair");
    assert.equal(await doubt(once.message, once, []), "unknown-key");
    assert.equal(await doubt(once.message, once, [endPair(b, now)]), "unknown-key");
    assert.equal(await doubt(once.message, once, [a]), "unknown-key");
    const flipped = once.message.slice(0, -3) + (once.message.at(-3) === "A" ? "B" : "A") + once.message.slice(-2);
    assert.equal(await doubt(flipped, once), "damaged");
    // The same instant and the same rule in other spellings are no reason for doubt.
    assert.equal(await doubt(once.message, { ...once, time: "2026-01-02T08:00:00+01:00", pairId: b.pairId }),
        undefined);
    assert.equal(await doubt(often.message, { ...often, repeat: "byday=MO;freq=weekly" }), undefined);
});

test("a repeated alarm's words hold for each occurrence from its first", async () => {
    const often = await alarmFromA({ repeat: "FREQ=DAILY", timeZone: "UTC" });
    const later = formatInstant(now + 3 * day);
    const doubt = async (alarm) => (await openMessage(vaultB, [b], often.message, alarm, now)).words.doubt;
    const known = { id: often.id, repeat: often.repeat };
    assert.equal(await doubt({ ...known, time: later, firstTime: time }), undefined);
    assert.equal(await doubt({ ...known, time: later }), "other-time");
    assert.equal(await doubt({ ...known, time: later, listing: true }), undefined);
    assert.equal(await doubt({ ...known, time: formatInstant(now), firstTime: time }), "other-time");
    assert.equal(await doubt({ ...known, time: formatInstant(now), listing: true }), "other-time");
});

test("a reply answers one alarm, in the other direction", async () => {
    const { sealed } = await sealReply(vaultB, b, { id: randomId(), time, text: "x" }, now);
    const id = randomId();
    const reply = await sealReply(vaultB, b, { id, time, text: "I'm up" }, now);
    const open = async (text, alarm) => (await openReply(vaultA, [a], text, { id, ...alarm }, now)).words;
    assert.deepEqual(await open(reply.sealed, {}), { text: "I'm up" });
    assert.deepEqual(await open(reply.sealed, { time, pairId: a.pairId }), { text: "I'm up" });
    assert.equal((await open(reply.sealed, { time: formatInstant(now) })).doubt, "other-time");
    assert.equal((await open(sealed, {})).doubt, "other-alarm");
    const often = await sealAlarm(vaultB, b, { id, text: "x", time, repeat: "FREQ=DAILY", timeZone: "UTC" }, now);
    assert.equal((await open(often.request.message, {})).doubt, "other-rule");
    const own = (await sealReply(vaultA, a, { id, time, text: "mirror" }, now)).sealed;
    assert.equal((await open(own, {})).doubt, "unknown-key");
});

test("what is strictly no message is not shown", async () => {
    const { id } = await alarmFromA();
    const plaintexts = [
        { v: 2, id, time, text: "x" }, { v: 1, id, time }, { v: 1, id, time, text: "x", extra: 1 },
        { v: 1, id, time, text: 1 }, { v: 1, id: "x", time, text: "x" }, { v: 1, id, time: "soon", text: "x" },
        { v: 1, id, time, text: "x", repeat: "no" },
        { v: 1, id, time, text: "x", repeat: null }, [], "text",
    ];
    for (const plaintext of plaintexts) {
        const { sealed } = await sealForPartner(vaultA, a, plaintext, now);
        const { words } = await openMessage(vaultB, [b], sealed, { id, time }, now);
        assert.equal(words.doubt, "unreadable", JSON.stringify(plaintext));
    }
});

test("keys rotate after 90 days or 2²⁰ messages, and the other side follows", async () => {
    const seal = async (pair, at) => sealAlarm(vaultA, pair, { text: "x", time }, at);
    assert.equal((await seal(a, now + 90 * day - 1)).pair.keys.generation, 0);
    const old = await seal(a, now + 90 * day);
    assert.deepEqual([old.pair.keys.generation, old.pair.sealedMessages, old.pair.generationBegan],
        [1, 1, formatInstant(now + 90 * day)]);
    const many = await seal({ ...a, sealedMessages: 2 ** 20 }, now);
    assert.equal(many.pair.keys.generation, 1);
    assert.equal((await seal({ ...a, sealedMessages: 2 ** 20 - 1 }, now)).pair.keys.generation, 0);
    const opened = await openMessage(vaultB, [b], many.request.message, many.request, now + 5);
    assert.equal(opened.moved, true);
    assert.deepEqual([opened.pair.keys.generation, opened.pair.sealedMessages, opened.pair.generationBegan],
        [1, 0, formatInstant(now + 5)]);
    assert.equal(b.keys.generation, 0);
    const before = await alarmFromA();
    const late = await openMessage(vaultB, [opened.pair], before.message, before, now);
    assert.deepEqual([late.words.text, late.moved], ["Good morning", false]);
});

test("eight generations ahead and behind open, nine do not, whatever order they come in", async (t) => {
    const choices = new Choices(t);
    const sent = [];
    let sender = a;
    for (let generation = 0; generation <= 20; generation += 1) {
        const { pair, request } = await sealAlarm(vaultA, sender, { text: `${generation}`, time }, now);
        assert.equal(pair.keys.generation, generation);
        sent.push(request);
        sender = { ...pair, sealedMessages: 2 ** 20 };
    }
    let receiver = b;
    for (let round = 0; round < 40; round += 1) {
        const index = choices.below(sent.length);
        const { generation } = receiver.keys;
        const isInReach = index <= generation + 8 && index >= receiver.keys.oldest;
        const opened = await openMessage(vaultB, [receiver], sent[index].message, sent[index], now);
        assert.deepEqual(opened.words, isInReach ? { text: `${index}` } : { doubt: "unknown-key" });
        if (opened.pair !== null) receiver = opened.pair;
        assert.equal(receiver.keys.generation, isInReach ? Math.max(generation, index) : generation);
        assert.ok(receiver.keys.generation - receiver.keys.oldest <= 8);
    }
});

test("a forged key id moves nothing", async () => {
    const ahead = await sealAlarm(vaultA, { ...a, sealedMessages: 2 ** 20 }, { text: "x", time }, now);
    const [header, , iv, ciphertext] = ahead.request.message.split(".");
    const forged = `${header}..${iv}.${ciphertext}.${"A".repeat(22)}`;
    const opened = await openMessage(vaultB, [b], forged, ahead.request, now);
    assert.deepEqual(opened, { words: { doubt: "damaged" }, pair: null, moved: false });
});

test("an alarm that repeats needs a zone, and an ended pair seals nothing", async () => {
    await refuses("rule", () => alarmFromA({ repeat: "FREQ=DAILY" }));
    await refuses("rule", () => alarmFromA({ repeat: "nonsense", timeZone: "UTC" }));
    const ended = endPair(a, now);
    assert.deepEqual([ended.keys, ended.partnerToken, ended.endedAt], [undefined, undefined, formatInstant(now)]);
    assert.equal(endPair(ended, now + 1), ended);
    await refuses("pair-ended", () => sealAlarm(vaultA, ended, { text: "x", time }, now));
    await refuses("pair-ended", () => sealReply(vaultA, ended, { id: randomId(), text: "x", time }, now));
    const change = await sealAlarmChange(vaultA, a, { id: randomId(), text: "y", time }, now);
    assert.equal(change.pair.sealedMessages, a.sealedMessages + 1);
});
