import AlarmCore
import AlarmWire
import Engine
import Storage

/// What must be true, whatever goes wrong; see `docs/simulation.md` for the list.
///
/// Looks from the outside: at what was asked and answered, at each commit, at each push that starts, and at the time.
final class Model {
    unowned let world: Simulation
    /// The first promise that was broken.
    private(set) var violation: String?
    /// How many transactions have been committed.
    var version = 0
    var alarms: [AlarmKey: Mirror] = [:]
    var keys: [AlarmID: AlarmKey] = [:]
    private var names: [AlarmID: String] = [:]
    /// Alarms of which somebody was told that the relay took them.
    var promised: [AlarmID] = []
    var openRequests = 0
    /// What people still mean to do.
    var openPlans = 0
    /// The latest time that any clock has shown to a relay.
    var latestReading = Instant(milliseconds: .min)
    /// When a clock was last set, or stopped.
    var clockDisturbed: Instant?
    var zoneDisturbed: Instant?
    /// When the only node was away.
    var absences: [Absence] = []
    /// Since when all troubles are over.
    var healedAt: Instant?
    /// When time was last looked at.
    var checkedAt: Instant?

    /// How often each race went one way or the other.
    private(set) var races: [Race: Int] = [:]

    init(world: Simulation) {
        self.world = world
    }

    /// Says that a promise was broken; only the first counts.
    func fail(_ what: String) {
        violation = violation ?? what
    }

    func check(_ isTrue: Bool, _ what: @autoclosure () -> String) {
        if !isTrue { fail(what()) }
    }

    func count(_ race: Race) {
        races[race, default: 0] += 1
    }

    /// Gives an alarm a name for the log.
    func name(_ id: AlarmID) {
        names[id] = "A\(names.count + 1)"
    }

    /// Gives an alarm of the relay's own making a name for the log.
    func nameUnlessNamed(_ id: AlarmID) {
        if names[id] == nil { name(id) }
    }

    func named(_ id: AlarmID) -> String { names[id] ?? "\(id)" }

    func alarm(_ id: AlarmID) -> Mirror? { keys[id].flatMap { alarms[$0] } }

    /// Every alarm, oldest first.
    var inOrder: [Mirror] { alarms.values.sorted { $0.row.key < $1.row.key } }

    /// Whether every alarm has ended, and every delivery.
    var isAtRest: Bool { alarms.values.allSatisfy { $0.row.alarm.state.isFinal && $0.unfinished.isEmpty } }

    /// What keeps it from rest.
    var unrest: String {
        let restless = inOrder.filter { !$0.row.alarm.state.isFinal || !$0.unfinished.isEmpty }.map { mirror in
            "\(named(mirror.row.alarm.id)) is \(mirror.row.alarm.state.rawValue) with \(mirror.unfinished.count) deliveries"
        }
        return (restless + ["\(openRequests) requests"]).joined(separator: ", ")
    }

    /// Compares all that was committed with what the store holds now.
    func compare(with snapshot: any Snapshot) throws {
        let wakes = Dictionary(
            uniqueKeysWithValues: try snapshot.wakes(through: Instant(milliseconds: .max), limit: .max).map {
                ($0.alarm, $0.at)
            }
        )
        for mirror in inOrder {
            let key = mirror.row.key
            let name = named(mirror.row.alarm.id)
            check(try snapshot.alarm(key: key) == mirror.row, "\(name) is not what was committed last")
            check(wakes[key] == mirror.wake, "the wake of \(name) is not what was committed last")
            let rows = try snapshot.deliveries(of: key)
            check(
                rows.count == mirror.deliveries.count && rows.allSatisfy { mirror.deliveries[$0.order.id] == $0 },
                "the deliveries of \(name) are not what was committed last"
            )
        }
    }
}

extension Simulation {
    func name(_ id: AlarmID) -> String { model.named(id) }
}
