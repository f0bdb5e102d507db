/// A person's check-in.
public struct CheckIn: Hashable, Sendable {
    /// The time at which it reached the relay.
    public let at: Instant
    /// The device that sent it; nil for one made through the person's link.
    public let device: DeviceID?
    /// The IANA name of the zone in which it was made.
    public let timeZone: String?
    /// The place at which it was made, if the person shared it.
    public let place: Place?

    /// Makes a check-in.
    public init(at: Instant, device: DeviceID? = nil, timeZone: String? = nil, place: Place? = nil) {
        self.at = at
        self.device = device
        self.timeZone = timeZone
        self.place = place
    }
}

/// The latest check-ins of a person, newest first; older ones are dropped.
public struct CheckInHistory: Hashable, Sendable {
    /// The check-ins, newest first, at most ``CheckInLimits/kept``.
    public private(set) var entries: [CheckIn]

    /// Makes a history of the newest of `entries`, in any order.
    public init(_ entries: some Sequence<CheckIn> = []) {
        self.entries = []
        for entry in entries { record(entry) }
    }

    /// Inserts a check-in in order; a duplicate changes nothing.
    public mutating func record(_ checkIn: CheckIn) {
        guard !entries.contains(checkIn) else { return }
        let index = entries.firstIndex { $0.at < checkIn.at } ?? entries.endIndex
        entries.insert(checkIn, at: index)
        entries.removeLast(max(entries.count - CheckInLimits.kept, 0))
    }

    /// Whether a check-in at `now` repeats one of the same day.
    ///
    /// The day is the calendar's in the person's `zone`. One check-in a day is enough, and the app can say that today's
    /// is made. A repeat is still a sign of life, and moves the deadline.
    public func isRepeat(at now: Instant, in zone: ZoneRules) -> Bool {
        let today = zone.localDateTime(at: now).date
        return entries.contains { zone.localDateTime(at: $0.at).date == today }
    }

    /// The newest place that the person shared; nil if none is kept.
    public var lastPlace: (place: Place, at: Instant)? {
        entries.lazy.compactMap { entry in entry.place.map { ($0, entry.at) } }.first
    }
}
