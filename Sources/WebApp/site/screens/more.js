/** Everything that is not needed every evening. */

import { t } from "../frame/language.js";
import { live } from "../frame/live.js";
import { href } from "../frame/router.js";
import { rowLink } from "../parts/card.js";
import { screen } from "../parts/screen.js";

const PLACES = [
    ["bedside", "alarm"], ["check-in", "check"], ["contacts", "answer"], ["family", "family"], ["care", "heart"],
    ["devices", "device"], ["settings", "settings"], ["status", "info"],
];

/** @param {import("../types/app.js").App} app */
export function render(app) {
    return live(app, () => screen({ title: t("more.title") },
        ...PLACES.map(([name, sign]) => rowLink(href(name), t(`more.${name}`),
            { sign, detail: t(`more.${name}.detail`) }))));
}
