/// Crockford's base 32: digits and letters without the ones people confuse, and without U.
public enum CrockfordBase32 {
    /// The 32 symbols, by value.
    public static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The value of a symbol as a person may have typed it: either case, `I` and `L` for 1, `O` for 0; nil for any other.
    public static func value(ofTyped byte: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        case UInt8(ascii: "O"): return 0
        default: return value(of: upper)
        }
    }

    /// The value of a symbol in its one canonical spelling, else nil.
    public static func value(of byte: UInt8) -> UInt8? {
        alphabet.firstIndex(of: byte).map { UInt8($0) }
    }

    /// The text for the low five bits of each of `values`.
    public static func text(_ values: some Sequence<UInt8>) -> String {
        String(decoding: values.map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// The values of a text in canonical spelling, or nil unless all of it is.
    public static func values(_ text: some StringProtocol) -> [UInt8]? {
        var values: [UInt8] = []
        for byte in text.utf8 {
            guard let value = value(of: byte) else { return nil }
            values.append(value)
        }
        return values
    }

    /// The first `5 × symbols` bits of `bytes`, most significant bit first, as symbols; nil when there are too few bytes.
    public static func text(firstSymbols symbols: Int, of bytes: [UInt8]) -> String? {
        guard symbols >= 0, symbols <= bytes.count * 8 / 5 else { return nil }
        var values: [UInt8] = []
        var buffer: UInt16 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt16(byte)
            bits += 8
            while bits >= 5, values.count < symbols {
                bits -= 5
                values.append(UInt8(truncatingIfNeeded: buffer >> UInt16(bits)) & 31)
            }
            guard values.count < symbols else { break }
            buffer &= 0xFF
        }
        return text(values)
    }
}
