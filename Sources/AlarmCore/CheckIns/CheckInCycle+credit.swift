extension CheckInCycle {
    /// The time at which the check-in is overdue, with credit for the relay's absences since the cycle's start.
    ///
    /// It is ``deadline`` as moved by the policy of the plan's kind (``EscalationPolicy/base(_:with:from:)``), from the
    /// ``start`` on: before, the person had no reason to give a sign. A relay uses ``CheckInLimits/downtimeGrace``.
    public func due(with credit: DowntimeCredit) -> Instant? {
        guard let start, let deadline else { return nil }
        return EscalationPolicy.checkIn(of: plan.kind).base(deadline, with: credit, from: start)
    }

    /// The time at which the contacts are told: at the deadline, or 24 h after the reminder of the gentle kind.
    ///
    /// Never earlier than ``due(with:)``.
    public func contactsDue(with credit: DowntimeCredit) -> Instant? {
        due(with: credit).map { $0 + plan.wait }
    }
}

extension CheckInCycle {
    /// The time from the start of the cycle to its deadline, without credit for the relay's absences; nil without one.
    public var interval: Span? {
        guard let start, let deadline else { return nil }
        return deadline - start
    }

    /// How long before the deadline the person is first warned, by the built-in policy of the standard kind.
    var firstWarning: Span {
        EscalationPolicy.checkIn.warnings(within: interval).first.map { -$0.offset } ?? CheckInLimits.shortestNotice
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
