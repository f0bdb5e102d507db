import { PA1Fault } from "./fault.js";

const loopbackHosts = Object.freeze(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Reads the address of a relay as people write it: any case, with or without the default port and one slash at its end.
 * @param {string} text
 * @returns {string} the one canonical spelling, `https://host[:port]`, which takes part in the keys of a pairing
 */
export function readOrigin(text) {
    if (text.length > 300 || !/^[\0-\x7f]*$/.test(text)) throw new PA1Fault("origin", "host");
    const [, scheme, authority] = /^(https?):\/\/(.*?)\/?$/s.exec(text.toLowerCase()) ?? [];
    if (scheme === undefined) throw new PA1Fault("origin", "scheme");
    return originOf(scheme === "https", authority);
}

/**
 * Whether the text is an origin in its canonical spelling.
 * @param {string} text
 */
export function isCanonicalOrigin(text) {
    try {
        return readOrigin(text) === text;
    } catch {
        return false;
    }
}

/**
 * Whether a `host` or `host:port` is this machine, where plain http is allowed.
 * @param {string} authority
 */
export function isLoopback(authority) {
    return loopbackHosts.some((host) => authority === host || authority.startsWith(`${host}:`));
}

/** @param {boolean} secure @param {string} authority in lower case */
export function originOf(secure, authority) {
    const nameEnd = Math.max(authority.lastIndexOf("]"), 0);
    const colon = authority.indexOf(":", nameEnd);
    const host = colon < 0 ? authority : authority.slice(0, colon);
    let port = "";
    if (colon >= 0) {
        const digits = authority.slice(colon + 1);
        const number = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
        if (number < 1 || number > 65535) throw new PA1Fault("origin", "port");
        if (number !== (secure ? 443 : 80)) port = `:${number}`;
    }
    if (!isHost(host)) throw new PA1Fault("origin", "host");
    if (!secure && !loopbackHosts.includes(host)) throw new PA1Fault("origin", "plaintext");
    return `${secure ? "https" : "http"}://${host}${port}`;
}

/** @param {string} host */
function isHost(host) {
    if (host.startsWith("[")) return host.endsWith("]") && isIPv6(host.slice(1, -1));
    const labels = host.split(".");
    if (host.length > 253 || !labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))) return false;
    // Network libraries take a name whose last label is a number for an IPv4 address.
    if (!/^\d+$/.test(labels[labels.length - 1])) return true;
    return labels.length === 4 && labels.every((label) => /^(0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256);
}

/**
 * Eight groups of hexadecimal digits, or fewer around one `::` (RFC 4291, section 2.2, forms 1 and 2).
 * @param {string} text
 */
function isIPv6(text) {
    const halves = text.split("::");
    const groups = halves.flatMap((half) => half === "" ? [] : half.split(":"));
    if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return false;
    return halves.length === 2 ? groups.length <= 7 : halves.length === 1 && groups.length === 8;
}
