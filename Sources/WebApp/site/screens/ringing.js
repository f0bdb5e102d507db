/** An alarm rings here, over whatever screen was shown before. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { whenLeft } from "../frame/live.js";
import { liveByClock } from "./following.js";
import { ringer, ringView } from "../parts/ringView.js";

/** @param {import("../types/app.js").App} app */
export function render(app) {
    const sound = ringer(app, () => root);
    /** @type {HTMLElement} */
    const root = liveByClock(app, 10_000, (refresh) => {
        sound.follow();
        const ring = app.state.ringing[0];
        return h("div", { class: "ringing" },
            ring ? ringView(app, ring, refresh)
                : h("section", { class: "ring" }, h("h1", { tabindex: "-1" }, t("ring.over"))));
    });
    whenLeft(root, sound.stop);
    return root;
}
