public import AlarmCore

/// The state of a care circle's dweller at a glance, as far as the caller may know; the most urgent one counts.
public enum CareDwellerState: String, CaseIterable, Hashable, Sendable {
    /// Members are being told of an alert.
    case alerting
    /// The dweller can still cancel an alert before members are told.
    case counting
    /// A member looks after the dweller, and nobody has said that it is over.
    case acknowledged
    /// Nobody looks after the last alert, and nobody has said that it is over: nobody answered, or whoever did has left
    /// the circle.
    case unanswered
    /// The dweller was asked whether all is well, and has not answered yet.
    case asked
    /// The dweller has paused the alerts.
    case paused
    /// There was no sign of life for `CareLimits.notHeard`, or never.
    case notHeard = "not-heard"
    /// The quiet hours are in force; there was a sign of life lately.
    case quietHours = "quiet-hours"
    /// No alert is open, and there was a sign of life lately.
    case quiet

    /// The state that follows from a dweller's alerts and status.
    ///
    /// - Parameters:
    ///   - open: the states of the open alerts that the caller may see.
    ///   - unresolved: the state of the last alert if nothing says that it is over.
    ///   - status: the dweller's status, if the caller may know it.
    ///   - now: the present.
    public init?(
        open: [CareAlertView.State],
        unresolved: CareAlertView.State?,
        status: CareStatus?,
        at now: Instant
    ) {
        if open.contains(.alerting) {
            self = .alerting
        } else if !open.isEmpty {
            self = .counting
        } else if let unresolved {
            self = unresolved == .unanswered ? .unanswered : .acknowledged
        } else if let status {
            self.init(of: status, at: now)
        } else {
            return nil
        }
    }

    private init(of status: CareStatus, at now: Instant) {
        func isAhead(_ instant: Instant?) -> Bool { instant.map { now < $0 } ?? false }
        if let asked = status.asksAt, asked <= now {
            self = .asked
        } else if isAhead(status.pausedUntil) {
            self = .paused
        } else if status.lastSign.map({ now - $0 >= CareLimits.notHeard }) ?? true {
            self = .notHeard
        } else {
            self = isAhead(status.quietUntil) ? .quietHours : .quiet
        }
    }
}
