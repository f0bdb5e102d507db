package import AlarmCore

extension DeliveryRow {
    /// From when on it may be leased; nil once it is finished.
    package var takeableAt: Instant? {
        switch state {
        case .pending: notBefore
        case .leased: leaseEnd ?? notBefore
        case .accepted, .refused, .expired, .superseded: nil
        }
    }

    /// Gives it to `holder`, who makes one attempt more.
    package mutating func lease(to holder: String, until end: Instant) {
        state = .leased
        leaseHolder = holder
        leaseEnd = end
        attempts += 1
    }

    /// Takes it from whoever held it; what was attempted stays counted.
    package mutating func endLease(as state: State) {
        self.state = state
        leaseHolder = nil
        leaseEnd = nil
    }
}
