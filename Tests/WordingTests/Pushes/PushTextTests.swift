import AlarmCore
import AlarmWire
import Engine
import Features
import Testing

@testable import Wording

@Suite("Words of notifications")
struct PushTextTests {
    /// The stages that are shown in the app or a browser; the others have letters or no text.
    private static let stages =
        Set(Stage.allCases).subtracting([.confirmation, .invitation, .inquiry]).map(\.rawValue)

    private static let values: [Placeholder: TextValue] = [
        .person: .name("Alice"), .time: .moment(Samples.at, in: .utc), .duration: .span(.minutes(125)),
    ]

    @Test("Every stage that is shown has words of its own in every language", arguments: Language.allCases)
    func hasWords(language: Language) {
        let generic = PushText(stage: "generic", language: language)
        for stage in Self.stages {
            let text = PushText(stage: stage, language: language, values: Self.values)
            #expect(text.title != generic.title && text.body != generic.body, "\(stage)")
            for words in [text.title, text.body] {
                #expect(!words.isEmpty && !words.contains("{") && !words.contains("…"), "\(stage): \(words)")
            }
        }
    }

    @Test("Every stage with words in the catalogue is one that is sent, in a policy that exists")
    func hasNoOrphans() {
        let named = TextKey.allCases.map(\.rawValue).filter { $0.hasPrefix("push.") && $0.hasSuffix(".title") }
            .map { $0.dropFirst("push.".count).dropLast(".title".count).split(separator: ".").map(String.init) }
        #expect(Set(named.map { $0[0] }) == Set(Self.stages + ["generic"]))
        #expect(
            Set(named.compactMap { $0.dropFirst().first })
                .isSubset(
                    of: AlarmKinds.builtIn.presets.keys + [
                        "rehearsal", "again", "placed", "acknowledged", "cancelled", "nobody", "nobody-told",
                        "resolved", "left", "moved", "nobody-moved", "nobody-asked", "nobody-waiting", "refused",
                        "nobody-no-way", "waiting-uncertain", "failed-uncertain", "put-off",
                    ]
                        + CheckInTelling.Outcome.allCases.map(\.rawValue)
                )
        )
    }

    @Test(
        "A stage says what it means in its policy",
        arguments: [
            ("ring", nil, "Alice is ringing you."),
            ("ring", "partner-alarm", "Alice is ringing you."),
            ("ring", "reminder", "A reminder is due now."),
            ("ring", "of my own making", "Alice is ringing you."),
            (
                "no-answer", "reminder",
                "Alice has not finished the reminder that was due on Jan 13, 2026 at 6:00 AM UTC."
            ),
            (
                "declined", nil,
                """
                Alice has declined your alarm for Jan 13, 2026 at 6:00 AM UTC. If it repeats, open the app to see whether \
                it goes on.
                """
            ),
            ("declined", "reminder", "Alice has declined a reminder from you."),
            (
                "declined.refused", "reminder",
                "Alice takes no reminders from you at that time, so this one does not ring."
            ),
            ("completed", "reminder", "Alice has finished a reminder."),
            (
                "completed.left", "completion",
                "Someone who is no longer in the family had finished a reminder."
            ),
            ("no-answer", "partner-alarm", "Alice did not answer your alarm. It rings no more."),
        ]
    )
    func followsThePolicy(stage: String, policy: String?, body: String) {
        #expect(PushText(stage: stage, policy: policy, language: .english, values: Self.values).body == body)
    }

    @Test("A dweller without an answer is told to call for help", arguments: ["care-alert", "inactivity"])
    func sendsForHelp(policy: String) {
        let text = PushText(stage: "no-answer", policy: policy, language: .english)
        #expect(text.title == "Nobody has answered")
        #expect(text.body.hasSuffix("call the local emergency number."))
    }

    @Test(
        "A dweller whose circle is told of nothing is told to call for help themselves, in every language",
        arguments: ["countdown.nobody", "are-you-well.nobody", "no-answer.nobody-told"],
        ["care-alert", "inactivity"]
    )
    func sendsForOthers(stage: String, policy: String) {
        for language in Language.allCases {
            let text = PushText(stage: stage, policy: policy, language: language)
            #expect(text.body != PushText(stage: "generic", language: language).body)
        }
        let body = PushText(stage: stage, policy: policy, language: .english).body
        #expect(body.hasSuffix("all somebody yourself, or the local emergency number."), "\(body)")
    }

    @Test(
        "A rehearsal says in every notification that no one will be told",
        arguments: ["check-in-due", "check-in-reminder"],
        ["rehearsal", "gentle-rehearsal"]
    )
    func rehearses(stage: String, policy: String) {
        for language in Language.allCases {
            let real = PushText(stage: stage, policy: "check-in", language: language, values: Self.values)
            let rehearsed = PushText(stage: stage, policy: policy, language: language, values: Self.values)
            let word = PushText(stage: "rehearsal", language: language).title
            #expect(real == PushText(stage: stage, language: language, values: Self.values))
            #expect(rehearsed.title.hasPrefix(word) && !real.title.hasPrefix(word))
            #expect(PushText(rehearsedAgain: .hours(24), language: language).title.hasPrefix(word))
            let name = PushText.rehearsedForNobody(stage)
            let vain = PushText(stage: stage, policy: name, language: language, values: Self.values)
            #expect(vain.title.hasPrefix(word) && vain.body != rehearsed.body)
        }
    }

    @Test("An unknown stage asks to open the app", arguments: ["", "surprise", "ring.title", "../x"])
    func fallsBack(stage: String) {
        for language in Language.allCases {
            let text = PushText(stage: stage, language: language, values: Self.values)
            #expect(text == PushText(stage: "generic", language: language))
        }
    }

    @Test("Where a value is missing, the title stays and the body is the general one")
    func keepsTheTitle() {
        let text = PushText(stage: "check-in-due", language: .english, values: [.time: .moment(Samples.at, in: .utc)])
        #expect(text.title == "Check in now")
        #expect(text.body == PushText(stage: "generic", language: .english).body)
    }

    @Test("The last warning says by when, what happens otherwise, and how long is left")
    func warns() {
        let text = PushText(stage: "check-in-due", language: .english, values: Self.values)
        #expect(
            text.body
                == "Check in by Jan 13, 2026 at 6:00 AM UTC, or we write to your contacts. 2 hours 5 minutes left."
        )
    }

    @Test(
        "A warning of a deadline that was moved names both times, in every language",
        arguments: ["moved", "nobody-moved"]
    )
    func warnsOfAMovedDeadline(variant: String) {
        let former: Instant = Samples.at - Span.minutes(10)
        let values = Self.values.merging([.former: .moment(former, in: .utc)]) { $1 }
        for language in Language.allCases {
            let text = PushText(stage: "check-in-due", policy: variant, language: language, values: values)
            for time in [Samples.at, former] {
                #expect(text.body.contains(TimeText.moment(time, in: .utc, language)), "\(text.body)")
            }
            #expect(text.body.contains(language.phrase(.pushGenericBody).text) == false)
        }
    }

    @Test(
        "What became of an alert is told with its kind, and without it where that is not known",
        arguments: CareSignal.Kind.allCases
    )
    func namesTheKind(kind: CareSignal.Kind) {
        let stages = [
            "", ".acknowledged", ".cancelled", ".resolved", ".resolved.own", ".left", ".left.own", ".again",
            ".again.own",
        ]
        let values = Self.values.merging([.helper: .name("Ben")]) { $1 }
        for language in Language.allCases {
            let words = language.phrase(kind.shown).text
            let shown = language.isChinese ? "（\(words)）" : " (\(words))"
            for stage in stages.map({ "alert-ended\($0)" }) {
                let plain = PushText(stage: stage, language: language, values: values)
                let named = PushText(
                    stage: stage,
                    language: language,
                    values: values.merging([.kind: .signal(kind)]) { $1 }
                )
                #expect(named.body.contains(shown), "\(named.body)")
                #expect(named.body.replacing(shown, with: "") == plain.body)
                #expect(named.title.replacing(shown, with: "") == plain.title)
            }
        }
        let own = PushText(
            stage: "alert-ended.resolved.own",
            language: .english,
            values: values.merging([.kind: .signal(.manual)]) { $1 }
        )
        #expect(own.title == "Your alert (a call for help) is over")
        let alice = PushText(
            stage: "alert-ended.acknowledged",
            language: .traditionalChinese,
            values: values.merging([.kind: .signal(.fall)]) { $1 }
        )
        #expect(alice.body.hasPrefix("Ben 已回應有關 Alice 的警報（可能跌倒），"), "\(alice.body)")
    }

    @Test("An alert's title says what happened", arguments: CareSignal.Kind.allCases)
    func tellsTheSignal(signal: CareSignal.Kind) {
        for language in Language.allCases {
            let text = PushText(alert: signal, personName: "Alice", language: language)
            #expect(text.title == Samples.alert(signal).mail(in: language).subject)
            #expect(text.body.contains("Alice"))
            let again = PushText(alert: signal, personName: "Alice", formerHelper: "Ben", language: language)
            #expect(again.title == text.title)
            #expect(again.body.contains("Alice") && again.body.contains("Ben"))
        }
    }
}
