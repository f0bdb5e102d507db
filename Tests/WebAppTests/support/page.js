// A page without a browser: as much of a document as screens need to be drawn, read and pressed. To be imported before
// any module of the site.

class PageNode extends EventTarget {
    /** @type {PageNode[]} */
    childNodes = [];
    /** @type {PageElement | null} */
    parent = null;
    /** @type {string | null} */
    nodeValue = null;

    get firstChild() {
        return this.childNodes[0] ?? null;
    }

    get nextSibling() {
        const siblings = this.parent?.childNodes ?? [];
        return siblings[siblings.indexOf(this) + 1] ?? null;
    }

    /** @returns {string} */
    get textContent() {
        return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join("");
    }

    set textContent(text) {
        this.replaceChildren(text);
    }

    /** @param {...(PageNode | string)} fresh */
    append(...fresh) {
        for (const one of fresh) this.insertBefore(one, null);
    }

    /** @param {PageNode | string} fresh @param {PageNode | null} place */
    insertBefore(fresh, place) {
        const node = fresh instanceof PageNode ? fresh : Object.assign(new PageNode(), { nodeValue: String(fresh) });
        node.nodeName ??= "#text";
        node.remove();
        const index = place ? this.childNodes.indexOf(place) : this.childNodes.length;
        this.childNodes.splice(index, 0, node);
        node.parent = this;
    }

    /** @param {...(PageNode | string)} fresh */
    replaceChildren(...fresh) {
        for (const child of [...this.childNodes]) child.remove();
        this.append(...fresh);
    }

    remove() {
        if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((child) => child !== this);
        this.parent = null;
    }

    /** @param {PageNode} fresh */
    replaceWith(fresh) {
        this.parent?.insertBefore(fresh, this);
        this.remove();
    }
}

class PageElement extends PageNode {
    nodeType = 1;
    /** @type {Map<string, string>} */
    #attributes = new Map();

    /** @param {string} tag */
    constructor(tag) {
        super();
        this.localName = tag;
        this.nodeName = tag.toUpperCase();
    }

    get attributes() {
        return [...this.#attributes].map(([name, value]) => ({ name, value }));
    }

    get children() {
        return this.childNodes.filter((child) => child instanceof PageElement);
    }

    /** @param {string} name @param {string} value */
    setAttribute(name, value) {
        this.#attributes.set(name, String(value));
    }

    /** @param {string} name */
    getAttribute(name) {
        return this.#attributes.get(name) ?? null;
    }

    /** @param {string} name */
    hasAttribute(name) {
        return this.#attributes.has(name);
    }

    /** @param {string} name */
    removeAttribute(name) {
        this.#attributes.delete(name);
    }

    /** The elements within, in the order of the page. @returns {PageElement[]} */
    get all() {
        return this.children.flatMap((child) => [child, ...child.all]);
    }

    querySelector() {
        return null;
    }

    focus() {}

    showModal() {}

    close() {
        this.dispatchEvent(new Event("close"));
    }
}

const regions = Object.fromEntries(["toasts", "alerts", "spoken"].map((id) => [id, new PageElement("div")]));
const body = new PageElement("body");

Object.assign(globalThis, {
    Node: PageNode, Element: PageElement, HTMLElement: PageElement,
    customElements: { get: () => true },
    document: {
        documentElement: {}, body, activeElement: null, hidden: false,
        createElement: (/** @type {string} */ tag) => new PageElement(tag),
        createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new PageElement(tag),
        getElementById: (/** @type {string} */ id) => regions[id] ?? null,
        querySelector: () => null,
    },
    location: { hash: "", pathname: "/", search: "" },
    localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
});

// Earlier versions of Node have none.
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: { languages: [] } });

// What is to happen later keeps no test waiting.
for (const name of /** @type {const} */ (["setTimeout", "setInterval"])) {
    const original = globalThis[name];
    // @ts-expect-error Timers of Node have more than those of a page.
    globalThis[name] = (...values) => original(...values).unref();
}

/** What a screen, a dialog or a message says, with a space between its parts. @param {any} node @returns {string} */
export function textOf(node) {
    if (node.getAttribute?.("hidden") !== undefined && node.getAttribute?.("hidden") !== null) return "";
    return (node.nodeValue ?? node.childNodes.map(textOf).join(" ")).replace(/\s+/g, " ").trim();
}

/** Lets what was begun go on until it waits for something else. */
export async function settled() {
    for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Presses what has this label, such as a button, and waits. @param {any} root @param {string} label */
export async function press(root, label) {
    const target = root.all.find((/** @type {any} */ one) => one.localName === "button" && textOf(one) === label);
    if (!target) throw new Error(`no button “${label}” in: ${textOf(root)}`);
    const form = target.getAttribute("type") === "submit" ? formAround(target) : null;
    dispatch(form ?? target, form ? "submit" : "click");
    await settled();
}

/** Types into the field with this id, and waits. @param {any} root @param {string} id @param {string} value */
export async function type(root, id, value) {
    const target = root.all.find((/** @type {any} */ one) => one.getAttribute("id") === id);
    target.value = value;
    dispatch(target, "input");
    await settled();
}

/** What was said at the edge of the screen since this was called last. */
export function messages() {
    const said = Object.values(regions).map(textOf).filter(Boolean);
    for (const region of Object.values(regions)) region.replaceChildren();
    return said;
}

/** The dialogs that are open. */
export function dialogs() {
    return body.children;
}

/** @param {any} element */
function formAround(element) {
    return element.localName === "form" ? element : element.parent && formAround(element.parent);
}

/** @param {any} target @param {string} name */
function dispatch(target, name) {
    // An event that is dispatched at a node of a page has it as its present target, too.
    target.dispatchEvent(new Event(name, { cancelable: true }));
}
