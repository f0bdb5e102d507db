import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What lists of reminders and of alerts show to whoever reads Chinese")
struct CircleListLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)
    private let ana = PersonID(high: 1, low: 1)
    private let kim = PersonID(high: 1, low: 2)

    private func expectChinese(_ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        ChineseTexts.expect(texts, keeping: ["mg", "dL", "Webhook"], sourceLocation: sourceLocation)
    }

    private var family: CircleView {
        CircleView(
            Circle(id: CircleID(high: 2, low: 1), kind: .family, since: time, name: "家"),
            members: [
                CircleMemberView(person: ana, isSelf: true, role: .parent, displayName: "安", since: time),
                CircleMemberView(person: kim, isSelf: false, role: .child, displayName: "金", since: time),
            ]
        )
    }

    private func reminder(
        completion: Reminder.Completion? = nil,
        isPlaceWatched: Bool = false,
        placeTime: PlaceTime? = nil,
        for assignee: PersonID? = nil
    ) throws -> Reminder {
        Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: family.id,
            creator: ana,
            details: try ReminderDetails(assignee: assignee ?? kim, title: "琴", schedule: .at(time)),
            due: time,
            completion: completion,
            place: try Place(latitude: 52.5, longitude: 13.4),
            isPlaceWatched: isPlaceWatched,
            placeTime: placeTime
        )
    }

    @Test("Every fact about a reminder is told in it", arguments: ChineseTexts.languages)
    func reminders(language: Language) throws {
        let (clock, stranger) = (ChineseTexts.clock(language), PersonID(high: 1, low: 9))
        for person in [kim, ana, stranger] {
            for silence in ReminderSilence.allCases {
                let open = ReminderView(try reminder(for: person), missed: time, silence: silence)
                let listing = ReminderListing(view: open, doubt: .unknownKey, writer: kim)
                expectChinese(listing.facts(in: family, clock: clock).flatMap { [$0.0, $0.1] })
                expectChinese([open.shownStatus(clock, in: family), open.shownAssignee(in: family, language)])
            }
            let completion = Reminder.Completion(at: time, by: person)
            let done = ReminderView(try reminder(completion: completion), snoozedUntil: time)
            let listing = ReminderListing(view: done, text: ReminderText(title: "琴"))
            expectChinese(listing.facts(in: family, clock: clock).flatMap { [$0.0, $0.1] })
            expectChinese([done.shownStatus(clock, in: family)])
        }
        expectChinese([ReminderListing(view: ReminderView(try reminder())).shownTitle(in: language)])
    }

    @Test("When a place is watched is told in it, and in English as before", arguments: Language.allCases)
    func places(language: Language) throws {
        let (start, later) = (time, Instant(seconds: 4_000_000_000))
        let times: [(PlaceTime?, String)] = [
            (nil, ", watched"),
            (PlaceTime(from: start, until: nil), ", watched from Fri 2027-01-15 08:00 UTC"),
            (PlaceTime(from: nil, until: later), ", watched until Tue 2096-10-02 07:06:40 UTC"),
            (
                PlaceTime(from: start, until: later),
                ", watched from Fri 2027-01-15 08:00 UTC until Tue 2096-10-02 07:06:40 UTC"
            ),
            (PlaceTime(from: nil, until: Instant(seconds: 0)), ", was watched until Thu 1970-01-01 00:00 UTC"),
        ]
        for (time, english) in times {
            let view = ReminderView(try reminder(isPlaceWatched: true, placeTime: time))
            let fact = try #require(view.placeFact(clock: ChineseTexts.clock(language)))
            if language == .english { #expect(fact.hasSuffix(english), "\(fact)") } else { expectChinese([fact]) }
        }
        let left = try #require(ReminderView(try reminder()).placeFact(clock: ChineseTexts.clock(language)))
        if language != .english { expectChinese([left]) }
    }

    private func alert(_ kind: CareSignal.Kind, _ state: CareAlertView.State) -> CareAlertView {
        CareAlertView(
            id: DocumentID(high: 1, low: 1),
            circle: CircleID(high: 1, low: 2),
            kind: kind,
            state: state,
            at: time,
            audience: 1,
            notice: "-"
        )
    }

    @Test("Every alert is told in it, with how it ended and whether it is over", arguments: ChineseTexts.languages)
    func alerts(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        for kind in CareSignal.Kind.allCases {
            for state in CareAlertView.State.allCases {
                var alert = alert(kind, state)
                alert.reading = kind == .glucose ? 60 : nil
                alert.due = time
                for helper in [nil, "本"] {
                    (alert.endedBy, alert.endedAt) = (helper, time)
                    for (resolvedAt, leftAt) in [(nil, nil), (time, nil), (nil, time)] {
                        (alert.resolvedAt, alert.resolvedBy, alert.leftAt) = (resolvedAt, helper, leftAt)
                        expectChinese([alert.line(clock)])
                    }
                }
            }
            for reason in CareSettings.Reason.allCases {
                var held = alert(kind, .held)
                (held.held, held.place) = (reason, try Place(latitude: 52.5, longitude: 13.4))
                held.continues = DocumentID(high: 1, low: 2)
                expectChinese([held.line(clock)])
                held.placeAt = time
                expectChinese([held.line(clock)])
            }
        }
        for means in CareTold.Means.allCases {
            for outcome in CareTold.Outcome.allCases {
                let told = CareTold(person: ana, name: "安", means: means, at: time, outcome: outcome)
                expectChinese([told.line(clock)])
            }
        }
    }

    /// A text without the commands in it, which are the same in every language.
    private func withoutCommands(_ text: String) -> String {
        text.replacing(/reveille[A-Za-z :,-]*/, with: "").replacing("--cancel", with: "")
    }

    @Test("Who is told, what is watched and the own number are told in it", arguments: ChineseTexts.languages)
    func settings(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        var settings = CareSettings()
        expectChinese(settings.facts(clock).flatMap { [$0.0, $0.1] })
        settings.inactivity = try InactivityRule(wait: .hours(2))
        settings.quietHours = try QuietHours(
            from: try #require(LocalTime(hour: 22, minute: 0)),
            until: try #require(LocalTime(hour: 7, minute: 0))
        )
        settings.glucose = try GlucoseThresholds(low: 70, high: 180)
        settings.wellness = try WellnessPattern(stillness: .hours(10), days: 3)
        settings.pausedUntil = Instant(seconds: 4_000_000_000)
        expectChinese(settings.facts(clock).flatMap { [$0.0, $0.1] })
        for known in [settings, nil] {
            for reason in CareSettings.Reason.allCases {
                for kind in CareSignal.Kind.allCases {
                    var held = alert(kind, .held)
                    held.held = reason
                    let words = held.heldSentences(settings: known, careEnd: time, flag: "", clock)
                    expectChinese([withoutCommands(try #require(words))])
                }
            }
        }
        for isSelf in [true, false] {
            for permissions in [[], Set([Permission.alert(.fall)])] {
                var member = CircleMemberView(
                    person: ana,
                    isSelf: isSelf,
                    role: .member,
                    displayName: "安",
                    since: time
                )
                member.permissions = permissions
                expectChinese([member.toldSentence(in: language)])
            }
        }
        for consent in ContactView.ConsentState.allCases {
            for calls in [true, false] {
                for (waiting, unreached) in [(false, false), (true, false), (false, true)] {
                    let phone = ContactView(
                        id: ContactID(high: 1, low: 3),
                        contact: ContactRequest(name: "安", phone: "+886912345678", calls: calls),
                        consent: consent,
                        since: time,
                        unreached: unreached ? [.sms] : [],
                        waiting: waiting ? [.sms] : []
                    )
                    expectChinese(phone.numberLines(clock))
                }
            }
        }
    }

    @Test("Which alerts are open, and which can be meant, is told in it", arguments: ChineseTexts.languages)
    func choices(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        for isSelf in [true, false] {
            for name in ["安", nil] {
                for state in [CareAlertView.State.alerting, .acknowledged, .unanswered] {
                    var open = alert(.fall, state)
                    (open.endedBy, open.endedAt) = ("本", time)
                    let dweller = CareDwellerView(
                        circle: CircleID(high: 1, low: 2),
                        circleName: "巢",
                        name: name,
                        isSelf: isSelf,
                        status: nil,
                        state: state == .alerting ? .alerting : .acknowledged,
                        alerts: state == .alerting ? [open] : [],
                        lastAlert: open
                    )
                    let overview = CareOverview(dwellers: [dweller], notice: "-")
                    let lines =
                        overview.stillOpen(besides: DocumentID(high: 9, low: 9), flag: "", clock)
                        + [dweller.choice(open, flag: "", clock), dweller.helped(clock), dweller.sentence(clock)]
                        .compactMap(\.self)
                    expectChinese(lines.map(withoutCommands))
                }
            }
        }
        for (audience, telling) in [(0, nil), (1, CareAlertView.Telling.failed), (1, .done), (1, .underWay)] {
            var open = alert(.manual, .alerting)
            (open.audience, open.telling) = (audience, telling)
            expectChinese([open.line(clock), open.warning.map { language.text($0) }].compactMap(\.self))
            open.state = .counting
            expectChinese([open.line(clock)])
        }
    }

    @Test("In English an alert is one line with everything that is known of it")
    func englishAlert() {
        var alert = alert(.glucose, .acknowledged)
        (alert.reading, alert.endedBy, alert.endedAt) = (60, "Ben", time)
        (alert.resolvedAt, alert.resolvedBy) = (time, "Cleo")
        let moment = "Fri 2027-01-15 08:00 UTC"
        #expect(
            alert.line(ChineseTexts.clock(.english)) == """
                \(alert.id)  \(moment)  glucose of 60 mg/dL  acknowledged by Ben, \(moment); over since \(moment), says Cleo
                """
        )
    }

    @Test("How a dweller is, and who is told, is told in it", arguments: ChineseTexts.languages)
    func dwellers(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        let place = try Place(latitude: 52.5, longitude: 13.4)
        let later = Instant(seconds: 4_000_000_000)
        for status in [
            CareStatus(lastSign: time, asksAt: later, place: place), CareStatus(),
            CareStatus(lastActivity: time, asksAt: Instant(seconds: 0), pausedUntil: time, quietUntil: time),
        ] {
            expectChinese(status.lines(clock))
        }
        for isSelf in [true, false] {
            for end in [later, nil] {
                var member = CircleMemberView(
                    person: ana,
                    isSelf: isSelf,
                    role: .member,
                    displayName: "安",
                    since: time
                )
                member.alerts = .off(until: end)
                expectChinese([try #require(member.alertsSentence(clock))])
                for permissions in [[], Set(CareSignal.Kind.allCases.map { Permission.alert($0) })] {
                    member.permissions = permissions
                    expectChinese([member.placeSentence(in: language)].compactMap(\.self))
                }
            }
        }
        for change in [CirclePlaceChange.out(of: "巢"), .madeParent(in: "巢"), .toldMore(in: "巢")] {
            expectChinese([change.sentence(in: language)])
        }
        for words in [OpenedWords.verified("好"), .unverified(.unknownKey), .unverified(.damaged)] {
            for isFromBeforeJoining in [false, true] {
                let note = CareNoteListing(
                    from: kim,
                    isOwn: isFromBeforeJoining,
                    name: "金",
                    words: words,
                    isFromBeforeJoining: isFromBeforeJoining
                )
                expectChinese([note.line(in: language)])
            }
        }
    }
}
