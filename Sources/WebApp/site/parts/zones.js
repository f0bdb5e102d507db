/** A time on the clocks of the one for whom it rings, and on one's own. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { clock, dayAndTime, isZone, ownZone, placeOf } from "../frame/time.js";

/**
 * "tomorrow, 07:00 for Ben in Taipei", and below it "today, 23:00 for you" where the clocks differ.
 *
 * @param {string} due @param {{ name: string, zone: string | null | undefined, now?: number }} other whose clock leads
 */
export function bothZones(due, { name, zone, now }) {
    const own = ownZone();
    const theirs = isZone(zone) ? zone : own;
    const differ = clock(due, theirs) !== clock(due, own) || dayAndTime(due, theirs, now) !== dayAndTime(due, own, now);
    return h("p", { class: "zones" },
        h("span", { class: "zone-first" }, differ
            ? t("zones.theirs", { time: dayAndTime(due, theirs, now), name, place: placeOf(theirs) })
            : dayAndTime(due, own, now)),
        differ && h("span", { class: "detail" }, t("zones.yours", { time: dayAndTime(due, own, now) })));
}
