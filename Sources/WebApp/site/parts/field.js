/** Form fields with a label, a hint, and an error that stays beside what was typed. */

import { h } from "../frame/dom.js";
import { icon } from "./icon.js";

/** @typedef {import("../frame/dom.js").Child} Child */

/**
 * A text field. The screen keeps what was typed and passes it back as `value`.
 *
 * @param {{ id: string, label: Child, value: string, onInput: (value: string) => void, hint?: Child,
 *     error?: string | null, type?: string, multiline?: boolean, inputMode?: string, autocomplete?: string,
 *     maxLength?: number, required?: boolean, class?: string, spellcheck?: boolean, focus?: boolean,
 *     capitalize?: string, min?: string, max?: string }} options
 */
export function field(options) {
    const { id, error, hint } = options;
    const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
    const control = h(options.multiline ? "textarea" : "input", {
        id, name: id, class: options.class, value: options.value,
        type: options.multiline ? null : options.type ?? "text",
        rows: options.multiline ? 3 : null,
        inputmode: options.inputMode, autocomplete: options.autocomplete ?? "off", maxlength: options.maxLength,
        min: options.min, max: options.max,
        autocapitalize: options.capitalize, "aria-required": options.required ? "true" : null,
        spellcheck: options.spellcheck === false ? "false" : null,
        "aria-invalid": error ? "true" : null, "aria-describedby": described || null, "data-focus": options.focus,
        oninput: (/** @type {any} */ event) => options.onInput(event.target.value),
    });
    return h("div", { class: "field", key: `field-${id}` }, h("label", { for: id }, options.label),
        hint && h("p", { class: "hint", id: `${id}-hint` }, hint), control, fieldError(id, error));
}

/** @param {string} id @param {string | null | undefined} error */
function fieldError(id, error) {
    return h("p", { class: "error", id: `${id}-error`, role: "alert", hidden: !error },
        error && icon("warning"), error && h("span", null, error));
}

/**
 * One of several, as a group of radio buttons.
 *
 * @template {string} Value
 * @param {{ id: string, legend: Child, value: Value | null, options: { value: Value, label: Child, detail?: Child }[],
 *     onChange: (value: Value) => void, error?: string | null, hint?: Child }} options
 */
export function choice({ id, legend, value, options, onChange, error, hint }) {
    return h("fieldset", { class: "choice", key: `choice-${id}` }, h("legend", null, legend),
        hint && h("p", { class: "hint" }, hint),
        ...options.map((option) => h("label", { class: "option", key: `${id}-${option.value}` },
            h("input", {
                type: "radio", name: id, checked: option.value === value, onchange: () => onChange(option.value),
            }),
            h("span", { class: "option-text" }, h("span", null, option.label),
                option.detail && h("span", { class: "detail" }, option.detail)))),
        fieldError(id, error));
}

/**
 * Something that is on or off; a tick shows it, not colour alone.
 *
 * @param {{ id: string, label: Child, on: boolean, onChange: (on: boolean) => void, hint?: Child,
 *     error?: string | null }} options
 */
export function toggle({ id, label, on, onChange, hint, error }) {
    const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
    return h("div", { class: "field", key: `toggle-${id}` }, h("label", { class: "option toggle" },
        h("input", {
            type: "checkbox", role: "switch", id, checked: on, "aria-invalid": error ? "true" : null,
            "aria-describedby": described || null,
            onchange: (/** @type {any} */ event) => onChange(event.target.checked),
        }),
        h("span", { class: "option-text" }, label)),
        hint && h("p", { class: "hint", id: `${id}-hint` }, hint), fieldError(id, error));
}

/**
 * A list to choose from.
 *
 * @param {{ id: string, label: Child, value: string, options: { value: string, label: string }[],
 *     onChange: (value: string) => void, hint?: Child }} options
 */
export function select({ id, label, value, options, onChange, hint }) {
    return h("div", { class: "field", key: `field-${id}` }, h("label", { for: id }, label),
        hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
        h("select", {
            id, value, "aria-describedby": hint ? `${id}-hint` : null,
            onchange: (/** @type {any} */ event) => onChange(event.target.value),
        }, ...options.map((option) => h("option", { value: option.value, selected: option.value === value },
            option.label))));
}

/**
 * A form whose submission runs an action, also by the Enter key.
 *
 * @param {(event: Event) => void} onSubmit @param {...Child} content
 */
export function form(onSubmit, ...content) {
    return h("form", {
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            onSubmit(event);
        },
    }, ...content);
}
