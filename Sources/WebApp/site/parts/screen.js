/** The frame of every screen: a way back, a heading, the content, and one primary action that stays in view. */

import { h } from "../frame/dom.js";
import { href } from "../frame/router.js";
import { t } from "../frame/language.js";
import { icon } from "./icon.js";

/**
 * @param {{ title: import("../frame/dom.js").Child, lead?: import("../frame/dom.js").Child, back?: string[] | null,
 *     primary?: HTMLElement | null, class?: string, focusHeading?: boolean }} options `back` is a screen and its parts.
 * @param {...import("../frame/dom.js").Child} content
 */
export function screen(options, ...content) {
    return h("section", { class: `screen ${options.class ?? ""}`.trim() },
        h("header", null,
            options.back && h("a", { class: "back", href: href(options.back[0], ...options.back.slice(1)) },
                icon("back"), t("back")),
            h("h1", { tabindex: "-1" }, options.title),
            options.lead && h("p", { class: "lead" }, options.lead)),
        h("div", { class: "content" }, ...content),
        options.primary && h("footer", { class: "primary-action" }, options.primary));
}
