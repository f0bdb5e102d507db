package import AlarmCore

extension DeliveryRow {
    /// The reason of a delivery that found no event stream of its device.
    package static let notListening = "not listening"

    /// Whether it waits for its device to listen.
    package var awaitsListener: Bool { state == .pending && reason == Self.notListening }

    /// The time from which it may be leased; nil once it is finished.
    package var takeableAt: Instant? {
        switch state {
        case .pending: notBefore
        case .leased: leaseEnd ?? notBefore
        case .accepted, .refused, .expired, .superseded: nil
        }
    }

    /// Leases it to `holder` for one more attempt.
    package mutating func lease(to holder: String, until end: Instant) {
        state = .leased
        leaseHolder = holder
        leaseEnd = end
        attempts += 1
    }

    /// Ends the lease; the attempts stay counted.
    package mutating func endLease(as state: State) {
        self.state = state
        leaseHolder = nil
        leaseEnd = nil
    }
}
