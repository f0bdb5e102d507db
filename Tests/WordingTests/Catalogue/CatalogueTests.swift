import AlarmCore
import Foundation
import Testing

@testable import Wording

@Suite("The catalogues")
struct CatalogueTests {
    @Test("Every text exists in every language, and no other", arguments: Language.allCases)
    func isComplete(language: Language) throws {
        let names = TextKey.allCases.flatMap { $0.names(in: language) }
        #expect(try Set(Self.texts(language).keys) == Set(names))
        #expect(throws: Never.self) { try Catalogue(Self.json(language), language: language) }
    }

    @Test("No text is written twice", arguments: Language.allCases)
    func hasNoDuplicates(language: Language) throws {
        let file = String(decoding: Self.json(language), as: UTF8.self)
        let names = file.matches(of: /^ *"([^"]+)":/.anchorsMatchLineEndings()).map { String($0.output.1) }
        #expect(names.count == Set(names).count)
        #expect(try Self.texts(language).count == names.count)
    }

    @Test("The placeholders of a text are the same in every language", arguments: TextKey.allCases)
    func agreesOnPlaceholders(key: TextKey) throws {
        let english = try Self.placeholders(key, .english)
        for language in Language.allCases {
            #expect(try Self.placeholders(key, language) == english, "\(key.rawValue) in \(language.tag)")
        }
    }

    @Test("Every form of a text with a number shows the number", arguments: Language.allCases)
    func countsInEveryForm(language: Language) throws {
        for key in TextKey.allCases where key.hasForms {
            for name in key.names(in: language) {
                #expect(try Template(#require(Self.texts(language)[name])).placeholders == [.count])
            }
        }
    }

    @Test("Titles of pushes leave open at most the person and the kind of an alert, so that they can always be shown")
    func titlesStandAlone() throws {
        for key in TextKey.allCases where key.rawValue.hasPrefix("push.") && key.rawValue.hasSuffix(".title") {
            #expect(try Self.placeholders(key, .english).subtracting([.person, .kind]).isEmpty, "\(key.rawValue)")
        }
    }

    static func json(_ language: Language) -> [UInt8] {
        switch language {
        case .english: PackageResources.en_json
        case .traditionalChinese: PackageResources.zh_Hant_json
        case .simplifiedChinese: PackageResources.zh_Hans_json
        }
    }

    static func texts(_ language: Language) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(json(language)))
    }

    private static func placeholders(_ key: TextKey, _ language: Language) throws -> Set<Placeholder> {
        try Template(#require(texts(language)[key.names(in: language)[0]])).placeholders
    }
}
