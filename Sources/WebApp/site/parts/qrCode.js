/** A QR code as a picture. */

import { svg } from "../frame/dom.js";
import { encodeQR } from "./qr/encode.js";

/**
 * @param {string} text
 * @param {string} label what it is, for screen readers
 */
export function qrCode(text, label) {
    const rows = encodeQR(text);
    const size = rows.length + 8;
    const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
    return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label,
        "shape-rendering": "crispEdges" },
        svg("path", { d: path }));
}
