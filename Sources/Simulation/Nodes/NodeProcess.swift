import AlarmCore
import Engine
import Storage

/// One process of a node, from its start to its crash.
///
/// After its end nothing that it still does has any effect: its calls are refused, and answers to it are dropped.
final class NodeProcess {
    /// Index of the node.
    let node: Int
    /// Number that is unique to this process.
    let number: Int
    private(set) var isOver = false
    /// Whether it takes requests, which a relay does once it has begun.
    var isOpen = false
    var engine: Engine?
    var executor: NodeExecutor?
    var tasks: [Task<Void, Never>] = []
    /// The services that wake and send, which end first when the process is told to stop.
    var services: Task<Void, Never>?
    /// True time at which it ended.
    private(set) var endedAt: Instant?
    /// Suspended tasks, by ticket.
    var parked: [Int: UnsafeContinuation<Void, any Error>] = [:]
    /// Times by this node's clock until which tasks sleep, by ticket.
    var sleepers: [Int: Instant] = [:]
    /// The last read of each delivery by this process.
    var looks: [DeliveryID: PreSendRead] = [:]
    /// True time since which nothing has disturbed this process.
    var calmSince: Instant
    /// Time of the last failure of the store towards this process.
    var failedAt = Instant(milliseconds: .min)
    /// Latest time that this process has read off its clock.
    var lastReading: Instant

    init(node: Int, number: Int, now: Instant, reading: Instant) {
        self.node = node
        self.number = number
        calmSince = now
        lastReading = reading
    }

    /// Takes requests from now on; `services` wake and send.
    func open(with services: Task<Void, Never>) {
        guard !isOver else { return services.cancel() }
        tasks.append(services)
        self.services = services
        isOpen = true
    }

    /// Ends the process at a true time: its suspended tasks resume with an error, without effect.
    func end(at now: Instant) {
        isOver = true
        endedAt = now
        for task in tasks { task.cancel() }
        for ticket in parked.keys.sorted() { parked.removeValue(forKey: ticket)?.resume(throwing: NodeCrashed()) }
        sleepers = [:]
    }

    /// Lets go of all that ran in the process, once nothing runs any more.
    func dismantle() {
        engine = nil
        executor = nil
        tasks = []
        services = nil
    }

    /// Resumes the task with this ticket.
    func release(_ ticket: Int) {
        sleepers[ticket] = nil
        parked.removeValue(forKey: ticket)?.resume()
    }

    /// Resumes the task with this ticket with a cancellation error.
    func cancel(_ ticket: Int) {
        sleepers[ticket] = nil
        parked.removeValue(forKey: ticket)?.resume(throwing: CancellationError())
    }
}

/// A node's read of a delivery just before sending it.
struct PreSendRead {
    /// Number of transactions that had been committed.
    var version: Int
    /// Reading of the node's clock.
    var reading: Instant
    /// The delivery as read.
    var row: DeliveryRow
    /// The alarm's epoch as read.
    var epoch: Int?
    /// Whether the alarm was in a final state.
    var isFinal: Bool
}

/// Thrown to a task of a process that has ended.
struct NodeCrashed: Error {}
