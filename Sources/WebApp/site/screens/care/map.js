import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { dayAndTime, duration } from "../../frame/time.js";
import { icon } from "../../parts/icon.js";
import { circumstances, readersZone } from "../following.js";

/**
 * A link to a map that shows a place, at the address that the relay's letters give as well. Nothing is loaded from
 * there unless it is tapped.
 * @param {import("../../types/app.js").Place} place
 */
function mapLink({ latitude, longitude }) {
    const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
    return h("a", {
        class: "button plain", target: "_blank", rel: "noreferrer noopener",
        href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`,
    }, icon("place"), h("span", null, t("care.place")));
}

/**
 * A place with its age, and a link to a map of it: a place of yesterday may mislead whoever goes there.
 * @param {import("../../types/app.js").App} app @param {import("../../types/app.js").Place} place
 * @param {string | undefined} at when a device reported it
 */
export function drawPlace(app, place, at) {
    const { now } = circumstances(app);
    return h("div", { class: "place" },
        h("p", { class: "detail" }, at === undefined ? t("care.place.ageless") : t("care.place.asOf", {
            time: dayAndTime(at, readersZone(app), now),
            duration: duration(Math.max(now - Date.parse(at), 0)),
        })),
        mapLink(place));
}
