/** The browser as an alarm clock beside the bed: an almost black screen with a large clock that rings by itself. */

import { alertUser } from "../frame/announce.js";
import { h } from "../frame/dom.js";
import { t } from "../frame/language.js";
import { live, whenLeft } from "../frame/live.js";
import { go } from "../frame/router.js";
import { clock, day, dayAndTime, fromNow, ownZone } from "../frame/time.js";
import { soundUnlocked, unlockSound } from "../frame/sound.js";
import { keepAwake } from "../frame/wakeLock.js";
import { isComing, partnerOf } from "../parts/alarmCard.js";
import { button } from "../parts/button.js";
import { note } from "../parts/card.js";
import { ringer, ringView } from "../parts/ringView.js";
import { screen } from "../parts/screen.js";

/** @typedef {import("../types/app.js").App} App */

/** @param {App} app */
export function render(app) {
    const sound = ringer(app, () => root);
    const awake = keepAwake();
    let started = app.state.bedside.on && soundUnlocked();
    /** @type {() => void} */
    let again = () => {};
    /** @type {HTMLElement} */
    const root = live(app, (refresh) => {
        again = refresh;
        sound.follow();
        const ring = app.state.ringing[0];
        if (ring) return h("div", { class: "bedside-root ringing" }, ringView(app, ring, refresh));
        const start = async () => {
            const heard = await unlockSound();
            await awake.start();
            app.bedside(true);
            started = true;
            if (!heard) alertUser(t("ring.noSound"));
            refresh();
        };
        return h("div", { class: "bedside-root" }, started ? night(app, awake.kept()) : before(start));
    });
    const timer = setInterval(() => again(), 10_000);
    whenLeft(root, () => {
        clearInterval(timer);
        sound.stop();
        awake.stop();
        app.bedside(false);
    });
    return root;
}

/** @param {() => Promise<void>} start */
function before(start) {
    return screen({
        title: t("bedside.title"), back: ["tonight"], lead: t("bedside.lead"),
        primary: button(t("bedside.start"), start, { kind: "primary", sign: "moon" }),
    },
    h("ul", { class: "reasons" }, ...advice().map((key) => h("li", null, t(key)))));
}

/** What the user has to see to, and what this browser cannot do. */
function advice() {
    const keys = ["bedside.charger", "bedside.open", "bedside.volume"];
    if (!("wakeLock" in navigator)) keys.push("bedside.noWakeLock");
    if (!("vibrate" in navigator)) keys.push("bedside.noVibration");
    const apple = /iPhone|iPad|iPod/.test(navigator.userAgent);
    if (apple && !("audioSession" in navigator)) keys.push("bedside.muteSwitch");
    return keys;
}

/** @param {App} app @param {boolean} awake */
function night(app, awake) {
    const { alarms, connection, bedside } = app.state;
    const rings = (/** @type {import("../types/app.js").AlarmItem} */ alarm) => alarm.direction === "mine"
        && isComing(alarm) && !alarm.problem && !alarm.refused && !alarm.soundOff;
    const next = alarms.filter(rings)
        .sort((one, other) => Date.parse(one.snoozedUntil ?? one.due) - Date.parse(other.snoozedUntil ?? other.due))[0];
    const fresh = bedside.heard !== null && Date.now() - bedside.heard < 90_000;
    const due = next && (next.snoozedUntil ?? next.due);
    return h("section", { class: "night" },
        h("h1", { class: "night-clock", tabindex: "-1", role: "timer", "aria-live": "off" },
            clock(app.relayNow, ownZone())),
        h("p", null, day(app.relayNow, ownZone(), app.relayNow - 3 * 86_400_000)),
        next && due ? h("div", { class: "night-next" },
            h("p", { class: "night-due" }, dayAndTime(due, ownZone(), app.relayNow)),
            h("p", null, t(next.preset ? "bedside.nextOwn" : "bedside.next", { name: partnerOf(app, next).name })),
            h("p", null, fromNow(due, app.relayNow)))
            : h("p", { class: "night-next" }, t("bedside.none")),
        !soundUnlocked() && note("bad", t("bedside.noSound")),
        !awake && note("warning", t("bedside.mayLock")),
        h("p", { role: "status" }, fresh ? t("bedside.known")
            : connection.relay === "ok" && connection.online ? t("bedside.telling") : t("bedside.alone")),
        button(t("bedside.end"), () => go("tonight"), { kind: "quiet" }));
}
