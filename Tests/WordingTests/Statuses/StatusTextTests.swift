import AlarmCore
import Testing

@testable import Wording

@Suite("Statuses in words")
struct StatusTextTests {
    private let start = Samples.at

    private func moment(_ instant: Instant) -> TextValue { .moment(instant, in: .utc) }

    @Test(
        "A check-in's status says what stands when",
        arguments: [
            ("1h", "All is well. The next check-in is due by Jan 14, 2026 at 6:00 AM UTC, in 23 hours."),
            ("22h30m", "Check in soon: it is due by Jan 14, 2026 at 6:00 AM UTC, in 1 hour 30 minutes."),
            ("24h", "The check-in was due by Jan 14, 2026 at 6:00 AM UTC."),
        ]
    )
    func tellsTheDeadline(later: String, text: String) throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: .standard, threshold: .hours(24)))
        cycle.checkIn(at: start)
        let status = CheckInStatus(of: cycle, at: start + (try Span(text: later)))
        #expect(StatusText.checkIn(status, writing: moment, .english) == text)
    }

    @Test(
        "A gentle check-in's status says who is told next",
        arguments: [
            ("1h", "All is well. The next check-in is expected by Jan 14, 2026 at 6:00 AM UTC."),
            ("30h", "Please check in. Otherwise the contacts are told on Jan 15, 2026 at 6:00 AM UTC."),
            ("48h", "There was no check-in."),
        ]
    )
    func tellsTheNextStep(later: String, text: String) throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: .gentle, threshold: .hours(24)))
        cycle.checkIn(at: start)
        let status = CheckInStatus(of: cycle, at: start + (try Span(text: later)))
        #expect(StatusText.checkIn(status, writing: moment, .english) == text)
    }

    @Test("All is not well as long as contacts who were told wait for the person", arguments: CheckInPlan.Kind.allCases)
    func awaited(kind: CheckInPlan.Kind) throws {
        var cycle = CheckInCycle(plan: try CheckInPlan(kind: kind, threshold: .hours(24)))
        cycle.checkIn(at: start)
        let text = StatusText.checkIn(CheckInStatus(of: cycle, at: start), isAwaited: true, writing: moment, .english)
        #expect(text == "The next check-in is due by Jan 14, 2026 at 6:00 AM UTC.")
    }

    @Test("Contacts who were told before a pause are not promised silence: another contact may say what they know")
    func promisesNoSilence() throws {
        let text = try #require(StatusText.telling("told", isOver: true, in: .english))
        #expect(text == "The contacts have been told. Only a check-in of yours tells them that all is well.")
    }

    @Test("Whoever was told is not said to have been written to, only that the relay writes")
    func promisesNoArrival() {
        let subject = Page.Subject.reached(personName: "Ana", isOpen: true, by: "Ben")
        let page = Page(subject, .done, in: .english).html
        #expect(page.contains("and we pass it on to") && !page.contains("were written to"))
    }

    @Test("Every source of a check-in has words of its own, and an unknown one has none", arguments: Language.allCases)
    func tellsTheSource(language: Language) {
        let sources = ["app", "command-line", "web", "notification", "message", "link"]
        let words = sources.compactMap { StatusText.source($0, link: nil, in: language) }
        #expect(Set(words).count == sources.count)
        #expect(StatusText.source("link", link: "door", in: language)?.contains("door") == true)
        #expect(StatusText.source("link.named", link: nil, in: language) == nil)
        #expect(StatusText.source("owl", link: nil, in: language) == nil)
    }

    @Test("A rehearsal says in the reader's language whom it would reach, and by what", arguments: Language.allCases)
    func tellsOfARehearsal(language: Language) {
        let words = RehearsalText(language: language)
        for text in [words.letter(to: "Ben", by: .email), words.unreached("Ben", by: .email)] {
            #expect(text.contains("Ben") && text.contains(language.phrase(.statusMediumEmail).text), "\(text)")
        }
        #expect(words.none(listing: "reveille contacts list").contains("reveille contacts list"))
    }

    @Test("What became of telling the contacts is said as it is", arguments: Language.allCases)
    func tellsTheContacts(language: Language) throws {
        let texts = try ["nobody", "waiting", "partly", "told", "failed"].map {
            try #require(StatusText.telling($0, in: language))
        }
        #expect(Set(texts).count == 5)
        #expect(StatusText.telling("told", reachedBy: "Ben", in: language)?.contains("Ben") == true)
        #expect(StatusText.telling("guessed", in: language) == nil)
    }

    @Test("Where a message may have arrived, nobody is said to have been told nothing", arguments: Language.allCases)
    func tellsOfUncertainty(language: Language) throws {
        let certain = try ["waiting", "failed"].map { try #require(StatusText.telling($0, in: language)) }
        let uncertain = try ["waiting", "failed"].map {
            try #require(StatusText.telling($0, isUncertain: true, in: language))
        }
        #expect(Set(certain + uncertain).count == 4)
        #expect(uncertain.allSatisfy { $0.hasPrefix("A contact may have been told") } == !language.isChinese)
        #expect(StatusText.telling("told", isUncertain: true, in: language) == StatusText.telling("told", in: language))
        let messages = ["waiting", "failed"].map {
            StatusText.message(
                $0,
                isUncertain: true,
                to: .name("Ben"),
                by: .email,
                at: start,
                writing: moment,
                language
            )
        }
        #expect(messages.allSatisfy { $0?.contains("may have arrived") == !language.isChinese })
        let over = StatusText.telling("failed", isUncertain: true, isOver: true, in: .english)
        #expect(over?.hasSuffix("Only a check-in of yours tells them that all is well.") == true)
    }

    @Test("What keeps contacts from being told is said in the reader's language", arguments: Language.allCases)
    func hinders(language: Language) {
        func text(_ agreed: Int, _ reachable: Int, asked: Int = 0, canAsk: Bool = true) -> String? {
            StatusText.hindrance(
                agreed: agreed,
                reachable: reachable,
                asked: asked,
                adding: canAsk ? "reveille contacts add" : nil,
                asking: "reveille contacts ask NAME",
                in: language
            )
        }
        #expect(text(0, 0)?.hasSuffix("reveille contacts add") == true)
        let unaskable = text(0, 0, canAsk: false)
        #expect(unaskable?.contains("SMTP") == true && unaskable?.contains("contacts add") == false)
        let asked = text(0, 0, asked: 3)
        #expect(asked?.hasSuffix("reveille contacts ask NAME") == true && asked?.contains("3") == true)
        #expect(asked?.contains("contacts add") == false, "there are contacts")
        #expect(text(1, 1, asked: 3) == nil)
        #expect(text(2, 2) == nil)
        #expect(text(3, 1)?.contains("2") == true)
        #expect(text(2, 0)?.contains("NOBODY") == !language.isChinese)
    }

    @Test("How many contacts a missed check-in is told to is said with the number", arguments: Language.allCases)
    func writes(language: Language) {
        #expect(StatusText.written(to: 2, in: language)?.contains("2") == true)
        #expect(StatusText.written(to: 0, in: language) == nil)
    }

    @Test("Whether those who were told know that the person has answered is said by the worst of the messages")
    func reassures() {
        #expect(StatusText.reassured([], in: .english) == nil)
        let texts = [["sent", "sent"], ["sent", "waiting", "failed"], ["sent", "returned"]].map {
            StatusText.reassured($0, in: .english)
        }
        #expect(texts[0] == "Everybody who was told has been written to that you have answered:")
        #expect(texts[1] == "Not everybody who was told is sure to have heard yet that you have answered:")
        #expect(texts[2]?.hasSuffix("Tell them yourself:") == true)
    }

    @Test("That a medium is missing is said with the medium, in the reader's language", arguments: Language.allCases)
    func lacks(language: Language) {
        let texts = Destination.Medium.allCases.map { StatusText.lack(of: $0, in: language) }
        #expect(Set(texts).count == Destination.Medium.allCases.count)
        let english = "Nothing can be sent by e-mail at present: the relay is not set up for it."
        #expect(texts.contains { $0.hasPrefix(english) } == !language.isChinese)
    }

    @Test("The state of each message is said in the reader's language, and somebody taken out is named as such")
    func tellsOfMessages() {
        func text(_ state: String, _ name: String?, _ language: Language = .english) -> String? {
            StatusText.message(state, to: name.map(TextValue.name), by: .email, at: start, writing: moment, language)
        }
        #expect(text("sent", "Ben") == "Ben, e-mail: sent on Jan 13, 2026 at 6:00 AM UTC")
        #expect(text("sent", nil)?.hasPrefix("An address that is no longer among your contacts, ") == true)
        #expect(text("guessed", "Ben") == nil)
        for state in ["waiting", "sent", "failed", "returned"] {
            #expect(text(state, "Ben", .traditionalChinese)?.hasPrefix("Ben，電子郵件：") == true)
        }
    }

    @Test("More time that was asked for is told with its time, in the reader's language", arguments: Language.allCases)
    func tellsOfMoreTime(language: Language) {
        let time = TimeText.moment(start, in: .utc, language)
        #expect(StatusText.putOff(at: start, writing: moment, language).contains(time))
        #expect(
            StatusText.putOff(at: start, writing: moment, .english).hasPrefix("You asked for more time on Jan 13, 2026")
        )
        #expect(StatusText.putOff(in: .english) == "asked for more time")
    }

    @Test("Where nobody would be told, a gentle reminder does not say that contacts are told otherwise")
    func remindsInVain() {
        let due = CheckInStatus(state: .due, due: start, contactsDue: start + .days(1), remainingSeconds: 0)
        let text = StatusText.checkIn(due, reachesContacts: false, writing: moment, .english)
        #expect(text == "Please check in by Jan 14, 2026 at 6:00 AM UTC.")
    }

    @Test("A vacation says when it ends, if it does")
    func tellsTheVacation() throws {
        let end = start + .days(7)
        let plan = try CheckInPlan(kind: .standard, threshold: .hours(24)).paused(until: end, at: start)
        let status = CheckInStatus(of: CheckInCycle(plan: plan), at: start)
        #expect(
            StatusText.checkIn(status, pausedUntil: end, writing: moment, .english)
                == "Check-ins are paused until Jan 20, 2026 at 6:00 AM UTC."
        )
        #expect(StatusText.checkIn(status, writing: moment, .traditionalChinese) == "報平安已暫停。")
    }

    @Test("A dweller's status says what happens next")
    func tellsTheCare() {
        #expect(StatusText.care(.quiet, in: .utc, .english) == "No alert is open.")
        #expect(
            StatusText.care(.counting(.seconds(45)), in: .utc, .english)
                == "An alert goes out in 45 seconds unless it is cancelled."
        )
        let helped = StatusText.care(.acknowledged(by: "Ben", since: start), in: .utc, .traditionalChinese)
        #expect(helped.hasPrefix("Ben 自") && helped.hasSuffix("起正在處理。"), "\(helped)")
        #expect(
            StatusText.care(.notHeard(.hours(13)), in: .utc, .english) == "There has been no sign of life for 13 hours."
        )
        #expect(StatusText.care(.notHeard(nil), in: .utc, .english) == "There has been no sign of life yet.")
        #expect(
            StatusText.care(.told, in: .utc, .english) == "Members were told. Nobody has acknowledged yet."
        )
        #expect(
            StatusText.care(.left(helper: "Ben"), in: .utc, .english)
                == "Ben, who took care of it, is no longer in the circle. Nobody else has said that they do."
        )
    }

    @Test("No status leaves anything open", arguments: Language.allCases)
    func isComplete(language: Language) throws {
        for kind in CheckInPlan.Kind.allCases {
            for isOn in [true, false] {
                var cycle = CheckInCycle(plan: try CheckInPlan(kind: kind, threshold: .hours(24), isOn: isOn))
                for hours in 0..<60 {
                    let status = CheckInStatus(of: cycle, at: start + .hours(Int64(hours)))
                    let text = StatusText.checkIn(status, writing: moment, language)
                    #expect(!text.contains("…") && !text.contains("{"), "\(status.state)")
                    if hours == 3 { cycle.checkIn(at: start) }
                }
            }
        }
    }
}
