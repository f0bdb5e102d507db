/// Why a check-in plan, or a change to its cycle, is refused.
public enum CheckInError: Error, Hashable, Sendable {
    /// The threshold is shorter than 1 h or longer than 30 d.
    case threshold(Span)
    /// The threshold of the gentle kind cannot be changed.
    case gentleThreshold(Span)
    /// The end of the pause is not in the future, or more than 366 d away.
    case pause(Instant)
    /// There is no deadline to snooze: no check-in was made yet, or the plan is off or paused.
    case nothingToSnooze
    /// The cycle already has the most snoozes allowed.
    case tooManySnoozes
}

extension CheckInError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .threshold(let threshold):
            "a threshold of \(threshold) is out of range; use 1h to 30d"
        case .gentleThreshold(let threshold):
            "a gentle check-in always reminds after 24h, not \(threshold); leave the threshold out, or use kind standard"
        case .pause(let end):
            "a pause cannot end at \(end.iso8601); choose a time in the future, at most 366 days away"
        case .nothingToSnooze:
            "there is no deadline to snooze; check in first, and turn the plan on or end its pause"
        case .tooManySnoozes:
            "\(CheckInLimits.snoozes) snoozes followed one another; check in, or pause the plan until a date"
        }
    }
}
