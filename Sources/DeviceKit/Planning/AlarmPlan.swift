public import AlarmCore

/// What a device has to do about an alarm, decided without doing any of it.
public struct AlarmPlan: Hashable, Sendable {
    /// One thing to do.
    public enum Action: Hashable, Sendable {
        /// Register a system alarm for this time, which is by the relay's clock: take ``Profile/clockOffset`` off for a
        /// clock that is wrong. If the system refuses, notify instead and report `received`, not `armed`.
        case arm(at: Instant)
        /// Show that an alarm is set; the relay will ring, since this device cannot by itself.
        case notify
        /// Sound now; `again` when it was sounding already and nobody answered: louder if possible.
        case ring(again: Bool)
        /// Take off the system alarm, stop the sound, withdraw the notification: whatever there is.
        case disarm
        /// Nothing.
        case ignore(Reason)
    }

    /// Why there is nothing to do.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A newer revision is known.
        case older
        /// This very thing was done before.
        case repeated
        /// A person answered this occurrence here.
        case answered
        /// A snooze taken here is still running.
        case snoozed
        /// It was taken back a moment ago: the two crossed on the way.
        case overtaken
        /// It was never known here.
        case unknown
        /// It tells something and asks for nothing.
        case notice
    }

    /// What to do, in order.
    public var actions: [Action]
    /// What to report to the relay once the actions have succeeded.
    public var receipts: [AlarmReceipt.Report]
    /// What to remember; nil to leave what is known as it is.
    public var next: KnownAlarm?

    /// Makes a plan.
    public init(actions: [Action], receipts: [AlarmReceipt.Report] = [], next: KnownAlarm? = nil) {
        self.actions = actions
        self.receipts = receipts
        self.next = next
    }

    static func ignore(_ reason: Reason) -> AlarmPlan { AlarmPlan(actions: [.ignore(reason)]) }

    /// Whether it makes a sound now.
    public var rings: Bool { actions.contains(.ring(again: false)) || actions.contains(.ring(again: true)) }
    /// When to set a system alarm to, if one is to be set.
    public var armsAt: Instant? {
        actions.lazy.compactMap { if case .arm(let time) = $0 { time } else { nil } }.first
    }
    /// Whether something is to be taken off.
    public var disarms: Bool { actions.contains(.disarm) }
}
