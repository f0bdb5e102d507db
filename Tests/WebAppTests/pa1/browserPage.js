import { openEnvelope } from "/pa1/envelope.js";
import { sealAlarm } from "/pa1/alarm.js";
import { newCircleKey, takeIntroduced } from "/pa1/circle.js";
import { acceptInvite, claimerLinked, claimerPair, openGreeting, takeConfirmation } from "/pa1/claimer.js";
import { requestKeyOf } from "/pa1/device.js";
import { readEntry } from "/pa1/entry.js";
import { randomId } from "/pa1/ids.js";
import { beginInvite, confirmDigits, draftInvite, inviterPair, showInvite, takeAnswer } from "/pa1/inviter.js";
import { openMessage } from "/pa1/opening.js";
import { newVaultKey } from "/pa1/vault.js";
import { openMemberWords, sealReminderWords } from "/pa1/words.js";
import { revealPrivateKey, sharedSecret, openPrivateKey, takePrivateKey } from "/pa1/x25519.js";

const relay = "https://relay.example.org";
const now = Date.now();

function isSame(left, right, what) {
    if (JSON.stringify(left) !== JSON.stringify(right)) throw new Error(`${what}: ${JSON.stringify([left, right])}`);
}

function bytesOf(hex) {
    return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
}

async function refusesWith(code, run) {
    const found = await run().then(() => "nothing", (error) => error.code);
    isSame(found, code, "refusal");
}

/** Puts a record into IndexedDB and takes it out again, as the store does between any two steps. */
async function stored(record) {
    const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open("pa1", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("records");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const inside = (mode, act) => new Promise((resolve, reject) => {
        const request = act(database.transaction("records", mode).objectStore("records"));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    await inside("readwrite", (store) => store.put(record, "record"));
    const read = await inside("readonly", (store) => store.get("record"));
    database.close();
    return read;
}

async function knownAnswers() {
    const { code, pairing, request } = await (await fetch("/vectors/pa1.json")).json();
    const opened = await openEnvelope(await requestKeyOf(bytesOf(request.deviceKey)), request.jwe);
    isSame(opened.htu, "/v1/alarms", "envelope");
    const vault = await stored(await newVaultKey());
    const { wrapped, publicKey } = await takePrivateKey(vault, bytesOf(code.skA));
    isSame([...publicKey], [...bytesOf(code.pkA)], "public key");
    isSame([...await revealPrivateKey(vault, wrapped)], [...bytesOf(code.skA)], "private key");
    const key = await openPrivateKey(vault, wrapped);
    isSame([...await sharedSecret(key, bytesOf(pairing.pkB))], [...bytesOf(pairing.ss)], "secret");
    await refusesWith("no-shared-secret", () => sharedSecret(key, new Uint8Array(32)));
    await refusesWith("no-shared-secret", () => sharedSecret(key, Uint8Array.of(1, ...new Uint8Array(31))));
}

async function paired(purpose, handing) {
    const [vaultA, vaultB] = [await stored(await newVaultKey()), await stored(await newVaultKey())];
    const { draft, request } = await draftInvite(vaultA, { name: "Ana", relay, purpose });
    const created = { inviteId: randomId(), locator: "7K3QD", expiresAt: "2026-01-01T07:10:00Z" };
    const inviter = await stored(beginInvite(draft, created));
    const { code } = readEntry((await showInvite(vaultA, inviter)).url);
    const claimed = { ...created, hello: request.hello, purpose };
    const greeting = await stored(await openGreeting(vaultB, code, relay, claimed));
    const { pairing, answer } = await acceptInvite(vaultB, greeting, "Ben");
    const answered = await stored(await takeAnswer(vaultA, inviter, answer));
    const right = await confirmDigits(vaultA, answered, pairing.digits, await handing?.(vaultA));
    const parcels = right.parcels.map((parcel) => parcel.box);
    const claimer = await stored(await takeConfirmation(vaultB, await stored(pairing), { ...right.confirm, parcels }));
    return { vaultA, vaultB, inviter: right.pairing, claimer };
}

async function wholePairing() {
    const { vaultA, vaultB, inviter, claimer } = await paired("partner");
    const active = { pairId: randomId(), partnerToken: randomId() };
    const a = await stored(await inviterPair(vaultA, inviter, active, now));
    const b = await stored(await claimerPair(vaultB, claimer, active, now));
    const words = { text: "Guten Morgen ☀️", time: "2026-01-01T06:30:00Z" };
    const sealed = await sealAlarm(vaultA, { ...a, sealedMessages: 2 ** 20 }, words, now);
    const opened = await openMessage(vaultB, [b], sealed.request.message, sealed.request, now);
    isSame([opened.words.text, opened.pair.keys.generation], [words.text, 1], "words");
    return a;
}

async function linkWithCircle() {
    let circle;
    const { vaultB, claimer } = await paired("device", async (vaultA) => {
        const [own, other] = [randomId(), randomId()];
        const { pk } = await newCircleKey(vaultA, { circleId: randomId(), personId: other }, now);
        const members = [{ personId: other, pk, since: "2026-01-01T00:00:00Z" }];
        const fresh = await stored(await newCircleKey(vaultA, { circleId: randomId(), personId: own }, now));
        circle = await takeIntroduced(vaultA, fresh, { members, titles: false }, relay, now);
        return { circles: [circle] };
    });
    const { circles: [handed] } = claimerLinked(claimer, { deviceId: "d" }, "d");
    isSame([handed.pk, handed.members.length], [circle.pk, 1], "circle");
    const text = { reminderId: randomId(), title: "Feed the cat", items: [] };
    const { sealed: [{ words }] } = await sealReminderWords(vaultB, handed, text, [handed.personId], relay);
    const about = { circleId: handed.circleId, about: text.reminderId, words };
    isSame((await openMemberWords(vaultB, [await stored(handed)], about, relay)).said?.line, "Feed the cat", "words");
}

let outcome = "ok";
try {
    await knownAnswers();
    await wholePairing();
    await linkWithCircle();
} catch (error) {
    outcome = `${error}\n${error?.stack}`;
}
await fetch("/outcome", { method: "POST", body: outcome });
