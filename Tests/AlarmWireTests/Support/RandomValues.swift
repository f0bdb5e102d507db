import AlarmCore
import AlarmWire
import Testing

extension SeededGenerator {
    /// A text of any scalars, quotation marks, control characters and emoji among them.
    mutating func text(_ length: ClosedRange<Int> = 0...12) -> String {
        var text = ""
        for _ in 0..<number(length) {
            let range: ClosedRange<UInt32> = pick([
                0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF,
            ])
            let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "\u{FFFD}"
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    mutating func identifier<Kind>() -> Identifier<Kind> { .random(using: &self) }

    mutating func instant() -> Instant {
        let seconds = Int64.random(in: 0...4_000_000_000, using: &self)
        return Instant(milliseconds: seconds * 1000 + (chance(1, in: 2) ? Int64(number(0...999)) : 0))
    }

    mutating func sealed() -> SealedText {
        let parts = [bytes(number(30...60)), [], bytes(12), bytes(number(1...900)), bytes(16)]
        return SealedText(parts.map { Base64URL.encode($0) }.joined(separator: ".")) ?? .shortest
    }

    mutating func zone() -> String { pick(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+12"]) }

    mutating func word<Word: CaseIterable>(_: Word.Type = Word.self) -> Word { pick(Array(Word.allCases)) }

    mutating func rule() throws -> RecurrenceRule {
        try RecurrenceRule(
            pick(["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;COUNT=3"])
        )
    }

    mutating func token() -> PartnerToken { .random(using: &self) }

    mutating func locator() -> String { PairingCode.randomLocator(using: &self) }
}

extension SealedText {
    /// The shortest text in the format of a sealed one.
    static let shortest: SealedText = {
        guard let text = SealedText("A..A.A.A") else { preconditionFailure("the shortest sealed text is one") }
        return text
    }()
}
