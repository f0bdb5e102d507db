public import AlarmCore

/// The actions of a device about an alarm, decided without taking any of them.
public struct AlarmPlan: Hashable, Sendable {
    /// One action.
    public enum Action: Hashable, Sendable {
        /// Register a system alarm for this time, by ``LocalDevice/arm(_:with:)``, so that the app and its extension do
        /// not both register one.
        ///
        /// The time is by the relay's clock: subtract ``Profile/clockOffset`` for a clock that is wrong. If the system
        /// refuses, keep a local notification for ``IncomingAlarm/notifiesLocallyAt`` instead, and report `received`,
        /// not `armed`.
        case arm(at: Instant)
        /// Keep a local notification for this time, by the relay's clock, in place of an earlier one of the alarm: the
        /// device cannot arm a system alarm, and may be offline when it is due. The relay rings all the same.
        case notifyLocally(at: Instant)
        /// Show that an alarm is set; the relay will ring, since this device cannot by itself.
        case notify
        /// Sound now, in place of a local notification that is kept for it; `again` when it was sounding already and
        /// nobody answered: louder if possible.
        case ring(again: Bool)
        /// Remove the system alarm and the local notification, stop the sound and withdraw what is shown, as far as
        /// present.
        case disarm
        /// Do nothing.
        case ignore(Reason)
    }

    /// A reason to do nothing.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A newer revision is known.
        case older
        /// The same push was handled before.
        case repeated
        /// A person answered this occurrence here.
        case answered
        /// A snooze taken here is still running.
        case snoozed
        /// It was cancelled a moment ago, and the ring crossed the cancellation.
        case overtaken
        /// Its sound was turned off on a device of this person.
        case soundOff
        /// The alarm was never known on this device.
        case unknown
        /// It is a notice that asks for nothing.
        case notice
    }

    /// The actions, in order.
    public var actions: [Action]
    /// The reports to send to the relay once the actions have succeeded.
    public var receipts: [AlarmReceipt.Report]
    /// The new state to remember; nil to leave it unchanged.
    public var next: KnownAlarm?

    /// Makes a plan.
    public init(actions: [Action], receipts: [AlarmReceipt.Report] = [], next: KnownAlarm? = nil) {
        self.actions = actions
        self.receipts = receipts
        self.next = next
    }

    static func ignore(_ reason: Reason) -> AlarmPlan { AlarmPlan(actions: [.ignore(reason)]) }

    /// Whether the plan makes a sound now.
    public var rings: Bool { actions.contains(.ring(again: false)) || actions.contains(.ring(again: true)) }
    /// The time of the system alarm to set, if any.
    public var armsAt: Instant? {
        actions.lazy.compactMap { if case .arm(let time) = $0 { time } else { nil } }.first
    }
    /// The time of the local notification to keep, if any.
    public var notifiesLocallyAt: Instant? {
        actions.lazy.compactMap { if case .notifyLocally(let time) = $0 { time } else { nil } }.first
    }
    /// Whether the plan disarms an alarm.
    public var disarms: Bool { actions.contains(.disarm) }
}
