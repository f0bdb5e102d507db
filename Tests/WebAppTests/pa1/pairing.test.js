import assert from "node:assert/strict";
import { test } from "node:test";
import { inviteKeys } from "../../../Sources/WebApp/site/pa1/agreement.js";
import { decodeBase64url, encodeBase64url } from "../../../Sources/WebApp/site/pa1/base64url.js";
import { sealBox } from "../../../Sources/WebApp/site/pa1/boxes.js";
import { acceptInvite, claimerLinked, claimerPair, openGreeting, takeConfirmation }
    from "../../../Sources/WebApp/site/pa1/claimer.js";
import { sha256 } from "../../../Sources/WebApp/site/pa1/derivation.js";
import { enrolmentTicket, inviteTicket, newDeviceKeys, registrationBody, requestKeyOf }
    from "../../../Sources/WebApp/site/pa1/device.js";
import { openEnvelope, sealRequest } from "../../../Sources/WebApp/site/pa1/envelope.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { beginInvite, confirmDigits, draftInvite, inviterLinked, inviterPair, takeAnswer }
    from "../../../Sources/WebApp/site/pa1/inviter.js";
import { mergeCircles, mergePairs } from "../../../Sources/WebApp/site/pa1/join.js";
import { advancePairKeys, sendingKey } from "../../../Sources/WebApp/site/pa1/pairKeys.js";
import { newCircleKey } from "../../../Sources/WebApp/site/pa1/circle.js";
import { unwrapSecret, wrapSecret } from "../../../Sources/WebApp/site/pa1/vault.js";
import { newPair, now, relay, throughDigits, untilAnswered, vaultA, vaultB } from "./pairingSupport.js";
import { Choices, refuses } from "./support.js";

const active = { pairId: randomId(), partnerToken: randomId() };

test("the relay can check a claim, and the two sides see the same digits", async () => {
    const { request, claim, inviter, claimer, answer } = await untilAnswered();
    assert.equal(encodeBase64url(await sha256(decodeBase64url(claim.auth))), request.verifier);
    const answered = await takeAnswer(vaultA, inviter, answer);
    assert.equal(answered.partnerName, "Ben");
    assert.equal(claimer.partnerName, "Ana");
    assert.match(claimer.digits, /^\d{6}$/);
    const typed = `${claimer.digits.slice(0, 3)} - ${claimer.digits.slice(3)}`;
    assert.equal((await confirmDigits(vaultA, answered, typed)).result, "right");
});

test("everything can be stored between any two steps", async () => {
    const { inviter, claimer } = await throughDigits();
    for (const record of [inviter, claimer]) structuredClone(record);
    const pair = await inviterPair(vaultA, inviter, active, now);
    // Node's clone of a key is the key; what matters is that no record holds what cannot be cloned.
    structuredClone(pair);
    assert.deepEqual(Object.keys(pair).sort(),
        ["generationBegan", "keys", "pairId", "partnerName", "partnerToken", "sealedMessages", "since"]);
});

test("repeats of a step are the same texts", async () => {
    const { inviter, claimer, answer } = await untilAnswered();
    const again = await acceptInvite(vaultB, claimer, "Benjamin");
    assert.deepEqual(again.answer, answer);
    const answered = await takeAnswer(vaultA, inviter, answer);
    assert.equal(await takeAnswer(vaultA, answered, answer), answered);
    const first = await confirmDigits(vaultA, answered, claimer.digits);
    const second = await confirmDigits(vaultA, first.pairing, claimer.digits);
    assert.deepEqual(second.confirm, first.confirm);
});

test("wrong digits may be typed three times", async () => {
    const { inviter, claimer, answer } = await untilAnswered();
    let pairing = await takeAnswer(vaultA, inviter, answer);
    const wrong = claimer.digits === "000000" ? "000001" : "000000";
    for (const [triesLeft, result] of [[2, "wrong"], [1, "wrong"], [0, "over"], [0, "over"]]) {
        const tried = await confirmDigits(vaultA, pairing, wrong);
        assert.deepEqual([tried.result, tried.triesLeft, tried.confirm], [result, triesLeft, null]);
        pairing = tried.pairing;
    }
    assert.equal((await confirmDigits(vaultA, pairing, claimer.digits)).result, "over");
});

test("a relay that changes the greeting is found out", async () => {
    const { code, answerToClaim } = await untilAnswered();
    const { code: other, answerToClaim: foreign } = await untilAnswered();
    const swapped = { ...answerToClaim, hello: foreign.hello };
    await refuses("greeting-unreadable", () => openGreeting(vaultB, code, relay, swapped));
    await refuses("greeting-unreadable", () => openGreeting(vaultB, other, relay, answerToClaim));
    const { hello } = await inviteKeys(code.secret);
    const greet = async (change) => {
        const { draft } = await draftInvite(vaultA, { name: "Eve", relay });
        return sealBox(hello, { v: 1, pk: draft.pk, name: "Eve", relay, ...change });
    };
    const opening = async (change, claimed = {}) =>
        openGreeting(vaultB, code, relay, { ...answerToClaim, hello: await greet(change), ...claimed });
    await refuses("other-key", () => opening({}));
    await refuses("greeting-unreadable", () => opening({ v: 2 }));
    await refuses("greeting-unreadable", () => opening({ extra: 1 }));
    await refuses("greeting-unreadable", () => opening({ name: "\u202eanA" }));
    await refuses("greeting-unreadable", () => opening({ relay: "https://Relay.example.org" }));
    await refuses("greeting-unreadable", () => opening({ pk: "AA" }));
    await refuses("other-relay", () => openGreeting(vaultB, code, "https://other.example", answerToClaim));
    await refuses("purpose-changed", () => openGreeting(vaultB, code, relay, { ...answerToClaim, purpose: "device" }));
    await refuses("purpose-changed", () => openGreeting(vaultB, code, relay, { ...answerToClaim, role: "parent" }));
});

test("a man in the middle cannot answer, change an answer, or confirm", async () => {
    const { inviter, claimer, answer } = await untilAnswered();
    const other = await untilAnswered();
    await refuses("answer-unreadable", () => takeAnswer(vaultA, inviter, other.answer));
    await refuses("answer-unreadable", () => takeAnswer(vaultA, inviter, { ...answer, pk: other.answer.pk }));
    await refuses("no-shared-secret", () => takeAnswer(vaultA, inviter, { ...answer, pk: "A".repeat(43) }));
    await refuses("answer-unreadable", () => takeAnswer(vaultA, inviter, { ...answer, pk: "AA" }));
    const answered = await takeAnswer(vaultA, inviter, answer);
    await refuses("answer-changed", () => takeAnswer(vaultA, answered, other.answer));
    const foreign = await throughDigits();
    await refuses("confirmation-unreadable", () => takeConfirmation(vaultB, claimer, foreign.confirmed.confirm));
    await refuses("confirmation-unreadable", () => takeConfirmation(vaultB, claimer, { box: answer.box }));
    await refuses("out-of-turn", () => takeConfirmation(vaultB, claimer, {}));
});

test("whoever knows the code but is another claimer has other digits", async () => {
    const { code, answerToClaim, claimer } = await untilAnswered();
    const eve = await acceptInvite(vaultB, await openGreeting(vaultB, code, relay, answerToClaim), "Eve");
    assert.notEqual(eve.pairing.digits, claimer.digits);
});

test("a pair is not believed before its digits were typed, or its confirmation was opened", async () => {
    const { inviter, claimer, answer } = await untilAnswered();
    const answered = await takeAnswer(vaultA, inviter, answer);
    await refuses("out-of-turn", () => inviterPair(vaultA, answered, active, now));
    await refuses("out-of-turn", () => claimerPair(vaultB, claimer, active, now));
    await refuses("out-of-turn", () => confirmDigits(vaultA, inviter, "123456"));
    await refuses("out-of-turn", () => claimerLinked(claimer, { deviceId: "x" }, "x"));
    await refuses("out-of-turn", () => inviterLinked(answered, { deviceId: "x" }));
    const done = await throughDigits();
    await refuses("out-of-turn", () => inviterPair(vaultA, done.inviter, {}, now));
    await refuses("out-of-turn", () => inviterLinked(done.inviter, { deviceId: "x" }));
    await refuses("out-of-turn", () => claimerPair(vaultB, done.claimer, { deviceId: "x" }, now));
});

test("both sides derive the same keys, in both directions", async () => {
    const { a, b } = await newPair();
    assert.deepEqual([a.keys.side, b.keys.side], ["A", "B"]);
    assert.deepEqual(a.keys.transcript, b.keys.transcript);
    const sent = await sendingKey(a.keys);
    assert.notEqual(sent.keyId, (await sendingKey(b.keys)).keyId);
});

test("names that cannot be shown are not sent", async () => {
    await refuses("unusable-name", () => draftInvite(vaultA, { name: " ", relay }));
    const { claimer } = await untilAnswered();
    const { answer: _, ...fresh } = claimer;
    await refuses("unusable-name", () => acceptInvite(vaultB, fresh, "a\nb"));
    const { draft } = await draftInvite(vaultA, { name: "Ana", relay });
    await refuses("malformed", () => beginInvite(draft, { inviteId: randomId(), locator: "7k3qd", expiresAt: "" }));
});

test("a linked device gets all pairs and circles, in as few parcels as hold them", async (t) => {
    const choices = new Choices(t);
    const { a } = await newPair();
    const advanced = { ...a, pairId: randomId(), keys: await advancePairKeys(vaultA, a.keys, 8) };
    const beyond = { ...a, pairId: randomId(), keys: await advancePairKeys(vaultA, advanced.keys, 12) };
    const many = Array.from({ length: choices.below(20) }, () =>
        ({ ...a, pairId: randomId(), partnerName: "é".repeat(1 + choices.below(128)) }));
    const { keys: _, partnerToken: __, ...ended } = { ...a, pairId: randomId(), endedAt: a.since };
    const pairs = [a, advanced, ended, beyond, ...many];
    const circle = await newCircleKey(vaultA, { circleId: randomId(), personId: randomId(), titles: true }, now);
    const full = {
        ...circle, members: await Promise.all(Array.from({ length: 29 }, async () => {
            const other = await newCircleKey(vaultA, { circleId: circle.circleId, personId: randomId() }, now);
            return { personId: other.personId, pk: other.pk, since: other.since, name: "Kim" };
        })),
    };
    const { claimer, inviter, confirmed } = await throughDigits({ purpose: "device" }, { pairs, circles: [full] });
    for (const { box } of confirmed.parcels) assert.ok(box.length <= 5632);
    const deviceId = randomId();
    assert.deepEqual(inviterLinked(inviter, { deviceId }), { deviceId, name: "Ben" });
    await refuses("out-of-turn", () => claimerLinked(claimer, { deviceId: randomId() }, deviceId));
    const handed = claimerLinked(claimer, { deviceId }, deviceId);
    const expected = pairs.filter((pair) => pair.keys !== undefined);
    assert.deepEqual(handed.pairs.map((pair) => pair.pairId), expected.map((pair) => pair.pairId));
    for (const [index, pair] of handed.pairs.entries()) {
        const { keys, ...rest } = pair;
        const { keys: own, ...known } = expected[index];
        assert.deepEqual(rest, known);
        assert.deepEqual([keys.side, keys.generation, keys.oldest], [own.side, own.generation, own.oldest]);
        assert.equal((await sendingKey(keys)).keyId, (await sendingKey(own)).keyId);
        assert.equal(keys.prk.extractable, false);
    }
    assert.equal(handed.circles[0].pk, circle.pk);
    assert.deepEqual(handed.circles[0].members, full.members.map(({ name: _, ...member }) => member));
    assert.equal(handed.circles[0].titles, true);
    assert.equal(handed.circles[0].former, undefined);
});

test("a linked device gets the former keys of a circle's people with their names, as many as fit", async () => {
    const circle = await newCircleKey(vaultA, { circleId: randomId(), personId: randomId() }, now);
    const formerKey = async (name) => {
        const { personId, pk, since } = await newCircleKey(vaultA, { circleId: randomId(), personId: randomId() }, now);
        return { personId, pk, since, ...(name === undefined ? {} : { name }) };
    };
    const link = async (former, pairs = []) => {
        const { claimer, confirmed } = await throughDigits({ purpose: "device" },
            { pairs, circles: [{ ...circle, former }] });
        for (const { box } of confirmed.parcels) assert.ok(box.length <= 5632);
        const deviceId = randomId();
        return { handed: claimerLinked(claimer, { deviceId }, deviceId), parcels: confirmed.parcels.length };
    };
    const two = [await formerKey("Kim"), await formerKey()];
    assert.deepEqual((await link(two)).handed.circles[0].former, two);
    assert.deepEqual(mergeCircles([circle], (await link(two)).handed.circles)[0].former, two);
    const many = [];
    for (let number = 0; number < 30; number += 1) many.push(await formerKey("n".repeat(256)));
    const { former } = (await link(many)).handed.circles[0];
    assert.ok(former.length > 0 && former.length < many.length);
    assert.deepEqual(former, many.slice(-former.length));
    // Where there is no room for more than the circle itself, it comes without them.
    const { a } = await newPair();
    const pairs = (count) => Array.from({ length: count }, () => ({ ...a, pairId: randomId() }));
    let perParcel = 5;
    while ((await link([], pairs(perParcel + 1))).parcels === 1) perParcel += 1;
    const full = await link(many, pairs(perParcel * 16));
    assert.equal(full.parcels, 16);
    assert.equal(full.handed.circles[0].former, undefined);
});

test("parcels that are missing, swapped or foreign end a link", async () => {
    const { a } = await newPair();
    const pairs = Array.from({ length: 20 }, () => ({ ...a, pairId: randomId() }));
    const begun = await untilAnswered({ purpose: "device" });
    const answered = await takeAnswer(vaultA, begun.inviter, begun.answer);
    const { confirm, parcels } = await confirmDigits(vaultA, answered, begun.claimer.digits, { pairs });
    const boxes = parcels.map((parcel) => parcel.box);
    assert.ok(boxes.length > 1);
    const other = await throughDigits({ purpose: "device" }, { pairs });
    const foreign = other.confirmed.parcels.map((parcel) => parcel.box);
    const wrong = [[], boxes.slice(1), [...boxes].reverse(), [...boxes, boxes[0]],
        [boxes[0], boxes[0], ...boxes.slice(2)],
        [foreign[0], ...boxes.slice(1)]];
    for (const list of wrong) {
        await refuses("confirmation-unreadable", () =>
            takeConfirmation(vaultB, begun.claimer, { box: confirm.box, parcels: list }));
    }
    const taken = await takeConfirmation(vaultB, begun.claimer, { box: confirm.box, parcels: boxes });
    assert.equal(taken.handedPairs.length, 20);
    const lots = Array.from({ length: 300 }, () => ({ ...a, pairId: randomId() }));
    await refuses("too-many-pairs", () => confirmDigits(vaultA, answered, begun.claimer.digits, { pairs: lots }));
});

test("of what two devices have, the later keys hold", async () => {
    const { a } = await newPair();
    const later = { ...a, keys: { ...a.keys, generation: 3 } };
    const ended = { ...a, keys: undefined, partnerToken: undefined, endedAt: "2026-01-02T00:00:00Z" };
    assert.deepEqual(mergePairs([a], [later]), { pairs: [later], fresh: [] });
    assert.deepEqual(mergePairs([later], [a]), { pairs: [later], fresh: [] });
    assert.deepEqual(mergePairs([ended], [later]), { pairs: [ended], fresh: [] });
    assert.deepEqual(mergePairs([], [a]), { pairs: [a], fresh: [a] });
    const circle = await newCircleKey(vaultA, { circleId: randomId(), personId: randomId() }, now);
    const anew = { ...circle, since: "2026-02-01T00:00:00Z" };
    assert.deepEqual(mergeCircles([circle], [anew]), [anew]);
    assert.deepEqual(mergeCircles([anew], [circle]), [anew]);
    assert.deepEqual(mergeCircles([], [circle]), [circle]);
});

test("a registration carries the key whose envelopes the relay will open", async () => {
    const keys = await newDeviceKeys(vaultA);
    const { code } = await untilAnswered();
    const ticket = await inviteTicket(code);
    const device = { platform: "events", timeZone: "UTC", locale: "en", ticket };
    const body = await registrationBody(vaultA, keys, device);
    assert.deepEqual(await registrationBody(vaultA, keys, device), body);
    assert.deepEqual([body.ticket.kind, body.ticket.locator], ["invite", "7K3QD"]);
    assert.deepEqual(enrolmentTicket("A"), { kind: "enrolment", code: "A" });
    assert.equal(keys.requestKey.extractable, false);
    const sealed = await sealRequest(keys.requestKey, randomId(), { method: "POST", target: "/", body: {} }, now);
    const relayKey = await requestKeyOf(decodeBase64url(body.deviceKey));
    assert.equal((await openEnvelope(relayKey, sealed.body)).htu, "/");
});

test("what is wrapped opens in its own vault, under its own label, unchanged", async () => {
    const wrapped = await wrapSecret(vaultA, Uint8Array.of(1, 2, 3), "a");
    assert.deepEqual(await unwrapSecret(vaultA, wrapped, "a"), Uint8Array.of(1, 2, 3));
    await refuses("vault", () => unwrapSecret(vaultB, wrapped, "a"));
    await refuses("vault", () => unwrapSecret(vaultA, wrapped, "b"));
    const changed = { iv: wrapped.iv, data: wrapped.data.map((byte, index) => index === 0 ? byte ^ 1 : byte) };
    await refuses("vault", () => unwrapSecret(vaultA, changed, "a"));
    assert.equal(vaultA.extractable, false);
});
