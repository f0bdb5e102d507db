import assert from "node:assert/strict";
import { test } from "node:test";
import { claimerCircle } from "../../../Sources/WebApp/site/pa1/claimer.js";
import {
    introductionOf, keepMembers, knowsMember, memberAgreement, newCircleKey, sealForMembers, sealIntroduction,
    takeIntroduced, takeIntroductions,
} from "../../../Sources/WebApp/site/pa1/circle.js";
import { utf8Bytes } from "../../../Sources/WebApp/site/pa1/bytes.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { formatInstant } from "../../../Sources/WebApp/site/pa1/instant.js";
import { inviterAdmitted } from "../../../Sources/WebApp/site/pa1/inviter.js";
import { sealJWE } from "../../../Sources/WebApp/site/pa1/jwe.js";
import { writeJSON } from "../../../Sources/WebApp/site/pa1/strictJSON.js";
import { newVaultKey } from "../../../Sources/WebApp/site/pa1/vault.js";
import { openMemberWords, sealCareNote, sealReminderWords } from "../../../Sources/WebApp/site/pa1/words.js";
import { now, relay, throughDigits, vaultA, vaultB } from "./pairingSupport.js";
import { Choices, refuses } from "./support.js";

const circleId = randomId();
const vault = await newVaultKey();

async function person(titles = false) {
    return newCircleKey(vault, { circleId, personId: randomId(), titles }, now);
}

function keyOf({ personId, pk, since }) {
    return { personId, pk, since };
}

async function told(circle, ...others) {
    return takeIntroduced(vault, circle, { members: others.map(keyOf), titles: false }, relay, now);
}

async function wordsFrom(circle, people, reminderId = randomId()) {
    const text = { reminderId, title: "Pack the satchel", items: [{ id: 1, text: "books" }] };
    const { sealed, unreached } = await sealReminderWords(vault, circle, text, people, relay);
    return { reminderId, sealed, unreached, to: (id) => sealed.find((one) => one.personId === id)?.words };
}

async function opens(circle, about, words) {
    return openMemberWords(vault, [circle], { circleId, about, words }, relay);
}

test("members who know each other's keys read each other, and a person their own devices", async (t) => {
    const choices = new Choices(t);
    const people = await Promise.all(Array.from({ length: 2 + choices.below(4) }, () => person()));
    const circles = await Promise.all(people.map((own) => told(own, ...people)));
    for (const circle of circles) {
        const { reminderId, sealed, unreached, to } = await wordsFrom(circle, people.map((one) => one.personId));
        assert.deepEqual([sealed.length, unreached], [people.length, []]);
        for (const reader of circles) {
            const { said } = await opens(reader, reminderId, to(reader.personId));
            assert.deepEqual([said?.line, said?.writer], ["Pack the satchel (books)", circle.personId]);
            for (const other of circles) {
                if (other === reader) continue;
                const foreign = await opens(reader, reminderId, to(other.personId));
                assert.equal(foreign.doubt, "unknown-key", "what is for another does not open");
            }
        }
    }
});

test("people without a known key are named, and get nothing", async () => {
    const [own, stranger] = [await person(), randomId()];
    const { sealed, unreached } = await wordsFrom(own, [stranger, own.personId, own.personId]);
    assert.deepEqual(unreached, [stranger]);
    assert.deepEqual(sealed.map((one) => one.personId), [own.personId]);
    assert.ok(knowsMember(own, own.personId) && !knowsMember(own, stranger));
    assert.equal(await sealIntroduction(vault, own, stranger, relay), null);
    assert.equal(await memberAgreement(vault, own, stranger, relay), null);
});

test("words that name another reminder, or are changed, are doubted", async () => {
    const own = await person();
    const { reminderId, to } = await wordsFrom(own, [own.personId]);
    const words = to(own.personId);
    assert.equal((await opens(own, randomId(), words)).doubt, "other-alarm");
    const sealed = { circleId, about: reminderId, words };
    assert.equal((await openMemberWords(vault, [], sealed, relay)).doubt, "unknown-key");
    assert.equal((await opens({ ...own, circleId: randomId() }, reminderId, words)).doubt, "unknown-key");
    assert.equal((await openMemberWords(vault, [own], sealed, "https://b.example")).doubt, "unknown-key");
    assert.equal((await opens(own, reminderId, "nonsense")).doubt, "unreadable");
    const [header, , iv, ciphertext] = words.split(".");
    assert.equal((await opens(own, reminderId, `${header}..${iv}.${ciphertext}.${"A".repeat(22)}`)).doubt, "damaged");
    const contents = [
        {},
        [1],
        { v: 1, type: "reminder", reminderId, title: "", items: [] },
        { v: 1, type: "reminder", reminderId, title: "x" },
        { v: 1, type: "care", alertId: reminderId, text: "" },
        { v: 1, type: "poem", reminderId, title: "x", items: [] },
    ];
    for (const content of contents) {
        const { sealed: [{ words: odd }] } = await sealForMembers(vault, own, content, [own.personId], relay);
        assert.equal((await opens(own, reminderId, odd)).doubt, "unreadable", JSON.stringify(content));
    }
});

test("notes about alerts are read as such, and texts have their limits", async () => {
    const own = await person();
    const alertId = randomId();
    const note = async (text) =>
        (await sealCareNote(vault, own, { alertId, text }, [own.personId], relay)).sealed[0].words;
    assert.equal((await opens(own, alertId, await note("I fell"))).said?.line, "I fell");
    assert.equal((await opens(own, alertId, await note("é".repeat(500)))).said?.reminder, undefined);
    await refuses("text-too-long", () => note(""));
    await refuses("text-too-long", () => note("é".repeat(501)));
    const remind = (title, items = []) =>
        sealReminderWords(vault, own, { reminderId: alertId, title, items }, [own.personId], relay);
    await refuses("text-too-long", () => remind(""));
    await refuses("text-too-long", () => remind("a".repeat(401)));
    await refuses("text-too-long", () => remind("a", [{ id: 1, text: "" }]));
    const items = Array.from({ length: 6 }, (_, id) => ({ id, text: "a".repeat(400) }));
    await refuses("text-too-long", () => remind("a", items));
});

test("of two keys of a person the later one holds, and what cannot be is left aside", async () => {
    const own = await person();
    const [old, young] = [await person(), await person()];
    const { personId } = old;
    const at = (key, milliseconds) => ({ personId, pk: key.pk, since: formatInstant(milliseconds) });
    const take = async (circle, ...members) => takeIntroduced(vault, circle, { members, titles: false }, relay, now);
    const first = await take(own, at(old, now - 10));
    assert.equal(await take(first, at(old, now - 10)), first);
    assert.equal(await take(first, at(young, now - 10)), first);
    assert.equal(await take(first, at(young, now - 20)), first);
    assert.equal((await take(first, at(young, now))).members[0].pk, young.pk);
    assert.equal(await take(first, at(young, now + 300_001)), first);
    assert.equal((await take(first, at(young, now + 300_000))).members[0].pk, young.pk);
    assert.equal(await take(own, { ...at(old, now), personId: own.personId }), own);
    assert.equal(await take(own, { personId, pk: "A".repeat(43), since: formatInstant(now) }), own);
    assert.equal((await takeIntroduced(vault, own, { members: [], titles: true }, relay, now)).titles, true);
});

test("introductions are believed when they open under the key with their sender, in any order", async () => {
    const [ana, ben, kim, eve] = [await person(true), await person(), await person(), await person()];
    const anaKnows = await told(ana, ben, kim);
    const benKnows = await told(ben, ana);
    const kimKnows = await told(kim, ana, ben, eve);
    const box = async (circle, to) => (await sealIntroduction(vault, circle, to.personId, relay)).box;
    const fromAna = { from: ana.personId, box: await box(anaKnows, ben) };
    const fromKim = { from: kim.personId, box: await box(kimKnows, ben) };
    // Kim's can be opened only once Ana's has told of Kim.
    const learnt = await takeIntroductions(vault, benKnows, [fromKim, fromAna], relay, now);
    assert.ok([ana, kim, eve].every((one) => knowsMember(learnt, one.personId)));
    assert.equal(learnt.titles, true);
    assert.equal(await takeIntroductions(vault, learnt, [fromAna, fromKim], relay, now), learnt);
    const posing = { from: kim.personId, box: fromAna.box };
    assert.equal(await takeIntroductions(vault, benKnows, [posing], relay, now), benKnows);
    const junk = [{ from: ana.personId, box: "nonsense" }, { from: ana.personId, box: await box(anaKnows, kim) }];
    assert.equal(await takeIntroductions(vault, benKnows, junk, relay, now), benKnows);
    const { sending } = await memberAgreement(vault, anaKnows, ben.personId, relay);
    const odd = { v: 1, type: "introduction", members: [keyOf(kim)], extra: 1 };
    const oddBox = await sealJWE(sending.key, utf8Bytes(writeJSON(odd)), sending.keyId);
    const strict = await takeIntroductions(vault, benKnows, [{ from: ana.personId, box: oddBox }], relay, now);
    assert.equal(strict, benKnows);
    const own = await box(learnt, ben);
    const otherDevice = await takeIntroductions(vault, ben, [{ from: ben.personId, box: own }], relay, now);
    assert.equal(otherDevice.members.length, 3);
});

test("who has left gets no words any more, and names come from the relay", async () => {
    const [ana, ben, kim] = [await person(), await person(), await person()];
    const circle = await told(ana, ben, kim);
    const members = [{ personId: ana.personId }, { personId: ben.personId, displayName: "Ben" }];
    const kept = keepMembers(circle, { members });
    assert.deepEqual(kept.members.map((member) => member.name), ["Ben"]);
    // What they have said in a family or a care circle is still read as theirs.
    assert.deepEqual(kept.former?.map((member) => member.personId), [kim.personId]);
    assert.equal(keepMembers(kept, { members: [{ personId: ben.personId }] }), kept);
});

test("an introduction from before somebody left does not bring back their key, and another is taken", async () => {
    const [ana, ben, again] = [await person(), await person(), await person()];
    const knew = await told(ana, ben);
    const before = [{ from: ana.personId, box: (await sealIntroduction(vault, knew, ana.personId, relay)).box }];
    const { former: _, ...left } = keepMembers(knew, { members: [{ personId: ana.personId }] });
    assert.equal(await takeIntroductions(vault, left, before, relay, now), left);
    assert.equal(knowsMember(left, ben.personId), false);
    const back = { personId: ben.personId, pk: again.pk, since: formatInstant(now) };
    const knows = await takeIntroduced(vault, left, { members: [back], titles: false }, relay, now);
    assert.deepEqual(knows.members.map((member) => member.pk), [again.pk]);
    assert.equal(await takeIntroductions(vault, knows, before, relay, now), knows);
});

test("whoever joins a circle exchanges keys with its people", async () => {
    const ana = await newCircleKey(vaultA, { circleId, personId: randomId(), titles: true }, now);
    const invite = { purpose: "family", circleId, role: "child" };
    const done = await throughDigits(invite, { introduction: introductionOf(ana) });
    const active = { circleId, personId: randomId(), role: "child" };
    const admitted = inviterAdmitted(done.inviter, active, ana, now);
    const told = { members: [admitted.memberKey], titles: false };
    const anaKnows = await takeIntroduced(vaultA, ana, told, relay, now);
    const ben = await claimerCircle(vaultB, done.claimer, active, now);
    assert.deepEqual([ben.titles, admitted.name, admitted.memberKey.pk], [true, "Ben", ben.pk]);
    const reminderId = randomId();
    const text = { reminderId, title: "Hi", items: [] };
    const { sealed: [{ words }] } = await sealReminderWords(vaultB, ben, text, [ana.personId], relay);
    const opened = await openMemberWords(vaultA, [anaKnows], { circleId, about: reminderId, words }, relay);
    assert.deepEqual([opened.said?.line, opened.said?.name], ["Hi", "Ben"]);

    await refuses("member-renamed", () => inviterAdmitted(done.inviter, active, anaKnows, now));
    await refuses("member-renamed", () =>
        inviterAdmitted(done.inviter, { ...active, personId: ana.personId }, ana, now));
    await refuses("out-of-turn", () => inviterAdmitted(done.inviter, { ...active, circleId: randomId() }, ana, now));
    await refuses("out-of-turn", () => claimerCircle(vaultB, done.claimer, { ...active, role: "parent" }, now));
});
