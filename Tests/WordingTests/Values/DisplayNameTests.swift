import AlarmCore
import Testing

@testable import Wording

@Suite("A name that a person gave")
struct DisplayNameTests {
    @Test(
        "A name is one tidy line",
        arguments: [
            ("Alice", "Alice"), ("  Alice \t\r\n Example  ", "Alice Example"), ("王小明", "王小明"),
            ("Zoë O’Neil-Śliwa", "Zoë O’Neil-Śliwa"), ("👩‍👩‍👧 Mum", "👩‍👩‍👧 Mum"),
            ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{2028}b", "a b"), ("", "Someone"), (" \n ", "Someone"),
            ("\u{200B}\u{200D}", "Someone"), ("\u{0301}", "Someone"), ("\u{1B}", "Someone"),
            ("\u{0301}Eve", "Eve"), ("\u{1B}[2JEve", "[2JEve"),
        ]
    )
    func tidies(raw: String, shown: String) {
        #expect(DisplayName(raw, in: .english).text == shown)
    }

    @Test("A person without a name is called something in the reader's language")
    func namesTheNameless() {
        #expect(DisplayName("", in: .traditionalChinese).text == "有人")
        #expect(Language.english.phrase(.pushRingBody).text == "Someone is ringing you.")
    }

    @Test("A name of the greatest length stays whole, a longer one ends in an ellipsis")
    func cuts() {
        let longest = String(repeating: "a", count: DisplayName.limit)
        #expect(DisplayName(longest, in: .english).text == longest)
        #expect(DisplayName(longest + "a", in: .english).text == longest.dropLast() + "…")
        let accents = "e" + String(repeating: "\u{0301}", count: 100_000)
        #expect(DisplayName(accents, in: .english).text.unicodeScalars.count <= DisplayName.scalarLimit)
    }

    @Test("Any name stays one short line", arguments: 0..<20 as Range<UInt64>)
    func staysTame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let name = DisplayName(Hostile.name(&random), in: .english).text
            #expect(!name.isEmpty && name.count <= DisplayName.limit)
            #expect(!name.hasLineBreak)
            #expect(!name.contains("  ") && name.first != " " && name.last != " ")
            #expect(!name.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}
