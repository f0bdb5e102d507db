/** An alarm rings here, over whatever screen was shown before. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live, whenLeft } from "../frame/live.js";
import { ringer, ringView } from "../parts/ringView.js";

/** @param {import("../types/app.js").App} app */
export function render(app) {
    const sound = ringer(app);
    const root = live(app, (refresh) => {
        sound.follow();
        const ring = app.state.ringing[0];
        return h("div", { class: "ringing" },
            ring ? ringView(app, ring, refresh) : h("section", { class: "ring" }, h("h1", null, t("ring.over"))));
    });
    whenLeft(root, sound.stop);
    return root;
}
