/// The rules of one time zone: what its clocks showed, show and will show.
///
/// Read from a TZif file (RFC 9636) rather than from Foundation, whose zones are compiled in and go stale.
public struct ZoneRules: Hashable, Sendable {
    /// A stretch of time with one offset, from `start` to before `end`, in seconds of Unix time.
    struct Stretch {
        var start: Int
        var end: Int
        var offset: ZoneOffset
    }

    /// The transition times in seconds of Unix time, ascending; `kinds[i]` holds from `times[i]` on.
    private let times: [Int64]
    private let kinds: [Int]
    private let types: [ZoneOffset]
    private let first: ZoneOffset
    private let footer: FooterRule?

    /// Reads a TZif file of version 1 to 4, or a later one as version 4.
    ///
    /// - Parameter tzif: the whole file. Any bytes are safe to pass.
    /// - Throws: why the bytes are not a zone without leap seconds.
    public init(tzif: some Collection<UInt8>) throws(TZifError) {
        var reader = TZifReader(Array(tzif))
        let contents = try reader.contents()
        guard let first = contents.block.types.first else { throw .invalidCount("local time types") }
        self.times = contents.block.times
        self.kinds = contents.block.kinds
        self.types = contents.block.types
        self.first = first
        self.footer = contents.footer
    }

    private init(only offset: ZoneOffset) {
        times = []
        kinds = []
        types = [offset]
        first = offset
        footer = nil
    }

    /// Coordinated Universal Time.
    public static let utc = ZoneRules(only: .utc)

    /// A zone whose clocks never change, `secondsEast` of UTC, clamped to less than 25 hours west and 26 hours east.
    public static func fixed(secondsEast: Int) -> ZoneRules {
        let clamped = min(max(secondsEast, ZoneOffset.allowed.lowerBound), ZoneOffset.allowed.upperBound)
        return ZoneRules(only: ZoneOffset(secondsEast: clamped, isDaylightSaving: false, abbreviation: "-00"))
    }

    /// The zone's offset at `instant`.
    public func offset(at instant: Instant) -> ZoneOffset {
        offset(at: Int(instant.seconds))
    }

    /// The zone's local time at `instant`.
    public func localDateTime(at instant: Instant) -> LocalDateTime {
        LocalDateTime(at: instant, secondsEast: offset(at: instant).secondsEast)
    }
}

extension ZoneRules {
    func offset(at second: Int) -> ZoneOffset {
        offset(at: second, following: transitions(through: second))
    }

    /// The stretches that together cover the seconds from `lower` through `upper`, in order; the outer two are cut there.
    func stretches(from lower: Int, through upper: Int) -> [Stretch] {
        let (known, last) = (transitions(through: lower), transitions(through: upper))
        var starts = times[known..<last].map(Int.init)
        // The footer applies from the last listed transition on (RFC 9636, section 3.3).
        if last == times.count, let footer {
            let lastListed = times.last.map(Int.init)
            starts += footer.changes(after: max(lower, lastListed ?? lower), through: upper)
        }
        var stretches = [Stretch(start: lower, end: upper + 1, offset: offset(at: lower, following: known))]
        for start in starts {
            stretches[stretches.count - 1].end = start
            stretches.append(Stretch(start: start, end: upper + 1, offset: offset(at: start)))
        }
        return stretches
    }

    /// The number of listed transitions at `second` or before.
    private func transitions(through second: Int) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func offset(at second: Int, following count: Int) -> ZoneOffset {
        if count == times.count, let footer { return footer.offset(at: second) }
        return count == 0 ? first : types[kinds[count - 1]]
    }
}

/// What a zone's clocks do during one stretch of time: a local time type of RFC 9636, section 2.
public struct ZoneOffset: Hashable, Sendable {
    /// Seconds east of UTC, between 25 hours west and 26 hours east.
    public let secondsEast: Int
    /// Whether the zone's law calls it daylight saving time; some zones' is negative, as in Africa/Casablanca.
    public let isDaylightSaving: Bool
    /// The abbreviation in use, such as `CET`; `-00` where local time was not kept.
    public let abbreviation: String

    /// The offsets that RFC 9636, section 3.2, calls portable: more than 25 hours west, less than 26 hours east.
    ///
    /// A hard limit here, so that the search for a local time knows how far it must look.
    static let allowed = -89_999...93_599

    /// UTC itself.
    static let utc = ZoneOffset(secondsEast: 0, isDaylightSaving: false, abbreviation: "UTC")
}

/// Knows time zones by their IANA names.
///
/// Pure code asks through this protocol and never learns where the data lies.
public protocol ZoneProvider: Sendable {
    /// The rules of the zone called `name`, such as `Europe/Berlin`, or nil if there is no such zone.
    func rules(for name: String) -> ZoneRules?
}
