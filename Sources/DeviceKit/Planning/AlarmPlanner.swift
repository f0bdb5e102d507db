public import AlarmCore
import AlarmWire

/// Decides what a device does about an alarm: a pure function of the push and the known state.
///
/// Pushes may come twice, late, or out of order. An occurrence is identified by alarm, revision and nominal time; its
/// history on this device is remembered as its phase.
public enum AlarmPlanner {
    /// The capacity of the system for its own alarms.
    public struct SystemAlarmCapacity: Hashable, Sendable {
        /// Whether the system has alarms: iOS 26 and the user's permission.
        public var isAvailable: Bool
        /// The most alarms that the system accepts; nil where it is unknown until the system refuses.
        public var limit: Int?
        /// The number of registered alarms.
        public var registered: Int
        /// Whether the system can keep a local notification where it arms no alarm.
        public var keepsNotifications: Bool

        /// Describes the system.
        public init(isAvailable: Bool, limit: Int? = nil, registered: Int = 0, keepsNotifications: Bool = false) {
            self.isAvailable = isAvailable
            self.limit = limit
            self.registered = registered
            self.keepsNotifications = keepsNotifications
        }

        var hasRoom: Bool { isAvailable && registered < limit ?? .max }
    }

    /// How long after a cancellation a ring is taken for one that crossed it on the way.
    ///
    /// 10 s. A later ring was sent anew, after a snooze on another device.
    public static let crossing = Span.seconds(10)
    /// How far this device's clock may be behind the relay's before a ring at the end of a snooze counts as too early.
    ///
    /// 60 s.
    public static let clockTolerance = Span.seconds(60)
    /// How long after due a local notification sounds.
    ///
    /// 10 s: a ring that is pushed at the due second takes its place before that, so that a phone with a network does
    /// not sound twice.
    public static let localDelay = Span.seconds(10)

    /// Plans the actions about `alarm`.
    ///
    /// - Parameters:
    ///   - alarm: the received alarm.
    ///   - known: the state of the alarm on this device.
    ///   - system: the capacity for system alarms.
    ///   - hasUnsentAnswer: whether this device has an answer to it of which the relay does not know yet.
    ///   - now: the present, by the relay's clock.
    /// - Returns: the actions, the reports and the new state.
    public static func plan(
        _ alarm: IncomingAlarm,
        known: KnownAlarm?,
        system: SystemAlarmCapacity,
        hasUnsentAnswer: Bool = false,
        at now: Instant
    ) -> AlarmPlan {
        let order = known.map { RevisionOrder.of((alarm.revision, alarm.time), ($0.revision, $0.time)) } ?? .newer
        guard order != .older else { return .ignore(.older) }
        let current = order == .same ? known : nil
        let previous = order == .newer ? known : nil
        if hasUnsentAnswer, current?.phase == .answered, alarm.stage.stage == .handoff || alarm.stage.stage == .ring {
            return .ignore(.answered)
        }
        if alarm.isSoundOff { return keepSilent(alarm, current: current, previous: previous, at: now) }
        switch alarm.stage.stage {
        case .handoff: return handOff(alarm, current: current, previous: previous, system: system, at: now)
        case .ring: return ring(alarm, current: current, previous: previous, at: now)
        case .cancel: return cancel(alarm, current: current, previous: previous, at: now)
        default: return .ignore(.notice)
        }
    }

    /// The plan for a push that could not be read at all: make a noise, so that the user looks.
    public static let planForUnreadable = AlarmPlan(actions: [.ring(again: false)])

    private static func handOff(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        system: SystemAlarmCapacity,
        at now: Instant
    ) -> AlarmPlan {
        switch current?.phase {
        case .armed: return .ignore(.repeated)
        case .ringing: return ignore(.repeated, noting: alarm, in: current)
        case .snoozed: return .ignore(.snoozed)
        // An answer ends a partner alarm, and that it is done a reminder: a push of a snooze before that may be late. A
        // reminder whose sound is off goes on: another device has put it off since.
        case .answered where alarm.circle == nil || isDone(current) || snoozeEnd(of: alarm, after: current) == nil:
            return .ignore(.answered)
        case .released where wasLost(current, by: alarm): return .ignore(.overtaken)
        case .answered where hasCrossed(current, now), .released where hasCrossed(current, now):
            return ignore(.overtaken, noting: alarm, in: current)
        case .pending, .answered, .released, nil: break
        }
        // A handoff that arrives after its time may be the only ring: better late than silent.
        guard alarm.ringsAt > now else { return ring(alarm, current: current, previous: previous, at: now) }
        let cleanup = cleanup(after: previous)
        var system = system
        if previous?.isArmed == true { system.registered -= 1 }
        guard system.hasRoom else {
            if current?.phase == .pending {
                // Asked for again, as the app may have ended before the system kept the notification.
                guard system.keepsNotifications else { return .ignore(.repeated) }
                return AlarmPlan(actions: [.notifyLocally(at: alarm.notifiesLocallyAt)])
            }
            return AlarmPlan(
                actions: cleanup
                    + [system.keepsNotifications ? .notifyLocally(at: alarm.notifiesLocallyAt) : .notify],
                receipts: [.received],
                next: remember(alarm, .pending, after: current, at: now)
            )
        }
        return AlarmPlan(
            actions: cleanup + [.arm(at: alarm.ringsAt)],
            receipts: [.armed],
            next: remember(alarm, .pending, after: current, at: now)
        )
    }

    private static func ring(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        at now: Instant
    ) -> AlarmPlan {
        switch current?.phase {
        case .answered where isDone(current) || !isAfterSnooze(alarm, of: current, now): return .ignore(.answered)
        case .snoozed(let until) where until > now + clockTolerance: return .ignore(.snoozed)
        case .released where wasLost(current, by: alarm): return .ignore(.overtaken)
        case .released where hasCrossed(current, now) && !isAfterSnooze(alarm, of: current, now):
            return .ignore(.overtaken)
        case .ringing: return AlarmPlan(actions: [.ring(again: true)])
        case .pending, .armed, .snoozed, .answered, .released, nil: break
        }
        return AlarmPlan(
            actions: cleanup(after: previous) + [.ring(again: false)],
            receipts: [.ringing],
            next: remember(alarm, .ringing, after: current, at: now)
        )
    }

    /// The plan for an alarm whose sound was turned off on another device, as a cancellation that was lost asked for it.
    ///
    /// A snooze taken here of which the relay does not know yet stays.
    private static func keepSilent(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        at now: Instant
    ) -> AlarmPlan {
        switch current?.phase {
        case .answered, .released: return .ignore(.soundOff)
        case .snoozed(let until) where until > now: return .ignore(.snoozed)
        case .pending, .armed, .ringing, .snoozed, nil: break
        }
        let isHeld = [current, previous].contains { $0?.isOver == false }
        return AlarmPlan(
            actions: [isHeld ? .disarm : .ignore(.soundOff)],
            next: remember(alarm, .released, after: current, at: now)
        )
    }

    private static func cancel(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        at now: Instant
    ) -> AlarmPlan {
        // One whose pair has ended here may still be registered with the system.
        if let current, current.isOver {
            let action: AlarmPlan.Action = current.phase == .answered ? .disarm : .ignore(.repeated)
            guard hasReached(current.putOffUntil, now) else { return AlarmPlan(actions: [action]) }
            // The ring at the end of the snooze may be on its way.
            var next = current
            next.putOffUntil = nil
            return AlarmPlan(actions: [action], next: next)
        }
        var next = current ?? previous ?? remember(alarm, .released, after: nil, at: now)
        next.revision = alarm.revision
        next.time = alarm.time
        next.phase = .released
        next.since = now
        if hasReached(next.putOffUntil, now) { next.putOffUntil = nil }
        let isHeld = [current, previous].contains { $0?.isOver == false || $0?.phase == .answered }
        // An alarm that was never here is remembered too, so that a handoff that arrives after its cancellation does
        // not ring.
        return AlarmPlan(actions: [isHeld ? .disarm : .ignore(.unknown)], next: next)
    }

    /// The cleanup of an occurrence or revision that `alarm` replaces.
    private static func cleanup(after previous: KnownAlarm?) -> [AlarmPlan.Action] {
        previous.map { $0.isOver ? [] : [.disarm] } ?? []
    }

    private static func hasCrossed(_ known: KnownAlarm?, _ now: Instant) -> Bool {
        known.map { now - $0.since < crossing } ?? false
    }

    private static func isDone(_ known: KnownAlarm?) -> Bool {
        known?.isDone ?? false
    }

    /// Whether the relay has lost by a restoration that the alarm was cancelled.
    private static func wasLost(_ known: KnownAlarm?, by alarm: IncomingAlarm) -> Bool {
        guard let known, let restoredAt = alarm.restoredAt else { return false }
        return known.since < restoredAt
    }

    /// A message that was verified for this occurrence stays verified, even if a later push has lost it.
    private static func remember(
        _ alarm: IncomingAlarm,
        _ phase: KnownAlarm.Phase,
        after current: KnownAlarm?,
        at now: Instant
    ) -> KnownAlarm {
        var next = KnownAlarm(
            id: alarm.id,
            revision: alarm.revision,
            time: alarm.time,
            phase: phase,
            since: now,
            pair: alarm.pair ?? current?.pair,
            text: alarm.words.text ?? current?.text,
            sound: alarm.sound
        )
        // The cancellation by that snooze may come after the news of it.
        if phase == .pending { next.putOffUntil = alarm.snoozedUntil }
        return next
    }
}

/// The order of a received alarm relative to the known one.
private enum RevisionOrder {
    case older, same, newer

    static func of(_ left: (Int, Instant), _ right: (Int, Instant)) -> RevisionOrder {
        left == right ? .same : left < right ? .older : .newer
    }
}
