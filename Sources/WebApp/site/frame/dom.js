/**
 * Elements made by function calls and brought up to date in place, so that focus, selection and what was typed survive
 * a redraw.
 */

/** @typedef {Node | string | number | boolean | null | undefined | any[]} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/** The listeners of an element by event type; one dispatcher is registered for each, so that they can be exchanged. */
/** @type {WeakMap<Element, Record<string, (event: any) => void>>} */
const listeners = new WeakMap();

/** The properties of form controls that a drawing decides: `value` and `checked`. */
/** @type {WeakMap<Element, Record<string, any>>} */
const controlled = new WeakMap();

/**
 * Makes an element. A property that is a function is a listener (`onclick`); `value` and `checked` are set as
 * properties; `true` is an empty attribute; `false`, `null` and `undefined` are no attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
    const element = document.createElement(tag);
    append(element, children);
    apply(element, props);
    return /** @type {any} */ (element);
}

/**
 * Makes an element of SVG.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
    const element = document.createElementNS(SVG, tag);
    append(element, children);
    apply(element, props);
    return /** @type {SVGElement} */ (element);
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
    for (const child of children) {
        if (Array.isArray(child)) append(element, child);
        else if (child !== null && child !== undefined && typeof child !== "boolean") {
            element.append(child instanceof Node ? child : String(child));
        }
    }
}

/** @param {Element} element @param {Props | null | undefined} props */
function apply(element, props) {
    for (const [name, value] of Object.entries(props ?? {})) {
        if (value === false || value === null || value === undefined) {
            if (name === "checked") control(element, name, false);
        } else if (typeof value === "function") listen(element, name.slice(2).toLowerCase(), value);
        else if (name === "value" || name === "checked") control(element, name, value);
        else if (name === "key") element.setAttribute("data-key", value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

/** @param {Element} element @param {string} name @param {any} value */
function control(element, name, value) {
    const known = controlled.get(element) ?? {};
    known[name] = value;
    controlled.set(element, known);
    const target = /** @type {any} */ (element);
    if (target[name] !== value) target[name] = value;
}

/** @param {Element} element @param {string} type @param {(event: any) => void} listener */
function listen(element, type, listener) {
    const known = listeners.get(element) ?? {};
    if (!known[type]) element.addEventListener(type, (event) => listeners.get(element)?.[type]?.(event));
    known[type] = listener;
    listeners.set(element, known);
}

/**
 * Makes `old` look and behave like `fresh`. Elements of the same tag and key stay; a custom element keeps its own
 * children, and `<details>` and `<dialog>` stay as open as they are.
 *
 * @param {Node} old @param {Node} fresh
 */
export function update(old, fresh) {
    if (!alike(old, fresh)) {
        /** @type {ChildNode} */ (old).replaceWith(fresh);
        return;
    }
    if (!(old instanceof Element) || !(fresh instanceof Element)) {
        if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
        return;
    }
    updateAttributes(old, fresh);
    if (!old.localName.includes("-")) updateChildren(old, fresh);
    const now = listeners.get(fresh) ?? {};
    for (const type of Object.keys(listeners.get(old) ?? {})) if (!now[type]) delete listeners.get(old)?.[type];
    for (const [type, listener] of Object.entries(now)) listen(old, type, listener);
    for (const [name, value] of Object.entries(controlled.get(fresh) ?? {})) control(old, name, value);
}

/** @param {Node} old @param {Node} fresh */
function alike(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
    return keyOf(old) === keyOf(fresh);
}

/** @param {Node} node */
function keyOf(node) {
    return node instanceof Element ? node.getAttribute("data-key") : null;
}

/** @param {Element} old @param {Element} fresh */
function updateAttributes(old, fresh) {
    for (const { name } of [...old.attributes]) {
        if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes]) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
}

/** @param {Element} old @param {Element} fresh */
function updateChildren(old, fresh) {
    const byKey = new Map([...old.children].filter((child) => keyOf(child)).map((child) => [keyOf(child), child]));
    /** @type {ChildNode | null} */
    let place = old.firstChild;
    for (const child of [...fresh.childNodes]) {
        const known = byKey.get(keyOf(child));
        if (known && alike(known, child)) {
            if (known === place) place = place.nextSibling;
            else old.insertBefore(known, place);
            update(known, child);
        } else if (place && !keyOf(place) && alike(place, child)) {
            const next = place.nextSibling;
            update(place, child);
            place = next;
        } else {
            old.insertBefore(child, place);
        }
    }
    while (place) {
        const next = place.nextSibling;
        place.remove();
        place = next;
    }
}
