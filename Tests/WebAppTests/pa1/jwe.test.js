import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBase64url } from "../../../Sources/WebApp/site/pa1/base64url.js";
import { utf8Bytes, utf8Text } from "../../../Sources/WebApp/site/pa1/bytes.js";
import { sealingKey } from "../../../Sources/WebApp/site/pa1/derivation.js";
import { openEnvelope, sealRequest } from "../../../Sources/WebApp/site/pa1/envelope.js";
import { randomId } from "../../../Sources/WebApp/site/pa1/ids.js";
import { openJWE, parseJWE, sealJWE } from "../../../Sources/WebApp/site/pa1/jwe.js";
import { Choices, refuses } from "./support.js";

const key = await sealingKey(new Uint8Array(32).fill(7));

test("what is sealed opens under its key alone, and no byte may change", async (t) => {
    const choices = new Choices(t);
    const other = await sealingKey(new Uint8Array(32).fill(8));
    for (let round = 0; round < 40; round += 1) {
        const text = choices.text(60);
        const sealed = await sealJWE(key, utf8Bytes(text), choices.of([undefined, "UsareGfh", "a.0"]));
        const parsed = parseJWE(sealed, 3072);
        assert.equal(utf8Text(await openJWE(key, parsed)), text);
        await refuses("cannot-open", () => openJWE(other, parsed));
        const place = choices.below(sealed.length);
        const changed = sealed.slice(0, place) + choices.of([..."AQgw_-.0"]) + sealed.slice(place + 1);
        if (changed === sealed) continue;
        await assert.rejects(async () => openJWE(key, parseJWE(changed, 3072)), { name: "PA1Fault" }, changed);
    }
});

test("the same text sealed twice has two IVs", async () => {
    assert.notEqual(await sealJWE(key, utf8Bytes("a")), await sealJWE(key, utf8Bytes("a")));
});

test("headers that PA1 does not allow are refused before any key is used", async () => {
    const good = await sealJWE(key, utf8Bytes("a"));
    const rest = good.slice(good.indexOf("."));
    const headers = [
        "{}", "[]", "", "{\"alg\":\"dir\"}", "{\"alg\":\"none\",\"enc\":\"A256GCM\"}",
        "{\"alg\":\"dir\",\"enc\":\"A128GCM\"}",
        "{\"alg\":\"dir\",\"alg\":\"dir\",\"enc\":\"A256GCM\"}",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"zip\":\"DEF\"}",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"crit\":[\"x\"]}", "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"kid\":1}",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"kid\":\"\"}", "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"kid\":\"a b\"}",
        `{"alg":"dir","enc":"A256GCM","kid":"${"a".repeat(129)}"}`, "{\"alg\":\"dir\",\"enc\":\"A256GCM\"} x",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"epk\":{}}", "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"p2c\":\"1\"}",
    ];
    for (const header of headers) {
        await refuses("malformed", () => parseJWE(encodeBase64url(utf8Bytes(header)) + rest, 3072), header);
    }
    const spaced = encodeBase64url(utf8Bytes(" {\"enc\":\"A256GCM\",\"typ\":\"x\",\"alg\":\"dir\"}"));
    assert.equal(parseJWE(spaced + rest, 3072).keyId, null);
});

test("shapes that are no JWE are refused", async () => {
    const good = await sealJWE(key, utf8Bytes("a"), "kid");
    const [header, , iv, ciphertext, tag] = good.split(".");
    const texts = [
        "", ".", "....", good + ".", `.${good}`, `${header}.a.${iv}.${ciphertext}.${tag}`, `${good}=`, ` ${good}`,
        `${good}\n`,
        `${header}..${iv}.${ciphertext}.${tag.slice(0, -2)}`, `${header}..${iv}AA.${ciphertext}.${tag}`,
        `${header}..${iv}.${ciphertext}`, good.replace("..", "."), "é".repeat(20),
    ];
    for (const text of texts) await refuses("malformed", () => parseJWE(text, 3072), text);
    await refuses("malformed", () => parseJWE(good, good.length - 1));
    for (const kid of ["", "a b", "a\"b", "a\\b", "é", "a".repeat(129)]) {
        await refuses("malformed", () => sealJWE(key, utf8Bytes("a"), kid), kid);
    }
});

test("a request is bound to its method and target, and travels as its method asks", async () => {
    const deviceId = randomId();
    const now = 1_767_225_600_999;
    const post = await sealRequest(key, deviceId, { method: "POST", target: "/v1/alarms?x=1", body: { a: "é😀" } }, now);
    assert.deepEqual(post.headers, { "Content-Type": "application/jose" });
    const opened = await openEnvelope(key, post.body);
    assert.equal(opened.keyId, `${deviceId}.0`);
    assert.deepEqual([opened.iat, opened.htm, opened.htu], [1_767_225_600, "POST", "/v1/alarms?x=1"]);
    assert.equal(opened.body.a, "é😀");
    for (const method of ["GET", "DELETE"]) {
        const { headers, body } = await sealRequest(key, deviceId, { method, target: "/v1/pairs" }, now);
        assert.equal(body, null);
        assert.match(headers.Authorization, /^PA1 [A-Za-z0-9_-]+\.\./);
        assert.equal((await openEnvelope(key, headers.Authorization.slice(4))).htm, method);
    }
    const again = await sealRequest(key, deviceId,
        { method: "POST", target: "/v1/alarms?x=1", body: { a: "é😀" }, jti: post.jti, iat: post.iat }, now + 9000);
    assert.deepEqual(await openEnvelope(key, again.body), opened);
    assert.notEqual(again.body, post.body);
});

test("a request that does not fit, or has no target, is not sealed", async () => {
    const seal = (request) => sealRequest(key, randomId(), request, 0);
    await refuses("too-large", () => seal({ method: "POST", target: "/", body: { a: "a".repeat(6200) } }));
    await refuses("malformed", () => seal({ method: "GET", target: "https://a/" }));
    await refuses("malformed", () => seal({ method: "GET", target: `/${"a".repeat(2048)}` }));
});
