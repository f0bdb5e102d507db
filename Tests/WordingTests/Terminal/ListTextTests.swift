import Testing

@testable import Wording

@Suite("The words of lists at a terminal, and of reasons in them")
struct ListTextTests {
    private static let keys = TextKey.allCases.filter { key in
        ["list.", "reason."].contains { key.rawValue.hasPrefix($0) }
    }

    @Test("Each is translated, and has no English word but names", arguments: Language.chinese)
    func translated(language: Language) throws {
        #expect(Self.keys.count > 150)
        let kept: Set<String> = ["App", "DKIM", "DMARC", "SPF", "dL", "mg", "STOP", "Twilio", "Webhook", "https"]
        let texts = try CatalogueTests.texts(language)
        for key in Self.keys {
            let text = try #require(texts[key.rawValue]).replacing(/\{[a-z]+\}/, with: "")
            let latin = Set(text.matches(of: /[A-Za-z]+/).map { String($0.output) })
            #expect(latin.subtracting(kept).isEmpty, "\(key.rawValue): \(text)")
        }
    }
}
