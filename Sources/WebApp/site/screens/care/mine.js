/** The reader's own care circle: the help button, how they are seen, and the pause. */

import { toast } from "../../frame/announce.js";
import { h } from "../../frame/dom.js";
import { plural, t } from "../../frame/language.js";
import { href } from "../../frame/router.js";
import { dayAndTime, duration } from "../../frame/time.js";
import { button, linkButton } from "../../parts/button.js";
import { note, rowLink } from "../../parts/card.js";
import { circumstances, readersZone } from "../following.js";
import { tellsNobody } from "./audience.js";
import { glance, watchKey } from "./dwellers.js";
import { glanceBadge, glanceText } from "./glanceText.js";
import { drawHelp } from "./help.js";
import { drawLast } from "./last.js";
import { drawNotTold } from "./notTold.js";

/** @typedef {import("../../types/app.js").App} App */

/** For how many hours the watch may be paused, as offered. */
const PAUSES = [1, 4, 12, 24];

/**
 * @param {App} app @param {import("../care.js").CareScreen} view
 * @param {import("../../types/app.js").CareDweller} mine
 */
export function drawMine(app, view, mine) {
    const circle = app.state.circles.find((one) => one.circleId === mine.circleId);
    const seen = glance(mine, circumstances(app), circle);
    const others = circle ? circle.members.length - 1 : 0;
    const well = async () => {
        await app.reportActivity();
        toast(t("care.well.sent"));
    };
    return h("section", { class: "mine", key: "mine" }, h("h2", null, t("care.mine")),
        drawHelp(app, view, mine),
        others === 0 && note("warning", h("p", null, t("care.people.none"))),
        !seen.alert && h("div", { class: "how-seen" }, glanceBadge(seen),
            h("p", { class: "now" }, ownText(app, seen, mine, circle)),
            button(t("care.well"), well, { sign: "check", key: "well",
                kind: seen.state === "asked" ? "primary" : "plain" })),
        h("p", { class: "detail" }, watchText(app), " ", t("care.well.text")),
        drawLast(app, mine, seen),
        drawNotTold(app, circle, mine),
        drawPause(app, mine),
        rowLink(href("care", "people", mine.circleId), t("care.people"), { sign: "people" }),
        rowLink(href("care", "settings"), t("care.settings"), { sign: "settings" }),
        linkButton(t("care.history"), href("care-history", mine.circleId), { sign: "clock" }));
}

/**
 * @param {App} app @param {import("./dwellers.js").DwellerGlance} seen
 * @param {import("../../types/app.js").CareDweller} mine
 * @param {import("../../types/app.js").CircleView | undefined} circle
 */
export function ownText(app, seen, mine, circle) {
    if (seen.state !== "asked") return glanceText(app, seen, mine.name ?? "");
    return t(tellsNobody(circle, mine, "inactivity", app.relayNow) ? "care.mine.asked.nobody" : "care.mine.asked");
}

/**
 * What is watched, in a sentence.
 * @param {App} app
 */
function watchText(app) {
    const settings = app.state.careSettings;
    const key = watchKey(settings, circumstances(app).now);
    return key && t(key, { duration: duration((settings?.inactivity ?? 0) * 1000) });
}

/** @param {App} app @param {import("../../types/app.js").CareDweller} mine */
function drawPause(app, mine) {
    const { now } = circumstances(app);
    const until = app.state.careSettings?.pausedUntil ?? mine.status?.pausedUntil;
    if (until && Date.parse(until) > now) {
        const resume = async () => {
            await app.resumeCare();
            toast(t("care.resumed"));
        };
        return h("div", { class: "offer", key: "pause" },
            h("p", null, t("care.paused", { time: dayAndTime(until, readersZone(app), now) })),
            button(t("care.resume"), resume, { key: "resume" }));
    }
    const pause = (/** @type {number} */ hours) =>
        app.pauseCare(new Date(app.relayNow + hours * 3600_000).toISOString());
    return h("details", { class: "more", key: "pause" }, h("summary", null, t("care.pause")),
        h("p", { class: "detail" }, t("care.pause.text")),
        h("div", { class: "actions" }, ...PAUSES.map((hours) => (
            button(plural("care.pause.hours", hours), () => pause(hours), { key: `pause-${hours}` })))));
}
