/** Which screen is shown: by the address, by the app's phase, and by what rings. */

import { clearAlerts } from "./announce.js";
import { h } from "./dom.js";
import { explain, loadWords, t } from "./language.js";
import { drawNavigation } from "./navigation.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {{ name: string, parts: string[], code: string | null, purpose?: string }} Route
 *     `#/alarm/ID`: name "alarm", parts ["ID"]; `purpose` is what an opened link says that its code is for */

/** The file of each screen, and the words and style sheet that it needs besides the shell's. */
/** @type {Record<string, { file: string, words?: string, bare?: boolean }>} */
const SCREENS = {
    welcome: { file: "welcome", bare: true },
    tonight: { file: "tonight" },
    new: { file: "newAlarm" },
    alarm: { file: "alarm" },
    pair: { file: "pair" },
    ringing: { file: "ringing", bare: true },
    bedside: { file: "bedside", bare: true },
    devices: { file: "devices" },
    consent: { file: "consent" },
    settings: { file: "settings", words: "life" },
    calendar: { file: "calendar", words: "life" },
    more: { file: "more" },
    "check-in": { file: "checkIn", words: "life" },
    contacts: { file: "contacts", words: "life" },
    family: { file: "family", words: "life" },
    reminder: { file: "reminder", words: "life" },
    care: { file: "care", words: "life" },
    "care-history": { file: "careHistory", words: "life" },
    status: { file: "status", words: "life" },
};

/** Screens that are shown without being enrolled. */
const OPEN = new Set(["welcome", "status"]);

/** @param {string} hash @returns {Route} */
export function readRoute(hash) {
    const [name, ...parts] = hash.replace(/^#\/?/, "").split("/").map(decode);
    return { name: name || "tonight", parts, code: null };
}

/**
 * The screen that the app opens with: who only checks in, or is only looked after, is one tap from doing so.
 *
 * @param {App} app
 */
function home(app) {
    const { partners, checkIn, care } = app.state;
    if (partners.length) return "tonight";
    if (checkIn?.plan.on) return "check-in";
    return care?.dwellers.length ? "care" : "tonight";
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/**
 * Takes the code of `/p#CODE`, `/p?care#CODE` or `/e#CODE` out of the address, so that it stays in no history.
 *
 * @returns {{ kind: "pair" | "enrol", code: string, purpose?: string } | null}
 */
function takeCode() {
    const path = location.pathname.toLowerCase().replace(/\/$/, "");
    if (path === "/status") {
        history.replaceState(null, "", "/#/status");
        return null;
    }
    if (path !== "/p" && path !== "/e") return null;
    const code = decode(location.hash.slice(1));
    const purpose = /^\?(device|family|care)$/i.exec(location.search)?.[1].toLowerCase();
    history.replaceState(null, "", path === "/p" ? "/#/pair" : "/#/welcome");
    return code ? { kind: path === "/p" ? "pair" : "enrol", code, purpose } : null;
}

/**
 * Goes to a screen.
 *
 * @param {string} name
 * @param {...string} parts
 */
export function go(name, ...parts) {
    location.hash = href(name, ...parts);
}

/**
 * The address of a screen, for links.
 *
 * @param {string} name
 * @param {...string} parts
 */
export function href(name, ...parts) {
    return `#/${[name, ...parts.map(encodeURIComponent)].join("/")}`;
}

/**
 * Goes to a screen in the place of the present one, which Back does not return to.
 *
 * @param {string} name
 */
export function replaceScreen(name, /** @type {string[]} */ ...parts) {
    history.replaceState(null, "", href(name, ...parts));
    dispatchEvent(new HashChangeEvent("hashchange"));
}

/** @param {App} app */
export function startRouter(app) {
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    let entry = takeCode();
    /** @type {string | null} */
    let shown = null;
    let turn = 0;

    const decide = () => {
        if (app.state.phase === "starting") return null;
        if (app.state.phase === "ready" && !location.hash) history.replaceState(null, "", href(home(app)));
        const route = readRoute(location.hash);
        const own = SCREENS[route.name] ? route : readRoute("#/tonight");
        if (app.state.phase !== "ready") return OPEN.has(own.name) ? own : readRoute("#/welcome");
        if (app.state.ringing.length && own.name !== "bedside") return readRoute("#/ringing");
        if (own.name === "ringing") return readRoute("#/tonight");
        return own;
    };

    const follow = async () => {
        const route = decide();
        if (!route) return;
        const address = `${app.state.phase} ${[route.name, ...route.parts].join("/")}`;
        if (address === shown) return;
        const first = shown === null;
        shown = address;
        const mine = ++turn;
        if (entry && (route.name === "welcome" || route.name === "pair")) takeEntry(route);
        const screen = await build(app, route);
        if (mine !== turn) return;
        await exchange(main, screen, first);
        drawNavigation(app, route, Boolean(SCREENS[route.name].bare));
        finishNavigation(screen, first);
    };

    const takeEntry = (/** @type {Route} */ route) => {
        const { kind, code, purpose } = /** @type {NonNullable<typeof entry>} */ (entry);
        entry = null;
        Object.assign(route, { code: `${kind}:${code}`, purpose });
    };

    addEventListener("hashchange", () => {
        const again = takeCode();
        if (again) {
            entry = again;
            shown = null;
        }
        void follow();
    });
    app.addEventListener("change", () => void follow());
    return {
        started: follow(),
        /** Makes the screen anew, as after a change of the language. */
        redraw: () => {
            shown = null;
            return follow();
        },
    };
}

/** @param {App} app @param {Route} route @returns {Promise<HTMLElement>} */
async function build(app, route) {
    const { file, words } = SCREENS[route.name];
    try {
        const [module] = await Promise.all([
            import(`../screens/${file}.js`), words ? loadWords(words) : null,
            words ? loadStyles(`/css/${words}.css`) : null,
        ]);
        return module.render(app, route);
    } catch (error) {
        console.error(error);
        const again = h("button", { class: "button primary", onclick: () => location.reload() }, t("reload"));
        return h("section", { class: "screen" }, h("h1", null, t("screen.failed")), h("p", null, explain(error)),
            again);
    }
}

/**
 * Adds a style sheet once, and waits until it is there or cannot be loaded.
 *
 * @param {string} address
 */
function loadStyles(address) {
    if (document.querySelector(`link[href="${address}"]`)) return null;
    return new Promise((done) => {
        const settle = () => done(undefined);
        document.head.append(h("link", { rel: "stylesheet", href: address, onload: settle, onerror: settle }));
    });
}

/** @param {HTMLElement} main @param {HTMLElement} screen @param {boolean} first */
async function exchange(main, screen, first) {
    const change = () => {
        const old = main.firstElementChild;
        main.replaceChildren(screen);
        old?.dispatchEvent(new Event("leave"));
    };
    const still = first || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const start = /** @type {any} */ (document).startViewTransition?.bind(document);
    if (still || !start) return change();
    const transition = start(change);
    for (const end of [transition.ready, transition.finished]) end.catch(() => {});
    await transition.updateCallbackDone;
}

/** @param {HTMLElement} screen @param {boolean} first */
function finishNavigation(screen, first) {
    clearAlerts();
    const heading = screen.querySelector("h1");
    document.title = heading?.textContent ? `${heading.textContent} · Reveille` : "Reveille";
    scrollTo(0, 0);
    const target = screen.querySelector("[data-focus]") ?? heading;
    if (!(target instanceof HTMLElement)) return;
    if (!target.matches("input, button, a, textarea, select")) target.setAttribute("tabindex", "-1");
    if (!first || target.hasAttribute("data-focus")) target.focus({ preventScroll: true });
}
