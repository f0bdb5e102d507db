/// The `apns-id`: a UUID in its canonical form of 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4).
enum MessageID {
    /// Whether `text` is a UUID in canonical form, in either case.
    static func isValid(_ text: String) -> Bool {
        var position = 0
        for character in text.utf8 {
            switch position {
            case 8, 13, 18, 23:
                guard character == UInt8(ascii: "-") else { return false }
            default:
                switch character {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    break
                default: return false
                }
            }
            position += 1
        }
        return position == 36
    }

    /// Draws a version 4 UUID, in the upper case that the real gateway uses for its own.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for position in 0..<32 {
            if position == 8 || position == 12 || position == 16 || position == 20 {
                text.append(UInt8(ascii: "-"))
            }
            let half = position < 16 ? high : low
            text.append(digits[Int(half >> UInt64(60 - 4 * (position & 15)) & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
