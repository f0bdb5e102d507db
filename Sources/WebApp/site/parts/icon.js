/** Signs beside words. They are drawn here so that no picture has to be loaded, and are hidden from screen readers. */

import { svg } from "../frame/dom.js";

/**
 * Paths in a square of 24 units, drawn as lines.
 *
 * @type {Record<string, string[]>}
 */
const PATHS = {
    alarm: ["M12 8v5l3 2", "M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z", "M5 3 2 6", "m19 3 3 3"],
    answer: ["M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5Z"],
    back: ["M20 12H5", "m11 5-7 7 7 7"],
    bell: ["M6 16V11a6 6 0 1 1 12 0v5l2 2H4l2-2Z", "M10 21h4"],
    check: ["m4 13 5 5L20 6"],
    clock: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M12 7v5l4 2"],
    copy: ["M9 9h11v11H9z", "M5 15H4V4h11v1"],
    cross: ["m5 5 14 14", "M19 5 5 19"],
    device: ["M7 2h10v20H7z", "M11 18h2"],
    down: ["m5 9 7 7 7-7"],
    family: ["M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z", "M2 20a6 6 0 0 1 12 0", "M17 13a2 2 0 1 0 0-5 2 2 0 0 0 0 5Z",
        "M16 16a5 5 0 0 1 6 4"],
    heart: ["M12 20S3 14.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 14.5 12 20 12 20Z"],
    help: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M9 10a3 3 0 1 1 4 2.5c-1 .5-1 1-1 2", "M12 17.5v.1"],
    info: ["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z", "M12 11v6", "M12 7v.1"],
    link: ["M10 14 14 10", "M9 8l2-2a4 4 0 0 1 6 6l-2 2", "M15 16l-2 2a4 4 0 0 1-6-6l2-2"],
    lock: ["M5 11h14v10H5z", "M8 11V8a4 4 0 0 1 8 0v3"],
    moon: ["M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10Z"],
    more: ["M4 6h16", "M4 12h16", "M4 18h16"],
    mute: ["M4 9v6h4l5 4V5L8 9H4Z", "m17 9 5 6", "m22 9-5 6"],
    offline: ["m3 3 18 18", "M8 13a6 6 0 0 1 5-2", "M4 9a12 12 0 0 1 4-2.5", "M12 6.5A12 12 0 0 1 20 9", "M12 18v.1"],
    people: ["M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z", "M2 20a7 7 0 0 1 14 0", "M16 4.5a3.5 3.5 0 0 1 0 6.5",
        "M18 14a7 7 0 0 1 4 6"],
    phone: ["M7 2h10v20H7z", "M11 18h2", "M2 9v6", "M22 9v6"],
    place: ["M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.5 7 12 7 12Z", "M12 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z"],
    plus: ["M12 4v16", "M4 12h16"],
    question: ["M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2.5", "M12 19v.1"],
    repeat: ["M4 11a7 7 0 0 1 13-3l2 2", "M19 5v5h-5", "M20 13a7 7 0 0 1-13 3l-2-2", "M5 19v-5h5"],
    settings: ["M4 7h10", "M18 7h2", "M16 5v4", "M4 17h2", "M10 17h10", "M8 15v4"],
    share: ["M12 15V3", "m8 7 4-4 4 4", "M6 11H5v10h14V11h-1"],
    sound: ["M4 9v6h4l5 4V5L8 9H4Z", "M17 9a4 4 0 0 1 0 6", "M19.5 6.5a8 8 0 0 1 0 11"],
    sun: ["M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z", "M12 2v3", "M12 19v3", "M2 12h3", "M19 12h3"],
    trash: ["M4 7h16", "M9 7V4h6v3", "M6 7l1 14h10l1-14"],
    up: ["m5 15 7-7 7 7"],
    warning: ["M12 3 2 21h20L12 3Z", "M12 10v5", "M12 18v.1"],
};

/** @param {string} name */
export function icon(name) {
    const paths = (PATHS[name] ?? PATHS.info).map((d) => svg("path", { d }));
    return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, ...paths);
}
