import AlarmCore
import AlarmWire

/// Random values of every message of the protocol.
enum Samples {
    typealias Message = any (WireMessage & Hashable)

    static let names: [String] = makers.map(\.name)

    static func make(_ name: String, using generator: inout SeededGenerator) throws -> Message? {
        try makers.first { $0.name == name }?.make(&generator)
    }

    private struct Maker: Sendable {
        let name: String
        let make: @Sendable (inout SeededGenerator) throws -> Message

        init(_ name: String, _ make: @escaping @Sendable (inout SeededGenerator) throws -> Message) {
            self.name = name
            self.make = make
        }
    }

    private static let makers: [Maker] = pairing + circles + reminders + devices + alarms + news

    private static let pairing: [Maker] = [
        Maker("CreateInvite") { random in
            let purpose: Invite.Purpose = random.word()
            let joins = purpose.circleKind != nil
            return CreateInvite(
                purpose: purpose,
                circle: joins ? random.identifier() : nil,
                role: joins ? random.word() : nil,
                ttl: .seconds(Int64(random.number(60...86_400))),
                verifier: random.bytes(32),
                hello: random.sealed()
            )
        },
        Maker("InviteCreated") { random in
            InviteCreated(inviteID: random.identifier(), locator: random.locator(), expiresAt: random.instant())
        },
        Maker("ClaimInvite") { random in ClaimInvite(locator: random.locator(), auth: random.bytes(32)) },
        Maker("InviteClaimed") { random in
            InviteClaimed(
                inviteID: random.identifier(),
                hello: random.sealed(),
                expiresAt: random.instant(),
                purpose: random.word(),
                role: random.maybe { $0.word() }
            )
        },
        Maker("HandOver") { random in HandOver(box: random.sealed()) },
        Maker("AnswerInvite") { random in AnswerInvite(publicKey: random.bytes(32), box: random.sealed()) },
        Maker("ConfirmInvite") { random in ConfirmInvite(box: random.sealed()) },
        Maker("InviteStatus") { random in
            let answer = AnswerInvite(publicKey: random.bytes(32), box: random.sealed())
            let statuses: [InviteStatus] = [
                .open, .mailed(InviteLetter(random.word(), reason: random.maybe { _ in "550 no such user" })),
                .claimed, .answered(nil), .answered(answer), .confirmed(box: nil), .confirmed(box: answer.box),
                .confirmed(box: answer.box, parcels: [random.sealed(), random.sealed()]), .linked(random.identifier()),
                .joined(circle: random.identifier(), role: random.word(), person: random.identifier()),
                .active(pair: random.identifier(), partnerToken: random.token()), .ended(random.word()),
            ]
            return random.pick(statuses)
        },
        Maker("Hello") { random in
            let origins = ["https://relay.example.org", "https://[2001:db8::1]:8443", "http://localhost:8080"]
            return Hello(
                publicKey: random.bytes(32),
                name: "Ana ❤️",
                relay: try Origin(random.pick(origins)),
                purpose: random.word(),
                role: random.maybe { $0.word() }
            )
        },
        Maker("ConfirmBox") { random in
            let boxes: [ConfirmBox] = [
                .inviter(), .inviter(parcels: 2), .inviter(introduction: introduced(&random)),
                .claimer(name: "Ben \"B\""), .claimer(name: "Ben", memberKey: random.bytes(32)),
            ]
            return random.pick(boxes)
        },
        Maker("PairList") { random in
            PairList(
                pairs: (0..<random.number(0...3)).map { _ in
                    PairView(
                        id: random.identifier(),
                        state: random.word(),
                        since: random.instant(),
                        partnerToken: random.maybe { $0.token() },
                        refuses: random.chance(1, in: 2)
                    )
                }
            )
        },
    ]

    private static func introduced(_ random: inout SeededGenerator) -> IntroducedKeys {
        IntroducedKeys(
            members: (0..<random.number(0...3)).map { _ in
                MemberKey(person: random.identifier(), publicKey: random.bytes(32), since: random.instant())
            },
            letsTitlesBeRead: random.chance(1, in: 2)
        )
    }

    private static func words(_ random: inout SeededGenerator) -> MemberWords {
        MemberWords(
            circle: random.identifier(),
            about: random.identifier(),
            words: random.sealed(),
            by: random.maybe { $0.identifier() }
        )
    }

    private static let circles: [Maker] = [
        Maker("Introduction") { random in Introduction(box: random.sealed()) },
        Maker("IntroductionList") { random in
            IntroductionList(
                introductions: (0..<random.number(0...3)).map { _ in
                    IntroductionList.Entry(from: random.identifier(), box: random.sealed())
                }
            )
        },
        Maker("IntroducedKeys") { random in introduced(&random) },
        Maker("CreateCircle") { random in
            CreateCircle(
                kind: random.word(),
                name: "home",
                displayName: random.maybe { _ in "Ana" },
                relayMayReadTitles: random.chance(1, in: 2),
                snoozeLimit: .seconds(Int64(random.number(0...86_400)))
            )
        },
        Maker("CircleChange") { random in
            CircleChange(
                name: random.maybe { _ in "home" },
                relayMayReadTitles: random.maybe { $0.chance(1, in: 2) },
                snoozeLimit: random.maybe { .seconds(Int64($0.number(0...86_400))) }
            )
        },
        Maker("MemberChange") { random in
            MemberChange(
                displayName: random.maybe { _ in "Ana" },
                role: random.maybe { $0.word() },
                permissions: random.maybe { [$0.word(), $0.word()] },
                priority: random.maybe { $0.number(1...9) }
            )
        },
        Maker("Consent") { random in
            let from = LocalTime(hour: random.number(0...23), minute: random.number(0...59))
            let until = LocalTime(hour: random.number(0...23), minute: random.number(0...59))
            var hours: Consent.Hours?
            if let from, let until { hours = Consent.Hours(from: from, until: until) }
            return ConsentMessage(
                Consent(
                    isMuted: random.chance(1, in: 2),
                    pausedUntil: random.maybe { $0.instant() },
                    hours: random.chance(1, in: 2) ? hours : nil
                )
            )
        },
        Maker("CircleList") { random in
            let circle = Circle(id: random.identifier(), kind: random.word(), since: random.instant(), name: "home")
            let members = (0..<random.number(0...3)).map { number in
                CircleMemberView(
                    person: random.identifier(),
                    isSelf: number == 0,
                    role: random.word(),
                    displayName: random.maybe { _ in "Ben" },
                    since: random.instant(),
                    permissions: random.maybe { [$0.word(), $0.word()] },
                    priority: random.maybe { $0.number(1...9) }
                )
            }
            return CircleList(circles: [CircleView(circle, members: members)])
        },
    ]

    private static let reminders: [Maker] = [
        Maker("ReminderRequest") { random in
            let (details, place) = (try details(&random), try place(&random))
            let time: ReminderRequest.Time =
                switch details.schedule {
                case .at(let due): .once(AlarmTime(due), timeZone: random.maybe { _ in "Europe/Berlin" })
                case .selectedDays(let days): .days(days)
                }
            return ReminderRequest(
                id: random.maybe { $0.identifier() },
                assignee: random.maybe { $0.identifier() },
                title: details.title,
                sealed: details.sealed,
                checklist: details.checklist,
                time: time,
                place: random.maybe { _ in place }
            )
        },
        Maker("ReminderView") { random in
            let (alarm, last): (AlarmID?, AlarmID?) = (
                random.maybe { $0.identifier() }, random.maybe { $0.identifier() }
            )
            let setter: PersonID? = random.maybe { $0.identifier() }
            return ReminderView(
                try reminder(&random),
                alarm: alarm,
                lastAlarm: last,
                placeSetBy: setter,
                reopenedBy: random.maybe { $0.identifier() }
            )
        },
        Maker("ReminderList") { random in
            let reminder = try reminder(&random)
            let silence = random.maybe { $0.word(ReminderSilence.self) }
            let view = ReminderView(reminder, missed: random.maybe { $0.instant() }, silence: silence)
            return ReminderList(reminders: [view], next: random.maybe { _ in reminder.cursor })
        },
        Maker("ReminderPlace") { random in
            let time = PlaceTime(from: random.maybe { $0.instant() }, until: random.maybe { $0.instant() })
            return ReminderPlace(try place(&random), during: time)
        },
        Maker("ResealedWords") { random in
            ResealedWords(sealed: [random.identifier(): "sealed"], replacing: random.maybe { _ in "former" })
        },
        Maker("ClearWords") { random in
            ClearWords(circle: random.identifier(), by: random.identifier(), text: "Pack \(random.text())")
        },
        Maker("ReminderWords") { random in
            ReminderWords(
                reminder: random.identifier(),
                title: "Pack \(random.text())",
                items: (0..<random.number(0...3)).map { ReminderWords.Item(id: $0, text: "pens ❤️") }
            )
        },
        Maker("ReminderMark") { random in ReminderMark(item: random.number(0...50), isDone: random.chance(1, in: 2)) },
        Maker("ReminderSnooze") { random in ReminderSnooze(until: random.maybe { $0.instant() }) },
        Maker("ReminderPosition") { random in
            ReminderPosition(metres: random.maybe { $0.number(0...100_000) }, isTold: random.chance(1, in: 2))
        },
    ]

    private static func reminder(_ random: inout SeededGenerator) throws -> Reminder {
        let details = try details(&random)
        let place = try place(&random)
        var due = random.instant()
        if case .at(let time) = details.schedule { due = time }
        return Reminder(
            id: random.identifier(),
            series: random.maybe { $0.identifier() },
            circle: random.identifier(),
            creator: random.identifier(),
            details: details,
            due: due,
            completion: random.maybe { Reminder.Completion(at: $0.instant(), by: $0.identifier()) },
            place: random.maybe { _ in place },
            isPlaceWatched: random.chance(1, in: 2),
            placeTime: PlaceTime(from: random.maybe { $0.instant() }, until: nil)
        )
    }

    private static func details(_ random: inout SeededGenerator) throws -> ReminderDetails {
        let start = try LocalDateTime(iso8601: "2027-03-01T07:30:00")
        let days = try SelectedDays(
            [.monday, .friday],
            interval: random.number(1...52),
            start: start.date,
            time: start.time,
            timeZone: "Europe/Berlin"
        )
        let due = random.instant()
        return try ReminderDetails(
            assignee: random.identifier(),
            title: "Pack",
            sealed: random.maybe { [$0.identifier(): "sealed"] } ?? [:],
            checklist: try Checklist([Checklist.Item(id: 1, text: "books", isDone: random.chance(1, in: 2))]),
            schedule: random.chance(1, in: 2) ? .at(due) : .selectedDays(days)
        )
    }

    private static func place(_ random: inout SeededGenerator) throws -> Place {
        try Place(latitude: 52.5, longitude: 13.25, accuracy: Double(random.number(0...1000)))
    }

    private static let devices: [Maker] = [
        Maker("DeviceList") { random in
            DeviceList(
                devices: (0..<random.number(0...3)).map { number in
                    DeviceView(
                        id: random.identifier(),
                        isSelf: number == 0,
                        platform: random.word(),
                        capabilities: .none,
                        since: random.instant(),
                        isReachable: number != 1
                    )
                }
            )
        },
        Maker("RequestPlaintext") { random in
            let method = random.word(RequestMethod.self)
            return RequestPlaintext(
                issuedAt: Instant(seconds: random.instant().seconds),
                id: random.identifier(),
                method: method,
                target: "/v1/alarms?x=\(random.number(0...99))",
                body: method.carriesBody ? .object(of: ["text": .string(random.text())]) : nil
            )
        },
        Maker("RegisterDevice") { random in
            let isEvents = random.chance(1, in: 2)
            return RegisterDevice(
                deviceKey: random.bytes(32),
                platform: isEvents ? .events : .apns,
                apns: isEvents ? nil : registration(&random),
                capabilities: Device.Capabilities(alarmKit: true, criticalAlerts: random.chance(1, in: 2), os: "26.1"),
                timeZone: random.zone(),
                locale: random.pick(["en", "zh-Hant", "de-CH-1996"]),
                ticket: random.maybe { random in
                    random.chance(1, in: 2)
                        ? .invite(locator: random.locator(), auth: random.bytes(32)) : .enrolment(code: "ENROL-7")
                }
            )
        },
        Maker("DeviceRegistered") { random in
            DeviceRegistered(deviceID: random.identifier(), serverTime: random.instant())
        },
        Maker("ReplaceToken") { random in
            random.pick([
                ReplaceToken(apns: registration(&random)), ReplaceToken(webPush: subscription(&random)), .events,
            ])
        },
        Maker("WebPushSubscription") { random in subscription(&random) },
        Maker("WebPushKeyAnswer") { random in WebPushKeyAnswer(publicKey: [0x04] + random.bytes(64)) },
        Maker("DeviceChange") { random in
            DeviceChange(
                capabilities: random.maybe { _ in .none },
                timeZone: random.zone(),
                locale: random.maybe { _ in "zh-Hant" }
            )
        },
        Maker("TokenReplaced") { random in TokenReplaced(serverTime: random.instant()) },
    ]

    private static let alarms: [Maker] = [
        Maker("AlarmRequest") { random in
            let repeats = random.chance(1, in: 2)
            return AlarmRequest(
                id: random.identifier(),
                partnerToken: random.token(),
                time: try AlarmTime(repeats ? "2026-03-29T02:30:00" : "2025-11-06t16:45:00.125+02:00"),
                message: random.sealed(),
                ttl: .seconds(Int64(random.number(1...86_400))),
                sound: random.pick(["default", "bells_01.caf"]),
                timeZone: repeats ? random.zone() : nil,
                rule: repeats ? try random.rule() : nil
            )
        },
        Maker("AlarmAccepted") { random in
            AlarmAccepted(
                id: random.identifier(),
                time: random.instant(),
                state: random.word(),
                revision: random.number(1...9),
                nextTimes: (0..<random.number(0...3)).map { _ in random.instant() }
            )
        },
        Maker("PreviewRequest") { random in
            let repeats = random.chance(1, in: 2)
            return PreviewRequest(
                time: try AlarmTime(repeats ? "2026-03-29T02:30:00" : "2025-11-06t16:45:00.125+02:00"),
                timeZone: repeats ? random.zone() : nil,
                rule: repeats ? try random.rule() : nil,
                count: random.number(1...50)
            )
        },
        Maker("SchedulePreview") { random in
            SchedulePreview(
                times: (0..<random.number(0...3)).map { _ in
                    PreviewedTime(
                        local: ZoneRules.utc.localDateTime(at: random.instant()),
                        offset: random.pick(["+00:00", "-09:30", "+12:45"]),
                        utc: random.instant(),
                        note: random.maybe { $0.text() }
                    )
                }
            )
        },
        Maker("AlarmChange") { random in
            let rule = try random.rule()
            return AlarmChange(
                time: random.maybe { AlarmTime($0.instant()) },
                message: random.maybe { $0.sealed() },
                ttl: random.maybe { .seconds(Int64($0.number(1...600))) },
                sound: random.maybe { _ in "bells" },
                timeZone: random.zone(),
                rule: random.pick([.keep, .remove, .set(rule)])
            )
        },
        Maker("AlarmList") { random in
            AlarmList(alarms: try (0..<random.number(0...2)).map { _ in try view(&random) })
        },
        Maker("Receipt") { random in
            let report = random.word(AlarmReceipt.Report.self)
            return Receipt(
                report: report,
                revision: random.number(1...99),
                at: random.instant(),
                until: report == .snoozed ? random.maybe { $0.instant() } : nil,
                reply: random.maybe { $0.sealed() }
            )
        },
        Maker("ReceiptAccepted") { random in
            ReceiptAccepted(
                id: random.identifier(),
                state: random.word(),
                revision: random.number(1...9),
                snoozedUntil: random.maybe { $0.instant() }
            )
        },
        Maker("MessagePlaintext") { random in
            let rule = try random.rule()
            return MessagePlaintext(
                id: random.identifier(),
                time: random.instant(),
                rule: random.maybe { _ in rule },
                text: random.text()
            )
        },
    ]

    private static let news: [Maker] = [
        Maker("SyncAnswer") { random in
            let rule = try random.rule()
            let alarms = (0..<random.number(0...3)).map { _ in
                SyncedAlarm(
                    id: random.identifier(),
                    pair: random.identifier(),
                    state: random.word(),
                    revision: random.number(1...9),
                    time: random.instant(),
                    firstTime: random.maybe { $0.instant() },
                    snoozedUntil: random.maybe { $0.instant() },
                    isSoundOff: random.chance(1, in: 2),
                    rule: random.maybe { _ in rule },
                    timeZone: random.maybe { $0.zone() },
                    ttl: .minutes(10),
                    sound: "default",
                    message: random.maybe { $0.sealed() },
                    sealed: random.maybe { words(&$0) }
                )
            }
            return SyncAnswer(
                cursor: SyncCursor(change: Int64(random.number(0...1_000_000))),
                alarms: alarms,
                gone: (0..<random.number(0...3)).map { _ in GoneAlarm(id: random.identifier(), reason: random.word()) },
                serverTime: random.instant()
            )
        },
        Maker("AlarmPush") { random in try push(&random) },
        Maker("Problem") { random in
            Problem(
                random.word(ProblemKind.self),
                detail: random.text(),
                pointer: random.maybe { _ in "/body/time" },
                serverTime: random.maybe { $0.instant() }
            )
        },
    ]

    static func push(_ random: inout SeededGenerator, stage: Stage? = nil) throws -> AlarmPush {
        let rule = try random.rule()
        let memberWords = random.maybe { words(&$0) }
        return AlarmPush(
            stage: PushStage(stage ?? random.word()),
            id: random.identifier(),
            revision: random.number(1...9),
            time: random.instant(),
            firstTime: random.maybe { $0.instant() },
            snoozedUntil: random.maybe { $0.instant() },
            rule: random.maybe { _ in rule },
            timeZone: random.maybe { $0.zone() },
            sound: random.maybe { _ in "bells.caf" },
            message: memberWords == nil ? random.maybe { $0.sealed() } : nil,
            reply: random.maybe { $0.sealed() },
            sealed: memberWords,
            isLate: random.chance(1, in: 2),
            restoredAt: random.maybe { $0.instant() }
        )
    }

    private static func registration(_ random: inout SeededGenerator) -> PushRegistration {
        let digits = Array("0123456789abcdef")
        return PushRegistration(
            token: String((0..<64).map { _ in random.pick(digits) }),
            environment: random.word(),
            topic: "com.example.app"
        )
    }

    private static func subscription(_ random: inout SeededGenerator) -> WebPushSubscription {
        WebPushSubscription(
            endpoint: random.pick([
                "https://push.example.org/p/1?x=y", "https://[2001:db8::1]:8443/~a", "http://localhost:8",
            ]),
            p256dh: [0x04] + random.bytes(64),
            auth: random.bytes(16)
        )
    }

    private static func view(_ random: inout SeededGenerator) throws -> AlarmView {
        let rule = try random.rule()
        return AlarmView(
            id: random.identifier(),
            pair: random.identifier(),
            setBy: random.identifier(),
            preset: random.maybe { _ in "reminder" },
            reminder: random.maybe { $0.identifier() },
            reminderDue: random.maybe { $0.instant() },
            isSetAnew: random.chance(1, in: 2),
            direction: random.word(),
            state: random.word(),
            revision: random.number(1...9),
            time: random.instant(),
            snoozedUntil: random.maybe { $0.instant() },
            snoozes: random.maybe { $0.number(0...9) },
            nextTime: random.maybe { $0.instant() },
            rule: random.maybe { _ in rule },
            timeZone: random.maybe { $0.zone() },
            ttl: .minutes(10),
            sound: "default",
            setAt: random.instant(),
            isLate: random.chance(1, in: 2),
            isRefused: random.chance(1, in: 2),
            isNextRefused: random.chance(1, in: 2),
            isSoundOff: random.chance(1, in: 2),
            message: random.maybe { $0.sealed() },
            reply: random.maybe { $0.sealed() },
            last: random.maybe { random in
                PastOccurrence(
                    time: random.instant(),
                    ending: random.word(),
                    at: random.instant(),
                    by: random.maybe { $0.identifier() }
                )
            },
            deliveries: (1...2).map { device in
                DeliveryFunnel(
                    device: device,
                    relayed: random.maybe { $0.instant() },
                    delivered: random.maybe { $0.instant() },
                    received: random.maybe { $0.instant() },
                    armed: random.maybe { $0.instant() },
                    ringing: random.maybe { $0.instant() },
                    acknowledged: random.maybe { $0.instant() },
                    worked: random.maybe { random in
                        DeliveryFunnel.Step(
                            stage: random.word(),
                            urgency: random.word(),
                            offset: random.maybe { .seconds(Int64($0.number(-600...600))) }
                        )
                    },
                    attempts: random.number(0...9),
                    error: random.maybe { _ in "BadDeviceToken" },
                    pastError: random.maybe { _ in "not listening" },
                    pastErrorAt: random.maybe { $0.instant() },
                    unanswered: random.number(0...9),
                    isSilent: random.chance(1, in: 2)
                )
            }
        )
    }
}
