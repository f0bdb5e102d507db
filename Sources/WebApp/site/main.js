/** Starts the app: words and theme first, then the session, then the screen that the address names. */

import { say } from "./frame/announce.js";
import { explain, t, useLanguage } from "./frame/language.js";
import { startStatusLines } from "./frame/navigation.js";
import { startRouter } from "./frame/router.js";
import { useTheme } from "./frame/theme.js";
import { h } from "./frame/dom.js";
import { followInvitations } from "./parts/invitationNews.js";
import { App } from "./session/app.js";

/** @param {string} title @param {string} text */
function showFailure(title, text) {
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    const again = h("button", { class: "button primary", onclick: () => location.reload() }, t("reload"));
    main.replaceChildren(h("section", { class: "screen" }, h("h1", null, title), h("p", null, text), again));
}

/**
 * Follows the settings for language and theme.
 *
 * @param {import("./types/app.js").App} app
 */
async function followSettings(app) {
    let { language, theme } = app.state.settings;
    app.addEventListener("change", async () => {
        const next = app.state.settings;
        if (next.theme !== theme) useTheme((theme = next.theme));
        if (next.language !== language) {
            await useLanguage((language = next.language));
            app.dispatchEvent(new Event("language"));
        }
    });
    useTheme(theme);
    await useLanguage(language);
}

async function start() {
    await useLanguage("auto");
    if (!globalThis.isSecureContext || !crypto.subtle) return showFailure(t("browser.title"), t("browser.insecure"));
    try {
        const app = /** @type {import("./types/app.js").App} */ (/** @type {unknown} */ (await App.open()));
        await followSettings(app);
        startStatusLines(app);
        followInvitations(app);
        const router = startRouter(app);
        app.addEventListener("language", () => void router.redraw().then(() => say(t("language.changed"))));
        await router.started;
    } catch (error) {
        showFailure(t("start.failed"), explain(error));
    }
    document.documentElement.setAttribute("data-ready", "");
}

void start();
