import AlarmCore
import Synchronization

/// Conditions of a lane that last for a while: a phone offline, the relay down.
final class ConditionLog: Sendable {
    private let conditions = Mutex<[RunRecord.Condition]>([])
    private let now: @Sendable () -> Instant

    init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// All conditions, in the order in which they began.
    var all: [RunRecord.Condition] { conditions.withLock { $0 } }

    /// Notes that condition `label` begins or ends in a lane.
    func set(_ label: String, in lane: Timeline.Lane, to holds: Bool) {
        let now = now()
        conditions.withLock { conditions in
            let open = conditions.firstIndex { $0.lane == lane && $0.label == label && $0.end == nil }
            switch (open, holds) {
            case (nil, true): conditions.append(RunRecord.Condition(lane: lane, label: label, start: now))
            case (let index?, false): conditions[index].end = now
            case (nil, false), (.some, true): break
            }
        }
    }

    /// Ends every condition of a lane whose label satisfies `isMeant`.
    func end(in lane: Timeline.Lane, where isMeant: (String) -> Bool) {
        for condition in all where condition.lane == lane && condition.end == nil && isMeant(condition.label) {
            set(condition.label, in: lane, to: false)
        }
    }

    /// Notes the conditions that follow from a phone's state.
    func follow(_ state: PhoneState, of phone: String) {
        let lane = Timeline.Lane.phone(phone)
        set("off", in: lane, to: !state.isPoweredOn)
        set("offline", in: lane, to: !state.isOnline)
        set("silent", in: lane, to: state.isSilent)
        set("focus", in: lane, to: state.focus != .off)
        set("low power", in: lane, to: state.isLowPower)
        set("force-quit", in: lane, to: state.app == .forceQuit)
        set("bedside", in: lane, to: state.ringsByPage)
        set("no app", in: lane, to: state.app == .removed)
        set("extension killed", in: lane, to: !state.extensionWorks)
        set("clock wrong", in: lane, to: state.clockError != .zero)
    }
}
