// Web Push: asking for it, subscribing, telling the relay, and testing that a push arrives.

import { decodeBase64url, encodeBase64url } from "../pa1/base64url.js";
import { ProblemError, asProblem } from "../relay/problem.js";
import { withLock } from "../store/locks.js";
import { needsHomeScreen } from "./capabilities.js";

/** @typedef {import("./core.js").SessionCore} SessionCore */
/** @typedef {import("../types/app.js").PushState} PushState */
/** @typedef {{ endpoint: string, p256dh: string, auth: string }} WebPushAddress */

const testLimit = 30_000;
const readyLimit = 10_000;
/** A push service that takes nothing must not be asked for one subscription after the other, ms. */
const renewEvery = 30_000;

/** @param {SessionCore} core @param {Partial<PushState>} changes */
function setPush(core, changes) {
    core.set({ push: { ...core.state.push, ...changes } });
}

/** @param {SessionCore} core @returns {typeof Notification | null} */
function notificationsOf(core) {
    return core.options.notifications === undefined ? globalThis.Notification ?? null : core.options.notifications;
}

/** @param {SessionCore} core @returns {Promise<ServiceWorkerRegistration | null>} */
async function registrationOf(core) {
    const container = core.options.serviceWorker === undefined
        ? globalThis.navigator?.serviceWorker ?? null : core.options.serviceWorker;
    if (!container) return null;
    await core.workerRegistered;
    if (!await container.getRegistration()) return null;
    // A worker that cannot be installed is never ready.
    const wait = new Promise((/** @type {(none: null) => void} */ resolve) => core.later(() => resolve(null),
        readyLimit));
    return Promise.race([container.ready, wait]);
}

/**
 * What this browser can do, and what its user has allowed.
 * @param {SessionCore} core
 */
export async function lookAtPush(core) {
    const notifications = notificationsOf(core);
    const registration = await registrationOf(core);
    const supported = notifications !== null && registration !== null && "pushManager" in registration;
    const subscription = supported ? await registration.pushManager.getSubscription().catch(() => null) : null;
    setPush(core, {
        supported, permission: notifications?.permission ?? "denied", needsHomeScreen: needsHomeScreen(),
        subscribed: subscription !== null && (await core.store.profile())?.platform === "webpush",
    });
}

/** @param {SessionCore} core @returns {Promise<NotificationPermission>} */
export async function askForNotifications(core) {
    const notifications = notificationsOf(core);
    if (!notifications) throw new ProblemError("unsupported", { key: "problem.noNotifications" });
    const permission = await notifications.requestPermission();
    setPush(core, { permission });
    if (permission === "granted") await subscribe(core);
    return permission;
}

/**
 * Takes away what the worker shows about an alarm that was dealt with in the app.
 * @param {SessionCore} core
 * @param {string} id
 */
export async function closeNotifications(core, id) {
    const registration = await registrationOf(core);
    for (const notification of await registration?.getNotifications?.({ tag: id }) ?? []) notification.close();
}

/**
 * Subscribes where it is allowed, and tells the relay; nothing of it stops the app.
 * @param {SessionCore} core
 * @param {string | null} [dead] the endpoint to which the relay's pushes do not come any more
 */
export function subscribe(core, dead = null) {
    return withLock("push", () => subscribeNow(core, dead), core.locks);
}

/**
 * The relay has no address for its pushes: the one that it was told is dead, or it has forgotten it.
 * @param {SessionCore} core
 * @param {string | null} told what the relay had been told before it said so
 */
export async function renewAddress(core, told) {
    if (notificationsOf(core)?.permission !== "granted" || core.clock.device() - core.renewedAt < renewEvery) return;
    core.renewedAt = core.clock.device();
    await subscribe(core, told);
}

/**
 * @param {SessionCore} core
 * @param {string | null} dead
 */
async function subscribeNow(core, dead) {
    const registration = await registrationOf(core);
    if (!registration || !("pushManager" in registration) || notificationsOf(core)?.permission !== "granted") {
        await lookAtPush(core);
        return;
    }
    try {
        const key = await relayPushKey(core);
        if (key === null) {
            await tellAddress(core, null);
            setPush(core, { trouble: "push.relayHasNone", subscribed: false });
            return;
        }
        const address = await pushAddress(registration, key, dead);
        await tellAddress(core, address, dead);
        setPush(core, { trouble: null, subscribed: true, supported: true });
    } catch (error) {
        const problem = asProblem(error);
        setPush(core, { trouble: problem.kind === "internal" ? "push.refusedByBrowser" : problem.key,
            subscribed: false });
    }
}

/**
 * The relay's public key for Web Push; null where it has none.
 * @param {SessionCore} core
 * @returns {Promise<string | null>}
 */
async function relayPushKey(core) {
    try {
        return (await (await core.relay.exchange("/v1/webpush/key")).json()).publicKey;
    } catch (error) {
        if (asProblem(error).status === 404) return null;
        throw error;
    }
}

/**
 * The address of this browser at its push service, made anew where the relay's key is another, or the address is dead.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} key
 * @param {string | null} dead
 * @returns {Promise<WebPushAddress>}
 */
async function pushAddress(registration, key, dead) {
    const present = await registration.pushManager.getSubscription();
    const presentKey = present?.options.applicationServerKey;
    const isSame = presentKey ? encodeBase64url(new Uint8Array(presentKey)) === key : false;
    const serves = isSame && present?.endpoint !== dead;
    if (present && !serves) await present.unsubscribe();
    const subscription = present && serves ? present : await registration.pushManager.subscribe({
        userVisibleOnly: true, applicationServerKey: /** @type {any} */ (decodeBase64url(key)),
    });
    return addressOf(subscription);
}

/** @param {PushSubscription} subscription @returns {WebPushAddress} */
function addressOf(subscription) {
    const text = (/** @type {PushEncryptionKeyName} */ name) =>
        encodeBase64url(new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0)));
    return { endpoint: subscription.endpoint, p256dh: text("p256dh"), auth: text("auth") };
}

/**
 * Tells the relay where to push; null for nowhere.
 * @param {SessionCore} core
 * @param {WebPushAddress | null} address
 * @param {string | null} [dead]
 */
async function tellAddress(core, address, dead = null) {
    const profile = await core.store.profile();
    if (!profile) return;
    const told = address?.endpoint ?? null;
    const before = await core.store.fact("pushTold");
    if ((before ?? null) === told && (told === null || told !== dead)) return;
    const body = address ? { platform: "webpush", webpush: address } : { platform: "events" };
    try {
        await core.journal.change({ kind: "step", method: "PUT", target: "/v1/devices/self/token", body });
    } catch (error) {
        // A relay without Web Push knows no such body; the device stays one that listens.
        if (address || asProblem(error).kind !== "malformed") throw error;
    }
    await core.store.write([{ area: "facts", key: "pushTold", put: told }]);
    await core.store.update("facts", "profile", (one) => one && { ...one, platform: address ? "webpush" : "events" });
}

/**
 * Rings here at once, and by a push of the relay's; ends when that was heard.
 * @param {SessionCore} core
 */
export async function ringAsTest(core) {
    core.set({ ringing: [...core.state.ringing.filter((ring) => ring.alarmId !== "test"), {
        alarmId: "test", title: "", message: null, sender: "", due: new Date(core.now).toISOString(), revision: 1,
        kind: "test", since: core.clock.device(), localOnly: true, late: false,
    }] });
    const heardBefore = core.onHeard;
    /** @type {() => void} */
    let stop = () => undefined;
    const heard = new Promise((resolve, reject) => {
        core.onHeard = (push) => {
            heardBefore(push);
            if (push.stage === "test") resolve(undefined);
        };
        const timer = core.later(() => reject(new ProblemError("testNotHeard")), testLimit);
        stop = () => {
            core.cancelLater(timer);
            core.onHeard = heardBefore;
        };
    });
    try {
        await Promise.all([
            heard, core.journal.change({ kind: "step", method: "POST", target: "/v1/check-ins/test", body: {} }),
        ]);
    } finally {
        stop();
    }
}
