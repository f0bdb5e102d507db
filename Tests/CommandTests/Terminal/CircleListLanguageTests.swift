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
