import Testing

@testable import Wording

@Suite("The words of lists at a terminal, of reasons in them, and of what commands answer")
struct ListTextTests {
    private static let keys = TextKey.allCases.filter { key in
        ["list.", "reason.", "answer."].contains { key.rawValue.hasPrefix($0) }
    }

    @Test("Each is translated, and has no English word but names", arguments: Language.chinese)
    func translated(language: Language) throws {
        #expect(Self.keys.count > 150)
        #expect(Self.keys.contains { $0.rawValue.hasPrefix("answer.") })
        // What is pressed, formats and products have no other name.
        let kept: Set<String> = [
            "App", "C", "Code", "Ctrl", "DKIM", "DMARC", "ID", "N", "QR", "SPF", "dL", "later", "mg", "STOP", "Twilio",
            "Webhook", "https", "y",
        ]
        let texts = try CatalogueTests.texts(language)
        for key in Self.keys {
            let text = try #require(texts[key.rawValue]).replacing(/\{[a-z]+\}/, with: "")
            let latin = Set(text.matches(of: /[A-Za-z]+/).map { String($0.output) })
            #expect(latin.subtracting(kept).isEmpty, "\(key.rawValue): \(text)")
        }
    }
}
