import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { randomId } from "./ids.js";
import { openJWE, parseJWE, sealJWE } from "./jwe.js";
import { integerIn, optional, readId, readObject, textOf, wordOf } from "./reading.js";
import { parseStrictJSON, writeJSON } from "./strictJSON.js";

/** The most bytes of an envelope. */
export const envelopeLimit = 8192;

/**
 * Seals one request of a registered device, bound to its method and target.
 *
 * A repeat of a request whose answer was lost has to have its `jti` and `iat`; any other gets fresh ones.
 * @param {CryptoKey} requestKey
 * @param {PA1.Id} deviceId
 * @param {{ method: string, target: string, body?: object, jti?: PA1.Id, iat?: number }} request
 * @param {number} now by the relay's clock, in milliseconds
 * @returns {Promise<PA1.WireRequest & { jti: PA1.Id, iat: number }>}
 */
export async function sealRequest(requestKey, deviceId, request, now) {
    const { method, target, body, jti = randomId(), iat = Math.floor(now / 1000) } = request;
    if (!target.startsWith("/") || utf8Bytes(target).length > 2048) throw new PA1Fault("malformed", "target");
    const plaintext = { iat, jti, htm: method, htu: target, ...(body === undefined ? {} : { body }) };
    const envelope = await sealJWE(requestKey, utf8Bytes(writeJSON(plaintext)), `${deviceId}.0`);
    if (envelope.length > envelopeLimit) throw new PA1Fault("too-large", `${envelope.length} bytes`);
    if (method === "GET" || method === "DELETE") {
        return { method, target, headers: { Authorization: `PA1 ${envelope}` }, body: null, jti, iat };
    }
    return { method, target, headers: { "Content-Type": "application/jose" }, body: envelope, jti, iat };
}

/**
 * Opens an envelope as a relay does, for tests and known answers.
 * @param {CryptoKey} requestKey
 * @param {string} text
 */
export async function openEnvelope(requestKey, text) {
    const parsed = parseJWE(text, envelopeLimit);
    const plaintext = readObject(parseStrictJSON(await openJWE(requestKey, parsed), { depth: 8 }), {
        iat: integerIn(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
        jti: readId,
        htm: wordOf("GET", "POST", "PUT", "PATCH", "DELETE"),
        htu: textOf(1, 2048),
        body: optional((value) => value),
    });
    return { keyId: parsed.keyId, ...plaintext };
}
