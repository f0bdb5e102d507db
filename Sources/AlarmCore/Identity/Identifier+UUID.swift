extension Identifier {
    /// The UUID version 5 of `name` in the name space `space` (RFC 9562, section 5.5).
    ///
    /// The same name always yields the same identifier, so that an order made twice is one order.
    public init<Space>(uuidV5 name: String, in space: Identifier<Space>) {
        var hash = SHA1.hash(space.bytes + Array(name.utf8))
        hash[6] = hash[6] & 0x0F | 0x50
        hash[8] = hash[8] & 0x3F | 0x80
        let (high, low) = hash.prefix(16).enumerated().reduce(into: (UInt64(0), UInt64(0))) { halves, item in
            if item.offset < 8 {
                halves.0 = halves.0 << 8 | UInt64(item.element)
            } else {
                halves.1 = halves.1 << 8 | UInt64(item.element)
            }
        }
        self.init(high: high, low: low)
    }

    /// The UUID version 7 for `instant` (RFC 9562, section 5.7): time-ordered, which suits an index.
    public static func timeOrdered(at instant: Instant, using generator: inout some RandomNumberGenerator) -> Identifier
    {
        let time = UInt64(bitPattern: max(instant.milliseconds, 0)) & 0xFFFF_FFFF_FFFF
        let high = time << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return Identifier(high: high, low: low)
    }

    /// The canonical text of a UUID, lower case (RFC 9562, section 4).
    public var uuidText: String {
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return text
    }
}
