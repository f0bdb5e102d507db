import AlarmCore
import AlarmWire
import Engine
import Foundation
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What a listener shows to whoever reads Chinese")
struct ListenerLanguageTests {
    private static let chinese: [Language] = [.traditionalChinese, .simplifiedChinese]
    private static let time = Instant(seconds: 1_800_000_000)

    private let id = AlarmID(high: 7, low: 7)
    private let time = Self.time

    private func clock(_ language: Language) -> LocalClock {
        LocalClock(zones: ZoneDirectory(), zoneName: "UTC").speaking(language)
    }

    private func notice(_ stage: Stage, preset: String? = nil, relayWords: PushWords? = nil) -> AlarmNotice {
        AlarmNotice(
            stage: PushStage(stage),
            id: id,
            revision: 1,
            time: time,
            reply: .unverified(.damaged),
            partnerName: nil,
            preset: preset,
            relayWords: relayWords
        )
    }

    private func alarm(_ words: OpenedWords, circle: CircleID?, rule: RecurrenceRule) -> IncomingAlarm {
        IncomingAlarm(
            stage: PushStage(.ring),
            id: id,
            revision: 1,
            time: time,
            rule: rule,
            sound: "default",
            words: words,
            circle: circle,
            isLate: true
        )
    }

    /// The English words of a line; the zone's abbreviation, an identifier and the app are none.
    private func english(_ line: String) -> [String] {
        line.replacing("\(id)", with: "").matches(of: /[A-Za-z]+/).map { String($0.output) }
            .filter { !["UTC", "App", "s"].contains($0) }
    }

    private func expectChinese(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for line in lines { #expect(english(line).isEmpty, "\(line)", sourceLocation: sourceLocation) }
    }

    @Test("An alarm or a reminder that is set, rings, rings late or was put off is told in it", arguments: chinese)
    func rings(language: Language) throws {
        let clock = clock(language)
        let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
        for doubt in OpenedWords.VerificationFailure.allCases {
            for circle in [CircleID(high: 1, low: 2), nil] {
                var alarm = alarm(.unverified(doubt), circle: circle, rule: rule)
                expectChinese([
                    alarm.title(in: language), alarm.announcement(clock: clock),
                    alarm.call(again: false, clock: clock), alarm.call(again: true, clock: clock),
                ])
                let again = alarm.announcement(clock: clock, as: .ringsAgain)
                expectChinese([again, alarm.announcement(clock: clock, as: .next)])
                expectChinese([alarm.announcement(clock: clock, as: .changed)])
                #expect(again != alarm.announcement(clock: clock))
                alarm.snoozedUntil = time + .minutes(9)
                expectChinese([alarm.announcement(clock: clock), alarm.call(again: true, clock: clock)])
                alarm.isOwn = true
                expectChinese([alarm.announcement(clock: clock), alarm.call(again: false, clock: clock)])
            }
        }
    }

    @Test("News of one's own alarms, and of a reminder that cannot be read, are told in it", arguments: chinese)
    func news(language: Language) throws {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let stages: [Stage] = [
            .acknowledged, .dismissed, .declined, .noAnswerYet, .noAnswer, .missed, .blocked, .unblocked,
        ]
        expectChinese(stages.map { notice($0).news(in: language) })
        for (ending, isRefused) in [(nil, false), (nil, true), (AlarmView.Ending.declined, false)] {
            let view = AlarmView(
                id: id,
                pair: PairID(high: 1, low: 1),
                setBy: PersonID(high: 2, low: 2),
                direction: .outgoing,
                state: ending == nil ? .scheduled : .cancelled,
                revision: 2,
                time: time,
                rule: rule,
                timeZone: "UTC",
                ttl: .hours(1),
                sound: "default",
                setAt: time,
                isRefused: isRefused,
                ending: ending
            )
            let news = notice(.declined).news(of: view, clock(language))
            expectChinese([news])
            #expect(news != notice(.declined).news(in: language))
        }
        var completion = notice(.completed, preset: "completion", relayWords: PushWords(title: "完成", body: ""))
        completion.doubt = .unknownKey
        expectChinese([completion.news(in: language)])
    }

    @Test("What is over because the person asked for more time says so", arguments: Language.allCases)
    func putOff(language: Language) {
        let clock = clock(language)
        let report = CheckInReport(
            state: .normal,
            settings: CheckInSettings(name: "安"),
            due: time + .hours(24),
            contactsDue: nil,
            remaining: nil,
            contacts: 0,
            history: [CheckInReport.Entry(at: time + -.hours(24))],
            snoozedAt: [time],
            snoozes: 1
        )
        let standing = report.standing(clock) ?? ""
        #expect(standing.contains(language.text(.listenStandingPutOff, [.time: clock.text(time)])), "\(standing)")
        #expect(standing.contains(clock.text(time + .hours(24))) && !standing.contains(clock.text(time + -.hours(24))))
    }

    @Test("Warnings and alerts that are answered, put away or over are told in it", arguments: chinese)
    func over(language: Language) {
        let clock = clock(language)
        let report = CheckInReport(
            state: .normal,
            settings: CheckInSettings(name: "安"),
            due: time,
            contactsDue: time,
            remaining: 0,
            contacts: 0,
            history: [CheckInReport.Entry(at: time)]
        )
        for stage in [Stage.checkInDue, .checkInReminder, .contactsTold, .reached, .countdown, .areYouWell, .alert] {
            for preset in ["check-in", "daily-check-in", "rehearsal", "care-alert"] {
                let notice = notice(stage, preset: preset, relayWords: PushWords(title: "平安", body: ""))
                for due in [time, Instant(seconds: 4_000_000_000)] {
                    expectChinese([notice.listed("平安", due: due, clock)])
                }
                expectChinese([
                    language.text(notice.thanks), notice.putAway(nil, clock), notice.putAway(report, clock),
                    notice.farewell(nil, in: language), notice.farewell(report.standing(clock), in: language),
                ])
            }
        }
        for kind in CareSignal.Kind.allCases {
            for state in [CareAlertView.State.counting, .alerting, .acknowledged, .cancelled, .unanswered, .ended] {
                for end in [time, nil] {
                    let alert = CareAlertView(
                        id: DocumentID(high: 7, low: 7),
                        circle: CircleID(high: 1, low: 2),
                        kind: kind,
                        state: state,
                        at: time,
                        audience: 1,
                        endedAt: end,
                        notice: "-"
                    )
                    var untold = alert
                    untold.audience = 0
                    let topic = notice(.alert, preset: "care-alert").topic(of: alert, dweller: nil, in: language)
                    expectChinese([
                        alert.ending(clock), alert.outcome(for: nil, clock), alert.outcome(for: "安", clock), topic,
                        alert.passedCountdown(in: language), alert.untold(in: language), untold.untold(in: language),
                    ])
                }
            }
        }
    }

    @Test("An answer that has lost, and an alarm that rings no more, are told in it", arguments: chinese)
    func ends(language: Language) {
        for ending in AlarmView.Ending.allCases {
            for answer in [RingAnswer.gotIt(reply: "好"), .dismiss, .snooze(.minutes(9))] {
                for revision in [1, 2] {
                    let given = GivenAnswer(answer: answer, revision: 1)
                    let view = AlarmView(
                        id: id,
                        pair: PairID(high: 2, low: 2),
                        setBy: PersonID(high: 1, low: 2),
                        direction: .incoming,
                        state: .acknowledged,
                        revision: revision,
                        time: time,
                        ttl: .minutes(10),
                        sound: "default",
                        setAt: time,
                        ending: ending
                    )
                    expectChinese([given.loss(by: view, reason: nil, in: language) ?? ""])
                }
            }
        }
        let reason = language.text(.listenWhyTimeOver)
        let reasons = [
            EndReason(clause: reason), EndReason(clause: reason, next: time), EndReason(clause: reason, hasEnded: true),
            EndReason(clause: reason, isHeldBack: true), EndReason(clause: reason, putOffUntil: time), nil,
        ]
        for reason in reasons {
            for flags in 0..<8 {
                let end = TakenOff(
                    title: language.text(.listenAlarm, [.link: "\(id)"]),
                    reason: reason,
                    hasRung: flags & 1 > 0,
                    wasAnswered: flags & 2 > 0,
                    wasPutOff: flags & 4 > 0
                )
                expectChinese([end.line(clock(language))])
            }
        }
    }

    @Test("What the relay refuses, or the device itself, is told in it, with what to do", arguments: chinese)
    func refusals(language: Language) {
        let kinds: [ProblemKind] = [
            .unauthorized, .clockSkew, .notAllowed, .notFound, .gone, .quotaExceeded, .rateLimited, .storageFull,
            .unavailable, .internalError, .messageTooLarge, .timeInPast, .timeTooFar,
        ]
        var errors = kinds.map { DeviceError.refused(Problem($0), retryAfter: nil) }
        let tooMany = Problem(.rateLimited, detail: "60 reports an hour are the most")
        errors.append(.refused(tooMany, retryAfter: .minutes(5)))
        errors += [
            .pairEnded(PairID(high: 2, low: 2)), .textTooLong(bytes: 2, limit: 1), .noOneToReplyTo(id),
            .transport(.unreachable("no route")),
        ]
        let reasons = errors.map { RefusalText.reason(of: $0, in: language) }
        expectChinese(reasons)
        for reason in reasons { #expect(reason.hasSuffix("。"), "\(reason)") }
    }

    @Test("Of a refusal because of how things stand the relay's own words are quoted", arguments: chinese)
    func conflict(language: Language) {
        let problem = Problem(.conflict, detail: "this alert is about you: cancel it instead")
        let reason = RefusalText.reason(of: DeviceError.refused(problem, retryAfter: nil), in: language)
        #expect(reason.contains(language.quoting(problem.detail)))
        #expect(reason.contains(language == .simplifiedChinese ? "这与现状不符" : "這與現況不符"))
    }

    @Test("That a reminder can be put off no further is said as that, and no trying again advised")
    func putOff() {
        let problem = Problem(.conflict, detail: ReminderError.snoozeOver.description)
        let reasons = [Language.english, .simplifiedChinese, .traditionalChinese].map {
            RefusalText.reason(of: DeviceError.refused(problem, retryAfter: nil), in: $0)
        }
        #expect(
            reasons == [
                "The family lets this reminder be put off no further. Do it, or ask a parent to set another time.",
                "家庭不允许再推迟这个提醒。请完成它，或请家长改到别的时间。",
                "家庭不允許再延後這則提醒。請完成它，或請家長改到別的時間。",
            ]
        )
    }

    @Test("A refusal without a translation keeps the relay's words, and in English every one does")
    func untranslated() {
        let malformed = DeviceError.refused(Problem(.malformed, detail: "no such member"), retryAfter: nil)
        #expect(RefusalText.reason(of: malformed, in: .simplifiedChinese) == malformed.description)
        // The relay names a time that is past by its own clock, and a person typed another.
        for kind in ProblemKind.allCases where kind != .timeInPast {
            let error = DeviceError.refused(Problem(kind, detail: "because"), retryAfter: nil)
            #expect(RefusalText.reason(of: error, in: .english) == error.description)
        }
    }

    @Test("No line of a listener is written in its code, where nobody would translate it")
    func sources() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/reveille/Session")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("Listener") && $0 != "ListenerLock.swift" || $0 == "GivenAnswer.swift" }
        #expect(files.count > 10)
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.contains("///") && !$0.contains("// ") }
            for line in code {
                let literals = line.matches(of: /"([^"]*)"/).map { $0.output.1 }
                // Commands that are shown to be typed stay as they are.
                let sentences = literals.filter { $0.contains(/[a-z]+ [a-z]+/) && !$0.hasPrefix("reveille ") }
                #expect(sentences.isEmpty, "\(file): \(line)")
            }
        }
    }
}
