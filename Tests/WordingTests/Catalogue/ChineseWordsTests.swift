import Foundation
import Testing

@testable import Wording

@Suite("The Chinese words")
struct ChineseWordsTests {
    @Test("One thing has one word, that of docs/words.md, and no other", arguments: Language.chinese)
    func oneWordEach(language: Language) throws {
        let texts = try CatalogueTests.texts(language)
        let table = try Self.table(language)
        #expect(table.count >= 10)
        for (word, others) in table {
            #expect(texts.values.contains { $0.contains(word) }, "\(word) is in no text")
            for other in others {
                let slips = texts.filter { $0.value.contains(other) }.keys.sorted()
                #expect(slips == [], "\(other), where docs/words.md has \(word)")
            }
        }
    }

    @Test(
        "Where the English text says it, the Chinese one has its word",
        arguments: [
            ("acknowledge", "回應", "回应"),
            (#"(look(s|ed|ing)? after|taking care of) (\{person\}|you\b)"#, "照顧", "照顾"),
            (#"(look(s|ed|ing)? after|(taking|took) care of) it\b"#, "處理", "处理"),
            (#"\bdweller\b"#, "被照護的人", "被关怀的人"), (#"\bcare circles?\b"#, "照護圈", "关怀圈"),
            (#"\bparents?\b"#, "家長", "家长"), (#"\bput off\b"#, "延後", "推迟"), (#"\boperator\b"#, "管理者", "管理员"),
        ]
    )
    func sameAsEnglish(pattern: String, traditional: String, simplified: String) throws {
        let says = try Regex(pattern).ignoresCase()
        let english = try CatalogueTests.texts(.english).filter { $0.value.contains(says) }
        #expect(!english.isEmpty, "\(pattern)")
        for (language, word) in [(Language.traditionalChinese, traditional), (.simplifiedChinese, simplified)] {
            let texts = try CatalogueTests.texts(language)
            let slips = english.keys.filter { texts[$0]?.contains(word) == false }.sorted()
            #expect(slips == [], "without \(word)")
        }
    }

    /// The rows of docs/words.md: a chosen word of the language, and those that may not stand for it.
    private static func table(_ language: Language) throws -> [(word: String, others: [String])] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/words.md"), encoding: .utf8)
        let column = language == .traditionalChinese ? 2 : 4
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[column], cells[column + 1].split(separator: "、").map(String.init))
        }
    }
}
