/// The syntax of IANA time zone names, as in `America/Argentina/Buenos_Aires` (tz database, theory.html).
enum ZoneName {
    /// Whether `text` has the syntax of a zone name.
    ///
    /// Such a name can be appended to a directory path: every part of it begins with a letter.
    static func isPlausible(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.utf8.first, isLetter(first) else { return false }
            return part.utf8.allSatisfy { byte in
                isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-".utf8.contains(byte)
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= 0x41
    }
}
