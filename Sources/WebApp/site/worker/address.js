// The browser has changed the address of its pushes: the relay is told.

import { decodeBase64url, encodeBase64url } from "../pa1/base64url.js";
import { Store } from "../store/store.js";
import { sendOrQueue, withSession } from "./workerSession.js";

/** @param {any} event */
export function keepPushAddress(event) {
    return withSession(async (session) => {
        const { store, relay, journal } = session;
        if (!relay.credentials) return;
        const fresh = event.newSubscription ?? await subscribeAnew(relay);
        const keyText = (/** @type {string} */ name) => encodeBase64url(new Uint8Array(fresh.getKey(name)));
        const webpush = { endpoint: fresh.endpoint, p256dh: keyText("p256dh"), auth: keyText("auth") };
        const entry = journal.entry({
            kind: "address", about: "address", method: "PUT", target: "/v1/devices/self/token", keep: true,
            body: { platform: "webpush", webpush },
        });
        await store.write([{ area: "journal", put: entry }, Store.fact("pushTold", fresh.endpoint)]);
        await sendOrQueue(session, entry);
    });
}

/** @param {import("../relay/client.js").RelayClient} relay */
async function subscribeAnew(relay) {
    const { publicKey } = await (await relay.exchange("/v1/webpush/key")).json();
    return /** @type {any} */ (self).registration.pushManager.subscribe({
        userVisibleOnly: true, applicationServerKey: decodeBase64url(publicKey),
    });
}
