import AlarmCore

/// How many background pushes an app is given: a few an hour, and of those beyond them the newest alone, later.
///
/// Apple documents two or three an hour, that the newest is held, that a force-quit discards it, and that opening the
/// app delivers it ("Pushing background updates to your App").
struct BackgroundBudget {
    /// The stretch of time in which the pushes are counted.
    static let window = Span.hours(1)

    /// Whether the app gets any: not after it was force-quit.
    private(set) var isAllowed = true
    /// The newest that came when the budget was spent.
    private(set) var held: Device.Arrival?
    /// When the newest were delivered, within the window.
    private var delivered: [Instant] = []

    /// Takes a push that came for a device that is online; true if it is delivered now.
    ///
    /// Of those beyond `limit` within the window, nil for no limit, the newest is held, unless it has no deadline.
    mutating func take(_ arrival: Device.Arrival, at now: Instant, limit: Int?) -> Bool {
        guard isAllowed else { return false }
        guard let limit else { return true }
        forget(before: now)
        guard delivered.count < limit else {
            if arrival.deadline != nil { held = arrival }
            return false
        }
        delivered.append(now)
        held = nil
        return true
    }

    /// When the held push is due; nil if none is held.
    func due(limit: Int) -> Instant? {
        guard held != nil else { return nil }
        guard limit > 0 else { return .distantFuture }
        guard delivered.count >= limit else { return .distantPast }
        return delivered[delivered.count - limit] + Self.window
    }

    /// Gives the held push for delivery at `now`, unless it is too late for it.
    mutating func release(at now: Instant) -> ReceivedPush? {
        guard let arrival = held else { return nil }
        held = nil
        guard let deadline = arrival.deadline, now <= deadline else { return nil }
        forget(before: now)
        delivered.append(now)
        return arrival.push
    }

    /// Lets the app have background pushes or not; without them, what is held is lost.
    mutating func setAllowed(_ isAllowed: Bool) {
        self.isAllowed = isAllowed
        if !isAllowed { held = nil }
    }

    /// Forgets what is held.
    mutating func discard() {
        held = nil
    }

    private mutating func forget(before now: Instant) {
        delivered.removeAll { now - $0 >= Self.window }
    }
}

extension Instant {
    fileprivate static let distantPast = Instant(milliseconds: .min)
    fileprivate static let distantFuture = Instant(milliseconds: .max)
}
