import AlarmCore
import Testing

@testable import Wording

@Suite("Words of notifications")
struct PushTextTests {
    /// The stages that are shown to people with the app; the others have letters, or nothing to say.
    private static let stages =
        Set(Stage.allCases).subtracting([.cancel, .confirmation, .invitation]).map(\.rawValue) + ["joined", "left"]

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

    @Test("Every stage with words in the catalogue is one that is sent")
    func hasNoOrphans() {
        let named = TextKey.allCases.map(\.rawValue).filter { $0.hasPrefix("push.") && $0.hasSuffix(".title") }
            .map { String($0.dropFirst("push.".count).dropLast(".title".count)) }
        #expect(Set(named) == Set(Self.stages + ["generic"]))
    }

    @Test("An unknown stage asks to open the app", arguments: ["", "cancel", "surprise", "ring.title", "../x"])
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
                == "Tap “I’m safe” by Jan 13, 2026 at 6:00 AM UTC, or we write to your contacts. 2 hours 5 minutes left."
        )
    }

    @Test("An alert's title says what happened", arguments: CareSignal.Kind.allCases)
    func tellsTheSignal(signal: CareSignal.Kind) {
        for language in Language.allCases {
            let text = PushText(alert: signal, personName: "Alice", language: language)
            #expect(text.title == Samples.alert(signal).mail(in: language).subject)
            #expect(text.body.contains("Alice"))
        }
    }
}
