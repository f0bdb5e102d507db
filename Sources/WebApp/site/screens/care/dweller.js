/** Somebody whom the reader looks after: how they are, and what to do. */

import { alertUser, toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { href } from "../../frame/router.js";
import { button, linkButton } from "../../parts/button.js";
import { card } from "../../parts/card.js";
import { countdown } from "../../parts/countdown.js";
import { lateText } from "../../parts/lateAnswer.js";
import { selfIn } from "../circles/people.js";
import { drawAlertDetails } from "./alert.js";
import { furtherOpen, isOpenAlert } from "./dwellers.js";
import { glanceBadge, glanceText, heardText, kindText } from "./glanceText.js";
import { acknowledgedText } from "./hearing.js";
import { drawLast } from "./last.js";
import { drawPlace } from "./map.js";
import { drawNotTold } from "./notTold.js";

/** @typedef {import("../../types/app.js").App} App */
/** @typedef {import("../../types/app.js").CareAlert} CareAlert */

/** @param {CareAlert} alert an open one @returns {import("./dwellers.js").DwellerGlance} */
function glanceOf(alert) {
    return alert.state === "alerting" ? { state: "alert", alert, at: Date.parse(alert.at) }
        : { state: "asked", alert, at: alert.due ? Date.parse(alert.due) : null };
}

/**
 * @param {App} app @param {import("../care.js").CareScreen} view
 * @param {import("../../types/app.js").CareDweller} dweller
 * @param {import("./dwellers.js").DwellerGlance} glance
 */
export function drawDweller(app, view, dweller, glance) {
    const name = dweller.name ?? dweller.circleName;
    const { alert, state } = glance;
    const circle = app.state.circles.find((one) => one.circleId === dweller.circleId);
    const permissions = circle && selfIn(circle)?.permissions;
    const mayAnswer = alert && (state === "alert" || state === "asked");
    const isAnswered = state === "helped" || state === "unanswered";
    const further = furtherOpen(dweller, alert);
    const answer = (/** @type {CareAlert} */ one) => {
        // Of several the button names the one that it takes.
        const about = further.length > 0 ? `${name}, ${kindText(one)}` : name;
        return button(t("care.acknowledge"), async () => {
            const late = await app.acknowledgeAlert(one.alertId);
            if (late) alertUser(lateText(app, late));
            else toast(acknowledgedText(circle, dweller, one, { now: app.relayNow, name: about }));
        }, {
            kind: "primary", sign: "check", key: `acknowledge-${one.alertId}`,
            label: `${t("care.acknowledge")}: ${about}`,
        });
    };
    const place = dweller.status?.place;
    return card({ title: name, key: dweller.circleId, kind: isOpenAlert(glance) ? "bad" : "plain" },
        glanceBadge(glance),
        isAnswered && h("p", null, heardText(app, dweller)),
        h("p", { class: "now", role: isOpenAlert(glance) ? "alert" : null }, glanceText(app, glance, name, circle)),
        alert?.state === "counting" && alert.due && h("p", { class: "left" },
            countdown(alert.due, { clockOffset: app.state.connection.clockOffset })),
        mayAnswer && alert && answer(alert),
        alert && drawAlertDetails(app, view, alert),
        ...further.map((one) => h("div", { class: "further", key: `further-${one.alertId}` },
            h("p", { class: "now" }, glanceText(app, glanceOf(one), name, circle)), answer(one),
            drawAlertDetails(app, view, one))),
        drawLast(app, dweller, glance),
        drawNotTold(app, circle, dweller),
        place && !alert && drawPlace(app, place, dweller.status?.placeAt),
        h("div", { class: "actions" },
            (!permissions || permissions.includes("history"))
                && linkButton(t("care.history"), href("care-history", dweller.circleId), { sign: "clock" }),
            linkButton(t("care.more"), href("care", "people", dweller.circleId), { kind: "quiet", sign: "people" })));
}
