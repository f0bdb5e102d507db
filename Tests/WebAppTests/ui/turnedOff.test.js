// What somebody reads who changes or turns off their check-ins.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dialogs, messages, press, settled, textOf } from "../support/page.js";

const SITE = "../../../Sources/WebApp/site/";
const { loadWords, useLanguage } = await import(`${SITE}frame/language.js`);
const { render } = await import(`${SITE}screens/checkIn.js`);

const told = {
    outcome: "told", messages: [
        { contactId: "c1", name: "Ben", medium: "email", state: "sent", at: "2026-11-23T05:00:10Z" }],
};

/** An app with a check-in report. @param {object} change */
function appWith(change) {
    const app = Object.assign(new EventTarget(), {
        relayNow: Date.parse("2026-11-23T08:00:00Z"),
        calls: /** @type {any[]} */ ([]),
        state: {
            me: { name: "Ana", timeZone: "Asia/Taipei" }, connection: { online: true, relay: "ok", clockOffset: 0 },
            contacts: [], checkIn: {
                state: "off", plan: { name: "Ana", kind: "standard", threshold: 86_400, on: false }, remaining: 0,
                contacts: 1, history: [{ at: "2026-11-22T04:00:00Z" }], snoozes: 0, queued: false, ...change,
            },
        },
        async setPlan(/** @type {any} */ plan) {
            app.calls.push(plan);
        },
        async checkInNow() {
            app.calls.push("checkInNow");
            const { telling: _, ...rest } = app.state.checkIn;
            const reassured = [{ ...told.messages[0], at: "2026-11-23T08:00:00Z" }];
            app.state = { ...app.state, checkIn: { ...rest, reassured, history: [{ at: "2026-11-23T08:00:00Z" }] } };
            app.dispatchEvent(new Event("change"));
            return { sent: "now" };
        },
    });
    return app;
}

/** The screen for check-ins. @param {any} app */
const open = (app) => render(app, { name: "check-in", parts: [] });

beforeEach(async () => {
    messages();
    for (const dialog of [...dialogs()]) dialog.remove();
    await useLanguage("en");
    await loadWords("life");
});

test("whoever turned check-ins off after a deadline reads who was told, and can end it by a check-in", async () => {
    const app = appWith({ telling: told });
    const screen = open(app);
    const text = textOf(screen);
    assert.match(text, /Check-ins are turned off\. Nobody is watching\./);
    assert.match(text, /Contacts were told before this\. Only a check-in of yours tells them that all is well\./);
    assert.match(text, /Ben, by e-mail: sent today, 13:00/);
    assert.match(text, /Start check-ins/, "they can be begun anew");
    assert.doesNotMatch(text, /Turn check-ins off/);
    await press(screen, "I’m safe");
    assert.deepEqual(app.calls, ["checkInNow"]);
    const after = textOf(screen);
    assert.match(after, /Sent at 16:00/);
    assert.match(after, /Whether they know that you have answered/);
    assert.doesNotMatch(after, /Contacts were told before this/);
});

test("contacts who may have been told are not said to know nothing once check-ins are off", () => {
    const messages = [{ ...told.messages[0], state: "failed", mayHaveArrived: true }];
    const text = textOf(open(appWith({ telling: { outcome: "failed", messages } })));
    assert.match(text, /Contacts may have been told before this/);
    assert.match(text, /I’m safe/);
});

test("an all-clear that has not gone out is shown although check-ins are off, and one that has is over", () => {
    const waiting = { ...told.messages[0], state: "waiting" };
    assert.match(textOf(open(appWith({ reassured: [waiting] }))), /Whether they know that you have answered/);
    for (const plain of [{}, { reassured: told.messages }, { telling: { outcome: "nobody", messages: [] } }]) {
        const text = textOf(open(appWith(plain)));
        assert.match(text, /^Do you live alone\?/);
        assert.doesNotMatch(text, /I’m safe Last|Whether they know/);
    }
});

test("whoever turns check-ins off reads before that contacts are not told that all is well", async () => {
    const expired = appWith({ state: "expired", plan: { name: "Ana", on: true }, telling: told });
    await press(open(expired), "Turn check-ins off");
    assert.match(textOf(dialogs()[0]), /only a check-in of yours tells them that all is well/);
    assert.deepEqual(expired.calls, []);
    dialogs()[0].remove();
    const normal = appWith({ state: "normal", plan: { name: "Ana", on: true }, due: "2026-11-24T04:00:00Z" });
    await press(open(normal), "Turn check-ins off");
    assert.match(textOf(dialogs()[0]), /Nobody will watch, and nobody is told that you turned them off\./);
});

test("a threshold that the gentle kind drops is not lost in silence", async () => {
    const days = { name: "Ana", kind: "standard", threshold: 3 * 86_400, on: true };
    const app = appWith({ state: "normal", plan: days, due: "2026-11-24T04:00:00Z" });
    const screen = open(app);
    const gentle = screen.all.find((/** @type {any} */ one) => one.getAttribute("data-key") === "plan-kind-gentle");
    gentle.children[0].dispatchEvent(new Event("change"));
    await settled();
    await press(screen, "Save plan");
    assert.deepEqual([app.calls[0].kind, app.calls[0].threshold], ["gentle", 86_400]);
    assert.deepEqual(messages(), ["Saved. The former time of 3 days between check-ins does not count any more."]);
    app.state.checkIn.plan = { ...days, threshold: 86_400 };
    const usual = open(app);
    usual.all.find((/** @type {any} */ one) => one.getAttribute("data-key") === "plan-kind-gentle").children[0]
        .dispatchEvent(new Event("change"));
    await settled();
    await press(usual, "Save plan");
    assert.deepEqual(messages(), ["Saved."]);
});
