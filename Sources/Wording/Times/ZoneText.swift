import AlarmCore

/// The name of a zone's offset, as written after a time of day.
enum ZoneText {
    /// The zone's abbreviation where it has letters and means one offset only, else the offset as `GMT+8`.
    ///
    /// tzdata abbreviates Taipei, Shanghai, Chicago and Havana all as `CST`. A reader must not be fourteen hours wrong
    /// about a person's last check-in, so a shared abbreviation is used only for its best-known offset, as in CLDR's
    /// English.
    static func name(of offset: ZoneOffset) -> String {
        let abbreviation = offset.abbreviation
        guard abbreviation.utf8.allSatisfy({ isLetter($0) }), !abbreviation.isEmpty else {
            return name(secondsEast: offset.secondsEast)
        }
        if let best = bestKnown[abbreviation], best != offset.secondsEast {
            return name(secondsEast: offset.secondsEast)
        }
        return abbreviation
    }

    /// The offset as `GMT`, `GMT+8`, `GMT+5:45` or `GMT-3`: CLDR's short form.
    static func name(secondsEast: Int) -> String {
        guard secondsEast != 0 else { return "GMT" }
        let minutes = secondsEast.magnitude / 60
        let rest = minutes % 60
        let tail = rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)"
        return "GMT\(secondsEast < 0 ? "-" : "+")\(minutes / 60)\(tail)"
    }

    /// Abbreviations that zones with different offsets share, with the seconds east of UTC that readers expect.
    private static let bestKnown: [String: Int] = [
        "CST": -6 * 3600,
        "CDT": -5 * 3600,
        "IST": 11 * 1800,
        "PST": -8 * 3600,
        "BST": 3600,
        "AST": -4 * 3600,
        "EST": -5 * 3600,
        "EDT": -4 * 3600,
        "MST": -7 * 3600,
    ]

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
