// Whether an alarm will ring, said honestly from what is known: "yes" only where a device has said that it rings by
// itself, "no" where something stands in the way, else "unknown" with the reasons.

/** @typedef {import("./planning.js").AlarmRecord} AlarmRecord */
/** @typedef {import("../types/app.js").AppState} AppState */
/** @typedef {{ sure: "yes" | "no" | "unknown", why: string[] }} Judgement */

const ended = new Set(["acknowledged", "missed", "cancelled", "told"]);
/** Endings that the state alone does not tell. */
const told = new Set(["dismissed", "declined", "ended"]);

/** @param {AlarmRecord} alarm that has ended */
function whyEnded(alarm) {
    if (alarm.ending === "ended" && alarm.preset) return "why.ended.family";
    return alarm.ending && told.has(alarm.ending) ? `why.${alarm.ending}` : `why.${alarm.state}`;
}

/**
 * An alarm for a partner.
 * @param {AlarmRecord} alarm
 * @param {AppState} state
 * @returns {Judgement}
 */
export function judgeTheirs(alarm, state) {
    if (alarm.problem) return { sure: "no", why: [alarm.problem] };
    if (alarm.pending) {
        return { sure: "no", why: [state.connection.online ? "why.notSentYet" : "why.notSentOffline"] };
    }
    if (ended.has(alarm.state)) return { sure: "no", why: [whyEnded(alarm)] };
    const partner = state.partners.find((one) => one.pairId === alarm.pairId);
    if (partner?.state === "revoked") return { sure: "no", why: ["why.pairEnded"] };
    if (alarm.state === "ringing") return { sure: "yes", why: [] };
    if (alarm.refused) return { sure: "no", why: [alarm.repeat ? "why.skipped" : "why.refused"] };
    if (alarm.state === "blocked") {
        // A phone that has it may ring by itself, as by a local notification.
        return alarm.deliveries.some((device) => device.received || device.armed)
            ? { sure: "unknown", why: ["why.blockedReceived"] } : { sure: "no", why: ["why.blocked"] };
    }
    if (alarm.deliveries.some((device) => device.armed) || alarm.state === "armed") return { sure: "yes", why: [] };
    if (alarm.deliveries.length === 0) return { sure: "unknown", why: ["why.notLookedYet"] };
    const working = alarm.deliveries.filter((device) => !device.error && !device.silent);
    const why = [];
    if (alarm.deliveries.some((device) => device.silent)) why.push("why.silent");
    if (alarm.deliveries.some((device) => device.error)) why.push("why.pushRefused");
    if (working.length === 0) return { sure: "no", why };
    why.push(working.some((device) => device.received) ? "why.byPushReceived"
        : working.some((device) => device.delivered || device.relayed) ? "why.byPush" : "why.notHeard");
    return { sure: "unknown", why };
}

/**
 * Whether an alarm makes no sound any more although it is not done.
 * @param {AlarmRecord} alarm
 */
export function isSoundOff(alarm) {
    return alarm.state === "ringing" && alarm.phase !== "ringing" && alarm.soundOff === true;
}

/**
 * An alarm that rings here.
 * @param {AlarmRecord} alarm
 * @param {AppState} state
 * @returns {Judgement}
 */
export function judgeMine(alarm, state) {
    if (ended.has(alarm.state) && alarm.endedAt !== null) return { sure: "no", why: [whyEnded(alarm)] };
    if (isSoundOff(alarm)) return { sure: "no", why: ["why.soundOff"] };
    const partner = state.partners.find((one) => one.pairId === alarm.pairId);
    if (partner?.muted) return { sure: "no", why: ["why.mutedByMe"] };
    if (partner?.state === "revoked") return { sure: "no", why: ["why.pairEnded"] };
    if (alarm.refused && alarm.preset) {
        return { sure: "no", why: [alarm.repeat ? "why.skippedByMe.family" : "why.refusedByMe.family"] };
    }
    if (alarm.refused) return { sure: "no", why: [alarm.repeat ? "why.skippedByMe" : "why.refusedByMe"] };
    // The relay says so only of a device that rings by itself; this page has said how it stands with it.
    if (alarm.state === "armed" && alarm.phase !== "armed") return { sure: "yes", why: ["why.phoneArmed"] };
    if (state.bedside.on && ["armed", "ringing", "snoozed"].includes(alarm.phase)) return { sure: "yes", why: [] };
    const why = [];
    if (state.connection.relay === "refused") why.push("why.deviceRefused");
    else if (state.push.needsHomeScreen) why.push("why.needsHomeScreen");
    else if (!state.push.supported) why.push("why.noPushHere");
    else if (state.push.permission === "denied") why.push("why.notificationsDenied");
    else if (!state.push.subscribed) why.push("why.notificationsOff");
    if (state.push.trouble) why.push(state.push.trouble);
    const others = state.devices.some((device) => !device.self && device.reachable);
    if (why.length > 0) return others ? { sure: "unknown", why: ["why.otherDevice", ...why] } : { sure: "no", why };
    return { sure: "unknown", why: ["why.pushHere"] };
}
