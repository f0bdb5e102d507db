/** Cards, lists of them, rows that lead somewhere, and what to show where there is nothing. */

import { h } from "../frame/dom.js";
import { icon } from "./icon.js";

/** @typedef {import("../frame/dom.js").Child} Child */

/**
 * A box with a heading.
 *
 * @param {{
 *     title?: Child, level?: 2 | 3, key?: string, kind?: "plain" | "good" | "bad" | "notice", sign?: string,
 * }} options
 * @param {...Child} content
 */
export function card(options, ...content) {
    const heading = options.title && h(`h${options.level ?? 2}`, null, options.sign && icon(options.sign),
        options.title);
    return h("article", { class: `card ${options.kind ?? "plain"}`, key: options.key }, heading, ...content);
}

/**
 * A list whose items are given; screen readers say how many there are.
 *
 * @param {...Child} items
 */
export function cards(...items) {
    return h("ul", { class: "cards", role: "list" }, ...items.flat().map((item) => {
        const key = item instanceof Element ? item.getAttribute("data-key") : null;
        return item && h("li", { key: key && `item-${key}` }, item);
    }));
}

/**
 * A row that leads to another screen.
 *
 * @param {string} address @param {Child} label @param {{ sign?: string, detail?: Child, key?: string }} [options]
 */
export function rowLink(address, label, options = {}) {
    return h("a", { class: "row", href: address, key: options.key }, options.sign && icon(options.sign),
        h("span", { class: "row-text" }, h("span", null, label),
            options.detail && h("span", { class: "detail" }, options.detail)),
        h("span", { class: "chevron" }, icon("back")));
}

/**
 * What to show where there is nothing: why, and what to do.
 *
 * @param {{ title: Child, text: Child, sign?: string }} options @param {...Child} actions
 */
export function empty(options, ...actions) {
    return h("div", { class: "empty" }, icon(options.sign ?? "info"), h("h2", null, options.title),
        h("p", null, options.text), ...actions);
}

/**
 * A sentence with a sign that says what kind it is.
 *
 * @param {"good" | "bad" | "warning" | "info"} kind
 * @param {...Child} content
 */
export function note(kind, ...content) {
    const sign = { good: "check", bad: "warning", warning: "warning", info: "info" }[kind];
    return h("div", { class: `note ${kind}` }, icon(sign), h("div", null, ...content));
}
