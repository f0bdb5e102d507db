import AlarmCore
import AlarmWire

/// What has come of a signal that quiet hours held back.
enum HeldOutcome: Hashable {
    /// It is raised when they end, as far as is known.
    case waits
    /// An alert of the same kind was raised since.
    case raised(DocumentID)
    /// The dweller was active or answered since, so that nobody need ask.
    case calledOff
    /// The quiet hours have ended, and nothing is known to have come of it.
    case over
}

extension CareAlertView {
    /// What has come of a signal that quiet hours held back, as far as the history tells.
    ///
    /// - Parameters:
    ///   - alerts: the history, in any order.
    ///   - lastSign: the dweller's last sign of life; nil where it is not known.
    ///   - now: the present, by the relay's clock.
    /// - Returns: the outcome; of any other alert it means nothing.
    func heldOutcome(among alerts: [CareAlertView], lastSign: Instant?, at now: Instant) -> HeldOutcome {
        // No quiet hours last longer, so that an alert after them has another cause.
        let end = at + CareLimits.quietHours.upperBound
        let raised = alerts.filter { $0.kind == kind && $0.state != .held && $0.at > at && $0.at <= end }
        if let first = raised.min(by: { $0.at < $1.at }) { return .raised(first.id) }
        if kind == .inactivity, let lastSign, lastSign > at { return .calledOff }
        return now < end ? .waits : .over
    }
}
