extension CheckInCycle {
    /// When the check-in is overdue, with what the relay's absences since the cycle's start add.
    ///
    /// It is ``deadline`` as ``DowntimeCredit/extended(_:from:)`` moves it, from the ``start`` on: before, the person had
    /// no reason to give a sign. A relay uses ``CheckInLimits/downtimeGrace``.
    public func due(with credit: DowntimeCredit) -> Instant? {
        guard let start, let deadline else { return nil }
        return credit.extended(deadline, from: start)
    }

    /// When the contacts are told: at the deadline, or 24 h after the reminder of the gentle kind.
    ///
    /// An absence during those 24 h is given back as well. Never earlier than ``due(with:)``.
    public func contactsDue(with credit: DowntimeCredit) -> Instant? {
        guard let start, let due = due(with: credit) else { return nil }
        switch plan.kind {
        case .standard: return due
        case .gentle: return credit.extended(due + CheckInLimits.gentleWait, from: start)
        }
    }
}

extension DowntimeCredit {
    /// The credit of a relay that was never away.
    public static let none = DowntimeCredit(grace: .zero, absences: [])

    /// The credit that a check-in gets for `absences`: at most 1 h after each.
    public static func checkIn(_ absences: [Absence]) -> DowntimeCredit {
        DowntimeCredit(grace: CheckInLimits.downtimeGrace, absences: absences)
    }
}
