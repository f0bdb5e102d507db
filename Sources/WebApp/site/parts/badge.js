/** A state in a word with a sign, so that it does not depend on colour. */

import { h } from "../frame/dom.js";
import { icon } from "./icon.js";

const SIGNS = { good: "check", bad: "warning", waiting: "clock", unknown: "question", info: "info", off: "mute" };

/** @param {keyof typeof SIGNS} kind @param {import("../frame/dom.js").Child} text @param {string} [sign] */
export function badge(kind, text, sign) {
    return h("span", { class: `badge ${kind}` }, icon(sign ?? SIGNS[kind]), h("span", null, text));
}
