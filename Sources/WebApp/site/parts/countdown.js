/** How long it still takes: `<count-down due="2026-11-23T07:00:00Z">`, renewed by itself and never read out unasked. */

import { h } from "../frame/dom.js";
import { duration, fromNow } from "../frame/time.js";

class Countdown extends HTMLElement {
    static observedAttributes = ["due", "offset"];

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer;

    connectedCallback() {
        this.renew();
    }

    disconnectedCallback() {
        clearTimeout(this.timer);
    }

    attributeChangedCallback() {
        if (this.isConnected) this.renew();
    }

    /** @returns {void} */
    renew() {
        clearTimeout(this.timer);
        const now = Date.now() + Number(this.getAttribute("offset") ?? 0);
        const due = Date.parse(this.getAttribute("due") ?? "");
        if (Number.isNaN(due)) return;
        /** @type {string} */
        const text = this.hasAttribute("bare") ? duration(Math.max(0, due - now)) : fromNow(due, now);
        if (this.firstChild?.nodeValue !== text) this.replaceChildren(text);
        const left = Math.abs(due - now);
        this.timer = setTimeout(() => this.renew(), left < 120_000 ? 1_000 - (left % 1_000) + 5 : 20_000);
    }
}

if (!customElements.get("count-down")) customElements.define("count-down", Countdown);

/**
 * @param {string} due @param {{ clockOffset?: number, bare?: boolean }} [options] `clockOffset` is that of the relay;
 *     `bare` shows the duration alone, without "in" or "ago".
 */
export function countdown(due, options = {}) {
    return h("count-down", { due, offset: options.clockOffset ?? 0, bare: options.bare, role: "timer",
        "aria-live": "off" });
}
