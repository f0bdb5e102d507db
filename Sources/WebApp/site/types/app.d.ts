// The types that the parts of the web app share. Names and members of views are those of the relay's JSON
// (docs/openapi.yaml); what is opened or computed on the device says so.

export type Zone = string; // IANA, as in "Europe/Berlin"
export type ISO = string; // an instant, as in "2026-11-23T07:00:00Z"
export type Clock = string; // "07:00"
export type Day = "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU";

export interface AppState {
    phase: "starting" | "welcome" | "ready" | "lost";
    lost: Lost | null; // with the phase "lost"
    me: Me | null;
    connection: Connection;
    push: PushState;
    devices: Device[];
    partners: Partner[];
    alarms: AlarmItem[]; // both directions, earliest first; those that ended stay for a day
    invites: Invite[];
    news: News[]; // what became of alarms and the rest, newest first
    checkIn: CheckInReport | null;
    contacts: ContactView[];
    circles: CircleView[];
    reminders: ReminderItem[];
    care: CareOverview | null;
    careSettings: CareSettings | null;
    ringing: Ring[]; // what rings here now; a page shows the first
    bedside: Bedside;
    settings: Settings;
    newVersion: boolean; // a newer version of the app waits: reload() takes it
    storage: { persistent: boolean; private: boolean }; // private: the browser forgets everything at the end
}

export interface Me { deviceId: string; personId: string | null; name: string; timeZone: Zone; locale: string }

export interface Lost {
    why: "cleared" | "removed" | "unreadable"; // by the browser; by another device; keys cannot be read
    name: string; // of the person, "" where even that is gone
    partners: string[]; // their names, as far as known
    circles: string[];
}

export interface Connection {
    online: boolean;
    relay: "ok" | "unreachable" | "refused";
    lastHeard: number | null; // ms since 1970, this device's clock
    clockOffset: number; // ms, relay minus this device
    queued: number; // requests that wait to be sent
}

export interface PushState {
    supported: boolean;
    permission: "default" | "granted" | "denied";
    subscribed: boolean;
    needsHomeScreen: boolean; // iOS: only from the Home Screen
    trouble: string | null; // words key
}

export interface Bedside { on: boolean; heard: number | null } // heard: when the relay last took a report, ms
export interface Settings { language: "auto" | "en" | "zh-Hant" | "zh-Hans"; theme: "auto" | "light" | "dark" }

export interface Capabilities { alarmKit: boolean; criticalAlerts: boolean; os: string }

export interface Device {
    deviceId: string; self: boolean; platform: "apns" | "events" | "webpush" | string; capabilities: Capabilities;
    since: ISO; reachable: boolean;
}

export interface AllowedHours { from: Clock; until: Clock }

export interface Partner {
    pairId: string;
    name: string;
    timeZone: Zone | null; // what was said here with setPartnerZone; PA1 does not tell it
    muted: boolean;
    pausedUntil: ISO | null;
    allowedHours: AllowedHours | null; // null: at any hour
    state: "active" | "revoked";
    since: ISO;
    canISet: boolean; // false without this pair's keys (it was made on another device), or when it has ended
    canTheySet: boolean; // false while muted or paused
    hasKeys: boolean; // false: link this device again from the one that made the pair
    refuses?: boolean; // whether they take no alarms now: muted, paused or outside hours, which is theirs to tell
}

export type AlarmState = "scheduled" | "armed" | "ringing" | "snoozed" | "blocked" | "acknowledged" | "missed"
    | "cancelled" | "told";

export interface DeliveryStep { stage: "handoff" | "ring"; urgency: "active" | "time-sensitive" | "critical";
    offset?: number }

export interface Delivery {
    device: number; relayed?: ISO; delivered?: ISO; received?: ISO; armed?: ISO; ringing?: ISO; acknowledged?: ISO;
    worked?: DeliveryStep; attempts: number; error?: string; pastError?: string; pastErrorAt?: ISO;
    unanswered: number; silent: boolean;
}

export interface AlarmItem {
    id: string;
    pairId: string; // the pair, or the circle
    preset: string | null; // null: a partner's alarm
    direction: "mine" | "theirs"; // mine: rings here; theirs: it was set here for the partner
    due: ISO; // of the present occurrence
    nextDue: ISO | null; // of the one after that
    snoozedUntil: ISO | null;
    message: string | null; // opened words
    verified: boolean; // false: the words are missing, did not open, or are another alarm's; it rings all the same
    reply: string | null; // what was answered, opened; with direction "theirs"
    recurrence: string | null; // an RRULE
    days: Day[] | null; // the same as days of the week, where the rule is one
    zone: Zone | null;
    state: AlarmState;
    revision: number;
    delivery: Delivery[]; // of "theirs"; ask with loadAlarm(id)
    sure: "yes" | "no" | "unknown";
    why: string[]; // words keys, the most important first
    pending: boolean; // not yet taken by the relay
    problem: string | null; // words key: the relay refused it, say why; the alarm is not set
    ending: AlarmEnding | null; // how it ended, where that is known
    last: PastOccurrence | null; // of one that repeats, what became of the time before; after loadAlarm(id)
    snoozes: number | null; // how often it was put off; after loadAlarm(id)
    refused: boolean; // its receiver takes none at that time: one that repeats is skipped then
    nextRefused?: boolean; // and at the time after that neither
    soundOff?: boolean; // a reminder that rings no more until it is put off, and is not done
    reminderDue?: ISO | null; // when the reminder was due whose alarm was set anew after that, and rang at once
}

export type AlarmEnding = "answered" | "dismissed" | "declined" | "missed" | "cancelled" | "ended";
export interface PastOccurrence { time: ISO; ending: AlarmEnding; at: ISO; by?: string }

/** Why an answer does not count; of one that is kept here, that the relay has not taken it yet. */
export interface LateAnswer {
    reason: "kept" | "over" | "moved-on" // moved-on: an alarm rings at another time since
        | "answered" | "dismissed" | "missed" // an alarm's end before it, by another device of this person, or by itself
        | "done" // a reminder
        | "helped" | "cancelled" | "again" | "unanswered" | "gone" // an alert; gone: or one may not know of it any more
        | "open"; // an alert was signalled again since
    by?: string | null; // personId of whoever had done a reminder
    name?: string; at?: ISO; // of whoever looks after an alert, and since when, or has called it off
}
export type RingKind = "partner" | "reminder" | "careQuestion" | "careAlert" | "checkIn" | "test";

export interface Ring {
    alarmId: string; title: string; message: string | null; sender: string; due: ISO; revision: number;
    kind: RingKind; since: number; // since: when it began to ring here, ms
    localOnly: boolean; // rung by this page's own clock, the relay has not been reached since
    late: boolean; // it should have begun to ring earlier
}

export interface News {
    id: string; at: ISO; stage: string; // as docs/protocol.md: acknowledged, declined, no-answer, …; or
    // pair-ended, reply-lost, answer-outdated, well-outdated, pair-takes-again, circle-left, made-parent, told-more
    alarmId: string; revision?: number; // of the alarm, as of the news
    pairId: string | null; title: string | null; text: string | null; // the relay's or opened words
    name: string | null; // the partner's, or the circle's
}

export type InviteKind = "pair" | "device" | "family" | "care";

export interface Invite {
    id: string;
    side: "inviter" | "claimer";
    kind: InviteKind;
    state: "open" | "claimed" | "answered" | "confirmed" | "active" | "expired" | "burned" | "contested" | "cancelled"
        | "failed";
    code: string | null; // of the inviter: "7K3QD-…" in groups of five
    link: string | null; // https://HOST/p#CODE
    qr: string | null; // HTTPS://HOST/P#CODE, what a QR symbol holds
    expiresAt: ISO;
    name: string | null; // of the other side, once known
    role: Role | null;
    circleId: string | null;
    circleName: string | null;
    asks: "digits" | "consent" | null; // inviter: type the other's six digits; claimer: say yes or no
    digits: string | null; // of the claimer, once answered: to be typed on the other device
    attemptsLeft: number; // of the inviter, for the digits
    pairId: string | null; // once active, what it made
    trouble: string | null; // words key
    recipient: Recipient | null; // whom the relay sends the link, by sendInvitation
    letter: InviteLetter | null; // how far that message is, while nobody has opened the link; null: none was asked for
}

export interface Recipient { name: string; phone?: string; email?: string; language?: string }
export interface InviteLetter { state: "waiting" | "sent" | "failed"; reason?: string } // why the last attempt failed

// What claim() answers: nothing is allowed yet; answer(id) allows it, cancelInvite(id) does not.
export type Claim = Invite & { side: "claimer"; asks: "consent" };

export interface InviteOptions {
    circleId?: string; // with "family" and "care"
    role?: "parent" | "child" | "member";
    ttl?: number; // seconds, 600 unless told, 60 to 86,400; for "care" 7 days, which is the most
    recipient?: Recipient;
}

// Times and days on the clocks of `zone`.
export interface AlarmDraft {
    pairId: string; localTime: Clock; date: string; zone: Zone; message: string; days?: Day[];
}
export interface AlarmEdit { localTime?: Clock; date?: string; zone?: Zone; message?: string; days?: Day[] | null }
export interface PreviewedTime { local: string; offset: string; utc: ISO; note: string | null }

export interface Place { latitude: number; longitude: number; accuracy?: number }

export interface CheckInSettings {
    kind?: "standard" | "gentle"; threshold?: number; on?: boolean; pausedUntil?: ISO; name: string; timeZone?: Zone;
    remindAt?: string; // a time of day, as 20:00
}
export interface CheckInEntry {
    at: ISO; timeZone?: Zone; place?: Place; link?: string;
    via?: "app" | "command-line" | "web" | "notification" | "message" | "link";
}
export interface CheckInReport {
    state: "off" | "new" | "paused" | "normal" | "warning" | "expired" | "checked-in" | "due" | "escalated";
    plan: CheckInSettings; due?: ISO; contactsDue?: ISO; remaining?: number; contacts: number; repeat?: true;
    reachable?: number; telling?: CheckInTelling;
    delayed?: MediumDelay[]; // by which of the contacts' addresses nothing gets through; absent: none
    ways?: ("email" | "sms" | "webhook")[]; // by which the relay can send at present; absent: an earlier relay
    unreached?: ("email" | "sms" | "webhook")[]; // by which of them the relay can send nothing at present; absent: none
    waiting?: ("email" | "sms")[]; // by which of them a message that asks has yet to go out; absent: none
    asked?: number; // contacts who were named and have not answered; absent: none, or an earlier relay
    reassured?: CheckInTelling["messages"]; // to those who were told: that the person has answered
    history: CheckInEntry[];
    snoozedAt?: ISO[]; // when the person asked for more time, newest first; absent: never, or an earlier relay
    snoozes?: number; // how often the present deadline was put off; absent: an earlier relay
    queued: boolean; // a check-in waits here to be sent
}
export interface CheckInTelling { // what became of telling the contacts; not from earlier relays
    outcome: "nobody" | "waiting" | "partly" | "told" | "failed";
    messages: {
        contactId: string; name: string; medium: "email" | "sms" | "webhook"; at: ISO; reason?: string;
        state: "waiting" | "sent" | "failed" | "returned";
        mayHaveArrived?: true; // of one that waits or failed: the answer of a server was lost
    }[];
    reached?: { name: string; at: ISO }; // the contact who says that they have reached the person
}
export interface CheckInLinkView {
    linkId: string; name: string;
    since?: ISO; // absent for one that is older than names are, of which no use was noted
    usedAt?: ISO;
}
export interface CheckInLink { url: string; link: CheckInLinkView }
export interface CalendarLinkView { since: ISO }
export interface CalendarLink { url: string; since: ISO }
export interface OwnAddresses { email?: string; phone?: string; calls?: boolean; language?: string }
export interface EmergencyCard {
    words?: string; phone?: string; address?: string; keyHolder?: string; inLetters?: boolean;
}
export interface EmergencyCardView {
    card: EmergencyCard; changedAt: ISO; recipients: string[]; // names of the contacts whose letters it goes with
    waiting?: true; // the relay sends no e-mail at present, so that these letters wait
    delay?: MediumDelay; // no e-mail gets through of late, so that these letters wait
}
export interface RehearsedLetter {
    contactId: string; name: string; medium: "email" | "sms" | "webhook"; subject?: string; text: string;
}
export interface Rehearsal {
    id: string; state: AlarmState; letters: RehearsedLetter[];
    unreached?: { contactId: string; name: string; medium: "email" | "sms" | "webhook" }[]; // absent: none
}
export interface ContactRequest {
    name: string; email?: string; phone?: string; webhook?: string; language?: string;
    calls?: boolean; // of one's own number: whether it is called as well
}
export interface ContactTrouble {
    medium: "email" | "sms" | "webhook"; at: ISO; reason: string;
    mayHaveArrived?: true; // the answer of a server was lost
}
export interface ContactView {
    contactId: string; consent: "pending" | "confirmed" | "unsubscribed"; agreed?: ("email" | "sms" | "call")[]; since: ISO;
    webhookSecret?: string; trouble?: ContactTrouble[]; contact: ContactRequest;
    unreached?: ("email" | "sms" | "webhook" | "call")[]; // the relay can send nothing there at present; absent: none
    delayed?: MediumDelay[]; // nothing gets through there of late; absent: none
    waiting?: ("email" | "sms")[]; // the message that asks has yet to go out there; absent: none
}
export interface MediumDelay {
    medium: "email" | "sms" | "webhook" | "call"; since: ISO; reason: string;
    mayHaveArrived?: true; // the answer of a server was lost, so that something may have got through since
}

export type Role = "partner" | "parent" | "child" | "dweller" | "member";
export type Permission = "setForChildren" | "setForSelf" | "status" | "place" | "history" | "alert.fall"
    | "alert.inactivity" | "alert.wellness" | "alert.manual" | "alert.glucose";
export interface CircleMember {
    personId: string; self: boolean; role: Role; displayName?: string; since: ISO; permissions?: Permission[];
    priority?: number; alerts?: AlertSwitch; // of a member of a care circle; on where absent
    canSeal: boolean; // their key is known here, so that words reach them
    consent?: Consent; // what the caller lets them do; of others, where it was asked for
}
export interface CircleView {
    circleId: string; kind: "family" | "care"; name: string; since: ISO; relayMayReadTitles: boolean;
    snoozeLimit: number; members: CircleMember[];
    news?: FamilyNews[]; // of the last 30 days, the oldest first; for parents
    hasKey: boolean; // false: link this device again, it cannot read or write words here
}
export interface FamilyNews {
    kind: "left" | "parent"; at: ISO; personId?: string; name?: string;
    heir?: string; handedOver?: number; deleted?: number; places?: number; // open reminders, and places among them
}
export interface AlertSwitch { on: boolean; until?: ISO } // whether alerts reach a member; off until then
export interface MemberEdit {
    displayName?: string; role?: Role; permissions?: Permission[]; priority?: number; alerts?: AlertSwitch;
}
export interface CircleEdit { name?: string; relayMayReadTitles?: boolean; snoozeLimit?: number }
export interface Consent { muted?: boolean; pausedUntil?: ISO; hours?: AllowedHours }

export interface SelectedDays { days: Day[]; interval?: number; start: string; time: string; timeZone: Zone }
export interface ChecklistItem { id: number; text?: string; done?: boolean }
export interface ReminderItem {
    reminderId: string; series?: string; circleId: string; creator: string; assignee: string;
    title: string | null; // opened words, or the relay's; null: there are none, or they did not open
    verified: boolean; // false: the words did not open, or name another reminder
    checklist: ChecklistItem[]; // texts opened
    due: ISO; repeat?: SelectedDays; status: "open" | "completed"; completion?: { at: ISO; by: string }; place?: Place;
    placeWatched: boolean; placeTime?: PlaceTime; placeSetBy?: string; // personId; absent without a place
    alarmId?: string; snoozedUntil?: ISO; next?: string;
    missed?: ISO; // the time before the present one, where nobody said that it was done then
    reopenedBy?: string; // who took back that it is done; absent once it is done again, or changed
    /** Why it will not ring at its next time; absent where it will. */
    silence?: "muted" | "paused" | "hours" | "refused" | "taken-off" | "unreachable";
    unreached: string[]; // people for whom nothing could be sealed; after createReminder and changeReminder
}
export interface PlaceTime { from?: ISO; until?: ISO } // at once, and until the reminder is done, where absent
export interface ReminderDraft {
    assignee?: string; // the caller unless told
    title: string;
    items?: ChecklistItem[]; // numbers from 1 are given where there are none
    localTime: Clock; date: string; zone: Zone; days?: Day[]; interval?: number;
}

export type CareKind = "fall" | "inactivity" | "wellness" | "manual" | "glucose";
export interface CareSettings {
    countdowns?: Partial<Record<CareKind, number>>; glucose?: { low: number; high: number }; quietHours?: AllowedHours;
    inactivity?: number; wellness?: { stillness: number; days: number }; pausedUntil?: ISO;
}
export interface CareNote { from: string; text: string | null; verified: boolean } // text opened
export interface CareTold {
    personId: string; name?: string; by: "push" | "sms" | "email" | "webhook" | "call"; at: ISO;
    outcome: "sent" | "refused" | "expired";
}
export interface CareAlert {
    alertId: string; circleId: string; kind: CareKind; reading?: number;
    state: "held" | "counting" | "alerting" | "acknowledged" | "cancelled" | "unanswered" | "ended";
    held?: "paused" | "quiet-hours" | "within-thresholds" | "no-thresholds" | "acknowledged";
    at: ISO; due?: ISO; audience: number; place?: Place; placeAt?: ISO; endedAt?: ISO; endedBy?: string;
    telling?: "under-way" | "done" | "failed"; // while it is alerting
    leftAt?: ISO; // when whoever had acknowledged it left the circle, upon which it began again as another alert
    continues?: string; // the alert that began again as this one
    resolvedAt?: ISO; resolvedBy?: string; told: CareTold[]; notes: CareNote[]; notice: string;
}
export interface CareStatus {
    lastActivity?: ISO; lastSign?: ISO; asksAt?: ISO; pausedUntil?: ISO; quietUntil?: ISO; place?: Place; placeAt?: ISO;
}
export interface CareDweller {
    circleId: string; circleName: string; name?: string; self: boolean; status?: CareStatus; alerts: CareAlert[];
    state?: string; // by the relay; "acknowledged" and "unanswered" until somebody says that the alert is over
    audience?: number; // how many members are told at present
    lastAlert?: CareAlert; // the latest that has ended
    unresolved?: CareAlert[]; // further ones of which nothing says that they are over; absent: an earlier relay
}
export interface CareOverview { dwellers: CareDweller[]; notice: string; phone?: ContactView } // phone: one's own
export interface CareHistory { alerts: CareAlert[]; next?: string; notice: string }
export interface CareSignalDetails { reading?: number; place?: Place; note?: string }

export interface Check { name: string; status: "ok" | "degraded" | "failing"; detail?: string }
export interface BlindInterval { from: ISO; until: ISO; cause: string }
export interface Status {
    status: "ok" | "degraded" | "unavailable"; detail?: string; checks?: Check[]; tzdata?: string;
    tzdataAgeDays?: number; apns?: boolean; upSince?: ISO; node?: string;
    nodes?: { node: string; since: ISO }[]; blind?: BlindInterval[];
}

export interface ProblemError extends Error {
    kind: string; // of the relay's problem type, or: offline, denied, badCode, badDigits, noKeys, unsupported, lost
    key: string; // words key of what to tell the user: "problem." and the kind, or a more precise one
    detail: string | null; // what the relay said, English
    retryAfter?: number; // seconds
    pointer?: string | null; // JSON pointer to what is wrong in the request
}

// Fires "change" after each change of the state. The state is replaced as a whole, its lists and items are not
// changed in place: compare by identity. Whatever fails rejects with a ProblemError. What has to reach the relay but
// need not be answered (alarms, answers, check-ins) is kept and sent later where there is no network.
export interface App extends EventTarget {
    readonly state: AppState;
    readonly relayNow: number; // ms since 1970 by the relay's clock

    // the first minute
    enroll(code: string, name: string): Promise<void>;
    claim(codeOrLink: string, name: string): Promise<Claim>; // registers a new device by the way
    askNotifications(): Promise<"granted" | "denied" | "default">;
    testRing(): Promise<void>; // rings here at once, and by a push; resolves when the push was heard
    startOver(): Promise<void>; // out of the phase "lost": forgets what is left here, and goes to "welcome"

    // pairing
    invite(kind: InviteKind, options?: InviteOptions): Promise<Invite>;
    answer(inviteId: string): Promise<Invite>; // claimer: allows it; the answer has the six digits
    confirm(inviteId: string, digits: string): Promise<Invite>; // inviter: rejects with badDigits, three times at most
    cancelInvite(inviteId: string): Promise<void>; // rejects where a link that is good for days stays good
    forgetInvite(inviteId: string): void; // takes one that has ended off the list
    readCode(codeOrLink: string): { ok: boolean; key: string | null }; // whether it can be a code, before any request
    rename(pairId: string, name: string): Promise<void>;
    setPartnerZone(pairId: string, zone: Zone | null): Promise<void>;
    mute(pairId: string, on: boolean): Promise<void>;
    pausePartner(pairId: string, until: ISO | null): Promise<void>;
    setAllowedHours(pairId: string, hours: AllowedHours | null): Promise<void>;
    revoke(pairId: string): Promise<void>;
    setMyName(name: string): Promise<void>; // used for the pairs that are made from then on

    // alarms
    setAlarm(draft: AlarmDraft): Promise<AlarmItem>; // offline: pending, sent later
    preview(draft: Omit<AlarmDraft, "message" | "pairId">, count?: number): Promise<PreviewedTime[]>;
    changeAlarm(id: string, edit: AlarmEdit): Promise<AlarmItem>;
    cancelAlarm(id: string): Promise<void>; // by either side; for a receiver it declines
    loadAlarm(id: string): Promise<AlarmItem>; // with `delivery`
    acknowledge(id: string, answer?: { words?: string }): Promise<LateAnswer | null>; // null: it counts, or may
    snooze(id: string, minutes: number): Promise<LateAnswer | null>;
    dismiss(id: string): Promise<void>;
    dismissNews(id: string): void;

    // ringing here
    bedside(on: boolean): void;
    ringHeard(id: string): void; // the page makes a sound for it

    // alone
    checkInNow(options?: { place?: Place }): Promise<{ sent: "now" | "queued" }>;
    setPlan(plan: CheckInSettings): Promise<void>;
    snoozeCheckIn(): Promise<void>;
    rehearse(): Promise<Rehearsal>;
    testCheckIn(): Promise<void>;
    checkInLinks(): Promise<CheckInLinkView[]>; // oldest first
    addCheckInLink(name: string): Promise<CheckInLink>; // the URL is in this answer only
    revokeCheckInLink(id: string): Promise<void>;
    ownAddresses(): Promise<ContactView | null>; // null: none are stored
    setOwnAddresses(addresses: OwnAddresses): Promise<ContactView>; // what is left out is forgotten
    removeOwnAddresses(): Promise<void>;
    emergencyCard(): Promise<EmergencyCardView | null>; // null: there is none
    setEmergencyCard(card: EmergencyCard): Promise<EmergencyCardView>;
    removeEmergencyCard(): Promise<void>;
    addContact(contact: ContactRequest): Promise<ContactView>; // webhookSecret is in this answer only
    changeContact(id: string, contact: ContactRequest): Promise<ContactView>;
    removeContact(id: string): Promise<void>;
    confirmContact(id: string): Promise<void>; // asks them once more

    // family
    createCircle(kind: "family" | "care", name: string, myName: string,
        options?: { relayMayReadTitles?: boolean; snoozeLimit?: number }): Promise<CircleView>;
    changeCircle(circleId: string, edit: CircleEdit): Promise<void>;
    leaveCircle(circleId: string, heir?: string | null): Promise<void>; // heir: a parent who takes over reminders
    removeMember(circleId: string, personId: string, heir?: string | null): Promise<void>;
    changeMember(circleId: string, personId: string, edit: MemberEdit): Promise<void>;
    memberConsent(personId: string): Promise<Consent>;
    setMemberConsent(personId: string, consent: Consent): Promise<void>;
    createReminder(circleId: string, draft: ReminderDraft): Promise<ReminderItem>;
    changeReminder(id: string, draft: ReminderDraft): Promise<ReminderItem>;
    completeReminder(id: string): Promise<ReminderItem>; // undoCompletion within 30 s
    undoCompletion(id: string): Promise<ReminderItem>; // as it is open again
    markItem(id: string, item: number, done: boolean): Promise<void>;
    moveReminder(id: string, localTime: Clock, date: string, zone: Zone): Promise<ReminderItem>;
    snoozeReminder(id: string, minutes: number): Promise<void>;
    deleteReminder(id: string): Promise<void>;
    setReminderPlace(id: string, place: Place | null, during?: PlaceTime | null): Promise<void>;
    reportPosition(id: string, place: Place): Promise<{ metres?: number; told: boolean }>;
    completedReminders(circleId: string): Promise<ReminderItem[]>;

    // care
    signal(kind: CareKind, details?: CareSignalDetails): Promise<CareAlert>;
    cancelAlert(id: string): Promise<LateAnswer | null>;
    acknowledgeAlert(id: string): Promise<LateAnswer | null>;
    resolveAlert(id: string): Promise<void>; // says that an answered alert is over
    noteAlert(id: string, text: string): Promise<{ unreached: string[] }>;
    loadAlert(id: string): Promise<CareAlert>;
    setCareSettings(settings: CareSettings): Promise<void>;
    pauseCare(until: ISO): Promise<void>;
    resumeCare(): Promise<void>;
    reportActivity(): Promise<void>;
    setCarePhone(phone: { phone: string; name: string; calls?: boolean; language?: string }
        | null): Promise<ContactView | null>;
    sendInvitation(circleId: string, to: Recipient): Promise<Invite>; // rejects: nobody is invited
    history(circleId: string, before?: string): Promise<CareHistory>;
    exportHistory(circleId: string): Promise<Blob>;

    // everybody
    setLanguage(language: Settings["language"]): void;
    setTheme(theme: Settings["theme"]): void;
    calendarLink(): Promise<CalendarLinkView | null>; // null: there is none
    makeCalendarLink(): Promise<CalendarLink>; // in place of an earlier one; the URL is in this answer only
    revokeCalendarLink(): Promise<void>;
    exportMe(): Promise<Blob>;
    deleteMe(heir?: string | null): Promise<void>; // heir: a parent of the family who takes over reminders
    removeDevice(id: string): Promise<void>;
    status(code: string): Promise<Status>; // of the relay, for whoever has its operator's code
    refresh(): Promise<void>;
    reload(): void; // takes the new version
    close(): void;
}

export interface OpenOptions {
    origin?: string; fetch?: typeof fetch; indexedDB?: IDBFactory; now?: () => number;
    serviceWorker?: ServiceWorkerContainer | null; notifications?: typeof Notification | null;
    locks?: LockManager | null; channel?: ((name: string) => BroadcastChannel) | null; locale?: string; timeZone?: Zone;
}
