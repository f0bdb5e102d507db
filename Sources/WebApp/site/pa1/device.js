import { encodeBase64url } from "./base64url.js";
import { randomBytes, utf8Bytes } from "./bytes.js";
import { inviteKeys } from "./agreement.js";
import { expandingKey, expandSealingKey, extract } from "./derivation.js";
import { unwrapSecret, wrapSecret } from "./vault.js";

const deviceKeyLabel = "device key";

/**
 * Draws the key of a device. Store it before it is sent: the same key again is answered with the same device, and one
 * that the relay knows and the device has lost is of no use.
 * @param {CryptoKey} vault
 * @returns {Promise<PA1.DeviceKeys>}
 */
export async function newDeviceKeys(vault) {
    const bytes = randomBytes(32);
    const deviceKey = await wrapSecret(vault, bytes, deviceKeyLabel);
    const requestKey = await requestKeyOf(bytes);
    bytes.fill(0);
    return { requestKey, deviceKey };
}

/**
 * The key of a device's envelopes, which cannot be exported.
 * @param {Uint8Array} deviceKey
 */
export async function requestKeyOf(deviceKey) {
    const root = await extract(utf8Bytes("pa1 device"), deviceKey);
    return expandSealingKey(await expandingKey(root), "pa1 req");
}

/**
 * The body of the registration, plain JSON over TLS.
 * @param {CryptoKey} vault
 * @param {PA1.DeviceKeys} keys
 * @param {{ platform: "events" | "webpush", webpush?: object, capabilities?: object, timeZone: string, locale: string,
 *     ticket?: object }} device
 */
export async function registrationBody(vault, keys, { platform, webpush, capabilities, timeZone, locale, ticket }) {
    const deviceKey = encodeBase64url(await unwrapSecret(vault, keys.deviceKey, deviceKeyLabel));
    return {
        deviceKey,
        platform,
        ...(webpush === undefined ? {} : { webpush }),
        ...(capabilities === undefined ? {} : { capabilities }),
        timeZone,
        locale,
        ...(ticket === undefined ? {} : { ticket }),
    };
}

/**
 * The ticket of a device that registers with somebody's invite, and claims it by that.
 * @param {PA1.Code} code
 */
export async function inviteTicket(code) {
    const { claimAuth } = await inviteKeys(code.secret);
    return { kind: "invite", locator: code.locator, auth: encodeBase64url(claimAuth) };
}

/**
 * The ticket of a device that registers with a code of the operator's.
 * @param {string} code as `readEnrolment` gives it
 */
export function enrolmentTicket(code) {
    return { kind: "enrolment", code };
}
