import assert from "node:assert/strict";
import { test } from "node:test";
import { asksInVain, channels, isHeldUp, reach } from "../../../Sources/WebApp/site/screens/contacts/channels.js";

const since = "2026-11-20T08:00:00Z";

/** @param {object} change @param {object} [contact] */
function view(change, contact) {
    return {
        contactId: "AAECAwQFBgcICQoLDA0ODw", consent: "pending", since,
        contact: { name: "Ben", email: "ben@example.org", ...contact }, ...change,
    };
}

test("a contact who was asked and has not answered is not told", () => {
    const [email] = channels(view({}));
    assert.deepEqual([email.state, email.agreed, email.at], ["asked", false, since]);
    assert.equal(reach(view({})), "asked");
});

test("each address agrees by its own link", () => {
    const both = view({ consent: "confirmed", agreed: ["email"] }, { phone: "+491701234567" });
    assert.deepEqual(channels(both).map((way) => way.state), ["agreed", "asked"]);
    assert.equal(reach(both), "told");
});

test("a confirmed contact without any agreed address is not told", () => {
    assert.equal(reach(view({ consent: "confirmed", agreed: [] })), "asked");
    assert.equal(reach(view({ consent: "confirmed" })), "asked");
});

test("a webhook waits for an agreement by another way", () => {
    const hook = { webhook: "https://example.org/hook" };
    assert.deepEqual(channels(view({}, hook)).map((way) => way.state), ["asked", "waits"]);
    const agreed = view({ consent: "confirmed", agreed: ["email"] }, hook);
    assert.deepEqual(channels(agreed).map((way) => way.state), ["agreed", "agreed"]);
});

test("a letter that came back outweighs an agreement", () => {
    const trouble = [{ medium: "email", at: "2026-11-22T08:00:00Z", reason: "550 no such user" }];
    const returned = view({ consent: "confirmed", agreed: ["email"], trouble });
    const [email] = channels(returned);
    assert.deepEqual([email.state, email.agreed, email.reason], ["returned", true, "550 no such user"]);
    const lost = view({ trouble: [{ ...trouble[0], mayHaveArrived: true }] });
    assert.deepEqual([email.uncertain, channels(lost)[0].uncertain], [false, true]);
    assert.equal(reach(returned), "doubtful");
    assert.equal(reach({ ...returned, agreed: ["email", "sms"], contact: { ...returned.contact, phone: "+4917" } }),
        "told");
});

test("an address to which the relay can send nothing waits, and alone makes nobody who is told", () => {
    const both = view({ consent: "confirmed", agreed: ["email", "sms"] }, { phone: "+491701234567" });
    const noMail = { ...both, unreached: ["email"] };
    assert.deepEqual(channels(noMail).map((way) => [way.state, way.unreached]), [["agreed", true], ["agreed", false]]);
    assert.equal(reach(noMail), "told");
    assert.equal(reach({ ...both, unreached: ["email", "sms"] }), "unwritable");
    const trouble = [{ medium: "sms", at: "2026-11-22T08:00:00Z", reason: "no such number" }];
    assert.equal(reach({ ...noMail, trouble }), "unwritable");
    assert.equal(reach({ ...noMail, trouble, agreed: ["sms"] }), "doubtful");
    const refused = channels({ ...noMail, consent: "unsubscribed" });
    assert.ok(refused.every((way) => !way.unreached), "nothing is to be sent there");
});

test("an address by which nothing gets through waits, and alone makes nobody who is told", () => {
    const delay = { medium: "email", since, reason: "no connection came about" };
    const both = view({ consent: "confirmed", agreed: ["email", "sms"] }, { phone: "+491701234567" });
    const delayed = { ...both, delayed: [delay] };
    assert.deepEqual(channels(delayed).map((way) => [way.state, way.delay]), [["agreed", delay], ["agreed", null]]);
    assert.deepEqual(channels(delayed).map(isHeldUp), [true, false]);
    assert.equal(reach(delayed), "told");
    assert.equal(reach({ ...delayed, agreed: ["email"] }), "delayed");
    assert.equal(reach({ ...delayed, unreached: ["sms"] }), "delayed");
    assert.equal(reach({ ...both, unreached: ["email", "sms"] }), "unwritable");
    const refused = channels({ ...delayed, consent: "unsubscribed" });
    assert.ok(refused.every((way) => way.delay === null), "nothing is to be sent there");
});

test("an address whose question has not gone out yet waits, until it has refused", () => {
    const [email, sms] = channels(view({ waiting: ["email"] }, { phone: "+491701234567" }));
    assert.deepEqual([email.state, email.waiting, sms.waiting], ["asked", true, false]);
    assert.ok(!isHeldUp(email), "it is tried again");
    assert.equal(channels(view({ waiting: ["email"], consent: "unsubscribed" }))[0].waiting, false);
});

test("a question waits where no address at which it is asked can be reached", () => {
    const delayed = [{ medium: "email", since, reason: "no connection came about" }];
    assert.ok(!asksInVain(view({})));
    assert.ok(asksInVain(view({ delayed })));
    assert.ok(asksInVain(view({ delayed }, { webhook: "https://example.org/hook" })), "a machine is not asked");
    assert.ok(!asksInVain(view({ delayed }, { phone: "+491701234567" })));
    assert.ok(asksInVain(view({ delayed, unreached: ["sms"] }, { phone: "+491701234567" })));
});

test("a refusal holds for all addresses", () => {
    const refused = view({ consent: "unsubscribed", agreed: ["email"] }, { phone: "+491701234567" });
    assert.deepEqual(channels(refused).map((way) => way.state), ["refused", "refused"]);
    assert.equal(reach(refused), "refused");
});
