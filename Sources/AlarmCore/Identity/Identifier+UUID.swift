extension Identifier {
    /// The UUID version 5 of `name` in the name space `space` (RFC 9562, section 5.5).
    ///
    /// The same name always yields the same identifier, so that an order made twice is one order.
    public init<Space>(uuidV5 name: String, in space: Identifier<Space>) {
        var hash = SHA1.hash(space.bytes + Array(name.utf8))
        hash[6] = hash[6] & 0x0F | 0x50
        hash[8] = hash[8] & 0x3F | 0x80
        self.init(
            high: hash[0..<8].reduce(0) { $0 << 8 | UInt64($1) },
            low: hash[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
        )
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
        // Exactly 36 characters are written: 32 digits, and four hyphens before the bytes 4, 6, 8 and 10.
        unsafe String(unsafeUninitializedCapacity: 36) { text in
            var count = 0
            func write(_ character: UInt8) {
                unsafe text[count] = character
                count += 1
            }
            func write(digit: UInt64) { write(UInt8(truncatingIfNeeded: digit < 10 ? 0x30 + digit : 0x57 + digit)) }
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 { write(0x2D) }
                let half = index < 8 ? high : low
                let byte = half >> UInt64(56 - index % 8 * 8) & 0xFF
                write(digit: byte >> 4)
                write(digit: byte & 0x0F)
            }
            return count
        }
    }
}
