import AlarmCore
import CurlClient
import Engine
import Foundation
import Storage

/// One round in which the nodes of a cluster ring alarms.
///
/// Each has a database of its own: what nobody answered rings again after 60 s, into later rounds.
struct ClusterRound {
    /// Why a round is invalid.
    enum Failure: Error, CustomStringConvertible {
        /// The alarms would have been due before all nodes ran.
        case late
        /// Not every push was accepted in time.
        case incomplete(accepted: Int, expected: Int, log: String)

        var description: String {
            switch self {
            case .late: "the alarms would have been due before every node was ready"
            case .incomplete(let accepted, let expected, let log):
                "\(accepted) of \(expected) pushes were accepted in time; a node's log:\n\(log)"
            }
        }
    }

    /// When the first alarm is due.
    enum Pace {
        /// All at the same time.
        case atOnce
        /// One after another, a millisecond apart.
        case everyMillisecond
    }

    private static let patience = Span.minutes(4)
    /// Until the first alarm is due: the time to store them, at this many a second, and for nodes to start.
    private static let storedEachSecond = 600
    private static let lead = Span.seconds(8)

    let server: DatabaseServer
    /// Number of alarms that are pending besides.
    let pending: Int
    let gateway: PushGateway
    let folder: Folder
    let client: CurlClient

    /// Has `nodes` nodes ring `count` alarms that are due at one `pace`.
    func ring(_ count: Int, _ pace: Pace, nodes: Int) async throws -> ClusterOutcome {
        let relay = try await server.relay(holding: pending)
        defer { server.drop(relay.database) }
        let clock = SystemClock()
        let due = clock.now() + Self.lead + .seconds(Int64(count / Self.storedEachSecond + nodes))
        try await store(count, due, pace, in: relay)
        var running: [RunningNode] = []
        do {
            for number in 1...nodes {
                running.append(
                    try await RunningNode.start(number, of: relay, gateway: gateway, in: folder, client: client)
                )
            }
            guard clock.now() < due - .seconds(1) else { throw Failure.late }
            try await clock.sleep(until: due)
            let before = MachineLoad.now
            try await waitUntilDone(running, count, until: clock.now() + Self.patience)
            let load = MachineLoad.now.share(since: before)
            var outcomes: [NodeOutcome] = []
            for node in running { outcomes.append(try await node.end()) }
            return ClusterOutcome(nodes: outcomes, due: due, processorShare: load)
        } catch {
            for node in running where node.isRunning { await node.kill() }
            throw error
        }
    }

    private func store(_ count: Int, _ due: Instant, _ pace: Pace, in relay: PreparedRelay) async throws {
        let couples = StoredCouple.make(min(relay.population.couples, count))
        try await relay.change { store, _ in
            for start in stride(from: 0, to: count, by: 1000) {
                try await store.write { transaction in
                    for number in start..<min(start + 1000, count) {
                        let after = pace == .atOnce ? Span.milliseconds(0) : .milliseconds(Int64(number))
                        try Population.insert(due: due + after, of: couples[number % couples.count], into: transaction)
                    }
                }
            }
        }
    }

    private func waitUntilDone(_ nodes: [RunningNode], _ count: Int, until end: Instant) async throws {
        var accepted = 0
        while SystemClock().now() < end, nodes.allSatisfy(\.isRunning) {
            try await Task.sleep(for: .milliseconds(50))
            let progress = nodes.map(\.progress)
            accepted = progress.reduce(0) { $0 + ($1?.accepted ?? 0) }
            if accepted >= count, progress.contains(where: { $0?.isEmpty == true }) { return }
        }
        throw Failure.incomplete(accepted: accepted, expected: count, log: nodes.map(\.log).joined(separator: "\n"))
    }
}

/// What the nodes of a cluster pushed together.
struct ClusterOutcome: Sendable {
    let nodes: [NodeOutcome]
    let due: Instant
    /// The part of all processors' time that was used until everything was recorded, by whichever process.
    let processorShare: Double

    /// Number of accepted pushes.
    var count: Int { nodes.reduce(0) { $0 + $1.answered.count } }
    /// Pushes a second, from the first due time to the last answer.
    var rate: Double {
        let last = nodes.map(\.lastAnswered).max() ?? 0
        return Double(count) * 1000 / Double(max(last - due.milliseconds, 1))
    }
    var handed: RingOutcome.Lateness { RingOutcome.Lateness(nodes.flatMap(\.handed).sorted()) }
    var answered: RingOutcome.Lateness { RingOutcome.Lateness(nodes.flatMap(\.answered).sorted()) }
    var failures: Int { nodes.reduce(0) { $0 + $1.failures } }
    /// The smallest part that a node had of the pushes, of a fair one.
    var smallestShare: Double {
        let least = nodes.map(\.answered.count).min() ?? 0
        return Double(least * nodes.count) / Double(max(count, 1))
    }
}
