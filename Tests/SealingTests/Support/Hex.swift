import Testing

extension [UInt8] {
    /// The bytes that hexadecimal `text` stands for.
    init(hex text: String) throws {
        let digits = try text.map { try #require($0.hexDigitValue, "not hexadecimal: \(text)") }
        try #require(digits.count.isMultiple(of: 2), "odd number of digits: \(text)")
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Hexadecimal text, two lower-case digits for each byte.
    var hex: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
