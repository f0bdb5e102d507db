/** Why an answer does not count, or does not yet, in a sentence. */

import { t } from "../frame/language.js";
import { dayAndTime, ownZone } from "../frame/time.js";

/** @typedef {import("../types/app.js").App} App */

/**
 * @param {App} app @param {import("../types/app.js").LateAnswer} late
 * @param {boolean} [isOwn] whether a dweller answered the question or the alert about them
 */
export function lateText(app, late, isOwn = false) {
    const { reason } = late;
    if (reason === "done") return doneBeforeText(app, late.by);
    if ((reason === "open" || reason === "again") && isOwn) return t(`ring.late.${reason}.own`);
    const name = late.name ?? t("partner.somebody");
    if (reason === "helped" && !late.at) return t("ring.late.helped.then", { name });
    return t(`ring.late.${reason}`, { name, time: late.at ? dayAndTime(late.at, ownZone(), app.relayNow) : "" });
}

/** @param {App} app @param {string | null | undefined} personId whoever had done a reminder before */
function doneBeforeText(app, personId) {
    const member = app.state.circles.flatMap((circle) => circle.members)
        .find((one) => one.personId === personId);
    if (member?.self) return t("ring.doneBefore.self");
    return member?.displayName ? t("ring.doneBefore", { name: member.displayName }) : t("ring.doneBefore.somebody");
}
