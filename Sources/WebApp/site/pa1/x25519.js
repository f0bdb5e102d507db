import { concatBytes, equalBytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";
import { unwrapSecret, vaultParameters, wrapSecret } from "./vault.js";

/** What precedes the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Start = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20);
const privateKeyLabel = "X25519 private key";

/**
 * Draws a key pair; the private half leaves the browser's own code only wrapped.
 * @param {CryptoKey} vault
 * @returns {Promise<{ wrapped: PA1.Wrapped, publicKey: Uint8Array }>}
 */
export async function newKeyPair(vault) {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("X25519", true, ["deriveBits"]));
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.wrapKey("pkcs8", pair.privateKey, vault, vaultParameters(iv, privateKeyLabel));
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    return { wrapped: { iv, data: new Uint8Array(data) }, publicKey };
}

/**
 * The private key for use, which cannot be exported.
 * @param {CryptoKey} vault
 * @param {PA1.Wrapped} wrapped
 * @returns {Promise<CryptoKey>}
 */
export async function openPrivateKey(vault, wrapped) {
    const parameters = vaultParameters(wrapped.iv, privateKeyLabel);
    try {
        return await crypto.subtle.unwrapKey("pkcs8", wrapped.data, vault, parameters, "X25519", false, ["deriveBits"]);
    } catch {
        throw new PA1Fault("vault", privateKeyLabel);
    }
}

/**
 * The 32 bytes of a private key, for a parcel to another device of its person.
 * @param {CryptoKey} vault
 * @param {PA1.Wrapped} wrapped
 */
export async function revealPrivateKey(vault, wrapped) {
    const pkcs8 = await unwrapSecret(vault, wrapped, privateKeyLabel);
    // A public half may follow, and changes the lengths and the version; the key stands in the same place.
    const isKnownForm = pkcs8.length >= 48 && equalBytes(pkcs8.subarray(5, 16), pkcs8Start.subarray(5));
    if (!isKnownForm) throw new PA1Fault("vault", privateKeyLabel);
    return pkcs8.slice(16, 48);
}

/**
 * Takes up a private key from a parcel.
 * @param {CryptoKey} vault
 * @param {Uint8Array} bytes
 */
export async function takePrivateKey(vault, bytes) {
    const wrapped = await wrapSecret(vault, concatBytes(pkcs8Start, bytes), privateKeyLabel);
    const basePoint = Uint8Array.of(9, ...new Uint8Array(31));
    return { wrapped, publicKey: await sharedSecret(await openPrivateKey(vault, wrapped), basePoint) };
}

/**
 * The secret shared with the owner of a public key; a key of small order, which yields zeros, is refused.
 * @param {CryptoKey} privateKey
 * @param {Uint8Array} publicKey
 * @returns {Promise<Uint8Array>}
 */
export async function sharedSecret(privateKey, publicKey) {
    let shared = new Uint8Array(32);
    try {
        const peer = await crypto.subtle.importKey("raw", publicKey, "X25519", true, []);
        const parameters = { name: "X25519", public: peer };
        shared = new Uint8Array(await crypto.subtle.deriveBits(parameters, privateKey, 256));
    } catch {
        throw new PA1Fault("no-shared-secret");
    }
    if (equalBytes(shared, new Uint8Array(32))) throw new PA1Fault("no-shared-secret");
    return shared;
}
