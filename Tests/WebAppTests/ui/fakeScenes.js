/** The states that the screens are tested in. Everything that another person can write holds an attempt at markup. */

const XSS = '<img src=x onerror="window.hacked=1"><b>Ben</b>';
const HOUR = 3_600_000;

const at = (milliseconds) => new Date(Date.now() + milliseconds).toISOString();
const ID = (letter) => letter.repeat(22);

const empty = () => ({
    phase: "ready", lost: null,
    me: { deviceId: ID("D"), personId: ID("P"), name: "Ana", timeZone: "Europe/Berlin", locale: "en" },
    connection: { online: true, relay: "ok", lastHeard: Date.now() - 4_000, clockOffset: 0, queued: 0 },
    push: { supported: true, permission: "granted", subscribed: true, needsHomeScreen: false, trouble: null },
    devices: [device({ self: true })], partners: [], alarms: [], invites: [], news: [], checkIn: null, contacts: [],
    circles: [], reminders: [], care: null, careSettings: null, ringing: [], bedside: { on: false, heard: null },
    settings: { language: new URLSearchParams(location.search).get("language") ?? "en", theme: "auto" },
    newVersion: false, storage: { persistent: true, private: false },
});

const device = (change = {}) => ({
    deviceId: ID("D"), self: false, platform: "webpush", reachable: true, since: at(-40 * 24 * HOUR),
    capabilities: { alarmKit: false, criticalAlerts: false, os: "Chrome/126 Android" }, ...change,
});

const partner = (change = {}) => ({
    pairId: ID("A"), name: "Ben", timeZone: "Asia/Taipei", muted: false, pausedUntil: null, allowedHours: null,
    state: "active",
    since: at(-90 * 24 * HOUR), canISet: true, canTheySet: true, hasKeys: true, ...change,
});

const alarm = (change = {}) => ({
    id: ID("M"), pairId: ID("A"), preset: null, direction: "mine", due: at(8 * HOUR), nextDue: null, snoozedUntil: null,
    message: "Good morning ❤️", verified: true, reply: null, recurrence: null, days: null, zone: "Asia/Taipei",
    state: "scheduled", revision: 1, delivery: [], sure: "unknown", why: ["why.pushHere"], pending: false,
    problem: null, ...change,
});

const delivery = (change = {}) => ({
    device: 1, relayed: at(-600_000), delivered: at(-590_000), attempts: 1, unanswered: 0, silent: false, ...change,
});

const invite = (change = {}) => ({
    id: ID("I"), side: "inviter", kind: "pair", state: "open", code: "K7M2Q-7K3QD-0123A-ZZZZZ",
    link: `${location.origin}/p#K7M2Q-7K3QD-0123A-ZZZZZ`,
    qr: `${location.origin.toUpperCase()}/P#K7M2Q-7K3QD-0123A-ZZZZZ`,
    expiresAt: at(9 * 60_000), name: null, role: null, circleId: null, circleName: null, asks: null, digits: null,
    attemptsLeft: 3, pairId: null, trouble: null, ...change,
});

const ring = (change = {}) => ({
    alarmId: ID("R"), title: "Ben wakes you", message: "Your train goes at 08:10 ❤️", sender: "Ben", due: at(-5_000),
    revision: 1,
    kind: "partner", since: Date.now() - 5_000, localOnly: false, ...change,
});

const theirs = (change = {}) => alarm({
    id: ID("T"), direction: "theirs", due: at(9 * HOUR), message: "Time to get up", sure: "yes", why: [],
    state: "armed",
    delivery: [delivery({ received: at(-580_000), armed: at(-580_000) }), delivery({ device: 2 })], ...change,
});

const withInvite = (change) => ({ ...empty(), partners: [partner()], invites: [invite(change)] });

export const scenes = {
    stranger: () => ({ ...empty(), phase: "welcome", me: null, devices: [],
        push: { supported: true, permission: "default", subscribed: false, needsHomeScreen: false, trouble: null } }),
    iphone: () => ({ ...scenes.stranger(),
        push: { supported: false, permission: "default", subscribed: false, needsHomeScreen: true, trouble: null } }),
    lost: () => ({ ...scenes.stranger(), phase: "lost",
        lost: { why: "cleared", name: XSS, partners: [XSS, "Cleo"], circles: ["Home"] } }),
    alone: () => ({ ...empty(), push: { ...empty().push, permission: "default", subscribed: false } }),
    denied: () => ({ ...empty(), push: { ...empty().push, permission: "denied", subscribed: false,
        trouble: "push.refusedByBrowser" } }),
    couple: () => ({ ...empty(), partners: [partner()],
        devices: [device({ self: true }), device({ deviceId: ID("E"), platform: "apns" })],
        alarms: [alarm(), theirs(), alarm({ id: ID("W"), direction: "theirs", due: at(50 * HOUR),
            recurrence: "FREQ=WEEKLY;BYDAY=MO,TU",
            days: ["MO", "TU"], sure: "unknown", why: ["why.byPush"], delivery: [delivery()] })] }),
    trouble: () => ({ ...scenes.couple(),
        connection: { online: true, relay: "unreachable", lastHeard: Date.now() - 300_000, clockOffset: 0, queued: 2 },
        push: { ...empty().push, permission: "default", subscribed: false },
        partners: [partner({ hasKeys: false, canISet: true, timeZone: null }),
            partner({ pairId: ID("B"), name: "Cleo", muted: true })],
        alarms: [alarm({ sure: "no", why: ["why.notificationsOff"] }),
            theirs({ sure: "no", pending: true, why: ["why.notSentOffline"], delivery: [], state: "scheduled" }),
            theirs({ id: ID("N"), sure: "no", problem: "problem.quota-exceeded", why: [], delivery: [] }),
            theirs({ id: ID("S"), sure: "no", state: "blocked", why: ["why.silent", "why.blocked"],
                delivery: [delivery({ silent: true, unanswered: 4 }),
                    delivery({ device: 2, error: "410 Unregistered", attempts: 5 })] }),
            theirs({ id: ID("O"), due: at(-2 * HOUR), state: "acknowledged", sure: "no", why: ["why.acknowledged"],
                reply: XSS,
                delivery: [delivery({ received: at(-2 * HOUR), ringing: at(-2 * HOUR),
                    acknowledged: at(-2 * HOUR) })] })] }),
    offline: () => ({ ...scenes.couple(),
        connection: { online: false, relay: "unreachable", lastHeard: Date.now() - 3_000_000, clockOffset: 0,
            queued: 1 } }),
    updates: () => ({ ...scenes.couple(), newVersion: true, storage: { persistent: false, private: true },
        news: [{ id: "n1", at: at(-HOUR), stage: "no-answer", alarmId: ID("T"), pairId: ID("A"), title: null,
            text: null, name: "Ben" },
            { id: "n2", at: at(-2 * HOUR), stage: "acknowledged", alarmId: ID("T"), pairId: ID("A"), title: null,
                text: XSS, name: XSS },
            { id: "n3", at: at(-2 * HOUR), stage: "contacts-told", alarmId: ID("T"), pairId: null, title: XSS,
                text: null, name: null }] }),
    hostile: () => ({ ...scenes.couple(),
        partners: [partner({ name: XSS }), partner({ pairId: ID("B"), name: XSS + XSS })],
        alarms: [alarm({ message: XSS }), theirs({ message: XSS, reply: XSS })],
        circles: [{ circleId: ID("C"), kind: "family", name: XSS, since: at(0), relayMayReadTitles: false,
            snoozeLimit: 3600,
            members: [], hasKey: true }] }),
    consentAsked: () => withInvite({ side: "claimer", state: "claimed", asks: "consent", name: XSS, code: null }),
    deviceAsked: () => withInvite({ side: "claimer", state: "claimed", asks: "consent", kind: "device", name: "Ana" }),
    familyAsked: () => withInvite({ side: "claimer", state: "claimed", asks: "consent", kind: "family", role: "child",
        name: "Mia",
        circleName: XSS }),
    codeShown: () => withInvite({}),
    digitsAsked: () => withInvite({ state: "answered", asks: "digits", name: "Ben", attemptsLeft: 2 }),
    digitsShown: () => withInvite({ side: "claimer", state: "answered", digits: "123456", name: "Ana" }),
    pairDone: () => withInvite({ state: "active", name: "Ben", pairId: ID("A") }),
    expired: () => withInvite({ state: "expired" }),
    burned: () => withInvite({ state: "burned" }),
    contested: () => withInvite({ state: "contested", side: "claimer", trouble: "invite.answer-changed" }),
    failed: () => withInvite({ state: "failed", trouble: "invite.not-known-at-all" }),
    ringing: () => ({ ...scenes.couple(), ringing: [ring()] }),
    ringingHostile: () => ({ ...scenes.couple(),
        ringing: [ring({ title: XSS, message: XSS, sender: XSS, localOnly: true }),
        ring({ alarmId: ID("Q") })] }),
    careQuestion: () => ({ ...empty(), ringing: [ring({ kind: "careQuestion", title: "Are you all right?",
        message: null, sender: "" })] }),
    bedsideRinging: () => ({ ...scenes.couple(), bedside: { on: true, heard: Date.now() }, ringing: [ring()] }),
};
