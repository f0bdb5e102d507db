import AlarmCore
import Testing

@testable import Delivery

@Suite("Segments of a text message")
struct SMSTextTests {
    @Test("A text in the GSM alphabet has 160 places in one message and 153 in each of several")
    func gsm() {
        for (count, messages) in [(0, 1), (1, 1), (160, 1), (161, 2), (306, 2), (307, 3), (459, 3), (460, 4)] {
            let segments = SMSSegments(String(repeating: "a", count: count))
            #expect(segments.encoding == .gsm7 && segments.places == count && segments.count == messages)
        }
        #expect(SMSSegments("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ¤¡ÄÖÑÜ§¿äöñüà").encoding == .gsm7)
    }

    @Test("A character of the extension table takes two places and is not torn apart")
    func extended() {
        #expect(SMSSegments("€").places == 2)
        #expect(SMSSegments(String(repeating: "[", count: 80)).count == 1)
        #expect(SMSSegments(String(repeating: "[", count: 81)).count == 2)
        // With 76 pairs in each message one place stays empty.
        #expect(SMSSegments(String(repeating: "{", count: 152)).count == 2)
        #expect(SMSSegments(String(repeating: "{", count: 153)).count == 3)
    }

    @Test("One character outside the alphabet makes it 70 places, or 67 in each of several")
    func ucs2() {
        for (count, messages) in [(1, 1), (70, 1), (71, 2), (134, 2), (135, 3)] {
            let segments = SMSSegments(String(repeating: "字", count: count))
            #expect(segments.encoding == .ucs2 && segments.places == count && segments.count == messages)
        }
        #expect(SMSSegments("ç").encoding == .ucs2)
        #expect(SMSSegments(String(repeating: "a", count: 70) + "’").count == 2)
        // 33 pairs fill 66 of 67 places.
        #expect(SMSSegments(String(repeating: "👍", count: 35)).count == 1)
        #expect(SMSSegments(String(repeating: "👍", count: 66)).count == 2)
        #expect(SMSSegments(String(repeating: "👍", count: 67)).count == 3)
    }

    @Test("A longer text never costs less", arguments: 0..<10 as Range<UInt64>)
    func monotonous(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var text = ""
        var last = SMSSegments(text)
        for _ in 0..<400 {
            text += ["a", "€", "字", "👍", "\n", "é"].randomElement(using: &generator) ?? ""
            let next = SMSSegments(text)
            #expect(next.count >= last.count && next.places > 0)
            #expect(next.count <= next.places)
            last = next
        }
    }

    @Test(
        "A number is accepted with its country code, with any separators",
        arguments: [
            ("+1 (500) 555-0006", "+15005550006"), ("+49.30.901820", "+4930901820"), ("+886912345678", "+886912345678"),
        ]
    )
    func number(text: String, number: String) {
        #expect(PhoneNumber(text)?.text == number)
    }

    @Test(
        "A number that is not international is refused",
        arguments: [
            "", "+", "5005550006", "0049301234567", "+0301234567", "+123456", "+1234567890123456", "+1500555000x",
            "+1500５550006", "+1500\r\n5550006", "++15005550006", "tel:+15005550006",
        ]
    )
    func noNumber(text: String) {
        #expect(PhoneNumber(text) == nil)
    }

    @Test("A budget is spent within a day of UTC, all of a message or nothing, and is whole the next day")
    func budget() {
        let noon = Instant(seconds: 1_767_268_800)
        var budget = DailyBudget(perDay: 5)
        #expect(budget.remaining(at: noon) == 5)
        let first = [3, 3, 2].map { budget.take($0, at: noon) }
        #expect(first == [true, false, true])
        let late = budget.take(1, at: noon + .hours(11))
        #expect(!late && budget.remaining(at: noon + .hours(12)) == 5)
        let nextDay = budget.take(4, at: noon + .hours(12))
        #expect(nextDay)
        // A clock that is set back does not refund the budget.
        let before = budget.take(4, at: noon)
        #expect(!before && budget.remaining(at: noon) == 1)
    }

    @Test("Nothing is taken from an empty budget, and never less than nothing")
    func noBudget() {
        for size in [0, -1] {
            var budget = DailyBudget(perDay: size, used: -5)
            let taken = [1, -1, .max, .min].map { budget.take($0, at: Instant(seconds: 0)) }
            #expect(taken == [false, false, false, false])
            let nothing = [Int64.min, .max].map { budget.take(0, at: Instant(milliseconds: $0)) }
            #expect(nothing == [true, true])
        }
        #expect(DailyBudget(perDay: 3, day: 0, used: 9).remaining(at: Instant(seconds: 5)) == 0)
    }
}
