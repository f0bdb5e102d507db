import AlarmCore

/// Zones of awkward habits, made of their footers alone, so that no input depends on the machine's tzdata.
enum Zones {
    static let all: [ZoneRules] =
        [.utc, .fixed(secondsEast: -12_600)]
        + [
            "CET-1CEST,M3.5.0,M10.5.0/3",
            // Half an hour, in the south.
            "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
            // Midnight is skipped.
            "EET-2EEST,M4.5.5/0,M10.5.4/24",
            // Two hours.
            "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3",
            // Winter is the daylight saving time.
            "IST-1GMT0,M10.5.0,M3.5.0/1",
        ].compactMap { try? ZoneRules(tzif: file(footer: $0)) }

    /// A TZif file of version 3 with one local time type and a footer (RFC 9636, section 3).
    private static func file(footer: String) -> [UInt8] {
        let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        let header = Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15) + counts
        let block: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
        return header + block + header + block + Array("\n\(footer)\n".utf8)
    }
}
