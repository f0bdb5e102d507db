// What the stages of pushes and the presets of alarms mean to this app.

/** @typedef {import("../types/app.js").RingKind} RingKind */

/** The stages at which something sounds until it is answered. */
export const rousingStages = new Set(["ring", "countdown", "are-you-well", "alert", "check-in-due"]);

/** The stages that end what sounds. */
export const endingStages = new Set(["cancel", "alert-ended", "completed", "all-clear", "put-off"]);

/** @param {string | null | undefined} preset @param {string} stage @returns {RingKind} */
export function ringKind(preset, stage) {
    // A dweller's own countdown asks the dweller; only what comes after it asks others for help.
    if (stage === "are-you-well" || stage === "countdown") return "careQuestion";
    if (preset === "care-alert" || preset === "inactivity") return "careAlert";
    if (preset === "reminder") return "reminder";
    if (preset === "check-in" || preset === "gentle-check-in" || preset === "daily-check-in") return "checkIn";
    if (preset === "test" || preset === "rehearsal" || preset === "gentle-rehearsal") return "test";
    return "partner";
}

/**
 * An alert cannot be put off, and a check-in only by a day.
 * @param {RingKind} kind
 */
export function canBeSnoozed(kind) {
    return kind === "partner" || kind === "reminder";
}

/**
 * What a ring says. Of an alert that is the relay's words too: that it begins again, since its helper has left, stands
 * only there, and the dweller's own words say no more than what they said first.
 * @param {{ kind: string, text: string | null, body: string | null }} record
 */
export function ringWords({ kind, text, body }) {
    return kind === "careAlert" && text && body ? `${text}\n${body}` : text ?? body;
}
