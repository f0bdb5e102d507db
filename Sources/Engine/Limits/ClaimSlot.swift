package import AlarmCore

/// The claims of a few networks within the last minute, as one value of a shared store.
///
/// A keyed hash of a network's address says in which of ``count`` values its claims are, and under which name there.
/// There are never more values, and none has more than ``capacity`` networks: together 65,536 networks, and with ten
/// claims a minute for each less than 3 MB, however many networks claim. Networks of different values do not wait for each
/// other.
///
/// When more networks of one value claim within a minute than fit, the one with the fewest claims is forgotten, and among
/// equals the one that claimed longest ago. So whoever has used up their claims has them back only once all others in the
/// value have used up theirs.
package struct ClaimSlot: Hashable, Sendable {
    /// The number of values.
    ///
    /// 4,096.
    package static let count = 4096
    /// The most networks in one value.
    ///
    /// 16.
    package static let capacity = 16
    /// The length of the window.
    ///
    /// 60 s.
    package static let window = Span.seconds(60)
    /// How far ahead a claim may lie that another node has counted by its clock; one further ahead dates from before
    /// the clock was set back.
    ///
    /// 5 s: with ``window`` less than the 65,535 ms that the stored form has room for.
    private static let tolerance = Span.seconds(5)
    /// The bytes of a network's name.
    ///
    /// 8.
    private static let nameLength = 8

    private struct Entry: Hashable {
        let name: [UInt8]
        /// Oldest first; never empty.
        var claims: [Instant]
    }

    private var entries: [Entry] = []

    /// The number of networks in the value.
    package var networks: Int { entries.count }

    /// The time from which none of the claims counts any more; nil where there is none.
    package var end: Instant? { entries.compactMap(\.claims.last).max().map { $0 + Self.window } }

    /// Where the claims of a network are: the value's number, and the network's name in it.
    ///
    /// `hash` is a keyed hash of the network's address, of at least ten bytes.
    package static func place(of hash: [UInt8]) -> (number: Int, name: [UInt8]) {
        let number = hash.prefix(2).reduce(0) { $0 << 8 | Int($1) } % count
        return (number, Array(hash.dropFirst(2).prefix(nameLength)))
    }

    /// Reads the claims that still count at `now`; an unreadable value counts as empty.
    package init(_ bytes: [UInt8]?, at now: Instant) {
        var reader = Reader(rest: (bytes ?? [])[...])
        while !reader.rest.isEmpty {
            guard let name = reader.bytes(Self.nameLength), let last = reader.number(8), let count = reader.number(2)
            else {
                entries = []
                return
            }
            let newest = Instant(milliseconds: Int64(bitPattern: last))
            var claims: [Instant] = []
            for _ in 0..<count {
                guard let age = reader.number(2) else {
                    entries = []
                    return
                }
                claims.append(newest - .milliseconds(Int64(age)))
            }
            claims = claims.filter { now - $0 < Self.window && $0 - now <= Self.tolerance }
            if !claims.isEmpty { entries.append(Entry(name: name, claims: claims)) }
        }
    }

    /// The stored form: for each network its name, the time of its newest claim, their number, and their ages in
    /// milliseconds when the newest was made.
    package var bytes: [UInt8] {
        entries.flatMap { entry -> [UInt8] in
            let newest = entry.claims.last ?? Instant(milliseconds: 0)
            let ages = entry.claims.flatMap { Self.bytes(UInt64((newest - $0).milliseconds), 2) }
            return entry.name + Self.bytes(UInt64(bitPattern: newest.milliseconds), 8)
                + Self.bytes(UInt64(entry.claims.count), 2) + ages
        }
    }

    /// Counts a claim of the network with this name, unless it is refused, and returns what is left of its limit.
    package mutating func take(_ name: [UInt8], limit: Int, at now: Instant) -> QuotaState {
        let known = entries.firstIndex { $0.name == name }
        var claims = known.map { entries[$0].claims } ?? []
        let isRefused = claims.count >= limit
        if !isRefused {
            claims.append(now)
            claims.sort()
            if let known {
                entries[known].claims = claims
            } else {
                if entries.count >= Self.capacity { forgetOne(at: now) }
                entries.append(Entry(name: name, claims: claims))
            }
        }
        // Once this one counts no more, there is room for another.
        let first = isRefused ? claims[claims.count - limit] : claims.first
        return QuotaState(
            "claims-per-minute",
            quota: limit,
            window: Self.window,
            available: limit - claims.count,
            renewal: first.map { max($0 + Self.window - now, .milliseconds(1)) },
            isRefused: isRefused
        )
    }

    private mutating func forgetOne(at now: Instant) {
        let least = entries.indices.min { left, right in
            let (left, right) = (entries[left].claims, entries[right].claims)
            guard left.count == right.count else { return left.count < right.count }
            return (left.last ?? now) < (right.last ?? now)
        }
        if let least { entries.remove(at: least) }
    }

    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }

    /// Reads the stored form from its beginning.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func bytes(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        /// A number of so many bytes, the largest first.
        mutating func number(_ count: Int) -> UInt64? {
            bytes(count)?.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
