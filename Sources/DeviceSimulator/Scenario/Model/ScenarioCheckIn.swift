package import AlarmCore

/// What a person asked to be watched, before anything else happens or in the middle of the run.
package struct ScenarioCheckIn: Hashable, Sendable {
    /// A phone of the person.
    package var phone: String
    /// How a missed check-in is treated.
    package var kind: CheckInPlan.Kind
    /// The time from a check-in to the deadline.
    package var threshold: Span
    /// The end of a vacation.
    package var pausedUntil: Instant?

    package init(
        phone: String,
        kind: CheckInPlan.Kind = .standard,
        threshold: Span = CheckInLimits.usualThreshold,
        pausedUntil: Instant? = nil
    ) {
        self.phone = phone
        self.kind = kind
        self.threshold = threshold
        self.pausedUntil = pausedUntil
    }
}
