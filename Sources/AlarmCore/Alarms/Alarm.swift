/// One promise: this message rings on that person's devices at this time, and again, until somebody answers.
///
/// A value: every change comes from ``handle(_:at:in:)``, which is told the time and reads no clock, so that years of
/// an alarm's life can be replayed exactly. It returns the effects for the caller to carry out.
///
/// A recurring alarm is one value whose occurrences each live the whole life. Every occurrence is a new revision, so
/// that a phone's report about Monday's alarm, delivered on Tuesday, cannot silence Tuesday's.
public struct Alarm: Hashable, Sendable {
    /// Identifier, made by the sender.
    public let id: AlarmID
    /// The name of the preset whose policy the alarm follows.
    public let preset: String
    /// The time, or times, at which the alarm is due.
    public internal(set) var schedule: AlarmSchedule
    /// For how long after due a push about it is worth delivering.
    public internal(set) var ttl: Span
    /// The present state.
    public internal(set) var state: AlarmState
    /// The nominal due time of the present occurrence.
    public internal(set) var due: Instant
    /// The instant from which step offsets count: the due time, the end of a snooze, or the moment of a late ring.
    public internal(set) var base: Instant
    /// By how much steps of the present occurrence were moved because the relay was away when they were due.
    public internal(set) var delay: Span
    /// The instant up to which, inclusive, all steps have been taken.
    public internal(set) var processedUntil: Instant
    /// The number of the present edit or occurrence; a device names it in its reports.
    public internal(set) var revision: Int
    /// The number of the present generation of deliveries; deliveries of an earlier epoch never start.
    public internal(set) var epoch: Int
    /// Reports of the receiver's devices about the present occurrence.
    public internal(set) var progress: [DeviceProgress]
    /// The end of the last finished occurrence of a recurring alarm.
    public internal(set) var lastEnd: AlarmState?

    /// Restores an alarm from stored values.
    public init(
        id: AlarmID,
        preset: String,
        schedule: AlarmSchedule,
        ttl: Span,
        state: AlarmState,
        due: Instant,
        base: Instant,
        delay: Span,
        processedUntil: Instant,
        revision: Int,
        epoch: Int,
        progress: [DeviceProgress],
        lastEnd: AlarmState?
    ) {
        self.id = id
        self.preset = preset
        self.schedule = schedule
        self.ttl = ttl
        self.state = state
        self.due = due
        self.base = base
        self.delay = delay
        self.processedUntil = processedUntil
        self.revision = revision
        self.epoch = epoch
        self.progress = progress
        self.lastEnd = lastEnd
    }

    /// Makes a new alarm that is first due at `due`; its first input is ``AlarmInput/accepted``.
    public init(id: AlarmID, preset: String, schedule: AlarmSchedule, due: Instant, ttl: Span) {
        self.init(
            id: id,
            preset: preset,
            schedule: schedule,
            ttl: ttl,
            state: .scheduled,
            due: due,
            base: due,
            delay: .zero,
            processedUntil: Instant(milliseconds: .min),
            revision: 1,
            epoch: 1,
            progress: [],
            lastEnd: nil
        )
    }

    /// The time that people were promised: the due time, or the end of a snooze, however late the relay was for it.
    ///
    /// A credited deadline counts as promised anew.
    public var promisedTime: Instant { base - delay }

    /// Returns the same alarm with the given device progress, for a store that keeps progress apart.
    public func reporting(_ progress: [DeviceProgress]) -> Alarm {
        var alarm = self
        alarm.progress = progress
        return alarm
    }

    /// Decides what `input` means at `now`; the effects are to be stored with the changed alarm in one transaction.
    ///
    /// An alarm that has ended answers every input with, at most, a line for its record.
    public mutating func handle(_ input: AlarmInput, at now: Instant, in context: AlarmContext) -> [AlarmEffect] {
        var decision = Decision(now: now, context: context)
        switch input {
        case .accepted:
            accept(&decision)
        case .handedOver:
            goOn(&decision)
        case .wake:
            guard !state.isFinal else { return [] }
            advance(&decision)
        case .receipt(let receipt) where receipt.report == .received:
            // This schedules nothing, so the wake time stays.
            hear(receipt, &decision)
            return decision.effects
        case .receipt(let receipt):
            take(receipt, &decision)
        case .reschedule(let schedule, let due, let ttl):
            guard !state.isFinal else { return [] }
            reschedule(to: schedule, due: due, ttl: ttl, &decision)
        case .checkedIn(let device):
            guard !state.isFinal else { return [] }
            checkIn(from: device, &decision)
        case .cancel(let side):
            guard !state.isFinal else { return [] }
            cancel(by: side, &decision)
        case .decline:
            guard !state.isFinal else { return [] }
            decline(&decision)
        case .consentChanged:
            guard !state.isFinal else { return [] }
            followConsent(&decision)
        case .revoke:
            guard !state.isFinal else { return [] }
            end(.cancelled, .revoked, &decision)
            return decision.effects + [.wake(nil)]
        case .devicesChanged:
            guard !state.isFinal else { return [] }
            reconsiderDevices(&decision)
        case .deviceReturned(let device):
            guard !state.isFinal else { return [] }
            forgetFailure(of: device)
            reconsiderDevices(&decision)
        case .rulesChanged(let former):
            guard !state.isFinal else { return [] }
            retime(from: former, &decision)
        case .deliveryEnded(let order, let outcome):
            note(outcome, of: order, &decision)
            // The outcome of a delivery to a contact changes neither the steps nor the wake time.
            guard !state.isFinal, order.destination.device != nil else { return decision.effects }
            handleDeliveryEnd(outcome, of: order, &decision)
        }
        return decision.effects + [.wake(nextWake(in: context))]
    }
}

/// The time, the context, and the effects gathered so far.
struct Decision {
    let now: Instant
    let context: AlarmContext
    var effects: [AlarmEffect] = []

    /// Whether a delivery is among the effects.
    func orders(_ id: DeliveryID) -> Bool {
        effects.contains { effect in
            if case .deliver(let order) = effect { order.id == id } else { false }
        }
    }

    mutating func record(_ kind: AlarmEvent.Kind, device: DeviceID? = nil) {
        effects.append(.record(AlarmEvent(kind, device: device)))
    }
}
