import { utf8Bytes } from "./bytes.js";

/**
 * Whether a text may be shown as somebody's name: 1 to 256 bytes that show something, without control characters, line
 * breaks and the marks of direction by which one name could pose as another.
 * @param {string} text
 */
export function isDisplayName(text) {
    const bytes = utf8Bytes(text).length;
    return bytes >= 1 && bytes <= 256
        && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/u.test(text)
        && /[^\p{Zs}\p{Cf}]/u.test(text);
}
