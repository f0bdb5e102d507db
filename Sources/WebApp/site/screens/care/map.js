import { h } from "../../frame/dom.js";
import { t } from "../../frame/language.js";
import { icon } from "../../parts/icon.js";

/**
 * A link to a map that shows a place, at the address that the relay's letters give as well. Nothing is loaded from
 * there unless it is tapped.
 * @param {import("../../types/app.js").Place} place
 */
export function mapLink({ latitude, longitude }) {
    const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
    return h("a", {
        class: "button plain", target: "_blank", rel: "noreferrer noopener",
        href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`,
    }, icon("place"), h("span", null, t("care.place")));
}
