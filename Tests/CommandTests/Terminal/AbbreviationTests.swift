import AlarmCore
import Testing

@testable import reveille

@Suite("Abbreviated ids")
struct AbbreviationTests {
    private let first = AlarmID(high: 0x01A1_CFC4_F121_7336, low: 1)
    private let second = AlarmID(high: 0x01A1_CFC4_F121_7336, low: 2)
    private let third = AlarmID(high: 0x02A1_CFC4_F121_7336, low: 1)
    private var all: [AlarmID] { [first, second, third] }

    @Test("The shortest unambiguous prefix is enough")
    func resolves() {
        #expect(Abbreviation(String(third.description.prefix(2)), among: all) == .name(third))
        #expect(Abbreviation(first.description, among: all) == .name(first))
    }

    @Test("Too few characters are ambiguous, others unknown", arguments: [("A", false), ("", true), ("zz", true)])
    func refuses(text: String, isUnknown: Bool) {
        #expect(Abbreviation(text, among: all) == (isUnknown ? .unknown : .ambiguous))
    }

    @Test("An id that is listed twice is still one")
    func ignoresRepeats() {
        #expect(Abbreviation("A", among: [first, first]) == .name(first))
    }

    @Test("The displayed prefixes are unambiguous, and have at least eight characters")
    func length() {
        #expect(Abbreviation.length(for: [first, third]) == 8)
        #expect(Abbreviation.length(for: [first]) == 8)
        #expect(Abbreviation.length(for: [AlarmID]()) == 8)
        let length = Abbreviation.length(for: all)
        #expect(Set(all.map { $0.description.prefix(length) }).count == 3)
        #expect(Set(all.map { $0.description.prefix(length - 1) }).count == 2)
    }
}
