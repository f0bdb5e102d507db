/** Days of the week, to repeat an alarm on. */

import { h } from "../frame/dom.js";
import { weekdays } from "../frame/time.js";
import { icon } from "./icon.js";

/** @typedef {import("../types/app.js").Day} Day */

/** @param {{ value: Day[], onChange: (days: Day[]) => void, label: string }} options */
export function dayPicker({ value, onChange, label }) {
    const long = weekdays("long");
    const buttons = weekdays("short").map(({ code, name }, index) => {
        const day = /** @type {Day} */ (code);
        const on = value.includes(day);
        const next = () => long.map((one) => /** @type {Day} */ (one.code))
            .filter((one) => (one === day ? !on : value.includes(one)));
        return h("button", {
            type: "button", class: "day", "aria-pressed": String(on), "aria-label": long[index].name,
            onclick: () => onChange(next()),
        }, name, h("span", { class: "tick" }, on && icon("check")));
    });
    return h("div", { class: "day-picker", role: "group", "aria-label": label }, ...buttons);
}
