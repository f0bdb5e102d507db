import AlarmCore
import AlarmWire
import Engine
import Storage

@testable import RelayServer

/// Messages by the name of their schema, each with all that it can hold and with as little as it can.
enum OpenAPISamples {
    /// What a device sends, and what reads it.
    struct Request: Sendable {
        let schema: String
        let samples: [JSONValue]
        let read: @Sendable (JSONValue) throws(WireError) -> Void

        init<Message: WireMessage>(_ schema: String, _ samples: Message...) {
            self.schema = schema
            self.samples = samples.map(\.json)
            read = { json throws(WireError) in _ = try Message(json: json) }
        }
    }

    /// What the relay answers.
    struct Answer: Sendable {
        let schema: String
        let samples: [JSONValue]

        init<Message: WireEncodable>(_ schema: String, _ samples: Message...) {
            self.schema = schema
            self.samples = samples.map(\.json)
        }
    }

    static func requests() throws -> [Request] {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let sealed = try SealedText.sample()
        let time = AlarmTime(now)
        let push = PushRegistration(token: String(repeating: "ab", count: 32), environment: .sandbox, topic: "a.b")
        let (from, until) = (LocalTime(hour: 8, minute: 0), LocalTime(hour: 21, minute: 30))
        guard let from, let until, let hours = Consent.Hours(from: from, until: until) else {
            throw WireError(.missing)
        }
        let invite = RegistrationTicket.invite(locator: "7K3QD", auth: bytes)
        return try [
            Request(
                "RequestPlaintext",
                RequestPlaintext(issuedAt: now, id: id(), method: .post, target: "/", body: .object(JSONObject())),
                RequestPlaintext(issuedAt: now, id: id(), method: .get, target: "/")
            ),
            Request("PushRegistration", push),
            Request("Capabilities", Device.Capabilities.none),
            Request("InviteTicket", invite),
            Request("EnrolmentTicket", RegistrationTicket.enrolment(code: "code")),
            Request(
                "RegisterDevice",
                RegisterDevice(deviceKey: bytes, platform: .apns, apns: push, ticket: invite),
                RegisterDevice(deviceKey: bytes, platform: .events)
            ),
            Request("ReplaceToken", ReplaceToken(apns: push)),
            Request(
                "CreateInvite",
                try CreateInvite.sample(),
                CreateInvite(purpose: .family, circle: id(), role: .child, verifier: bytes, hello: sealed)
            ),
            Request(
                "CreateCircle",
                CreateCircle(kind: .family, name: "home", displayName: "Ana"),
                CreateCircle(kind: .care, name: "home")
            ),
            Request(
                "CircleChange",
                CircleChange(name: "home", relayMayReadTitles: true, snoozeLimit: .zero)
            ),
            Request("Introduction", Introduction(box: sealed)),
            Request("NoContent", NoContent()),
            Request(
                "CheckInRequest",
                CheckInRequest(
                    timeZone: "Europe/Berlin",
                    place: try Place(latitude: 1, longitude: 2),
                    capabilities: Device.Capabilities.none
                )
            ),
            Request(
                "CheckInSettings",
                CheckInSettings(threshold: .hours(24), pausedUntil: now, name: "Ana", timeZone: "Europe/Berlin")
            ),
            Request(
                "ContactRequest",
                ContactRequest(name: "Ben", email: "a@b.example", phone: "+491701234567", webhook: "https://a.example")
            ),
            Request("Consent", ConsentMessage(Consent(isMuted: true, pausedUntil: now, hours: hours))),
            Request("AllowedHours", AllowedHours(hours)),
            Request(
                "MemberChange",
                MemberChange(displayName: "Ana", role: .parent, permissions: [.place], priority: 1)
            ),
        ] + reminderRequests() + careRequests() + [
            Request("ClaimInvite", ClaimInvite(locator: "7K3QD", auth: bytes)),
            Request("AnswerInvite", AnswerInvite(publicKey: bytes, box: sealed)),
            Request("HandOver", HandOver(box: sealed)),
            Request("ConfirmInvite", ConfirmInvite(box: sealed)),
            Request(
                "AlarmRequest",
                AlarmRequest(
                    id: id(),
                    partnerToken: token(),
                    time: time,
                    message: sealed,
                    timeZone: "Europe/Berlin",
                    rule: rule
                ),
                AlarmRequest(id: id(), partnerToken: token(), time: time, message: sealed)
            ),
            Request(
                "AlarmChange",
                AlarmChange(
                    time: time,
                    message: sealed,
                    lifetime: .seconds(1),
                    sound: "bells",
                    timeZone: "Europe/Berlin",
                    rule: .set(rule)
                )
            ),
            Request(
                "PreviewRequest",
                PreviewRequest(time: time, timeZone: "Europe/Berlin", rule: rule, count: 1),
                PreviewRequest(time: time)
            ),
            Request(
                "Receipt",
                Receipt(report: .snoozed, revision: 1, at: now, until: now, reply: sealed),
                Receipt(report: .armed, revision: 1, at: now)
            ),
        ]
    }

    static func answers() throws -> [Answer] {
        try devicesAndInvites() + circles() + introductions() + reminderAnswers() + careAnswers() + checkIns()
            + alarms() + news()
            + pages()
    }

    private static func devicesAndInvites() throws -> [Answer] {
        let sealed = try SealedText.sample()
        return [
            Answer("DeviceRegistered", DeviceRegistered(deviceID: id(), serverTime: now)),
            Answer("TokenReplaced", TokenReplaced(serverTime: now)),
            Answer("DeviceList", DeviceList(devices: [])),
            Answer(
                "DeviceView",
                DeviceView(
                    id: id(),
                    isSelf: true,
                    platform: .events,
                    capabilities: .none,
                    since: now,
                    isReachable: true
                )
            ),
            Answer("InviteCreated", InviteCreated(inviteID: id(), locator: "7K3QD", expiresAt: now)),
            Answer(
                "InviteClaimed",
                InviteClaimed(inviteID: id(), hello: sealed, expiresAt: now),
                InviteClaimed(inviteID: id(), hello: sealed, expiresAt: now, purpose: .family, role: .child)
            ),
            Answer(
                "InviteStatus",
                InviteStatus.open,
                .answered(AnswerInvite(publicKey: bytes, box: sealed)),
                .confirmed(box: sealed, parcels: [sealed]),
                .active(pair: id(), partnerToken: token()),
                .linked(id()),
                .joined(circle: id(), role: .child, person: id())
            ),
            Answer(
                "DeletionReceipt",
                DeletionReceipt(deletedAt: now, removed: [DeletionReceipt.Count(kind: "devices", count: 1)])
            ),
            Answer(
                "PersonExport",
                PersonExport(at: now, person: id()),
                PersonExport(at: now, person: id(), next: SyncCursor(change: 1))
            ),
            Answer("PairList", PairList(pairs: [])),
            Answer(
                "PairView",
                PairView(id: id(), state: .active, since: now, partnerToken: token()),
                PairView(id: id(), state: .ended, since: now)
            ),
        ]
    }

    private static func introductions() throws -> [Answer] {
        let entry = IntroductionList.Entry(from: id(), box: try SealedText.sample())
        return [
            Answer("IntroductionList", IntroductionList(introductions: [entry])),
            Answer("IntroductionEntry", entry),
            Answer("MemberWords", MemberWords(circle: id(), about: id(), words: try SealedText.sample())),
        ]
    }

    private static func circles() -> [Answer] {
        let circle = Circle(id: id(), kind: .care, since: now, name: "home")
        return [
            Answer("CircleList", CircleList(circles: [])),
            Answer("CircleView", CircleView(circle, members: [])),
            Answer(
                "CircleMemberView",
                CircleMemberView(
                    person: id(),
                    isSelf: false,
                    role: .member,
                    displayName: "Ben",
                    since: now,
                    permissions: [.place],
                    priority: 2
                ),
                CircleMemberView(person: id(), isSelf: true, role: .dweller, since: now)
            ),
        ]
    }

    private static func checkIns() throws -> [Answer] {
        let entry = CheckInReport.Entry(at: now, timeZone: "UTC", place: try Place(latitude: 1, longitude: 2))
        let contact = ContactRequest(name: "Ben", email: "a@b.example")
        let settings = CheckInSettings(name: "Ana")
        return [
            Answer("CheckInEntry", entry, CheckInReport.Entry(at: now)),
            Answer(
                "CheckInReport",
                CheckInReport(
                    state: .normal,
                    settings: settings,
                    due: now,
                    contactsDue: now,
                    remaining: 1,
                    contacts: 1,
                    isRepeat: true,
                    history: []
                ),
                CheckInReport(
                    state: .new,
                    settings: settings,
                    due: nil,
                    contactsDue: nil,
                    remaining: nil,
                    contacts: 0,
                    history: []
                )
            ),
            Answer("CheckInLink", CheckInLink(url: "https://a.example")),
            Answer(
                "RehearsalBegun",
                RehearsalBegun(
                    id: id(),
                    state: .scheduled,
                    letters: [
                        RehearsalBegun.Letter(contact: id(), name: "Ben", medium: .email, subject: "s", text: "t")
                    ]
                ),
                RehearsalBegun(id: id(), state: .scheduled, letters: [])
            ),
            Answer(
                "RehearsedLetter",
                RehearsalBegun.Letter(contact: id(), name: "Ben", medium: .email, subject: "s", text: "t"),
                RehearsalBegun.Letter(contact: id(), name: "Ben", medium: .sms, text: "t")
            ),
            Answer(
                "ContactView",
                ContactView(
                    id: id(),
                    contact: contact,
                    consent: .pending,
                    since: now,
                    webhookSecret: "whsec_",
                    trouble: [ContactView.Trouble(medium: .sms, at: now, reason: "no such number")]
                ),
                ContactView(id: id(), contact: contact, consent: .confirmed, agreed: [.email], since: now)
            ),
            Answer(
                "ContactTrouble",
                ContactView.Trouble(medium: .sms, at: now, reason: "no such number")
            ),
            Answer("ContactList", ContactList(contacts: [])),
            Answer("PushWords", PushWords(title: "a", body: "b")),
        ]
    }

    private static func alarms() throws -> [Answer] {
        let sealed = try SealedText.sample()
        let rule = try RecurrenceRule("FREQ=DAILY")
        return [
            Answer(
                "AlarmAccepted",
                AlarmAccepted(id: id(), time: now, state: .scheduled, revision: 1, nextTimes: [now]),
                AlarmAccepted(id: id(), time: now, state: .scheduled, revision: 1)
            ),
            Answer("SchedulePreview", SchedulePreview(times: [])),
            Answer("PreviewedTime", PreviewedTime(ZoneRules.utc.preview(at: now))),
            Answer(
                "ReceiptAccepted",
                ReceiptAccepted(id: id(), state: .snoozed, revision: 1, snoozedUntil: now),
                ReceiptAccepted(id: id(), state: .armed, revision: 1)
            ),
            Answer("AlarmList", AlarmList(alarms: [])),
            Answer(
                "AlarmView",
                AlarmView(
                    id: id(),
                    pair: id(),
                    setBy: id(),
                    preset: "reminder",
                    direction: .incoming,
                    state: .ringing,
                    revision: 1,
                    time: now,
                    nextTime: now,
                    rule: rule,
                    timeZone: "Europe/Berlin",
                    lifetime: .seconds(1),
                    sound: "default",
                    setAt: now,
                    message: sealed,
                    reply: sealed
                ),
                AlarmView(
                    id: id(),
                    pair: id(),
                    setBy: id(),
                    direction: .incoming,
                    state: .ringing,
                    revision: 1,
                    time: now,
                    lifetime: .seconds(1),
                    sound: "default",
                    setAt: now
                )
            ),
            Answer(
                "DeliveryFunnel",
                DeliveryFunnel(
                    device: 1,
                    relayed: now,
                    delivered: now,
                    received: now,
                    armed: now,
                    ringing: now,
                    acknowledged: now,
                    worked: DeliveryFunnel.Rung(stage: .ring, urgency: .critical, offset: .seconds(120)),
                    attempts: 4,
                    error: "reason",
                    unanswered: 3,
                    isSilent: true
                ),
                DeliveryFunnel(device: 1)
            ),
            Answer(
                "Rung",
                DeliveryFunnel.Rung(stage: .ring, urgency: .critical, offset: .seconds(120)),
                DeliveryFunnel.Rung(stage: .handoff, urgency: .timeSensitive)
            ),
        ]
    }

    private static func news() throws -> [Answer] {
        let sealed = try SealedText.sample()
        let rule = try RecurrenceRule("FREQ=DAILY")
        let synced = SyncedAlarm(
            id: id(),
            pair: id(),
            state: .scheduled,
            revision: 1,
            time: now,
            lifetime: .seconds(1),
            sound: "default",
            message: nil
        )
        var fullSynced = synced
        fullSynced.firstTime = now
        fullSynced.snoozedUntil = now
        fullSynced.rule = rule
        fullSynced.timeZone = "Europe/Berlin"
        fullSynced.message = sealed
        fullSynced.sealed = MemberWords(circle: id(), about: id(), words: sealed)
        let push = AlarmPush(stage: .ring, id: id(), revision: 1, time: now)
        var fullPush = push
        fullPush.firstTime = now
        fullPush.rule = rule
        fullPush.timeZone = "Europe/Berlin"
        fullPush.sound = "default"
        fullPush.message = sealed
        fullPush.sealed = MemberWords(circle: id(), about: id(), words: sealed)
        fullPush.reply = sealed
        fullPush.isLate = true
        fullPush.preset = "check-in"
        fullPush.words = PushWords(title: "a", body: "b")
        let cursor = SyncCursor(change: 1)
        return [
            Answer("SyncedAlarm", synced, fullSynced),
            Answer("GoneAlarm", GoneAlarm(id: id(), reason: .missed)),
            Answer(
                "SyncAnswer",
                SyncAnswer(cursor: cursor, alarms: [], gone: [], serverTime: now),
                SyncAnswer(cursor: cursor, alarms: [], gone: [], serverTime: now, needsToken: true)
            ),
            Answer("SyncEvent", try EventData(StreamEvent.sync(cursor))),
            Answer("AlarmPush", push, fullPush),
            Answer("Problem", Problem(.malformed), Problem(.timeInPast, pointer: "/time", serverTime: now)),
        ]
    }

    private static func pages() -> [Answer] {
        let check = Check(.clock, .degraded, reason: "x")
        let interval = BlindInterval(from: now, until: now, cause: .ended)
        return [
            Answer(
                "Status",
                StatusReport(),
                StatusReport(
                    AuditReport(at: now, checks: [check], backlog: nil),
                    zoneData: "2026a",
                    zoneDataAge: .days(1),
                    canPush: true,
                    upSince: now,
                    blind: [interval]
                )
            ),
            Answer("Check", Check(.clock), check),
            Answer("BlindInterval", interval),
            Answer("AppAssociation", AppAssociation(apps: ["TEAM.a.b"], paths: ["/p"])),
        ]
    }

    /// The data of an event, as a message.
    private struct EventData: WireEncodable {
        let json: JSONValue

        init(_ event: StreamEvent) throws {
            json = try JSONValue(parsing: Array(event.serverSent().data.utf8))
        }
    }

    static let now = Instant(seconds: 1_767_225_600)
    static let bytes = [UInt8](repeating: 7, count: 32)

    static func id<Kind>() -> Identifier<Kind> {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }

    static func token() -> PartnerToken {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
