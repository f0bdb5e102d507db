public import AlarmCore
import AlarmWire

/// Decides what a device does about an alarm: a pure function of what came and what is known.
///
/// Pushes may come twice, late, or in another order than they were sent. An occurrence is told from others by alarm,
/// revision and nominal time; whatever happened to it on this device is remembered as its phase.
public enum AlarmPlanner {
    /// What the system's own alarms can take.
    public struct SystemAlarms: Hashable, Sendable {
        /// Whether there are any: iOS 26 and the user's permission.
        public var isAvailable: Bool
        /// How many the system takes; nil where nobody knows before it refuses.
        public var limit: Int?
        /// How many are registered.
        public var registered: Int

        /// Describes the system.
        public init(isAvailable: Bool, limit: Int? = nil, registered: Int = 0) {
            self.isAvailable = isAvailable
            self.limit = limit
            self.registered = registered
        }

        var hasRoom: Bool { isAvailable && registered < limit ?? .max }
    }

    /// For how long after it was taken back a ring is taken for one that crossed it on the way.
    ///
    /// 10 s. A ring that comes later was given out anew, after a snooze on another device.
    public static let crossing = Span.seconds(10)
    /// How far this device's clock may be behind the relay's before a ring at the end of a snooze counts as too early.
    ///
    /// 60 s.
    public static let clockTolerance = Span.seconds(60)

    /// What to do about `alarm`.
    ///
    /// - Parameters:
    ///   - alarm: what came.
    ///   - known: what this device remembers of it.
    ///   - system: what the system's own alarms can take.
    ///   - now: the present, by the relay's clock.
    /// - Returns: what to do, to report and to remember.
    public static func plan(
        _ alarm: IncomingAlarm,
        known: KnownAlarm?,
        system: SystemAlarms,
        at now: Instant
    ) -> AlarmPlan {
        let order = known.map { Order.of((alarm.revision, alarm.time), ($0.revision, $0.time)) } ?? .newer
        guard order != .older else { return .ignore(.older) }
        let current = order == .same ? known : nil
        let previous = order == .newer ? known : nil
        switch alarm.stage.stage {
        case .handoff: return handOff(alarm, current: current, previous: previous, system: system, at: now)
        case .ring: return ring(alarm, current: current, previous: previous, at: now)
        case .cancel: return cancel(alarm, current: current, previous: previous, at: now)
        default: return .ignore(.notice)
        }
    }

    /// What to do about a push that could not be read at all: make a noise, so that its owner looks.
    public static let planForUnreadable = AlarmPlan(actions: [.ring(again: false)])

    private static func handOff(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        system: SystemAlarms,
        at now: Instant
    ) -> AlarmPlan {
        switch current?.phase {
        case .armed, .ringing: return .ignore(.repeated)
        case .snoozed: return .ignore(.snoozed)
        case .answered: return .ignore(.answered)
        case .released where hasCrossed(current, now): return .ignore(.overtaken)
        case .pending, .released, nil: break
        }
        // A handoff that arrives after its time is the only call there may be: better late than silent.
        guard alarm.ringsAt > now else { return ring(alarm, current: current, previous: previous, at: now) }
        let cleanup = cleanup(after: previous)
        var system = system
        if previous?.isArmed == true { system.registered -= 1 }
        guard system.hasRoom else {
            if current?.phase == .pending { return .ignore(.repeated) }
            return AlarmPlan(
                actions: cleanup + [.notify],
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
        case .answered: return .ignore(.answered)
        case .snoozed(let until) where until > now + clockTolerance: return .ignore(.snoozed)
        case .released where hasCrossed(current, now): return .ignore(.overtaken)
        case .ringing: return AlarmPlan(actions: [.ring(again: true)])
        case .pending, .armed, .snoozed, .released, nil: break
        }
        return AlarmPlan(
            actions: cleanup(after: previous) + [.ring(again: false)],
            receipts: [.ringing],
            next: remember(alarm, .ringing, after: current, at: now)
        )
    }

    private static func cancel(
        _ alarm: IncomingAlarm,
        current: KnownAlarm?,
        previous: KnownAlarm?,
        at now: Instant
    ) -> AlarmPlan {
        if current?.isOver == true { return .ignore(.repeated) }
        var next = current ?? previous ?? remember(alarm, .released, after: nil, at: now)
        next.revision = alarm.revision
        next.time = alarm.time
        next.phase = .released
        next.since = now
        let isHeld = [current, previous].contains { $0?.isOver == false }
        // What was never here is remembered too, so that a handoff that was overtaken does not ring after all.
        return AlarmPlan(actions: [isHeld ? .disarm : .ignore(.unknown)], next: next)
    }

    /// What is left on the device of an occurrence or revision that `alarm` replaces.
    private static func cleanup(after previous: KnownAlarm?) -> [AlarmPlan.Action] {
        previous.map { $0.isOver ? [] : [.disarm] } ?? []
    }

    private static func hasCrossed(_ known: KnownAlarm?, _ now: Instant) -> Bool {
        known.map { now - $0.since < crossing } ?? false
    }

    /// What was verified once for this very occurrence stays verified, even if a later push has lost its words.
    private static func remember(
        _ alarm: IncomingAlarm,
        _ phase: KnownAlarm.Phase,
        after current: KnownAlarm?,
        at now: Instant
    ) -> KnownAlarm {
        KnownAlarm(
            id: alarm.id,
            revision: alarm.revision,
            time: alarm.time,
            phase: phase,
            since: now,
            pair: alarm.pair ?? current?.pair,
            text: alarm.words.text ?? current?.text,
            sound: alarm.sound
        )
    }
}

/// How what came stands to what is known.
private enum Order {
    case older, same, newer

    static func of(_ left: (Int, Instant), _ right: (Int, Instant)) -> Order {
        left == right ? .same : left < right ? .older : .newer
    }
}
