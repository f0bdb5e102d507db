package import AlarmCore

/// A person's check-in plan, set before anything else happens or during the run.
package struct ScenarioCheckIn: Hashable, Sendable {
    /// A phone of the person.
    package var phone: String
    /// How a missed check-in is treated.
    package var kind: CheckInPlan.Kind
    /// The time from a check-in to the deadline.
    package var threshold: Span
    /// End of the vacation; nil for none.
    package var pausedUntil: Instant?

    package init(
        phone: String,
        kind: CheckInPlan.Kind = .standard,
        threshold: Span = CheckInLimits.defaultThreshold,
        pausedUntil: Instant? = nil
    ) {
        self.phone = phone
        self.kind = kind
        self.threshold = threshold
        self.pausedUntil = pausedUntil
    }
}
