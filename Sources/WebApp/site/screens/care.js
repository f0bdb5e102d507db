/** Care: how everybody is who is looked after, and help for whoever is. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { href } from "../frame/router.js";
import { button, linkButton } from "../parts/button.js";
import { drawUndecided } from "../parts/invitation.js";
import { screen } from "../parts/screen.js";
import { drawDweller } from "./care/dweller.js";
import { byUrgency, withUnresolved } from "./care/dwellers.js";
import { renderInvite } from "./care/invite.js";
import { drawMine } from "./care/mine.js";
import { renderPeople } from "./care/people.js";
import { drawPhone } from "./care/phone.js";
import { renderSettings } from "./care/settings.js";
import { createForm, newDraft } from "./circles/create.js";
import { circumstances, liveByClock } from "./following.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * What the screen knows besides the state of the app.
 * @typedef {object} CareScreen
 * @property {Record<string, string>} notes what was typed about alerts
 * @property {import("../types/app.js").CareAlert | null} raised the alert of the help button, until the state has it
 * @property {string | null} failure why the last try to call for help or to cancel did not work
 * @property {boolean} creates whether the form for a care circle is open
 * @property {import("./circles/create.js").CircleDraft} circle
 * @property {{ draft: { phone: string, calls: boolean } | null, errors: Record<string, string | null> }} phone
 *     `draft`: what was typed; null for what the relay has
 * @property {() => void} refresh
 */

/**
 * `#/care` is how everybody is, `#/care/people` who may know what, `#/care/invite` asks somebody
 * to join, `#/care/settings` is what is watched.
 * @param {App} app
 * @param {import("../frame/router.js").Route} route
 */
export function render(app, route) {
    if (route.parts[0] === "people") return renderPeople(app, route.parts[1]);
    if (route.parts[0] === "invite" && route.parts[1]) return renderInvite(app, route.parts[1]);
    if (route.parts[0] === "settings") return renderSettings(app);
    /** @type {CareScreen} */
    const view = {
        notes: {}, raised: null, failure: null, creates: false, circle: newDraft(app),
        phone: { draft: null, errors: {} },
        refresh: () => {},
    };
    return liveByClock(app, 5_000, (refresh) => {
        view.refresh = refresh;
        return draw(app, view);
    });
}

/** @param {App} app @param {CareScreen} view */
function draw(app, view) {
    const care = app.state.care;
    const dwellers = (care?.dwellers ?? []).map(withUnresolved);
    const mine = dwellers.find((dweller) => dweller.self);
    const others = byUrgency(dwellers.filter((dweller) => !dweller.self), circumstances(app), app.state.circles);
    const hasCircle = mine ?? app.state.circles.find((circle) => circle.kind === "care" && isDweller(circle));
    return screen({ title: t("care.title"), lead: dwellers.length === 0 ? t("care.none.text") : null, class: "care" },
        mine && drawMine(app, view, mine),
        ...others.map(({ dweller, glance }) => drawDweller(app, view, dweller, glance)),
        others.length > 0 && drawPhone(app, view),
        ...drawUndecided(app, "care"),
        !hasCircle && drawBegin(app, view),
        care && h("p", { class: "detail notice" }, care.notice || t("care.notice")));
}

/** @param {import("../types/app.js").CircleView} circle */
function isDweller(circle) {
    return circle.members.some((member) => member.self && member.role === "dweller");
}

/** @param {App} app @param {CareScreen} view */
function drawBegin(app, view) {
    const open = () => {
        view.creates = true;
        view.refresh();
    };
    return h("section", { class: "begin", key: "begin" },
        view.creates
            ? createForm(app, "care", view.circle, view.refresh)
            : button(t("care.create"), open, { sign: "heart" }),
        linkButton(t("care.join"), href("pair", "code"), { sign: "link" }));
}
