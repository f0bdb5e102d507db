import AlarmCore
import AlarmWire
import Engine
import Storage

/// The promises that must hold whatever goes wrong; see `docs/simulation.md` for the list.
///
/// The model observes from the outside: requests and answers, commits, pushes that start, and time.
final class Model {
    unowned let world: Simulation
    /// Description of the first promise that was broken.
    private(set) var violation: String?
    /// Number of committed transactions.
    var version = 0
    var alarms = CommittedAlarms()
    var keys: [AlarmID: AlarmKey] = [:]
    private var names: [AlarmID: String] = [:]
    /// Alarms that the relay has confirmed to somebody.
    var promised: [AlarmID] = []
    var openRequests = 0
    /// Number of actions that people still plan.
    var openPlans = 0
    /// Latest time that any relay has read off its clock.
    var latestReading = Instant(milliseconds: .min)
    /// Time at which a clock was last set, or stopped.
    var clockDisturbed: Instant?
    var zoneDisturbed: Instant?
    /// Intervals in which the only node was away.
    var absences: [Absence] = []
    /// The last heartbeat of each node that has not left, by the name under which it leases.
    var heartbeats: [String: NodeHeartbeat] = [:]
    /// The leases of each delivery that were taken over.
    var takenLeases: [DeliveryID: [TakenLease]] = [:]
    /// When every machine last fell asleep, and for how long.
    var sleep: (from: Instant, length: Span)?
    /// Time at which all faults were over.
    var healedAt: Instant?
    /// Time of the last check of due work.
    var checkedAt: Instant?

    /// How often each race occurred.
    private(set) var races: [Race: Int] = [:]

    init(world: Simulation) {
        self.world = world
    }

    /// Records a broken promise; only the first counts.
    func fail(_ what: String) {
        violation = violation ?? what
    }

    func check(_ isTrue: Bool, _ what: @autoclosure () -> String) {
        if !isTrue { fail(what()) }
    }

    func count(_ race: Race) {
        races[race, default: 0] += 1
    }

    /// Assigns an alarm its name in the log.
    func name(_ id: AlarmID) {
        names[id] = "A\(names.count + 1)"
    }

    /// Assigns a log name to an alarm that the relay itself created.
    func nameUnlessNamed(_ id: AlarmID) {
        if names[id] == nil { name(id) }
    }

    func named(_ id: AlarmID) -> String { names[id] ?? "\(id)" }

    func alarm(_ id: AlarmID) -> CommittedAlarm? { keys[id].flatMap { alarms[$0] } }

    /// Every alarm, oldest first.
    var inOrder: some Sequence<CommittedAlarm> { alarms.inOrder }

    /// Whether every alarm has ended, and every delivery.
    var isAtRest: Bool { alarms.isAtRest }

    /// Description of the alarms and requests that have not come to rest.
    var unrest: String {
        let restless = alarms.atWork.map { committed in
            "\(named(committed.row.alarm.id)) is \(committed.row.alarm.state.rawValue) with \(committed.unfinished.count) deliveries"
        }
        return (restless + ["\(openRequests) requests"]).joined(separator: ", ")
    }

    /// Checks that an alarm is, before a transaction changes it, what was committed last.
    func checkUnchanged(_ row: AlarmRow) {
        guard alarms.isUnlike(row) else { return }
        fail("\(named(row.alarm.id)) changed although no transaction changed it, or one that was committed is lost")
    }

    /// Compares everything that was committed with the content of the store.
    func compare(with snapshot: any Snapshot) throws {
        let wakes = Dictionary(
            uniqueKeysWithValues: try snapshot.wakes(through: Instant(milliseconds: .max), limit: .max).map {
                ($0.alarm, $0.at)
            }
        )
        for committed in inOrder {
            let key = committed.row.key
            let name = named(committed.row.alarm.id)
            check(try snapshot.alarm(key: key) == committed.row, "\(name) is not what was committed last")
            check(wakes[key] == committed.wake, "the wake of \(name) is not what was committed last")
            let rows = try snapshot.deliveries(of: key)
            check(
                rows.count == committed.deliveries.count && rows.allSatisfy { committed.deliveries[$0.order.id] == $0 },
                "the deliveries of \(name) are not what was committed last"
            )
        }
    }
}

extension Simulation {
    func name(_ id: AlarmID) -> String { model.named(id) }
}
