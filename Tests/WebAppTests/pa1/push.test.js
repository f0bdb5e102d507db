import assert from "node:assert/strict";
import { test } from "node:test";
import { sealAlarm, sealReply } from "../../../Sources/WebApp/site/pa1/alarm.js";
import { newCircleKey } from "../../../Sources/WebApp/site/pa1/circle.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { formatInstant } from "../../../Sources/WebApp/site/pa1/instant.js";
import { openPush, readPush } from "../../../Sources/WebApp/site/pa1/push.js";
import { sealReminderWords } from "../../../Sources/WebApp/site/pa1/words.js";
import { newPair, now, relay, vaultA, vaultB } from "./pairingSupport.js";
import { Choices, refuses } from "./support.js";

const { a, b } = await newPair();
const time = formatInstant(now);

async function ring(change = {}) {
    const { request } = await sealAlarm(vaultA, a, { text: "Up!", time }, now);
    return { v: 1, type: "alarm_request", stage: "ring", id: request.id, revision: 1, time, sound: "default",
        message: request.message, ...change };
}

const known = { pairs: [b], circles: [], relay };

test("a push is read wherever it stands, and its words are opened", async () => {
    const alarm = await ring({ late: true });
    for (const payload of [alarm, { alarm }, { aps: {}, alarm }, { reveille: alarm },
        { web_push: 8030, reveille: { alarm } }]) {
        const opened = await openPush(vaultB, known, readPush(payload), now);
        assert.deepEqual([opened.words, opened.pairId, opened.senderName, opened.push.late],
            [{ text: "Up!" }, b.pairId, "Ana", true]);
        assert.deepEqual(opened.moved, []);
    }
});

test("a push that is damaged or newer still rings, without words", async () => {
    const cases = [
        [{ message: "nonsense" }, "unreadable"], [{ message: 7 }, "unreadable"], [{ message: undefined }, "missing"],
        [{ message: "a".repeat(5000) }, "unreadable"], [{ id: randomId() }, "other-alarm"],
        [{ repeat: "FREQ=DAILY" }, "other-rule"], [{ sealed: 1 }, "unreadable"],
    ];
    for (const [change, doubt] of cases) {
        const alarm = await ring(change);
        if (change.message === undefined && "message" in change) delete alarm.message;
        const opened = await openPush(vaultB, known, readPush(alarm), now);
        assert.equal(opened.words.doubt, doubt, JSON.stringify(change).slice(0, 60));
        assert.deepEqual([opened.push.stage, opened.pairId, opened.senderName], ["ring", null, null]);
    }
    const change = { sound: "../x", timeZone: "", late: 1, words: { title: "a" }, extra: {}, stage: "new-stage" };
    const odd = readPush(await ring(change));
    assert.deepEqual(odd.unreadable.sort(), ["late", "sound", "timeZone", "words"]);
    assert.equal(odd.stage, "new-stage");
});

test("what is no alarm at all is refused", async () => {
    const alarm = await ring();
    for (const payload of [null, 1, "", [], {}, { alarm: null }, { alarm: { ...alarm, id: "x" } },
        { ...alarm, stage: "RING" }, { ...alarm, revision: 0 }, { ...alarm, revision: "1" },
        { ...alarm, time: "soon" }]) {
        await refuses("malformed", () => readPush(payload), JSON.stringify(payload));
    }
});

test("a notice brings the reply, and a reminder a member's words", async () => {
    const alarm = await ring();
    const { sealed } = await sealReply(vaultB, b, { id: alarm.id, time, text: "I'm up" }, now);
    const notice = readPush({ ...alarm, message: undefined, stage: "acknowledged", reply: sealed });
    const told = await openPush(vaultA, { pairs: [a], circles: [], relay, sentTo: () => a.pairId }, notice, now);
    assert.deepEqual(told.reply, { text: "I'm up" });
    const other = await openPush(vaultA, { pairs: [a], circles: [], relay, sentTo: () => randomId() }, notice, now);
    assert.equal(other.reply?.doubt, "other-pair");

    const circleId = randomId();
    const circle = await newCircleKey(vaultB, { circleId, personId: randomId() }, now);
    const text = { reminderId: randomId(), title: "Feed the cat", items: [] };
    const words = (await sealReminderWords(vaultB, circle, text, [circle.personId], relay)).sealed[0].words;
    const push = { ...alarm, preset: "reminder", sealed: { circleId, about: text.reminderId, words } };
    delete push.message;
    const opened = await openPush(vaultB, { ...known, circles: [circle] }, readPush(push), now);
    assert.deepEqual([opened.words, opened.reminder?.title], [{ text: "Feed the cat" }, "Feed the cat"]);
    assert.equal((await openPush(vaultB, known, readPush(push), now)).words.doubt, "unknown-key");
});

test("who set a reminder is whom the relay names, not who sealed its words last", async () => {
    const circleId = randomId();
    const [mum, dad] = [randomId(), randomId()];
    const alone = await newCircleKey(vaultB, { circleId, personId: randomId() }, now);
    const member = (personId, name) => ({ personId, name, pk: alone.pk, since: time });
    const circle = { ...alone, members: [member(mum, "Mum"), member(dad, "Dad")] };
    const text = { reminderId: randomId(), title: "Feed the cat", items: [] };
    const words = (await sealReminderWords(vaultB, circle, text, [circle.personId], relay)).sealed[0].words;
    const alarm = { ...await ring(), preset: "reminder" };
    delete alarm.message;
    const senders = [[mum, "Mum"], [dad, "Dad"], [circle.personId, null], [randomId(), null], [undefined, null]];
    for (const [by, name] of senders) {
        const sealed = { circleId, about: text.reminderId, words, ...(by && { by }) };
        const push = readPush({ ...alarm, sealed });
        assert.deepEqual(push.unreadable, []);
        const opened = await openPush(vaultB, { ...known, circles: [circle] }, push, now);
        assert.deepEqual([opened.words, opened.senderName], [{ text: "Feed the cat" }, name]);
        const others = await openPush(vaultB, { ...known, circles: [circle] },
            readPush({ ...alarm, sealed: { ...sealed, about: randomId() } }), now);
        assert.deepEqual([others.words.doubt, others.senderName], ["other-alarm", null]);
    }
    assert.deepEqual(readPush({ ...alarm, sealed: { circleId, about: text.reminderId, words, by: "Mum" } }).unreadable,
        ["sealed"]);
});

test("a generation that moved on is handed back once", async () => {
    const rotated = await sealAlarm(vaultA, { ...a, sealedMessages: 2 ** 20 }, { text: "Up!", time }, now);
    const { id, message } = rotated.request;
    const opened = await openPush(vaultB, known, readPush({ ...await ring(), id, message }), now);
    assert.deepEqual(opened.moved.map((pair) => pair.keys.generation), [1]);
});

test("a push of any content is read or refused", async (t) => {
    const choices = new Choices(t);
    const alarm = await ring();
    const values = [null, 1, -1, 1.5, "", "x", [], {}, true, alarm.message, time, randomId(), "FREQ=DAILY"];
    for (let round = 0; round < 300; round += 1) {
        const names = [...Object.keys(alarm), "reply", "sealed", "words", "repeat", "firstTime", "preset", "late"];
        const changed = { ...alarm, [choices.of(names)]: choices.of(values), [choices.of(names)]: choices.of(values) };
        let push;
        try {
            push = readPush(changed);
        } catch (error) {
            assert.equal(error.code, "malformed");
            continue;
        }
        const opened = await openPush(vaultB, known, push, now);
        assert.ok(opened.words.text === "Up!" || opened.words.doubt !== undefined);
    }
});
