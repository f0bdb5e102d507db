// The session of this browser: what the screens may ask for, and the state that they show.

import { asProblem } from "../relay/problem.js";
import { Store } from "../store/store.js";
import { commands } from "./commands.js";
import { SessionCore } from "./core.js";
import { begin, wire } from "./lifecycle.js";
import { loadInvites, loadNews } from "./loading.js";
import { checkCode } from "./pairing.js";
import { BedsideClock, soundsHere } from "./ringing.js";
import { tellDevice } from "./telling.js";
import { WorkerLink } from "./workerLink.js";

/** @typedef {import("../types/app.js").App} AppContract */
/** @typedef {import("../types/app.js").OpenOptions} OpenOptions */

export class App extends EventTarget {
    /**
     * @param {Store} store
     * @param {OpenOptions} options
     */
    constructor(store, options) {
        super();
        this.core = new SessionCore(this, store, options);
        this.bedsideClock = new BedsideClock(this.core);
        this.worker = new WorkerLink(this.core);
        for (const [name, command] of Object.entries(commands)) {
            Object.defineProperty(this, name, { value: (/** @type {any[]} */ ...given) => this.run(command, given) });
        }
    }

    /**
     * Opens the app with what is kept in this browser.
     * @param {OpenOptions} [options]
     * @returns {Promise<AppContract>}
     */
    static async open(options = {}) {
        const store = await Store.open({ indexedDB: options.indexedDB, channel: options.channel });
        const app = new App(store, options);
        wire(app.core);
        app.worker.start();
        await begin(app.core);
        return /** @type {any} */ (app);
    }

    /**
     * Runs a command; whatever fails reaches the screens as a problem.
     * @param {any} command
     * @param {any[]} given
     */
    async run(command, given) {
        try {
            return await command(this.core, ...given);
        } catch (error) {
            const problem = asProblem(error);
            if (problem.kind === "internal") console.error(error);
            throw problem;
        }
    }

    get state() {
        return this.core.state;
    }

    get relayNow() {
        return this.core.now;
    }

    /** @param {string} id */
    forgetInvite(id) {
        this.core.background(async () => {
            await this.core.store.write([{ area: "invites", remove: id }]);
            await loadInvites(this.core);
        });
    }

    /** @param {string} text */
    readCode(text) {
        return checkCode(this.core, text);
    }

    /** @param {string} id */
    dismissNews(id) {
        this.core.background(async () => {
            await this.core.store.write([{ area: "news", remove: id }]);
            await loadNews(this.core);
        });
    }

    /** @param {boolean} on */
    bedside(on) {
        if (on) this.bedsideClock.start();
        else this.core.background(() => this.bedsideClock.stop());
    }

    /** @param {string} id */
    ringHeard(id) {
        this.core.background(() => soundsHere(this.core, id));
    }

    /** @param {AppContract["state"]["settings"]["language"]} language */
    setLanguage(language) {
        this.keepSettings({ ...this.core.state.settings, language });
    }

    /** @param {AppContract["state"]["settings"]["theme"]} theme */
    setTheme(theme) {
        this.keepSettings({ ...this.core.state.settings, theme });
    }

    /** @param {AppContract["state"]["settings"]} settings */
    keepSettings(settings) {
        this.core.set({ settings });
        this.core.background(async () => {
            await this.core.store.write([Store.fact("settings", settings)]);
            await tellDevice(this.core);
        });
    }

    reload() {
        this.worker.takeNewVersion();
    }

    close() {
        if (this.core.state.bedside.on) this.core.background(() => this.bedsideClock.stop());
        this.core.stopLeading();
        this.core.close();
        this.worker.stop();
        this.core.store.close();
    }
}
