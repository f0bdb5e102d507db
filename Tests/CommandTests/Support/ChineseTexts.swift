import Engine
import Testing
import Wording

@testable import reveille

/// What tests of lists in Chinese share.
enum ChineseTexts {
    static let languages: [Language] = [.traditionalChinese, .simplifiedChinese]

    /// A clock in UTC that speaks a language.
    static func clock(_ language: Language) -> LocalClock {
        LocalClock(zones: ZoneDirectory(), zoneName: "UTC").speaking(language)
    }

    /// A text without the commands in it, which are the same in every language.
    static func withoutCommands(_ text: String) -> String {
        text.replacing(/(reveille|curl) [A-Za-z0-9 :'._\/-]*/, with: "").replacing(/--[a-z-]+( NAME)?/, with: "")
    }

    /// Expects no Latin word in the texts but `UTC`, identifiers, and those that Chinese keeps.
    static func expect(
        _ texts: [String],
        keeping kept: Set<String>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for text in texts {
            let words = text.replacing(/[0-9A-Za-z_-]{20,}/, with: "").matches(of: /[A-Za-z]+/)
            let foreign = words.map { String($0.output) }.filter { $0 != "UTC" && !kept.contains($0) }
            #expect(foreign.isEmpty, "\(text)", sourceLocation: sourceLocation)
        }
    }
}
