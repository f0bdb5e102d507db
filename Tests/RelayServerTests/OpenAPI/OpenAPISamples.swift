import AlarmCore
import AlarmWire
import Engine
import Storage

@testable import RelayServer

/// Messages by the name of their schema, each with all optional members and with none.
enum OpenAPISamples {
    /// A sample request, and the reader for it.
    struct Request: Sendable {
        let schema: String
        let type: any Any.Type
        let samples: [JSONValue]
        let read: @Sendable (JSONValue) throws(WireError) -> Void

        init<Message: WireMessage>(_ schema: String, _ samples: Message...) {
            self.schema = schema
            type = Message.self
            self.samples = samples.map(\.json)
            read = { json throws(WireError) in _ = try Message(json: json) }
        }
    }

    /// A sample response of the relay.
    struct SampleResponse: Sendable {
        let schema: String
        let type: any Any.Type
        let samples: [JSONValue]

        init<Message: WireEncodable>(_ schema: String, _ samples: Message...) {
            self.schema = schema
            type = Message.self
            self.samples = samples.map(\.json)
        }
    }

    static func requests() throws -> [Request] {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let sealed = try SealedText.sample()
        let time = AlarmTime(now)
        let push = PushRegistration(token: String(repeating: "ab", count: 32), environment: .sandbox, topic: "a.b")
        let browser = WebPushSubscription(
            endpoint: "https://push.example.org/p/1?x=@",
            p256dh: [0x04] + [UInt8](repeating: 7, count: 64),
            auth: [UInt8](repeating: 8, count: 16)
        )
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
            Request("WebPushSubscription", browser),
            Request("Capabilities", Device.Capabilities.none),
            Request("InviteTicket", invite),
            Request("EnrolmentTicket", RegistrationTicket.enrolment(code: "code")),
            Request(
                "RegisterDevice",
                RegisterDevice(deviceKey: bytes, platform: .apns, apns: push, ticket: invite),
                RegisterDevice(deviceKey: bytes, platform: .webPush, webPush: browser),
                RegisterDevice(deviceKey: bytes, platform: .events)
            ),
            Request("ReplaceToken", ReplaceToken(apns: push), ReplaceToken(webPush: browser), ReplaceToken.events),
            Request("AddWebhookDevice", AddWebhookDevice(webhook: "https://home.example.org/api/webhook/1?x=@")),
            Request(
                "DeviceChange",
                DeviceChange(capabilities: Device.Capabilities.none, timeZone: "Europe/Berlin", locale: "zh-Hant"),
                DeviceChange(locale: "en")
            ),
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
                    capabilities: Device.Capabilities.none,
                    source: .commandLine
                )
            ),
            Request(
                "CheckInSettings",
                CheckInSettings(
                    threshold: .hours(24),
                    pausedUntil: now,
                    name: "Ana",
                    timeZone: "Europe/Berlin",
                    remindAt: from
                )
            ),
            Request("NewCheckInLink", NewCheckInLink(name: "door")),
            Request("EmergencyCard", card, EmergencyCard(words: "w")),
            Request(
                "ContactRequest",
                ContactRequest(
                    name: "Ben",
                    email: "a@b.example",
                    phone: "+491701234567",
                    webhook: "https://a.example",
                    calls: true,
                    language: "en"
                )
            ),
            Request(
                "OwnAddresses",
                OwnAddresses(email: "a@b.example", phone: "+491701234567", calls: true, language: "zh-Hant")
            ),
            Request(
                "Consent",
                ConsentMessage(Consent(isMuted: true, pausedUntil: now, hours: hours), careAlerts: true)
            ),
            Request("AllowedHours", AllowedHours(hours)),
            Request(
                "MemberChange",
                MemberChange(
                    displayName: "Ana",
                    role: .parent,
                    permissions: [.place],
                    priority: 1,
                    alerts: .off(until: now)
                )
            ),
            Request("AlertSwitch", AlertSwitch.off(until: now), AlertSwitch.on),
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
                    ttl: .seconds(1),
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

    static func answers() throws -> [SampleResponse] {
        try devicesAndInvites() + circles() + introductions() + reminderAnswers() + careAnswers() + checkIns()
            + alarms() + news()
            + pages()
    }

    private static func devicesAndInvites() throws -> [SampleResponse] {
        let sealed = try SealedText.sample()
        return [
            SampleResponse("DeviceRegistered", DeviceRegistered(deviceID: id(), serverTime: now)),
            SampleResponse("WebhookDeviceAdded", WebhookDeviceAdded(deviceID: id(), webhookSecret: "whsec_AAAA")),
            SampleResponse("TokenReplaced", TokenReplaced(serverTime: now)),
            SampleResponse("WebPushKey", WebPushKeyAnswer(publicKey: [0x04] + [UInt8](repeating: 7, count: 64))),
            SampleResponse("DeviceList", DeviceList(devices: [])),
            SampleResponse(
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
            SampleResponse("InviteCreated", InviteCreated(inviteID: id(), locator: "7K3QD", expiresAt: now)),
            SampleResponse(
                "InviteClaimed",
                InviteClaimed(inviteID: id(), hello: sealed, expiresAt: now),
                InviteClaimed(inviteID: id(), hello: sealed, expiresAt: now, purpose: .family, role: .child)
            ),
            SampleResponse(
                "InviteStatus",
                InviteStatus.open,
                .mailed(InviteLetter(.sent)),
                .mailed(InviteLetter(.failed, reason: "550 no such user")),
                .answered(AnswerInvite(publicKey: bytes, box: sealed)),
                .confirmed(box: sealed, parcels: [sealed]),
                .active(pair: id(), partnerToken: token()),
                .linked(id()),
                .joined(circle: id(), role: .child, person: id())
            ),
            SampleResponse(
                "DeletionReceipt",
                DeletionReceipt(deletedAt: now, removed: [DeletionReceipt.Count(kind: "devices", count: 1)])
            ),
            SampleResponse(
                "PersonExport",
                PersonExport(at: now, person: id()),
                PersonExport(at: now, person: id(), next: SyncCursor(change: 1))
            ),
            SampleResponse("PairList", PairList(pairs: [])),
            SampleResponse(
                "PairView",
                PairView(id: id(), state: .active, since: now, partnerToken: token(), refuses: true),
                PairView(id: id(), state: .ended, since: now)
            ),
        ]
    }

    private static func introductions() throws -> [SampleResponse] {
        let entry = IntroductionList.Entry(from: id(), box: try SealedText.sample())
        return [
            SampleResponse("IntroductionList", IntroductionList(introductions: [entry])),
            SampleResponse("IntroductionEntry", entry),
            SampleResponse(
                "MemberWords",
                MemberWords(circle: id(), about: id(), words: try SealedText.sample(), by: id()),
                MemberWords(circle: id(), about: id(), words: try SealedText.sample())
            ),
            SampleResponse("ClearWords", ClearWords(circle: id(), by: id(), text: "Pack")),
        ]
    }

    private static func circles() -> [SampleResponse] {
        let circle = Circle(id: id(), kind: .care, since: now, name: "home")
        return [
            SampleResponse("CircleList", CircleList(circles: [])),
            SampleResponse(
                "CircleView",
                CircleView(circle, members: [], news: [FamilyNews(.left, at: now, deleted: 1)]),
                CircleView(circle, members: [])
            ),
            SampleResponse(
                "FamilyNews",
                FamilyNews(
                    .left,
                    at: now,
                    person: id(),
                    name: "Ben",
                    heir: "Ana",
                    handedOver: 2,
                    deleted: 1,
                    places: 1
                ),
                FamilyNews(.parent, at: now)
            ),
            SampleResponse(
                "CircleMemberView",
                CircleMemberView(
                    person: id(),
                    isSelf: false,
                    role: .member,
                    displayName: "Ben",
                    since: now,
                    permissions: [.place],
                    priority: 2,
                    alerts: .off(until: nil)
                ),
                CircleMemberView(person: id(), isSelf: true, role: .dweller, since: now)
            ),
        ]
    }

    private static let card = EmergencyCard(words: "w", phone: "1", address: "a", keyHolder: "k", isInLetters: true)

    private static func checkIns() throws -> [SampleResponse] {
        let entry = CheckInReport.Entry(
            at: now,
            timeZone: "UTC",
            place: try Place(latitude: 1, longitude: 2),
            source: .link,
            linkName: "door"
        )
        let link = CheckInLinkView(id: id(), name: "door", since: now, usedAt: now)
        let delay = MediumDelay(medium: .email, since: now, reason: "no connection")
        let view = EmergencyCardView(card: card, changedAt: now, recipients: ["Ben"], isWaiting: true, delay: delay)
        let contact = ContactRequest(name: "Ben", email: "a@b.example")
        let settings = CheckInSettings(name: "Ana")
        let message = CheckInTelling.Message(contact: id(), name: "Ben", medium: .email, state: .sent, at: now)
        let returned = CheckInTelling.Message(
            contact: id(),
            name: "Ben",
            medium: .sms,
            state: .returned,
            at: now,
            reason: "no such number"
        )
        var uncertain = message
        (uncertain.state, uncertain.mayHaveArrived) = (.waiting, true)
        let reached = CheckInTelling.Reached(name: "Ben", at: now)
        let telling = CheckInTelling(outcome: .told, messages: [message], reached: reached)
        return [
            SampleResponse("CheckInTelling", telling, CheckInTelling(outcome: .nobody, messages: [])),
            SampleResponse("CheckInMessage", message, returned, uncertain),
            SampleResponse("CheckInReached", reached),
            SampleResponse("CheckInEntry", entry, CheckInReport.Entry(at: now)),
            SampleResponse(
                "CheckInReport",
                CheckInReport(
                    state: .normal,
                    settings: settings,
                    due: now,
                    contactsDue: now,
                    remaining: 1,
                    contacts: 1,
                    asked: 1,
                    waiting: [.email],
                    ways: [.email],
                    unreached: [.sms],
                    delayed: [delay],
                    telling: telling,
                    reassured: [message],
                    isRepeat: true,
                    history: [],
                    snoozedAt: [now],
                    snoozes: 1
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
            SampleResponse("CheckInLink", CheckInLink(url: "https://a.example", link: link)),
            SampleResponse("CheckInLinkView", link, CheckInLinkView(id: id(), name: "door")),
            SampleResponse("CheckInLinkList", CheckInLinkList(links: [link]), CheckInLinkList(links: [])),
            SampleResponse("CalendarLink", CalendarLink(url: "https://a.example", since: now)),
            SampleResponse("CalendarLinkView", CalendarLinkView(since: now)),
            SampleResponse("EmergencyCardView", view, EmergencyCardView(card: card, changedAt: now, recipients: [])),
            SampleResponse(
                "RehearsalBegun",
                RehearsalBegun(
                    id: id(),
                    state: .scheduled,
                    letters: [
                        RehearsalBegun.RehearsedLetter(
                            contact: id(),
                            name: "Ben",
                            medium: .email,
                            subject: "s",
                            text: "t"
                        )
                    ],
                    unreached: [RehearsalBegun.UnreachedAddress(contact: id(), name: "Ben", medium: .sms)]
                ),
                RehearsalBegun(id: id(), state: .scheduled, letters: [])
            ),
            SampleResponse(
                "UnreachedAddress",
                RehearsalBegun.UnreachedAddress(contact: id(), name: "Ben", medium: .sms)
            ),
            SampleResponse(
                "RehearsedLetter",
                RehearsalBegun.RehearsedLetter(contact: id(), name: "Ben", medium: .email, subject: "s", text: "t"),
                RehearsalBegun.RehearsedLetter(contact: id(), name: "Ben", medium: .sms, text: "t")
            ),
            SampleResponse(
                "ContactView",
                ContactView(
                    id: id(),
                    contact: contact,
                    consent: .pending,
                    since: now,
                    webhookSecret: "whsec_",
                    trouble: [ContactView.Trouble(medium: .sms, at: now, reason: "no such number")],
                    unreached: [.webhook],
                    delayed: [MediumDelay(medium: .email, since: now, reason: "no connection")],
                    waiting: [.email]
                ),
                ContactView(id: id(), contact: contact, consent: .confirmed, agreed: [.email], since: now)
            ),
            SampleResponse(
                "MediumDelay",
                MediumDelay(medium: .sms, since: now, reason: "no answer", isUncertain: true),
                MediumDelay(medium: .email, since: now, reason: "no connection")
            ),
            SampleResponse(
                "ContactTrouble",
                ContactView.Trouble(medium: .sms, at: now, reason: "no such number"),
                ContactView.Trouble(medium: .email, at: now, reason: "no such mailbox", isReturned: true),
                ContactView.Trouble(medium: .email, at: now, reason: "no answer", mayHaveArrived: true)
            ),
            SampleResponse("ContactList", ContactList(contacts: [])),
            SampleResponse("PushWords", PushWords(title: "a", body: "b")),
        ]
    }

    private static func alarms() throws -> [SampleResponse] {
        let sealed = try SealedText.sample()
        let rule = try RecurrenceRule("FREQ=DAILY")
        return [
            SampleResponse(
                "AlarmAccepted",
                AlarmAccepted(id: id(), time: now, state: .scheduled, revision: 1, nextTimes: [now]),
                AlarmAccepted(id: id(), time: now, state: .scheduled, revision: 1, nobodyListens: true)
            ),
            SampleResponse("SchedulePreview", SchedulePreview(times: [])),
            SampleResponse("PreviewedTime", PreviewedTime(ZoneRules.utc.preview(at: now))),
            SampleResponse(
                "ReceiptAccepted",
                ReceiptAccepted(id: id(), state: .snoozed, revision: 1, snoozedUntil: now, isReplyLost: true),
                ReceiptAccepted(id: id(), state: .armed, revision: 1)
            ),
            SampleResponse("AlarmList", AlarmList(alarms: [])),
            SampleResponse(
                "AlarmView",
                AlarmView(
                    id: id(),
                    pair: id(),
                    setBy: id(),
                    preset: "reminder",
                    reminder: id(),
                    reminderDue: now,
                    isSetAnew: true,
                    direction: .incoming,
                    state: .ringing,
                    revision: 1,
                    time: now,
                    snoozedUntil: now,
                    snoozes: 2,
                    nextTime: now,
                    rule: rule,
                    timeZone: "Europe/Berlin",
                    ttl: .seconds(1),
                    sound: "default",
                    setAt: now,
                    isRefused: true,
                    isNextRefused: true,
                    isSoundOff: true,
                    message: sealed,
                    reply: sealed,
                    sealed: MemberWords(circle: id(), about: id(), words: sealed),
                    clear: ClearWords(circle: id(), by: id(), text: "Pack"),
                    ending: .dismissed,
                    last: PastOccurrence(time: now, ending: .dismissed, at: now)
                ),
                AlarmView(
                    id: id(),
                    pair: id(),
                    setBy: id(),
                    direction: .incoming,
                    state: .ringing,
                    revision: 1,
                    time: now,
                    ttl: .seconds(1),
                    sound: "default",
                    setAt: now
                )
            ),
            SampleResponse(
                "PastOccurrence",
                PastOccurrence(time: now, ending: .answered, at: now, by: id()),
                PastOccurrence(time: now, ending: .missed, at: now)
            ),
            SampleResponse(
                "DeliveryFunnel",
                DeliveryFunnel(
                    device: 1,
                    relayed: now,
                    delivered: now,
                    received: now,
                    armed: now,
                    ringing: now,
                    acknowledged: now,
                    worked: DeliveryFunnel.Step(stage: .ring, urgency: .critical, offset: .seconds(120)),
                    attempts: 4,
                    error: "reason",
                    pastError: "reason",
                    pastErrorAt: now,
                    unanswered: 3,
                    isSilent: true
                ),
                DeliveryFunnel(device: 1)
            ),
            SampleResponse(
                "Rung",
                DeliveryFunnel.Step(stage: .ring, urgency: .critical, offset: .seconds(120)),
                DeliveryFunnel.Step(stage: .handoff, urgency: .timeSensitive)
            ),
        ]
    }

    private static func news() throws -> [SampleResponse] {
        let sealed = try SealedText.sample()
        let rule = try RecurrenceRule("FREQ=DAILY")
        let synced = SyncedAlarm(
            id: id(),
            pair: id(),
            state: .scheduled,
            revision: 1,
            time: now,
            ttl: .seconds(1),
            sound: "default",
            message: nil
        )
        var fullSynced = synced
        fullSynced.firstTime = now
        fullSynced.snoozedUntil = now
        fullSynced.isSoundOff = true
        fullSynced.rule = rule
        fullSynced.timeZone = "Europe/Berlin"
        fullSynced.message = sealed
        fullSynced.sealed = MemberWords(circle: id(), about: id(), words: sealed)
        fullSynced.clear = ClearWords(circle: id(), by: id(), text: "Pack")
        let push = AlarmPush(stage: .ring, id: id(), revision: 1, time: now)
        var fullPush = push
        fullPush.firstTime = now
        fullPush.rule = rule
        fullPush.timeZone = "Europe/Berlin"
        fullPush.sound = "default"
        fullPush.message = sealed
        fullPush.sealed = MemberWords(circle: id(), about: id(), words: sealed)
        fullPush.clear = ClearWords(circle: id(), by: id(), text: "Pack")
        fullPush.reply = sealed
        fullPush.isLate = true
        fullPush.restoredAt = now
        fullPush.snoozedUntil = now
        fullPush.preset = "check-in"
        fullPush.words = PushWords(title: "a", body: "b")
        let cursor = SyncCursor(change: 1)
        return [
            SampleResponse("SyncedAlarm", synced, fullSynced),
            SampleResponse("GoneAlarm", GoneAlarm(id: id(), reason: .missed)),
            SampleResponse(
                "SyncAnswer",
                SyncAnswer(cursor: cursor, alarms: [], gone: [], serverTime: now),
                SyncAnswer(cursor: cursor, alarms: [], gone: [], serverTime: now, needsToken: true)
            ),
            SampleResponse("SyncEvent", try EventData(StreamEvent.sync(cursor))),
            SampleResponse("AlarmPush", push, fullPush),
            SampleResponse("Problem", Problem(.malformed), Problem(.timeInPast, pointer: "/time", serverTime: now)),
        ]
    }

    private static let node = RelayNode(id: NodeID(high: 1, low: 2), name: "vm", startedAt: now, heartbeatAt: now)
    private static let cluster = AuditReport.Cluster(node: node.id, nodes: [node], storeTime: nil)

    private static func pages() -> [SampleResponse] {
        let check = HealthCheck(.clock, .degraded, reason: "x")
        let interval = BlindInterval(from: now, until: now, cause: .ended)
        return [
            SampleResponse(
                "Status",
                StatusReport(),
                StatusReport(
                    AuditReport(at: now, checks: [check], backlog: nil, cluster: cluster),
                    zoneData: "2026a",
                    zoneDataAge: .days(1),
                    canPush: true,
                    reachesBrowsers: false,
                    upSince: now,
                    blind: [interval]
                )
            ),
            SampleResponse("Version", VersionReport()),
            operatorStatus(check, interval),
            SampleResponse(
                "ChannelStatus",
                OperatorReport.Channel(name: "email", isConfigured: true, trouble: nil, waiting: 1),
                OperatorReport.Channel(
                    name: "webpush",
                    isConfigured: true,
                    trouble: OperatorReport.Channel.Trouble(origin: "https://push.example.org", span: .seconds(9)),
                    waiting: 1
                )
            ),
            SampleResponse("Check", HealthCheck(.clock), check),
            SampleResponse("BlindInterval", interval),
            SampleResponse("RelayNode", node),
            SampleResponse("AppAssociation", AppAssociation(apps: ["TEAM.a.b"], paths: ["/p"])),
        ]
    }

    private static func operatorStatus(_ check: HealthCheck, _ interval: BlindInterval) -> SampleResponse {
        func report(_ reason: String?, _ letters: [Destination.Medium: StoreCounts.Letters]) -> OperatorReport {
            var counts = StoreCounts()
            counts.letters = letters
            let checks = reason == nil ? [] : [check]
            let audit = AuditReport(at: now, checks: checks, backlog: nil, cluster: reason == nil ? nil : cluster)
            return OperatorReport(
                health: StatusReport(
                    audit,
                    zoneData: reason,
                    zoneDataAge: reason.map { _ in .days(1) },
                    canPush: true,
                    reachesBrowsers: true,
                    upSince: now,
                    blind: [interval]
                ),
                at: now,
                channels: [],
                counts: counts,
                nextStep: reason.map { _ in now },
                listeners: 1,
                segments: reason.map { _ in (1, 2) },
                calls: reason.map { _ in (1, 2) }
            )
        }
        return SampleResponse(
            "OperatorStatus",
            report(nil, [:]),
            report("2026a", [.email: StoreCounts.Letters(count: 1, oldest: now)])
        )
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
