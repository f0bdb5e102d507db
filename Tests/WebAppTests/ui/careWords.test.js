// What members and dwellers of a care circle read: only what is so, and as of when.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document ??= { documentElement: {} };
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => true };
globalThis.navigator ??= { languages: [] };
const SITE = "../../../Sources/WebApp/site/";
const { loadWords, t, useLanguage } = await import(`${SITE}frame/language.js`);
const { audienceText, beginsAgainText } = await import(`${SITE}screens/care/alert.js`);
const { ownAlerts, rankOf, seesOwnOnly, tellsNobody, wasTold } = await import(`${SITE}screens/care/audience.js`);
const { byUrgency, carePermissions, glance, isOpenAlert } = await import(`${SITE}screens/care/dwellers.js`);
const { glanceText } = await import(`${SITE}screens/care/glanceText.js`);
const { acknowledgedText, resolvedText } = await import(`${SITE}screens/care/hearing.js`);
const { helpFailure, helpKey, stateText } = await import(`${SITE}screens/care/help.js`);
const { endedText } = await import(`${SITE}screens/care/last.js`);
const { ownText } = await import(`${SITE}screens/care/mine.js`);
const { ownRankText } = await import(`${SITE}screens/care/people.js`);
const { outcomeText, toldText } = await import(`${SITE}screens/careHistory.js`);
const { ringView } = await import(`${SITE}session/alarmViews.js`);
const { questionKey } = await import(`${SITE}session/careQuestion.js`);
const { emptyAlarm } = await import(`${SITE}session/planning.js`);
const { ringNotice } = await import(`${SITE}worker/notices.js`);

const now = Date.parse("2026-11-23T08:00:00Z");
const languages = ["en", "zh-Hans", "zh-Hant"];

beforeEach(async () => {
    await useLanguage("en");
    await loadWords("life");
});

/** An app that hears the relay, or has last done so ten minutes ago. @param {boolean} [heard] */
function appOf(heard = true) {
    const connection = {
        online: true, relay: heard ? "ok" : "unreachable", lastHeard: now - 600_000 - 5_000, clockOffset: 5_000,
    };
    return { relayNow: now, state: { connection, circles: [], me: { timeZone: "Asia/Taipei" } } };
}

/** @param {object} [change] */
function alertOf(change) {
    return {
        alertId: "a", circleId: "c", kind: "fall", state: "alerting", at: "2026-11-23T07:40:00Z", audience: 2,
        telling: "under-way", told: [], notes: [], notice: "", ...change,
    };
}

/** @param {object} [own] the reader, a member @param {object} [other] */
function circleOf(own, other) {
    const member = { role: "member", since: "2026-11-01T00:00:00Z", canSeal: true };
    const permissions = ["status", "alert.fall", "alert.manual", "alert.inactivity"];
    return { circleId: "c", kind: "care", members: [
        { ...member, personId: "rosa", role: "dweller", self: false },
        { ...member, personId: "ben", self: true, permissions, ...own },
        { ...member, personId: "tom", self: false, permissions, ...other },
    ] };
}

/** @param {object[]} alerts @param {object} [change] */
function dwellerOf(alerts, change) {
    return { circleId: "c", circleName: "Rosa", name: "Rosa", self: false, audience: 2, alerts, ...change };
}

/** What a member reads of a dweller. @param {object} dweller @param {object} [more] */
function read(dweller, { heard = true, circle = circleOf() } = {}) {
    return glanceText(appOf(heard), glance(dweller, { heard, now }, circle), "Rosa", circle);
}

test("without a connection an open alert is told as of when the relay was last heard", () => {
    const open = dwellerOf([alertOf()]);
    assert.match(read(open), /^Possible fall, .*15:40.*Nobody has answered yet\.$/);
    assert.match(read(open, { heard: false }),
        /^As of .*15:50, when the relay was last heard: Possible fall, .*Nobody has answered yet\.$/);
    for (const change of [{ audience: 0 }, { telling: "failed" }, { state: "unanswered" },
        { state: "acknowledged", endedBy: "Tom" }]) {
        assert.match(read(dwellerOf([alertOf(change)]), { heard: false }), /^As of .*15:50/);
    }
    const app = appOf(false);
    app.state.connection.lastHeard = null;
    assert.match(glanceText(app, glance(open, { heard: false, now }), "Rosa", circleOf()),
        /^As an earlier connection left it: Possible fall/);
});

test("the dweller, too, reads as of when it is known how the own alert stands", () => {
    const done = alertOf({ telling: "done" });
    assert.equal(stateText(appOf(), done), "Members were told. Nobody has answered yet.");
    assert.match(stateText(appOf(false), done), /^As of .*15:50, .*: Members were told\. Nobody has answered yet\.$/);
    const counting = alertOf({ state: "counting", due: "2026-11-23T07:59:00Z" });
    assert.equal(stateText(appOf(), counting), "Members are being told.");
    assert.match(stateText(appOf(false), counting), /^The countdown has ended \(.*15:59\)\. .*not known here/);
});

test("whoever is not told of alerts is not promised it", () => {
    const hidden = dwellerOf([]);
    assert.match(read(hidden), /You are told of the alerts that you may know\.$/);
    const off = circleOf({ alerts: { on: false } });
    assert.match(read(hidden, { circle: off }), /Alerts do not ring you at present\.$/);
    const none = circleOf({ permissions: ["place"] });
    assert.match(read(hidden, { circle: none }), /you are told of no alerts\.$/);
    assert.deepEqual([circleOf(), off, none, circleOf({ alerts: { on: false, until: "2026-11-23T08:00:00Z" } }), null]
        .map((circle) => ownAlerts(circle, now)), ["on", "off", "nothing", "on", "on"]);
});

test("a member's place among those who are told is no promise while alerts do not ring them", () => {
    const [, ben] = circleOf({ priority: 1 }).members;
    assert.equal(ownRankText(ben, now), "You are told first.");
    const off = { ...ben, alerts: { on: false } };
    assert.equal(ownRankText(off, now), "Once alerts ring you again, you are told first.");
});

test("how much later a member is told is an upper bound, and the third and later ones are told together", () => {
    assert.deepEqual([2, 3, 4, 9].map((rank) => rankOf(rank).minutes), [5, 10, 10, 10]);
    const [, ben] = circleOf({ priority: 4 }).members;
    assert.equal(ownRankText(ben, now), "You are told as number 4, at most 10 minutes later.");
});

test("a member who may not know of every alert reads when the dweller was heard, and so", () => {
    const active = dwellerOf([], { status: { lastActivity: "2026-11-23T07:30:00Z" } });
    assert.equal(read(active), "Last heard 30 min ago. You may not know of every alert.");
    assert.equal(read(active, { circle: circleOf({ permissions: carePermissions }) }), "Last heard 30 min ago.");
});

test("in the history those are called told whom a message has reached", () => {
    const told = (/** @type {string[][]} */ ...messages) => toldText(alertOf({
        told: messages.map(([name, by, outcome], index) => ({
            personId: name || "gone", name: name || undefined, by, outcome, at: `2026-11-23T07:4${index}:00Z`,
        })),
    }));
    assert.equal(told(), "–");
    assert.equal(told(["Ben", "push", "sent"], ["Tom", "push", "refused"]), "Ben, Tom (did not arrive)");
    assert.equal(told(["Tom", "push", "refused"], ["Tom", "sms", "sent"], ["Tom", "call", "expired"]), "Tom");
    assert.equal(told(["Tom", "push", "refused"], ["Tom", "sms", "expired"]), "Tom (was not delivered in time)");
    assert.equal(told(["", "push", "refused"]), `${t("family.somebody")} (did not arrive)`);
});

test("whoever looks after a dweller reads that others hear it only where others may have been told", () => {
    const rosa = dwellerOf([]);
    const said = (/** @type {object | null} */ circle, /** @type {object} */ change = {}, audience = 2) =>
        acknowledgedText(circle, { ...rosa, audience }, alertOf(change), { now, name: "Rosa" });
    const own = { permissions: ["history", "alert.fall"] };
    const off = { alerts: { on: false } };
    const [others, nobody] = ["care.acknowledged", "care.acknowledged.nobody"].map((key) => t(key, { name: "Rosa" }));
    assert.match(others, /^The others who were told of it hear/);
    assert.equal(nobody, "You are looking after Rosa. No other member has been told of it.");
    assert.equal(said({ ...circleOf(own), members: circleOf(own).members.slice(0, 2) }), nobody);
    assert.equal(said(circleOf(own)), others);
    assert.equal(said(circleOf(own, off)), nobody);
    assert.equal(said(circleOf(own), {}, 1), nobody, "only the reader is told of any alert");
    const told = [{ personId: "tom", by: "push", at: "2026-11-23T07:41:00Z", outcome: "sent" }];
    assert.equal(said(circleOf(own, off), { told }), others, "told before");
    assert.equal(said(circleOf({}, off)), others, "whom else it reached is not shown");
    assert.equal(said(null), others, "the circle is not known");
});

test("whoever says that an alert is over reads who sees it", () => {
    const said = (/** @type {object | null} */ circle, self = false) =>
        resolvedText(circle, dwellerOf([], { self }), alertOf({ state: "acknowledged" }));
    const alone = { ...circleOf(), members: circleOf().members.slice(0, 2) };
    assert.equal(said(circleOf()), "Those of the others who may know of it see that it is over.");
    assert.equal(said(null), t("care.resolved"));
    assert.equal(said(alone), "Rosa sees that it is over.");
    const own = (/** @type {object[]} */ ...members) => ({ members: [
        { personId: "rosa", role: "dweller", self: true },
        ...members.map((one) => ({ role: "member", self: false, ...one })),
    ] });
    assert.equal(said(own({ permissions: ["alert.fall"] }), true), t("care.resolved"));
    for (const circle of [own(), own({ permissions: ["status", "alert.manual"] })])
        assert.equal(said(circle, true), "You have said that it is over. Nobody else in the circle may know of it.");
});

test("of a countdown a member reads what holds for them", () => {
    const counting = alertOf({ state: "counting", due: "2026-11-23T08:00:40Z", telling: undefined });
    const own = (/** @type {string} */ outcome) => ({
        told: [{ personId: "ben", by: "push", at: "2026-11-23T07:41:00Z", outcome }],
    });
    const words = (/** @type {object} */ change, /** @type {object} */ circle = circleOf()) =>
        read(dwellerOf([{ ...counting, ...change }]), { circle });
    assert.match(words({}), /is open, and the countdown runs again: you are told when it ends, unless it is cancelled\.$/);
    assert.match(words(own("sent")), /You were told of it; now the countdown runs again\.$/);
    assert.match(words(own("refused")), /you are told when it ends/);
    assert.match(words({}, circleOf({ alerts: { on: false } })), /Alerts do not ring you at present\.$/);
    assert.match(words({ audience: 0 }), /at present nobody would be told\.$/);
    assert.match(words({ due: "2026-11-23T07:59:00Z" }), /The countdown has ended \(.*15:59\), unless it was/);
});

test("an alert that counts down again is no less an alert, and comes first", () => {
    const counting = dwellerOf([alertOf({ state: "counting", due: "2026-11-23T08:00:40Z", telling: undefined })]);
    const heard = { heard: true, now };
    assert.ok(isOpenAlert(glance(counting, heard)));
    const asked = dwellerOf([], { status: { asksAt: "2026-11-23T07:59:00Z" } });
    assert.ok(!isOpenAlert(glance(asked, heard)), "nobody is told of a question");
    const unanswered = dwellerOf([alertOf({ state: "unanswered" })]);
    assert.deepEqual(byUrgency([asked, unanswered, counting], heard, []).map((one) => one.dweller),
        [counting, unanswered, asked]);
    for (const words of ["care.now.counting", "care.now.counting.told", "care.now.counting.off",
        "care.now.counting.nobody"]) assert.match(t(words, { kind: "Possible fall" }), /alert is open/);
});

test("an alert that begins again names whoever had acknowledged it, in the overview and in the history", () => {
    const former = alertOf({ alertId: "b", state: "acknowledged", endedBy: "Ben", leftAt: "2026-11-23T07:55:00Z" });
    const again = alertOf({ continues: "b" });
    const said = (/** @type {object} */ dweller, alert = again) => beginsAgainText(
        { state: { care: { dwellers: [dwellerOf([alert], dweller)] } } }, alert);
    assert.equal(said({ lastAlert: former }),
        "It begins again: Ben, who had acknowledged it, is no longer in the circle.");
    assert.match(said({ lastAlert: alertOf({ alertId: "d" }), unresolved: [former] }), /again: Ben,/);
    assert.equal(said({}), t("care.again.somebody"), "the former one may not be known here");
    assert.equal(said({ lastAlert: former }, alertOf()), null);
    assert.match(outcomeText(again), /· begun again, as its helper was no longer in the circle$/);
    assert.match(outcomeText(former), /^Answered · Ben · then no longer in the circle; the alert began again$/);
});

test("of a helper who is gone a dweller does not read that they left by themselves", () => {
    const gone = stateText(appOf(), alertOf({ state: "unanswered", endedBy: "Ben" }));
    assert.match(gone, /^Ben, who looked after you, is no longer in the circle\. Call somebody yourself/);
});

test("a further alert of which nobody has said that it is over is not called the last one", () => {
    const ended = alertOf({ state: "acknowledged", endedBy: "Ben", endedAt: "2026-11-23T07:45:00Z" });
    assert.match(endedText(appOf(), ended, "care.last"), /^Last alert: Possible fall, .*15:40\. Ben answered, .*15:45\.$/);
    const over = { ...ended, resolvedAt: "2026-11-23T07:50:00Z", resolvedBy: "Tom" };
    assert.match(endedText(appOf(), over, "care.last.further"), /^Another alert: .* Over since .*15:50, says Tom\.$/);
});

test("the ring of an alert says what the dweller has said, and what the relay says of it", () => {
    const body = "Ben, who had acknowledged this alert, is no longer in the circle, so it begins again.";
    const record = { ...emptyAlarm("a"), kind: "careAlert", time: "2026-11-23T07:40:00Z", body };
    const rung = (/** @type {object} */ change) => ringView({ ...record, ...change }, { offset: 0 }).message;
    assert.equal(rung({ text: "I fell" }), `I fell\n${body}`);
    assert.equal(rung({}), body);
    assert.equal(rung({ kind: "reminder", text: "Pills" }), "Pills");
    const push = { id: "a", stage: "alert", revision: 1, time: record.time, words: { title: "Rosa may have fallen", body } };
    const notice = ringNotice({ push, alarm: { kind: "careAlert", text: "I fell", verified: true },
        opened: { words: {} } }, "en", null, 0);
    assert.equal(notice.options.body, `I fell\n${body}`);
});

test("a member who may not read the history is told that only what went to them is shown", () => {
    assert.ok(seesOwnOnly(circleOf()));
    assert.ok(!seesOwnOnly(circleOf({ permissions: ["history"] })));
    assert.ok(!seesOwnOnly(circleOf({ role: "dweller", permissions: undefined })));
    assert.ok(!seesOwnOnly(null));
    assert.ok(!wasTold(circleOf(), alertOf({ told: [{ personId: "tom", outcome: "sent" }] })));
});

test("how many are told is said of an open alert, and of a countdown that they will be", () => {
    assert.equal(audienceText(alertOf()), "2 people are told of it.");
    assert.equal(audienceText(alertOf({ audience: 1 })), "1 person is told of it.");
    assert.equal(audienceText(alertOf({ state: "counting" })), "2 people are told after the countdown.");
    assert.equal(audienceText(alertOf({ state: "counting", audience: 1 })), "1 person is told after the countdown.");
    for (const change of [{ audience: 0 }, { state: "acknowledged" }, { state: "unanswered" }]) {
        assert.equal(audienceText(alertOf(change)), null);
    }
});

test("the dweller is promised no members who would not be told, by the help button nor by the question", () => {
    const mine = dwellerOf([], { self: true });
    const app = appOf();
    const asked = { state: "asked", alert: null, at: now };
    const words = (/** @type {object} */ circle) => [helpKey(app, circle, mine), ownText(app, asked, mine, circle)];
    const own = (/** @type {object} */ ben, /** @type {object} */ tom = ben) => circleOf(ben, tom);
    assert.deepEqual(words(own({})), ["care.help.text", t("care.mine.asked")]);
    const nobody = ["care.help.text.nobody", t("care.mine.asked.nobody")];
    assert.deepEqual(words(own({ alerts: { on: false } })), nobody);
    assert.deepEqual(words(own({ permissions: [] })), nobody);
    assert.deepEqual(words({ ...circleOf(), members: circleOf().members.slice(0, 1) }), nobody);
    assert.deepEqual(words(own({ alerts: { on: false } }, {})), ["care.help.text", t("care.mine.asked")]);
    assert.deepEqual(words(own({ permissions: ["alert.manual"] })), ["care.help.text", nobody[1]],
        "each kind for itself");
    assert.ok(tellsNobody(undefined, { ...mine, audience: 0 }, "manual", now));
    assert.ok(!tellsNobody(undefined, { ...mine, audience: undefined }, "manual", now), "an older relay");
});

test("without a connection the help button promises a call that waits, and no countdown", () => {
    const mine = dwellerOf([], { self: true });
    assert.equal(helpKey(appOf(false), circleOf(), mine), "care.help.text.away");
});

test("a call for help that is kept is not said to be lost", async () => {
    assert.equal(helpFailure({ kind: "offline", key: "problem.signalWaits" }), "care.help.waits");
    assert.equal(helpFailure({ kind: "not-allowed", key: "problem.not-allowed" }), "care.help.failed");
    for (const language of languages) {
        await useLanguage(language);
        assert.match(t("care.help.waits"), /emergency number|紧急电话|緊急電話/);
        assert.match(t("care.help.waits"), /sent as soon as|一连上就会发送|一連上就會送出/);
        assert.doesNotMatch(t("care.help.waits"), /try again|再试|再試/);
    }
});

test("the ring that asks a dweller says what becomes of it, or has", () => {
    const ring = { alarmId: "a", since: now - 5_000, late: false };
    const ask = (/** @type {object | null} */ alert, /** @type {object} */ change = {}) => questionKey(
        { ...ring, ...change }, alert && { dwellers: [dwellerOf([alert], { self: true })] }, now, now);
    const counting = alertOf({ state: "counting", due: "2026-11-23T08:00:40Z", telling: undefined });
    assert.equal(ask(counting), "ring.areYouWell");
    assert.equal(ask({ ...counting, audience: 0 }), "ring.areYouWell.nobody");
    assert.equal(ask({ ...counting, due: "2026-11-23T08:00:00Z" }), "ring.areYouWell.over");
    assert.equal(ask(alertOf()), "ring.areYouWell.told");
    assert.equal(ask(alertOf({ telling: "done" })), "ring.areYouWell.told");
    assert.equal(ask(alertOf({ telling: "failed" })), "ring.areYouWell.unreached");
    assert.equal(ask(null), "ring.areYouWell", "it has just begun");
    assert.equal(ask(null, { since: now - 30_000 }), "ring.areYouWell.over");
    assert.equal(ask(null, { late: true }), "ring.areYouWell.over");
    assert.equal(ask({ ...counting, alertId: "b" }, { since: now - 60_000 }), "ring.areYouWell.over");
});
