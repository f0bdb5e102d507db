/** What to show where something goes with check-ins that have not begun. */

import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { href } from "../../frame/router.js";
import { linkButton } from "../../parts/button.js";
import { note } from "../../parts/card.js";
import { UNNAMED } from "./plan.js";

/**
 * Whether there is a plan with the name by which contacts know the reader: without it nobody can be asked.
 * @param {import("../../types/app.js").App} app
 */
export function isNamed(app) {
    const plan = app.state.checkIn?.plan;
    return plan !== undefined && plan.name !== UNNAMED;
}

/** That check-ins are begun first, with the way there. */
export function planFirst() {
    return note("info", h("p", null, t("checkIn.planFirst")),
        linkButton(t("checkIn.start.button"), href("check-in"), { kind: "primary" }));
}
