import assert from "node:assert/strict";
import { test } from "node:test";
import {
    fingerprint, inviteKeys, pairAgreement, pairingTranscript,
} from "../../../Sources/WebApp/site/pa1/agreement.js";
import { decodeBase64url, encodeBase64url } from "../../../Sources/WebApp/site/pa1/base64url.js";
import { utf8Bytes, utf8Text } from "../../../Sources/WebApp/site/pa1/bytes.js";
import { memberAgreement } from "../../../Sources/WebApp/site/pa1/circle.js";
import { readCode } from "../../../Sources/WebApp/site/pa1/code.js";
import { expand, expandingKey, sealingKey } from "../../../Sources/WebApp/site/pa1/derivation.js";
import { requestKeyOf } from "../../../Sources/WebApp/site/pa1/device.js";
import { openEnvelope } from "../../../Sources/WebApp/site/pa1/envelope.js";
import { openJWE, parseJWE, sealJWEWith } from "../../../Sources/WebApp/site/pa1/jwe.js";
import { messagePlaintext, readMessage } from "../../../Sources/WebApp/site/pa1/message.js";
import { padMessage } from "../../../Sources/WebApp/site/pa1/padding.js";
import {
    advancePairKeys, exportPairKeys, firstPairKeys, importPairKeys, receivingKey, sendingKey,
} from "../../../Sources/WebApp/site/pa1/pairKeys.js";
import { writeJSON } from "../../../Sources/WebApp/site/pa1/strictJSON.js";
import { newVaultKey } from "../../../Sources/WebApp/site/pa1/vault.js";
import {
    openPrivateKey, revealPrivateKey, sharedSecret, takePrivateKey,
} from "../../../Sources/WebApp/site/pa1/x25519.js";
import { hex, refuses, toHex, vectors } from "./support.js";

// The files lie in Tests/SealingTests/Vectors and are the known answers of the Swift tests, too.
const pa1 = vectors("pa1");
const rotation = vectors("rotation");
const link = vectors("link");
const member = vectors("member");
const vault = await newVaultKey();

/** Whether a key that cannot be exported is the one of these bytes: what it seals opens under them. */
async function assertSameKey(key, bytes) {
    const sealed = await sealJWEWith(new Uint8Array(12), key, utf8Bytes("probe"));
    assert.equal(sealed, await sealJWEWith(new Uint8Array(12), await sealingKey(hex(bytes)), utf8Bytes("probe")));
    assert.equal(key.extractable, false);
}

async function privateKey(bytes) {
    const { wrapped, publicKey } = await takePrivateKey(vault, hex(bytes));
    return { key: await openPrivateKey(vault, wrapped), wrapped, publicKey };
}

async function agreement(purpose) {
    const [a, b] = [await privateKey(pa1.code.skA), await privateKey(pa1.pairing.skB)];
    const { locator, secret } = readCode(pa1.code.code);
    const inviteId = encodeBase64url(hex(pa1.pairing.inviteId));
    const transcript = await pairingTranscript({
        purpose, origin: pa1.pairing.origin, inviteId, locator, inviterKey: a.publicKey, claimerKey: b.publicKey,
    });
    const [fromA, fromB] = [
        await pairAgreement(a.key, b.publicKey, transcript, secret),
        await pairAgreement(b.key, a.publicKey, transcript, secret),
    ];
    assert.deepEqual(fromA.root, fromB.root);
    assert.equal(fromA.digits, fromB.digits);
    return { ...fromA, transcript };
}

test("a code is the fingerprint of its key, and gives the keys of the invite", async () => {
    const { publicKey, wrapped, key } = await privateKey(pa1.code.skA);
    assert.equal(toHex(publicKey), pa1.code.pkA);
    assert.equal(toHex(await revealPrivateKey(vault, wrapped)), pa1.code.skA);
    assert.equal(key.extractable, false);
    const { locator, secret } = readCode(pa1.code.code);
    assert.equal(locator, pa1.code.locator);
    assert.equal(await fingerprint(publicKey), secret);
    const keys = await inviteKeys(secret);
    assert.equal(toHex(keys.claimAuth), pa1.code.claimAuth);
    assert.equal(toHex(keys.verifier), pa1.code.verifier);
    await assertSameKey(keys.hello, pa1.code.K_hello);
});

test("the exchange gives the shared secret, and refuses keys of small order", async () => {
    const [a, b] = [await privateKey(pa1.code.skA), await privateKey(pa1.pairing.skB)];
    assert.equal(toHex(b.publicKey), pa1.pairing.pkB);
    assert.equal(toHex(await sharedSecret(a.key, b.publicKey)), pa1.pairing.ss);
    const small = [
        "00".repeat(32), `01${"00".repeat(31)}`, "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157", `ec${"ff".repeat(30)}7f`,
    ];
    for (const key of small) await refuses("no-shared-secret", () => sharedSecret(a.key, hex(key)), key);
    await refuses("no-shared-secret", () => sharedSecret(a.key, new Uint8Array(31)));
});

test("a pairing agrees on boxes, digits, message keys and the ratchet's root", async () => {
    const { root, transcript, inviterBox, claimerBox, digits } = await agreement("partner");
    assert.equal(toHex(transcript), pa1.pairing.th);
    await assertSameKey(inviterBox, pa1.pairing["confirm A"]);
    await assertSameKey(claimerBox, pa1.pairing["confirm B"]);
    assert.equal(digits, pa1.pairing.sas);
    assert.equal(toHex(await expand(await expandingKey(root), "pa1 root 0")), pa1.pairing["root 0"]);
    for (const [side, direction] of [["A", "A>B"], ["B", "B>A"]]) {
        const keys = await firstPairKeys(vault, side, transcript, root);
        const sending = await sendingKey(keys);
        await assertSameKey(sending.key, pa1.pairing[`msg ${direction} 0`]);
        assert.equal(sending.keyId, pa1.pairing[`kid ${direction} 0`]);
        assert.equal(keys.prk.extractable, false);
    }
});

test("linking a device derives other keys from the same values", async () => {
    const { transcript, inviterBox, link: linkKey, digits } = await agreement("device");
    assert.equal(toHex(transcript), link.th);
    await assertSameKey(inviterBox, link["confirm A"]);
    await assertSameKey(linkKey, link.link);
    assert.equal(digits, link.sas);
    const others = [await agreement("family"), await agreement("care"), await agreement("partner")];
    assert.equal(new Set([digits, ...others.map((other) => toHex(other.transcript))]).size, 4);
});

test("the ratchet goes through the known generations, also from a stored state", async () => {
    const { root, transcript } = await agreement("partner");
    let keys = await firstPairKeys(vault, "A", transcript, root);
    for (let generation = 1; generation <= 9; generation += 1) {
        keys = await advancePairKeys(vault, keys, generation);
        keys = await importPairKeys(vault, await exportPairKeys(vault, keys));
        const kid = rotation[`kid A>B ${generation}`];
        if (kid === undefined) continue;
        const sending = await sendingKey(keys);
        assert.equal(sending.keyId, kid);
        await assertSameKey(sending.key, rotation[`msg A>B ${generation}`]);
        const found = await receivingKey(keys, rotation[`kid B>A ${generation}`], "B");
        assert.equal(found.generation, generation);
        await assertSameKey(found.key, rotation[`msg B>A ${generation}`]);
    }
    assert.deepEqual([keys.generation, keys.oldest], [9, 1]);
    assert.equal(await receivingKey(keys, pa1.pairing["kid B>A 0"], "B"), null);
    assert.notEqual(await receivingKey(keys, rotation["kid B>A 1"], "B"), null);
});

test("the sealed message is written and read byte by byte", async () => {
    const { jwe, plaintext, iv } = pa1.sealedMessage;
    const key = await sealingKey(hex(pa1.pairing["msg A>B 0"]));
    const said = readMessage(utf8Bytes(plaintext));
    assert.equal(said.text, "Guten Morgen ☀️");
    const padded = padMessage(utf8Bytes(writeJSON(messagePlaintext(said))));
    assert.equal(utf8Text(padded), plaintext);
    assert.equal(await sealJWEWith(hex(iv), key, padded, pa1.pairing["kid A>B 0"]), jwe);
    assert.equal(utf8Text(await openJWE(key, parseJWE(jwe, 3072))), plaintext);
});

test("the envelope is written and read byte by byte", async () => {
    const { deviceKey, K_req: requestBytes, kid, iv, plaintext, jwe } = pa1.request;
    const key = await requestKeyOf(hex(deviceKey));
    await assertSameKey(key, requestBytes);
    assert.equal(await sealJWEWith(hex(iv), key, utf8Bytes(plaintext), kid), jwe);
    const opened = await openEnvelope(key, jwe);
    assert.equal(opened.keyId, kid);
    assert.equal(opened.htu, "/v1/alarms");
    assert.equal(opened.body.message, pa1.sealedMessage.jwe);
});

test("two members share what the known answers say, from both sides, and each with themselves", async () => {
    const [a, b] = [await privateKey(member.wA), await privateKey(member.wB)];
    const [idA, idB, circleId] = [member.personA, member.personB, member.circleId].map((id) =>
        encodeBase64url(hex(id)));
    const circle = (personId, own, otherId, other) => ({
        circleId, personId, key: own.wrapped, pk: encodeBase64url(own.publicKey), since: "2026-01-01T00:00:00Z",
        members: [{ personId: otherId, pk: encodeBase64url(other.publicKey), since: "2026-01-01T00:00:00Z" }],
        titles: false,
    });
    assert.equal(toHex(a.publicKey), member.pkA);
    assert.equal(toHex(b.publicKey), member.pkB);
    const fromA = await memberAgreement(vault, circle(idA, a, idB, b), idB, member.origin);
    const fromB = await memberAgreement(vault, circle(idB, b, idA, a), idA, member.origin);
    assert.equal(fromA.sending.keyId, member["kid A>B 0"]);
    assert.equal(fromA.receiving.keyId, member["kid B>A 0"]);
    assert.equal(fromB.sending.keyId, member["kid B>A 0"]);
    assert.equal(fromB.receiving.keyId, member["kid A>B 0"]);
    await assertSameKey(fromA.sending.key, member["msg A>B 0"]);
    await assertSameKey(fromB.receiving.key, member["msg A>B 0"]);
    await assertSameKey(fromB.sending.key, member["msg B>A 0"]);
    const self = await memberAgreement(vault, circle(idA, a, idB, b), idA, member.origin);
    assert.equal(self.sending.keyId, member["self kid A>B 0"]);
    assert.equal(self.receiving.keyId, member["self kid A>B 0"]);
    await assertSameKey(self.sending.key, member["self msg A>B 0"]);
    assert.equal(decodeBase64url(self.sending.keyId).length, 6);
});
