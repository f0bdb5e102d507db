import AlarmCore

/// Budget of background pushes of an app: a few an hour, and of those beyond them only the newest, later.
///
/// Apple documents two or three an hour, that the newest is held, that a force-quit discards it, and that opening the
/// app delivers it ("Pushing background updates to your App").
struct BackgroundBudget {
    /// Period in which the pushes are counted.
    static let window = Span.hours(1)

    /// Whether the app gets any background pushes; false after a force-quit.
    private(set) var isAllowed = true
    /// The newest push beyond the budget.
    private(set) var held: GatewayDevice.Arrival?
    /// Delivery times of the newest pushes within the window.
    private var delivered: [Instant] = []

    /// Takes a push for a device that is online; returns true if it is delivered now.
    ///
    /// Of those beyond `limit` within the window (nil for no limit) the newest is held, unless it may not be stored.
    mutating func take(_ arrival: GatewayDevice.Arrival, at now: Instant, limit: Int?) -> Bool {
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

    /// Returns when the held push is due; nil if none is held.
    func due(limit: Int) -> Instant? {
        guard held != nil else { return nil }
        guard limit > 0 else { return .distantFuture }
        guard delivered.count >= limit else { return .distantPast }
        return delivered[delivered.count - limit] + Self.window
    }

    /// Removes and returns the held push for delivery at `now`, unless it has expired.
    mutating func release(at now: Instant) -> ReceivedPush? {
        guard let arrival = held else { return nil }
        held = nil
        guard let deadline = arrival.deadline, now <= deadline else { return nil }
        forget(before: now)
        delivered.append(now)
        return arrival.push
    }

    /// Allows or forbids background pushes; forbidding them discards the held one.
    mutating func setAllowed(_ isAllowed: Bool) {
        self.isAllowed = isAllowed
        if !isAllowed { held = nil }
    }

    /// Discards the held push.
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
