/** The bar with the main places, and the lines above every screen that say what is wrong with the connection. */

import { h, update } from "./dom.js";
import { plural, t } from "./language.js";
import { fromNow } from "./time.js";
import { icon } from "../parts/icon.js";

/** @typedef {import("../types/app.js").App} App */

const PLACES = [
    { name: "tonight", sign: "moon", also: ["alarm", "new"] },
    { name: "consent", sign: "people", also: ["pair"] },
    { name: "more", sign: "more", also: [] },
];

/** @param {App} app @param {import("./router.js").Route} route @param {boolean} bare */
export function drawNavigation(app, route, bare) {
    const nav = /** @type {HTMLElement} */ (document.getElementById("navigation"));
    document.body.classList.toggle("bare", bare || app.state.phase !== "ready");
    nav.hidden = bare || app.state.phase !== "ready";
    nav.setAttribute("aria-label", t("navigation"));
    const known = PLACES.some((place) => place.name === route.name || place.also.includes(route.name));
    const links = PLACES.map((place) => {
        const here = place.name === route.name || place.also.includes(route.name) || (!known && place.name === "more");
        const current = place.name === route.name ? "page" : here ? "true" : null;
        return h("a", { href: `#/${place.name}`, "aria-current": current }, icon(place.sign),
            t(`navigation.${place.name}`));
    });
    const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
    skip.textContent = t("skip");
    skip.onclick = (event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
    };
    update(nav, h("nav", { id: "navigation", hidden: nav.hidden, "aria-label": t("navigation") }, ...links));
}

/**
 * Keeps the lines about connection and version up to date.
 *
 * @param {App} app
 */
export function startStatusLines(app) {
    const draw = () => {
        const lines = /** @type {HTMLElement} */ (document.getElementById("lines"));
        update(lines, h("div", { id: "lines", role: "status" }, ...statusLines(app)));
    };
    app.addEventListener("change", draw);
    setInterval(draw, 30_000);
    draw();
}

/** @param {App} app */
function statusLines(app) {
    const { connection, newVersion, storage, phase } = app.state;
    const waits = connection.queued ? ` ${plural("connection.queued", connection.queued)}` : "";
    const heard = connection.lastHeard ? ` ${t("connection.lastHeard", { ago: fromNow(connection.lastHeard) })}` : "";
    const lines = [];
    if (phase === "ready" && !connection.online) lines.push(line("offline", t("connection.offline") + heard + waits));
    else if (phase === "ready" && connection.relay !== "ok") {
        lines.push(line("warning", t(`connection.${connection.relay}`) + heard + waits));
    } else if (connection.queued) lines.push(line("clock", waits.trim()));
    if (storage.private) lines.push(line("warning", t("storage.private")));
    if (newVersion) {
        const take = h("button", { class: "button quiet", onclick: () => app.reload() }, t("version.take"));
        lines.push(line("info", t("version.new"), take));
    }
    return lines;
}

/** @param {string} sign @param {string} text @param {...HTMLElement} more */
function line(sign, text, ...more) {
    return h("div", { class: "line" }, icon(sign), h("p", null, text), ...more);
}
