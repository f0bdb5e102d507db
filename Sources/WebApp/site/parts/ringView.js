/** An alarm that rings here: who, what it says, and two big buttons. */

import { h } from "../frame/dom.js";
import { alertUser, toast } from "../frame/announce.js";
import { plural, t } from "../frame/language.js";
import { clock, dayAndTime, ownZone } from "../frame/time.js";
import { soundUnlocked, startRinging, stopRinging, unlockSound } from "../frame/sound.js";
import { button } from "./button.js";
import { field } from "./field.js";
import { lateText } from "./lateAnswer.js";
import { reopenedRing } from "./reopening.js";
import { questionKey } from "../session/careQuestion.js";
import { snoozeRoom } from "../session/snoozing.js";

/** @typedef {import("../types/app.js").App} App */
/** @typedef {import("../types/app.js").Ring} Ring */

const WORDS = ["ring.word.up", "ring.word.five", "ring.word.love"];

/**
 * Makes rings be heard as long as the screen is shown, and tells the app which are. To be called with every drawing.
 *
 * Where another ring is shown than before, or none any more, its heading gets the focus, so that it is read out.
 *
 * @param {App} app @param {() => HTMLElement} root of the screen
 */
export function ringer(app, root) {
    /** @type {Set<string>} */
    const told = new Set();
    /** @type {string | undefined} */
    let shown;
    return {
        follow() {
            const first = app.state.ringing[0]?.alarmId;
            if (first !== shown) setTimeout(() => root().querySelector("h1")?.focus(), 0);
            shown = first;
            if (!app.state.ringing.length) return stopRinging();
            if (!startRinging()) return;
            for (const ring of app.state.ringing) {
                // After a snooze it rings anew.
                const name = `${ring.alarmId} ${ring.revision} ${ring.since}`;
                if (told.has(name)) continue;
                told.add(name);
                app.ringHeard(ring.alarmId);
            }
        },
        stop: stopRinging,
    };
}

/**
 * What has been typed as an answer, by alarm.
 *
 * @type {Map<string, string>}
 */
const answers = new Map();

/** @param {Ring} ring */
function heading(ring) {
    if (ring.kind === "test") return t("test.title");
    return ring.kind === "partner" && ring.sender ? t("ring.wakes", { name: ring.sender }) : ring.title;
}

/**
 * What the ring says. Where time runs, this is not the text that came with it, which grows old on the screen.
 *
 * @param {App} app @param {Ring} ring
 */
function message(app, ring) {
    if (ring.kind === "careQuestion") return t(questionKey(ring, app.state.care, app.relayNow, Date.now()));
    const { checkIn } = app.state;
    const due = checkIn?.contactsDue ?? checkIn?.due;
    if (ring.kind !== "checkIn" || !checkIn || !due) {
        return ring.message ?? t(ring.kind === "partner" ? "alarm.unreadable" : "ring.noWords");
    }
    const key = Date.parse(due) <= app.relayNow ? "ring.checkInPassed"
        : (checkIn.reachable ?? checkIn.contacts) > 0 ? "ring.checkInBy" : "ring.checkInByAlone";
    return t(key, { time: dayAndTime(due, ownZone(), app.relayNow) });
}

/**
 * Says what became of an answer, where that is not what it was meant to do.
 *
 * @param {App} app @param {Ring} ring @param {import("../types/app.js").LateAnswer | null} late
 */
function tellOutcome(app, ring, late) {
    if (late) toast(lateText(app, late, ring.kind === "careQuestion"), "warning");
}

/** @param {App} app @param {Ring} ring @param {() => void} refresh */
export function ringView(app, ring, refresh) {
    const typed = answers.get(ring.alarmId) ?? "";
    const answer = async (/** @type {string} */ words) => {
        const late = await app.acknowledge(ring.alarmId, words ? { words } : {});
        answers.delete(ring.alarmId);
        tellOutcome(app, ring, late);
        if (!late && ring.kind === "reminder" && app.state.connection.relay === "ok") toast(t("ring.doneTold"));
        if (!app.state.ringing.length) stopRinging();
    };
    const alarm = app.state.alarms.find((one) => one.id === ring.alarmId);
    const minutes = snoozeRoom(ring.kind, alarm ?? { id: ring.alarmId, pairId: "", due: ring.due }, app.state,
        app.relayNow);
    const snooze = async () => {
        tellOutcome(app, ring, await app.snooze(ring.alarmId, minutes));
        if (!app.state.ringing.length) stopRinging();
    };
    const up = ring.kind === "careQuestion" ? "ring.well" : ring.kind === "careAlert" ? "ring.help"
        : ring.kind === "checkIn" ? "ring.checkIn"
        : ring.kind === "reminder" ? "ring.done" : ring.kind === "test" ? "ring.heard" : "ring.up";
    const more = app.state.ringing.length - 1;
    const reopened = reopenedRing(app, ring.alarmId);
    return h("section", { class: "ring", key: `ring-${ring.alarmId}` },
        h("p", { class: "ring-time" }, clock(app.relayNow, ownZone())),
        h("h1", { tabindex: "-1" }, heading(ring)),
        h("p", { class: "ring-message" }, message(app, ring)),
        reopened && h("p", { class: "ring-note" }, reopened),
        ring.late && h("p", { class: "ring-note" },
            t("ring.late", { time: dayAndTime(ring.due, ownZone(), app.relayNow) })),
        ring.localOnly && app.state.connection.relay !== "ok" && h("p", { class: "ring-note" }, t("ring.local")),
        more > 0 && h("p", { class: "ring-note" }, t("ring.more", { count: more })),
        !soundUnlocked() && button(t("ring.sound"), async () => {
            if (!(await unlockSound())) alertUser(t("ring.noSound"));
            refresh();
        }, { sign: "sound", class: "ring-sound" }),
        h("div", { class: "ring-actions" },
            button(t(up), () => answer(typed.trim()), { kind: "primary", sign: "check", class: "ring-button" }),
            minutes > 0 && button(plural("ring.snooze", minutes), snooze,
                { sign: "clock", class: "ring-button" })),
        ring.kind === "partner" && h("details", null, h("summary", null, t("ring.answer", { name: ring.sender })),
            h("div", { class: "content" },
                h("div", { class: "chips" }, ...WORDS.map((key) => button(t(key), () => answer(t(key))))),
                field({
                    id: "answer", label: t("ring.words"), value: typed, maxLength: 300,
                    onInput: (value) => {
                        answers.set(ring.alarmId, value);
                        refresh();
                    },
                }),
                button(t("ring.send"), () => answer(typed.trim()), { disabled: !typed.trim() }))));
}
