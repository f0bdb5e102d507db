// What somebody reads whose contact, or own number, is not asked: why, and what leads to it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dialogs, messages, press, textOf, type } from "../support/page.js";

const SITE = "../../../Sources/WebApp/site/";
const { loadWords, useLanguage } = await import(`${SITE}frame/language.js`);
const { ProblemError } = await import(`${SITE}relay/problem.js`);
const { drawPhone } = await import(`${SITE}screens/care/phone.js`);
const { renderAddresses } = await import(`${SITE}screens/checkIn/addresses.js`);
const { askingRefusal } = await import(`${SITE}screens/contacts/asking.js`);
const { render } = await import(`${SITE}screens/contacts.js`);
const { confirmContact } = await import(`${SITE}session/checkIns.js`);

const now = Date.parse("2026-11-23T08:00:00Z");
const delayed = [{ medium: "email", since: "2026-11-23T05:00:00Z", reason: "no connection came about" }];
const stopped = new ProblemError("conflict", { status: 409, pointer: "/email" });
const soon = new ProblemError("rate-limited", { status: 429, retryAfter: 51 * 60 });

/** @param {object} [change] @param {object} [contact] */
function view(change, contact) {
    return {
        contactId: "c1", consent: "pending", since: "2026-11-23T07:51:00Z",
        contact: { name: "Ben", email: "ben@example.org", ...contact }, ...change,
    };
}

/** An app whose relay answers each call with a problem, or takes it. @param {object} state @param {any} [problem] */
function appWith(state, problem) {
    /** @type {any[]} */
    const calls = [];
    const app = Object.assign(new EventTarget(), {
        relayNow: now, calls,
        state: {
            me: { name: "Ana", timeZone: "Asia/Taipei" }, connection: { online: true, relay: "ok", clockOffset: 0 },
            contacts: [], checkIn: { state: "normal", plan: { name: "Ana", on: true }, contacts: 1 }, ...state,
        },
    });
    return new Proxy(app, {
        get: (target, name) => {
            if (name in target) {
                const value = /** @type {any} */ (target)[name];
                return typeof value === "function" ? value.bind(target) : value;
            }
            return async (/** @type {any[]} */ ...values) => {
                calls.push([name, ...values]);
                if (name === "ownAddresses") return view({ consent: "confirmed", agreed: ["email", "sms"] },
                    { name: "Ana", phone: "+886912345678", calls: false });
                if (problem) throw problem;
                return view();
            };
        },
    });
}

/** The screen of contacts, or of one. @param {any} app @param {string[]} parts */
const open = (app, ...parts) => render(app, { name: "contacts", parts });

beforeEach(async () => {
    messages();
    for (const dialog of [...dialogs()]) dialog.remove();
    await useLanguage("en");
    await loadWords("life");
});

test("whoever stopped letters can be asked again once they allow it, and until then it is told what leads there", async () => {
    const state = { contacts: [view({ consent: "unsubscribed" })] };
    const allowed = appWith(state);
    const screen = open(allowed);
    assert.match(textOf(screen), /Wants no letters about you\. You can ask again once they allow it\./);
    await press(screen, "Ask again");
    assert.deepEqual([allowed.calls, messages()],
        [[["confirmContact", "c1"]], ["Ben is being asked: a message goes out now."]]);
    await press(open(appWith(state, stopped)), "Ask again");
    assert.match(messages()[0], /^Ben wants no more letters, and can be asked only once they allow it: by the link to/);
});

test("a question that comes soon after another is not called too many tries", async () => {
    await press(open(appWith({ contacts: [view()] }, soon)), "Ask again");
    assert.deepEqual(messages(),
        ["Ben was asked a short while ago. Leave them some time: you can ask again in 51 minutes."]);
    await press(open(appWith({ contacts: [view({ since: "2026-11-20T08:00:00Z" })] }, soon)), "Ask again");
    assert.deepEqual(messages(), ["Too many tries. Wait 51 minutes, and try again."], "others were asked too often");
});

test("why a contact is not asked again is what keeps the question from going out", () => {
    const conflict = new ProblemError("conflict", { status: 409 });
    const why = (/** @type {any} */ contact) => askingRefusal(conflict, contact, now);
    assert.equal(why(view({ waiting: ["email"] })),
        "The message that asks Ben has not gone out yet. It is tried again by itself.");
    assert.equal(why(view({ delayed })), "Ben cannot be asked at present: no message gets through.");
    const both = { phone: "+491701234567" };
    assert.equal(why(view({ consent: "confirmed", agreed: ["sms"], delayed }, both)),
        "Ben cannot be asked at present: no message gets through.");
    assert.equal(why(view({ consent: "confirmed", agreed: ["email"] })),
        "Ben has answered already, so there is nothing to ask.");
});

test("a contact who is not asked is looked at anew before the reader is told why", async () => {
    const answered = view({ consent: "confirmed", agreed: ["email"] });
    /** @type {any[]} */
    const kept = [];
    const core = (/** @type {string} */ kind) => ({
        journal: { change: async () => { throw new ProblemError(kind); } },
        relay: { get: async () => ({ contacts: [answered] }) },
        keepView: async (/** @type {any[]} */ ...values) => kept.push(values),
    });
    await assert.rejects(confirmContact(core("conflict"), "c1"), { kind: "conflict" });
    assert.deepEqual(kept, [["contacts", [answered]]]);
    await assert.rejects(confirmContact(core("offline"), "c1"), { kind: "offline" });
    assert.equal(kept.length, 1);
});

test("a new contact who refuses is told of at the field, with what they can do", async () => {
    const screen = open(appWith({}, stopped), "new");
    await type(screen, "contact-name", "Ben");
    await type(screen, "contact-email", "ben@example.org");
    await press(screen, "Add and ask them");
    assert.match(textOf(screen), /Whoever is reached there wants no more letters, and can be asked only once/);
    assert.deepEqual(messages(), []);
});

test("a full list of contacts is not called too often", async () => {
    const full = new ProblemError("quota-exceeded", { status: 429, retryAfter: 10 });
    const screen = open(appWith({}, full), "new");
    await type(screen, "contact-name", "Ben");
    await type(screen, "contact-email", "ben@example.org");
    await press(screen, "Add and ask them");
    assert.deepEqual(messages(), ["The relay takes no more contacts of yours. Remove one first."]);
});

test("a contact is named once there is a plan with a name, and no form is shown before", () => {
    for (const checkIn of [null, { state: "off", plan: { name: "?", on: false } }]) {
        const screen = open(appWith({ checkIn }), "new");
        assert.match(textOf(screen), /^Back New contact This goes with check-ins\. Start them first/);
        assert.doesNotMatch(textOf(screen), /Add and ask them/);
    }
    assert.match(textOf(open(appWith({ checkIn: null, contacts: [view()] }), "c1")), /Change contact/);
});

test("before whoever stopped letters is removed, it is said what asking them anew takes", async () => {
    await press(open(appWith({ contacts: [view({ consent: "unsubscribed" })] })), "Remove");
    assert.match(textOf(dialogs()[0]), /If you name them again, they can be asked only once they allow it/);
    dialogs()[0].remove();
    await press(open(appWith({ contacts: [view()] })), "Remove");
    assert.match(textOf(dialogs()[0]), /will get no more letters about you, not even an all-clear/);
});

test("an own address that was stopped leads to allowing it, and calls asked for lately are no flood", async () => {
    const refused = appWith({}, stopped);
    const screen = renderAddresses(refused);
    await press(await loaded(screen), "Save");
    assert.match(textOf(screen), /To be asked again, allow it by the link to stop them, in the message that asked you/);
    const again = renderAddresses(appWith({}, soon));
    await loaded(again);
    again.all.find((/** @type {any} */ one) => one.getAttribute("id") === "own-calls").checked = true;
    again.all.find((/** @type {any} */ one) => one.getAttribute("id") === "own-calls")
        .dispatchEvent(new Event("change"));
    await press(await loaded(again), "Save");
    assert.deepEqual(messages(),
        ["You were asked there a short while ago. Look for that message; you can be asked again later."]);
});

test("a member's own number is said to be asked only where a message can go, and why it is not asked", async () => {
    const phone = "+886912345678";
    const known = view({}, { name: "Ana", email: undefined, phone });
    const draw = (/** @type {any} */ app) =>
        drawPhone(app, { phone: { draft: null, errors: {} }, refresh: () => {} });
    await press(draw(appWith({ care: { phone: known } }, soon)), "Use this number");
    assert.deepEqual(messages(),
        ["This number was asked a short while ago. Look for that message; it can be asked again in 51 minutes."]);
    await press(draw(appWith({ care: { phone: { ...known, since: "2026-11-20T08:00:00Z" } } }, soon)),
        "Use this number");
    assert.deepEqual(messages(), ["Too many tries. Wait 51 minutes, and try again."]);
    const errors = {};
    const refused = appWith({ care: { phone: known } }, new ProblemError("conflict", { pointer: "/phone" }));
    const screen = { phone: { draft: null, errors }, refresh: () => {} };
    await press(drawPhone(refused, screen), "Use this number");
    assert.match(screen.phone.errors.phone, /^Messages to this number were stopped from there\. To be asked again, allow/);
    const held = appWith({ care: { phone: { ...known, contact: { ...known.contact, phone: "+886900000000" } } } });
    held.setCarePhone = async () => ({ ...known, delayed: [{ ...delayed[0], medium: "sms" }] });
    await press(draw(held), "Use this number");
    assert.deepEqual(messages(), ["Saved. A message with a link goes to this number as soon as one gets through."]);
});

/** The screen once its relay has answered. @param {any} screen */
async function loaded(screen) {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return screen;
}
