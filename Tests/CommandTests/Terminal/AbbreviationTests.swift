import AlarmCore
import Testing
import Wording

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
        #expect(Abbreviation(text, among: all) == (isUnknown ? .unknown : .ambiguous(all)))
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

    @Test("A displayed prefix is also longer than that of what can be named and is not listed")
    func lengthAmongOthers() {
        let length = Abbreviation.length(for: [first, third], among: [second])
        #expect(length == Abbreviation.length(for: all))
        #expect(Abbreviation(String(first.description.prefix(length)), among: all) == .name(first))
        #expect(Abbreviation.length(for: [third], among: [first, second]) == 8, "the others need not be told apart")
    }

    @Test("What is ambiguous is refused with the ids that it may be, each with enough of it to be typed")
    func named() throws {
        let several = [first, second]
        let message = CommandFailure(several: several, of: .answerThingsAlarms, beginWith: "AaH", in: .english).message
        let length = Abbreviation.length(for: several)
        for id in several { #expect(message.contains("\(id.description.prefix(length))"), "\(message)") }
        #expect(message.hasPrefix("Several ids of alarms begin with AaH: "), "\(message)")
        let many = (1...7).map { AlarmID(high: 1, low: $0) }
        let cut = CommandFailure(several: many, of: .answerThingsAlarms, beginWith: "A", in: .english).message
        #expect(cut.contains(" and 2 more. "), "\(cut)")
    }
}
