import AlarmCore
import Engine
import Storage

/// One life of a node: a process from its start to its crash.
///
/// After the end nothing that it still does has any effect: what it calls is refused, and what it hears is nobody's.
final class Life {
    /// The place among the nodes.
    let node: Int
    /// Tells lives from one another.
    let number: Int
    private(set) var isOver = false
    var engine: Engine?
    var executor: LifeExecutor?
    var tasks: [Task<Void, Never>] = []
    /// Whoever waits for the world, by ticket.
    var parked: [Int: UnsafeContinuation<Void, any Error>] = [:]
    /// Until when sleepers sleep by this node's clock, by ticket.
    var sleepers: [Int: Instant] = [:]
    /// What this life read of a delivery when it last checked it.
    var looks: [DeliveryID: Look] = [:]
    /// Since when, in true time, nothing has disturbed it.
    var calmSince: Instant
    /// When the store last failed it.
    var failedAt = Instant(milliseconds: .min)
    /// The latest time that its clock has shown to it.
    var lastReading: Instant

    init(node: Int, number: Int, now: Instant, reading: Instant) {
        self.node = node
        self.number = number
        calmSince = now
        lastReading = reading
    }

    /// The name under which it leases; the same for every life of a node, as a relay keeps its name.
    var holder: String { "node \(node)" }

    /// Ends it: all that waits is let go, without effect.
    func end() {
        isOver = true
        for task in tasks { task.cancel() }
        for ticket in parked.keys.sorted() { parked.removeValue(forKey: ticket)?.resume(throwing: LifeIsOver()) }
        sleepers = [:]
    }

    /// Wakes whoever waits under this ticket.
    func release(_ ticket: Int) {
        sleepers[ticket] = nil
        parked.removeValue(forKey: ticket)?.resume()
    }

    /// Wakes whoever waits under this ticket, because the task was cancelled.
    func cancel(_ ticket: Int) {
        sleepers[ticket] = nil
        parked.removeValue(forKey: ticket)?.resume(throwing: CancellationError())
    }
}

/// What a node read of a delivery just before it sent it.
struct Look {
    /// How many transactions had been committed.
    var version: Int
    /// What the node's clock showed.
    var reading: Instant
    /// The delivery.
    var row: DeliveryRow
    /// The alarm's epoch.
    var epoch: Int?
    /// Whether the alarm had ended.
    var isFinal: Bool
}

/// The process is gone: what it was waiting for never comes.
struct LifeIsOver: Error {}
