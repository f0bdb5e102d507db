import Foundation
import Testing

@testable import Wording

@Suite("Broken catalogues")
struct CatalogueErrorTests {
    @Test("A missing text is named")
    func missing() throws {
        let json = try changed { $0["letter.missed.body"] = nil }
        #expect(throws: CatalogueError.missing("letter.missed.body")) { try Catalogue(json, language: .english) }
    }

    @Test("English needs both forms of a text with a number")
    func missingForm() throws {
        let json = try changed { $0["unit.hour.one"] = nil }
        #expect(throws: CatalogueError.missing("unit.hour.one")) { try Catalogue(json, language: .english) }
    }

    @Test("An unused text is named")
    func unknown() throws {
        let json = try changed { $0["letter.misssed.body"] = "x" }
        #expect(throws: CatalogueError.unknown("letter.misssed.body")) { try Catalogue(json, language: .english) }
    }

    @Test(
        "A text that is empty or has a wrong placeholder or a stray brace is named",
        arguments: [
            ("", .empty), (" \n", .empty), ("{persn}", .unknownPlaceholder("persn")), ("{}", .unknownPlaceholder("")),
            ("{ person}", .unknownPlaceholder(" person")), ("a } b", .strayBrace), ("a { b", .strayBrace),
            ("{{person}}", .unknownPlaceholder("{person")), ("{person}}", .strayBrace),
        ] as [(String, TemplateError)]
    )
    func faultyTemplate(text: String, fault: TemplateError) throws {
        let json = try changed { $0["sms.confirmation"] = text }
        #expect(throws: CatalogueError.template(key: "sms.confirmation", fault)) {
            try Catalogue(json, language: .english)
        }
    }

    @Test("A file that is no object is refused", arguments: ["", "[]", "{", #"{"a":1}"#, #"{"a":null}"#, "null"])
    func notTexts(json: String) {
        #expect(throws: CatalogueError.notTexts) { try Catalogue(Array(json.utf8), language: .english) }
    }

    @Test("Every error says which text and what to do")
    func describes() {
        #expect(CatalogueError.missing("a.b").description.hasPrefix("a.b: "))
        #expect(
            CatalogueError.template(key: "a.b", .unknownPlaceholder("x")).description
                .hasPrefix("a.b: {x} is no placeholder; use one of person, ")
        )
    }

    private func changed(_ change: (inout [String: String]) -> Void) throws -> [UInt8] {
        var texts = try CatalogueTests.texts(.english)
        change(&texts)
        return Array(try JSONEncoder().encode(texts))
    }
}
