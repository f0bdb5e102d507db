// The event reader, the clock, the waits, the database's transactions, and the worker as one script.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import vm from "node:vm";
import { joinWorker } from "../../../Sources/WebApp/tools/joinWorker.mjs";
import { backoff } from "../../../Sources/WebApp/site/relay/backoff.js";
import { RelayClock } from "../../../Sources/WebApp/site/relay/clock.js";
import { ProblemError, problemOf } from "../../../Sources/WebApp/site/relay/problem.js";
import { EventReader } from "../../../Sources/WebApp/site/relay/events.js";
import { answerHere } from "../../../Sources/WebApp/site/session/answering.js";
import { judgeMine, judgeTheirs } from "../../../Sources/WebApp/site/session/sureness.js";
import { emptyAlarm } from "../../../Sources/WebApp/site/session/planning.js";
import { circleNews } from "../../../Sources/WebApp/site/session/news.js";
import { firstState } from "../../../Sources/WebApp/site/session/firstState.js";
import { Store } from "../../../Sources/WebApp/site/store/store.js";
import { Database, openDatabase } from "../../../Sources/WebApp/site/store/database.js";
import { memoryIndexedDB } from "../support/indexedDB.js";

test("events come whole, however they are cut", () => {
    const text = ": hello\n\nevent: sync\r\ndata: {\"cursor\":\"7\"}\r\n\r\n"
        + "event: alarm\ndata: {\"a\":\ndata: 1}\n\ndata: x\n\n";
    for (const size of [1, 2, 3, 7, text.length]) {
        const reader = new EventReader();
        const events = [];
        for (let at = 0; at < text.length; at += size) events.push(...reader.read(text.slice(at, at + size)));
        assert.deepEqual(events, [
            { event: "sync", data: { cursor: "7" } }, { event: "alarm", data: { a: 1 } },
            { event: "message", data: null },
        ], `in pieces of ${size}`);
    }
});

test("a better measurement of the relay's clock replaces a worse one", () => {
    const clock = new RelayClock(() => 0);
    clock.learn(10_000, 0, 400, 1000);
    assert.ok(Math.abs(clock.offset - 10_300) <= 1);
    clock.learn(10_100, 100, 110, 1);
    assert.ok(Math.abs(clock.offset - 9_995) <= 1);
    clock.learn(10_000, 0, 2_000, 1000);
    assert.ok(Math.abs(clock.offset - 9_995) <= 1, "a worse one is left aside");
    clock.learn(500_000, 200, 210, 1);
    assert.ok(Math.abs(clock.offset - 499_795) <= 1, "a clock that was set is believed");
});

test("a relay that makes no calls is told from one that sends nothing to an address", async () => {
    const told = async (/** @type {string} */ pointer) => {
        const body = JSON.stringify({ type: "urn:reveille:problem:no-channel", status: 422, pointer });
        const { kind, key } = await problemOf(new Response(body, { status: 422 }));
        return [kind, key];
    };
    assert.deepEqual(await told("/calls"), ["no-channel", "problem.no-calls"]);
    assert.deepEqual(await told("/phone"), ["no-channel", "problem.no-channel"]);
});

test("waits double, have a limit, and are never less than was asked for", () => {
    assert.equal(backoff(1, undefined, () => 1), 1_000);
    assert.equal(backoff(4, undefined, () => 1), 8_000);
    assert.equal(backoff(20, undefined, () => 1), 60_000);
    assert.equal(backoff(1, 120, () => 0), 120_000);
});

test("a transaction makes all of its changes or none", async () => {
    const database = new Database(await openDatabase(memoryIndexedDB(), "test"));
    await database.write([{ area: "facts", key: "a", put: 1 }]);
    await assert.rejects(database.write([
        { area: "facts", key: "a", put: 2 },
        { area: "facts", at: "b", change: () => { throw new Error("no"); } },
    ]));
    assert.equal(await database.get("facts", "a"), 1);
    await Promise.all(Array.from({ length: 20 }, () => database.update("facts", "a", (value) => value + 1)));
    assert.equal(await database.get("facts", "a"), 21);
});

test("an alarm is sure only where a device rings by itself", () => {
    const state = { ...firstState(), partners: [{ pairId: "p", state: "active" }] };
    const alarm = { ...emptyAlarm("a"), pairId: "p", direction: "theirs" };
    const device = (more) => ({ device: 1, attempts: 1, unanswered: 0, silent: false, ...more });
    const judge = (more) => judgeTheirs({ ...alarm, ...more }, state);
    assert.deepEqual(judge({ pending: true }).sure, "no");
    assert.deepEqual(judge({ deliveries: [device({ armed: "2026-01-01T00:00:00Z" })] }), { sure: "yes", why: [] });
    assert.deepEqual(judge({ deliveries: [device({ received: "2026-01-01T00:00:00Z" })] }),
        { sure: "unknown", why: ["why.byPushReceived"] });
    assert.deepEqual(judge({ deliveries: [device({ error: "410" })] }), { sure: "no", why: ["why.pushRefused"] });
    assert.deepEqual(judge({ state: "blocked" }), { sure: "no", why: ["why.blocked"] });
    assert.deepEqual(judge({ state: "blocked", deliveries: [device({ received: "2026-01-01T00:00:00Z" })] }),
        { sure: "unknown", why: ["why.blockedReceived"] }, "it may ring by itself");
    assert.deepEqual(judge({ state: "armed", refused: true }), { sure: "no", why: ["why.refused"] });
    assert.deepEqual(judgeMine({ ...alarm, direction: "mine" }, { ...state, push: { ...state.push, supported: true,
        permission: "denied" } }), { sure: "no", why: ["why.notificationsDenied"] });
});

test("the worker is one classic script that listens for what it has to", () => {
    const site = fileURLToPath(new URL("../../../Sources/WebApp/site", import.meta.url));
    const heard = [];
    const self = { addEventListener: (name) => heard.push(name), location: { origin: "https://relay.example.org" } };
    vm.runInNewContext(joinWorker(site, "v1"), { self, TextEncoder, TextDecoder, URL, Map, Set, crypto, console });
    assert.equal(self.REVEILLE_VERSION, "v1");
    assert.deepEqual(heard.sort(), ["activate", "fetch", "install", "message", "notificationclick", "push",
        "pushsubscriptionchange", "sync"]);
});

/** A session in which a reminder rings. @param {any} problem of its requests @param {any} [relay] */
async function ringing(problem, relay) {
    const now = Date.parse("2026-11-23T08:00:00Z");
    const store = await Store.open({ indexedDB: memoryIndexedDB(), channel: null });
    const rings = {
        ...emptyAlarm("a1"), revision: 2, time: "2026-11-23T08:00:00Z", kind: "reminder", preset: "reminder",
        phase: "ringing", phaseSince: now, state: "ringing",
    };
    await store.write([{ area: "alarms", put: rings }]);
    const circles = [{ circleId: "fam", members: [{ personId: "me", self: true }, { personId: "ben", self: false }] }];
    const core = {
        store, now, relay, state: { ...firstState(), circles }, clock: new RelayClock(() => now), background() {},
        refreshSoon() {}, sendLater() {}, set(changes) { this.state = { ...this.state, ...changes }; },
        journal: { entry: (entry) => ({ jti: "e1", ...entry }), deliver: async () => ({ problem }) },
    };
    return { core, rings };
}

test("what the relay does not put off rings on", async () => {
    const refusal = Object.assign(new Error("conflict"), { passes: false, isFinal: true });
    const { core, rings } = await ringing(refusal);
    await assert.rejects(answerHere(core, "a1", "snoozed", { minutes: 9 }), refusal);
    assert.deepEqual(await core.store.get("alarms", "a1"), rings);
    assert.deepEqual(core.state.ringing.map((ring) => ring.alarmId), ["a1"]);
});

test("an answer to a reminder that somebody else had done, or that was over, is known to be late", async () => {
    const answered = async (reminder, problem = null) => {
        const asked = [];
        const relay = { get: async (target) => {
            asked.push(target);
            if (target === "/v1/alarms/a1") return { reminderId: "r1" };
            if (!reminder) throw new ProblemError("not-found");
            return { reminderId: "r1", circleId: "fam", ...reminder };
        } };
        const late = await answerHere((await ringing(problem, relay)).core, "a1", "acknowledged");
        return { late, asked };
    };
    const at = "2026-11-23T08:00:00Z";
    const own = await answered({ completion: { by: "me", at } });
    assert.deepEqual([own.late, own.asked], [null, ["/v1/alarms/a1", "/v1/reminders/r1"]]);
    assert.deepEqual((await answered({ completion: { by: "ben", at } })).late, { reason: "done", by: "ben" });
    assert.deepEqual((await answered({})).late, { reason: "over" });
    assert.equal((await answered(null)).late, null, "it is not known");
    const kept = Object.assign(new Error("offline"), { passes: true, isFinal: false });
    assert.deepEqual(await answered({}, kept), { late: { reason: "kept" }, asked: [] }, "it has not been sent");
});

test("what others change of one's place in a circle is told, and nothing else", () => {
    const circle = (own, name = "Home") => ({ circleId: "C", name, members: [{ self: true, ...own }, { self: false }] });
    const told = (before, after) => circleNews([before], after ? [after] : [], 0).map((one) => [one.stage, one.name]);
    const member = { role: "member", permissions: ["status", "alert.fall"], priority: 2 };
    assert.deepEqual(told(circle(member), null), [["circle-left", "Home"]]);
    assert.deepEqual(told(circle({ role: "child" }), circle({ role: "parent" })), [["made-parent", "Home"]]);
    assert.deepEqual(told(circle(member), circle({ ...member, priority: 1 })), [["told-more", "Home"]]);
    assert.deepEqual(told(circle(member), circle({ ...member, permissions: ["alert.fall", "alert.manual"] })),
        [["told-more", "Home"]]);
    assert.deepEqual(told(circle(member), circle({ ...member, permissions: ["alert.fall", "place"], priority: 3 })), []);
    assert.deepEqual(told(circle({ role: "parent" }), circle({ role: "child" }, "House")), []);
    assert.deepEqual(circleNews([], [circle(member)], 0), [], "whoever joins knows");
});
