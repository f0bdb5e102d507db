import assert from "node:assert/strict";
import { test } from "node:test";
import { isOver, standingKey } from "../../../Sources/WebApp/site/parts/invitation.js";
import { answered } from "../../../Sources/WebApp/site/parts/invitationNews.js";
import { pendingInvitations } from "../../../Sources/WebApp/site/screens/care/invitations.js";
import { recipientOf } from "../../../Sources/WebApp/site/screens/care/invite.js";
import * as words from "../../../Sources/WebApp/site/words/en.js";

/** @param {object} more */
const invite = (more) => ({ side: "inviter", kind: "care", circleId: "c", state: "open", letter: null,
    recipient: { name: "Dora", email: "dora@example.org" }, ...more });

test("what is said of a sent invitation is what became of its message, and of the person", () => {
    const letters = ["waiting", "sent", "failed"].map((state) => standingKey(invite({ letter: { state } })));
    assert.deepEqual(letters, ["invitation.letter.waiting", "invitation.letter.sent", "invitation.letter.failed"]);
    assert.equal(standingKey(invite({})), "invitation.letter.none");
    assert.equal(standingKey(invite({ recipient: null })), "invite.state.open");
    const states = ["claimed", "answered", "confirmed", "active", "expired", "burned", "contested", "cancelled",
        "failed"];
    const english = Object.assign({}, ...Object.values(words));
    for (const state of states) assert.ok(standingKey(invite({ state })) in english, state);
    assert.match(english[standingKey(invite({ state: "cancelled" }))], /declined/);
    assert.match(english[standingKey(invite({ state: "expired" }))], /run out/);
});

test("those who are not coming stay on the list until it is read, those who joined do not", () => {
    const invites = [
        invite({ id: "open" }), invite({ id: "declined", state: "cancelled" }), invite({ id: "in", state: "active" }),
        invite({ id: "elsewhere", circleId: "d" }), invite({ id: "own", side: "claimer" }),
    ];
    const listed = pendingInvitations(invites, "c");
    assert.deepEqual(listed.map((one) => [one.id, isOver(one)]), [["open", false], ["declined", true]]);
});

test("an address is an e-mail address or a number", () => {
    const to = (address) => recipientOf({ name: " Dora ", address, language: "en" });
    assert.deepEqual(to(" dora@example.org "), { name: "Dora", language: "en", email: "dora@example.org" });
    assert.deepEqual(to("+886 912 345 678"), { name: "Dora", language: "en", phone: "+886912345678" });
});

test("who was invited and agrees, joins or declines is announced once; what was known before is not", () => {
    const before = [invite({ id: "a" }), invite({ id: "b", state: "claimed" }), invite({ id: "c", state: "cancelled" })];
    const after = [invite({ id: "a", state: "answered" }), invite({ id: "b", state: "cancelled" }),
        invite({ id: "c", state: "cancelled" }), invite({ id: "d", state: "expired" })];
    assert.deepEqual(answered(before, after).map((one) => one.id), ["a", "b"]);
    assert.deepEqual(answered(after, after), []);
    assert.deepEqual(answered(before, [invite({ id: "a", state: "answered", recipient: null })]), []);
});
