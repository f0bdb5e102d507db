import { utf8Bytes } from "./bytes.js";
import { PA1Fault } from "./fault.js";

/**
 * Draws the key under which a device keeps what it has to read again one day. The key itself cannot be read.
 * @returns {Promise<CryptoKey>}
 */
export async function newVaultKey() {
    const usages = /** @type {KeyUsage[]} */ (["encrypt", "decrypt", "wrapKey", "unwrapKey"]);
    return crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, usages);
}

/**
 * The parameters of AES-GCM for one wrapped value; its label keeps it from being taken for another.
 * @param {Uint8Array} iv
 * @param {string} label
 * @returns {AesGcmParams}
 */
export function vaultParameters(iv, label) {
    return { name: "AES-GCM", iv, additionalData: utf8Bytes(label), tagLength: 128 };
}

/**
 * @param {CryptoKey} vault
 * @param {Uint8Array} bytes
 * @param {string} label
 * @returns {Promise<PA1.Wrapped>}
 */
export async function wrapSecret(vault, bytes, label) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, data: new Uint8Array(await crypto.subtle.encrypt(vaultParameters(iv, label), vault, bytes)) };
}

/**
 * @param {CryptoKey} vault
 * @param {PA1.Wrapped} wrapped
 * @param {string} label
 * @returns {Promise<Uint8Array>}
 */
export async function unwrapSecret(vault, wrapped, label) {
    try {
        const parameters = vaultParameters(wrapped.iv, label);
        return new Uint8Array(await crypto.subtle.decrypt(parameters, vault, wrapped.data));
    } catch {
        throw new PA1Fault("vault", label);
    }
}
