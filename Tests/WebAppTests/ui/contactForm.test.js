import assert from "node:assert/strict";
import { test } from "node:test";
import { requestOf } from "../../../Sources/WebApp/site/screens/contacts/form.js";

const draft = { name: " Ben ", email: "ben@example.org", phone: "", webhook: "", language: "en" };

test("a new contact has the language that the form shows", () => {
    assert.deepEqual(requestOf(draft), { name: "Ben", language: "en", email: "ben@example.org" });
});

test("a contact whose language nobody changed goes on following the person's", () => {
    assert.deepEqual(requestOf(draft, { language: "en" }), { name: "Ben", email: "ben@example.org" });
    assert.equal(requestOf({ ...draft, language: "zh-Hant" }, { language: "en" }).language, "zh-Hant");
});
