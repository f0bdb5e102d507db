import Testing

@testable import Wording

@Suite("The lines of a listener")
struct ListenerTextTests {
    private static let keys = TextKey.allCases.filter { $0.rawValue.hasPrefix("listen.") }

    @Test("Each is translated, and has no English word but what is typed or pressed", arguments: Language.chinese)
    func translated(language: Language) throws {
        #expect(Self.keys.count > 150)
        let kept: Set<String> = ["Ctrl", "C", "App", "s", "g"]
        let texts = try CatalogueTests.texts(language)
        for key in Self.keys {
            let text = try #require(texts[key.rawValue]).replacing(/\{[a-z]+\}/, with: "")
            let latin = Set(text.matches(of: /[A-Za-z]+/).map { String($0.output) })
            #expect(latin.subtracting(kept).isEmpty, "\(key.rawValue): \(text)")
        }
    }

    @Test("A clause is no sentence: it has neither a capital nor a full stop", arguments: Language.allCases)
    func clauses(language: Language) throws {
        let areas = ["listen.why.", "listen.topic.", "listen.signal.", "listen.doubt.", "listen.standing."]
        for (name, text) in try CatalogueTests.texts(language) where areas.contains(where: name.hasPrefix) {
            let ending = text.last.map { ".。".contains($0) } ?? true
            #expect(!ending && text.first?.isUppercase == false, "\(name): \(text)")
        }
    }
}
