import AlarmCore

extension SeededGenerator {
    /// Returns `text` with one to four random faults in its bytes.
    mutating func mutated(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<number(1...4) {
            guard !text.isEmpty else { return bytes(number(1...8)) }
            let place = number(0...(text.count - 1))
            switch number(0...6) {
            case 0: text[place] = UInt8.random(in: .min ... .max, using: &self)
            case 1: text[place] ^= 1 << UInt8(number(0...7))
            case 2: text.remove(at: place)
            case 3: text.insert(pick(Array("{}[]\",:\\u-+.eE0 9dDfFtn".utf8)), at: place)
            case 4: text.removeSubrange(place...)
            case 5: text.insert(contentsOf: text[place...].prefix(number(1...40)), at: place)
            default:
                text.insert(
                    contentsOf: pick(["\\ud83d", "\\u0000", "99999999999999999999", "null", "1e999"]).utf8,
                    at: place
                )
            }
        }
        return text
    }
}
