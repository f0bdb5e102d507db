/** What a screen asks the relay for by itself, since the app does not keep it. */

import { h } from "../../frame/dom.js";
import { explain, t } from "../../frame/language.js";
import { button } from "../../parts/button.js";
import { note } from "../../parts/card.js";

/** @typedef {import("../../types/app.js").App} App */

/**
 * Something of the relay's as a screen knows it: asked for when the screen is drawn first, and again whenever the app
 * has looked at the check-ins anew, so that an answer given elsewhere shows.
 *
 * @template Value
 */
export class Asked {
    /** @type {Value | undefined} undefined until the relay has answered */
    value = undefined;
    /** @type {string | null} why it could not be asked the last time */
    trouble = null;
    #turn = 0;
    /** @type {unknown} */
    #heard = null;
    #refresh = () => {};

    /** @param {App} app @param {() => Promise<Value>} load */
    constructor(app, load) {
        this.app = app;
        this.load = load;
    }

    /**
     * To be called with each drawing.
     * @param {() => void} refresh
     */
    follow(refresh) {
        this.#refresh = refresh;
        // Each look of the app at the check-ins makes a new list of contacts.
        if (this.#heard === this.app.state.contacts) return;
        this.#heard = this.app.state.contacts;
        void this.ask();
    }

    async ask() {
        const turn = ++this.#turn;
        try {
            const value = await this.load();
            if (turn === this.#turn) this.take(value);
        } catch (error) {
            if (turn !== this.#turn) return;
            this.trouble = explain(error);
            this.#refresh();
        }
    }

    /**
     * Takes what the relay has answered to a change; an older question's answer no longer counts.
     * @param {Value} value
     */
    take(value) {
        this.#turn += 1;
        this.value = value;
        this.trouble = null;
        this.#refresh();
    }

    /**
     * What is known, or that it is being asked for, and why it could not be.
     * @param {(value: Value) => import("../../frame/dom.js").Child} draw
     */
    draw(draw) {
        const { value, trouble } = this;
        return [
            trouble !== null && h("div", { role: "status", key: "trouble" }, note("warning", h("p", null, trouble),
                value !== undefined && h("p", null, t("checkIn.asked.before")),
                button(t("checkIn.asked.again"), () => this.ask(), { sign: "repeat" }))),
            value === undefined && trouble === null && h("p", { role: "status" }, t("checkIn.asked.waits")),
            value !== undefined && draw(value),
        ];
    }
}
