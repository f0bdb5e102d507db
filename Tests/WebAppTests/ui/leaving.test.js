// What somebody reads who leaves a circle, or takes a helper out of it: whom it reaches, and whom it leaves alone.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const SITE = "../../../Sources/WebApp/site/";
const { loadWords, t, useLanguage } = await import(`${SITE}frame/language.js`);
const { helpLost, leftText, lossWarning, lossWarnings, removedText } = await import(`${SITE}screens/care/leaving.js`);
const { leftFamilyText } = await import(`${SITE}screens/circles/departing.js`);

const now = Date.parse("2026-11-23T08:00:00Z");
const permissions = ["status", "alert.fall", "alert.manual"];
const fall = {
    alertId: "a", circleId: "c", kind: "fall", state: "acknowledged", at: "2026-11-23T07:00:00Z", audience: 2,
    endedAt: "2026-11-23T07:05:00Z", endedBy: "Ben", told: [], notes: [], notice: "",
};

beforeEach(async () => {
    await useLanguage("en");
    await loadWords("life");
});

/** A care circle of Rosa, read by Ben unless `self` is another. @param {object} [tom] @param {string} [self] */
function circleOf(tom, self = "ben") {
    const member = (/** @type {string} */ personId, /** @type {string} */ displayName, /** @type {object} */ more) => ({
        personId, displayName, self: personId === self, role: "member", since: "2026-11-01T00:00:00Z", canSeal: true,
        ...more,
    });
    return { circleId: "c", kind: "care", name: "Nest", members: [
        member("rosa", "Rosa", { role: "dweller" }), member("ben", "Ben", { permissions }),
        ...(tom === null ? [] : [member("tom", "Tom", tom)]),
    ] };
}

/** What is lost with Ben. @param {object} dweller @param {object} [circle] */
function lostWith(dweller, circle = circleOf()) {
    const app = { relayNow: now, state: { care: { dwellers: [
        { circleId: "c", circleName: "Nest", name: "Rosa", self: false, alerts: [], audience: 2, ...dweller },
    ] } } };
    return helpLost(app, circle, circle.members[1]);
}

test("only whoever looks after the dweller because of an alert that is not over leaves them alone", () => {
    assert.equal(lostWith({ lastAlert: fall })?.alert, fall);
    assert.equal(lostWith({ lastAlert: { ...fall, endedBy: "Tom" }, unresolved: [fall] })?.alert, fall);
    assert.equal(lostWith({}), null);
    for (const change of [{ endedBy: "Tom" }, { resolvedAt: "2026-11-23T07:10:00Z" }, { state: "unanswered" },
        { leftAt: "2026-11-23T07:10:00Z" }]) assert.equal(lostWith({ lastAlert: { ...fall, ...change } }), null);
    const old = { ...fall, endedAt: "2026-11-22T07:05:00Z" };
    assert.equal(lostWith({ lastAlert: old })?.alert, old, "no sign of life says that it is over");
    assert.equal(lostWith({ lastAlert: old, status: { lastSign: "2026-11-23T07:00:00Z" } }), null);
});

test("only those count as told who may know of the alert, and have not switched alerts off", () => {
    const tells = (/** @type {object | null} */ tom, audience = /** @type {number | undefined} */ (2)) =>
        lostWith({ lastAlert: fall, audience }, circleOf(tom))?.tells;
    assert.equal(tells(null, 1), false, "nobody else is there");
    assert.equal(tells({ alerts: { on: false } }), false);
    assert.equal(tells({ alerts: { on: false, until: "2026-11-23T07:59:00Z" } }), true, "that is over");
    assert.equal(tells({}, 1), false, "nobody but the leaver is told of any alert");
    assert.equal(tells({}), true);
    assert.equal(tells({ permissions: ["alert.manual"] }), false, "the dweller sees that they may not know of falls");
    assert.equal(lostWith({ lastAlert: fall, audience: undefined })?.tells, true, "an earlier relay");
});

test("whoever leaves a person alone reads so before, and afterwards whom it reaches", async () => {
    const circle = circleOf();
    const [alone, told] = [false, true].map((tells) => ({ alert: fall, tells }));
    const warned = (/** @type {any} */ lost) => lossWarning(circle, circle.members[1], lost);
    assert.equal(warned(null), null);
    assert.match(warned(told), /^Possible fall: you are looking after Rosa, .* have not switched alerts off, are told so/);
    assert.match(warned(alone), /nobody does, and nobody else in the circle is told of it\. Find somebody/);
    assert.equal(leftText(circle, null), t("care.left"));
    assert.match(leftText(circle, told), /^You have left\. Those of the others .* nobody looks after Rosa now\.$/);
    assert.match(leftText(circle, alone), /^You have left\. Nobody looks after Rosa now, and nobody else/);
});

test("whoever deletes everything reads of each care circle that they leave without a helper", () => {
    const circles = [circleOf(), { ...circleOf(), circleId: "d" }, { ...circleOf(), circleId: "c", kind: "family" }];
    const care = { dwellers: [{ circleId: "c", alerts: [], lastAlert: fall }, { circleId: "d", alerts: [] }] };
    const warned = lossWarnings({ relayNow: now, state: { circles, care } });
    assert.deepEqual(warned.map((said) => said.slice(0, 42)), ["Possible fall: you are looking after Rosa,"]);
});

test("a dweller who takes out their helper reads whether the alert begins again for anybody", () => {
    const circle = circleOf({}, "rosa");
    const lost = { alert: fall, tells: true };
    assert.match(lossWarning(circle, circle.members[1], lost), /^Possible fall: Ben is looking after you, .*Without Ben/);
    const after = (/** @type {object[]} */ alerts) => removedText(
        { state: { care: { dwellers: [{ circleId: "c", alerts }] } } }, circle, circle.members[1], lost);
    const again = { ...fall, alertId: "b", continues: "a", state: "alerting", telling: "under-way", audience: 1 };
    assert.match(after([again]), /The alert that Ben had acknowledged begins again\.$/);
    for (const alerts of [[{ ...again, audience: 0 }], [{ ...again, continues: undefined }], []])
        assert.match(after(alerts), /nobody looks after you now\. If you need help, call somebody/);
});

test("whoever has left a family reads what became of the reminders that they had set for others", () => {
    const family = { name: "The Lins", members: [{ personId: "ben", displayName: "Ben" }] };
    assert.equal(leftFamilyText(family, 0, null), "You have left The Lins.");
    assert.match(leftFamilyText(family, 2, "ben"), /The 2 reminders that you had set for others are Ben’s now\.$/);
    assert.match(leftFamilyText(family, 1, null), /The 1 open reminder that you had set for others is deleted\.$/);
});
