/** A time of day on two wheels, for hours and minutes: by touch, mouse wheel, arrow keys, digits or buttons. */

import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { icon } from "./icon.js";

/**
 * `onChange` gets the time as "07:00".
 *
 * @param {{ value: string, onChange: (value: string) => void, label: string, step?: number }} options `step` is that of
 *     the minutes by button, 5 unless told; the arrow keys go by one.
 */
export function timeWheel({ value, onChange, label, step = 5 }) {
    const [hours, minutes] = value.split(":").map(Number);
    return h("div", { class: "time-wheel", role: "group", "aria-label": label },
        wheel("hour", hours, 24, 1, (next) => onChange(join(next, minutes))),
        h("span", { class: "colon", "aria-hidden": "true" }, ":"),
        wheel("minute", minutes, 60, step, (next) => onChange(join(hours, next))));
}

/** @param {number} hours @param {number} minutes */
const join = (hours, minutes) => `${two(hours)}:${two(minutes)}`;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** Digits that were typed lately on a wheel, and when. */
const typed = { wheel: "", digits: "", at: 0 };

/**
 * @param {"hour" | "minute"} name @param {number} value @param {number} size @param {number} step
 * @param {(value: number) => void} change
 */
function wheel(name, value, size, step, change) {
    const by = (/** @type {number} */ amount) => {
        const aligned = amount > 0 ? Math.floor(value / step) * step : Math.ceil(value / step) * step;
        change((((Math.abs(amount) === step ? aligned : value) + amount) % size + size) % size);
    };
    const turn = (/** @type {string} */ direction, /** @type {number} */ amount) => h("button", {
        type: "button", class: "turn", tabindex: "-1", "aria-hidden": "true", onclick: () => by(amount),
    }, icon(direction));
    const shown = h("div", {
        class: "digits", role: "spinbutton", tabindex: "0", "aria-label": t(`wheel.${name}`), "aria-valuenow": value,
        "aria-valuemin": 0, "aria-valuemax": size - 1, "aria-valuetext": two(value),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const next = byKey(event, name, value, size, step);
            if (next === null) return;
            event.preventDefault();
            change(next);
        },
        onwheel: (/** @type {WheelEvent} */ event) => {
            event.preventDefault();
            by(event.deltaY > 0 ? step : -step);
        },
        onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, value, size, step, change),
    }, two(value));
    return h("div", { class: "wheel", key: name }, turn("up", step), shown, turn("down", -step));
}

/**
 * @param {KeyboardEvent} event @param {string} name @param {number} value @param {number} size @param {number} step
 * @returns {number | null}
 */
function byKey(event, name, value, size, step) {
    const large = Math.max(step, name === "hour" ? 3 : 15);
    /** @type {Record<string, number>} */
    const moves = { ArrowUp: 1, ArrowDown: -1, PageUp: large, PageDown: -large };
    if (event.key in moves) return (value + moves[event.key] + size) % size;
    if (event.key === "Home") return 0;
    if (event.key === "End") return size - 1;
    if (!/^\d$/.test(event.key)) return null;
    const recent = typed.wheel === name && event.timeStamp - typed.at < 2_000 ? typed.digits : "";
    const digits = Number(recent + event.key) < size ? recent + event.key : event.key;
    Object.assign(typed, { wheel: name, digits: digits.slice(-2), at: event.timeStamp });
    return Number(typed.digits);
}

/**
 * Turns the wheel with the finger, a step for each 28 pixels.
 *
 * @param {PointerEvent} event @param {number} value @param {number} size @param {number} step
 * @param {(value: number) => void} change
 */
function drag(event, value, size, step, change) {
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    const start = event.clientY;
    target.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ now) => {
        const steps = Math.round((start - now.clientY) / 28);
        const next = ((value + steps * step) % size + size) % size;
        if (String(next) !== target.getAttribute("aria-valuenow")) change(next);
    };
    const end = () => target.removeEventListener("pointermove", move);
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", end, { once: true });
    target.addEventListener("pointercancel", end, { once: true });
}
