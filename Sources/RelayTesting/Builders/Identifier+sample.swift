package import AlarmCore

extension Identifier {
    /// Returns the sample identifier with this number: always the same, different from every other.
    package static func sample(_ number: Int) -> Identifier {
        Identifier(high: 0x5A5A_5A5A_5A5A_5A5A, low: UInt64(bitPattern: Int64(number)))
    }
}

extension Instant {
    /// The time at which samples begin: 2025-11-01T00:00:00Z.
    package static let sample = Instant(seconds: 1_761_955_200)
}
