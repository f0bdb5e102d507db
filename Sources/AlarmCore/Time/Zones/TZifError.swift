/// Why bytes are not a time zone in the TZif format (RFC 9636).
public enum TZifError: Error, Hashable, Sendable {
    /// The first four bytes are not `TZif`.
    case notTZif
    /// The version byte is neither 0, for version 1, nor a digit from 2; the byte is given.
    case unknownVersion(UInt8)
    /// The data ends before the part named.
    case truncated(String)
    /// The two version bytes of the file differ.
    case versionsDiffer
    /// A count in the header is impossible: no types, no designations, or indicators that do not match the types.
    case invalidCount(String)
    /// Transition times do not ascend.
    case unorderedTransitions(index: Int)
    /// A transition leads to a type that the file does not have.
    case unknownType(index: Int)
    /// An offset is 25 or more hours west, or 26 or more hours east, of UTC.
    case offsetOutOfRange(seconds: Int)
    /// A flag is neither 0 nor 1, or a UT indicator is set without its standard indicator.
    case invalidFlag(index: Int)
    /// A designation begins outside its table, does not end, or is not ASCII.
    case invalidDesignation(index: Int)
    /// The file counts leap seconds, which an `Instant` does not.
    case leapSeconds
    /// The footer is not a rule of POSIX with the extensions of RFC 9636; the text is given.
    case invalidFooter(String)
}

extension TZifError: CustomStringConvertible {
    /// The problem, its place, and the remedy.
    public var description: String {
        switch self {
        case .notTZif: "not a TZif file: it does not begin with 'TZif'; name a compiled zone"
        case .unknownVersion(let byte): "TZif version byte \(byte) is unknown; compile the zone for version 2, 3 or 4"
        case .truncated(let part): "the TZif file ends within its \(part); install the zone data again"
        case .versionsDiffer: "the two headers of the TZif file name different versions; install the zone data again"
        case .invalidCount(let part): "the TZif header's count of \(part) cannot be; install the zone data again"
        case .unorderedTransitions(let index): "transition \(index) of the TZif file is not later than the one before"
        case .unknownType(let index): "transition \(index) of the TZif file leads to a type that does not exist"
        case .offsetOutOfRange(let seconds): "the zone's offset of \(seconds) s is out of range; use -89999 to 93599"
        case .invalidFlag(let index): "local time type \(index) of the TZif file has a flag that cannot be"
        case .invalidDesignation(let index): "local time type \(index) of the TZif file has no valid abbreviation"
        case .leapSeconds: "the zone counts leap seconds (a 'right/' zone); use the zone of the same name without"
        case .invalidFooter(let text): "the TZif footer '\(text)' is not a POSIX zone rule; install the zone data again"
        }
    }
}
