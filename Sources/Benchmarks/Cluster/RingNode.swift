import AlarmCore
import CurlClient
import Delivery
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// A relay of a cluster in a process of its own: all of it, as `reveille serve` runs it, with a gateway whose pushes are timed.
///
/// `reveille-bench serve` is one when ``gatewayVariable`` is set. It prints a line whenever more pushes were accepted, and the
/// ``NodeOutcome`` when it is told to end.
struct RingNode {
    /// The environment variables with the start of the gateway's URLs, its certificate, and the team's key.
    static let gatewayVariable = "BENCH_GATEWAY"
    static let authorityVariable = "BENCH_AUTHORITY"
    static let keyVariable = "BENCH_KEY"

    let gateway: String
    let authority: String
    let key: String

    /// Reads what to do; nil if this process is to be no node.
    init?(environment: [String: String]) {
        guard let gateway = environment[Self.gatewayVariable], let authority = environment[Self.authorityVariable],
            let key = environment[Self.keyVariable]
        else { return nil }
        (self.gateway, self.authority, self.key) = (gateway, authority, key)
    }

    func run(_ configuration: RelayConfiguration) async throws {
        let client = try CurlClient()
        let clock = SystemClock()
        var logger = Logger(label: "bench")
        logger.logLevel = .warning
        let channel = try TimingChannel.pushing(
            to: gateway,
            authority: authority,
            key: key,
            client: client,
            clock: clock,
            logger: logger
        )
        let relay = try await buildRelay(
            configuration: configuration,
            clock: clock,
            gateways: Gateways(channel),
            logger: logger
        )
        let before = Resources.now
        let reports = Task { await Self.report(channel, relay.engine) }
        defer { reports.cancel() }
        try await relay.run()
        await client.shutdown()
        let (lateness, last, failures, used) = (channel.lateness, channel.last, channel.failures, Resources.now)
        Self.print(
            try JSONEncoder().encode(
                NodeOutcome(
                    handed: lateness.handed,
                    answered: lateness.answered,
                    lastHanded: last.handed.milliseconds,
                    lastAnswered: last.answered.milliseconds,
                    failures: failures.count,
                    example: failures.example,
                    processorSeconds: used.processorSeconds - before.processorSeconds,
                    peakMegabytes: used.peakMegabytes
                )
            )
        )
    }

    /// Prints a ``NodeProgress`` whenever it changes, until the task is cancelled.
    private static func report(_ channel: TimingChannel, _ engine: Engine) async {
        var shown: NodeProgress?
        while !Task.isCancelled {
            let accepted = channel.acceptedCount
            // Asked only when nothing goes on: it costs a query.
            let isQuiet = accepted == shown?.accepted
            let isEmpty = isQuiet ? (try? await engine.read { try $0.earliestDelivery() == nil }) ?? false : false
            let progress = NodeProgress(accepted: accepted, isEmpty: isEmpty)
            if progress != shown, let line = try? JSONEncoder().encode(progress) { print(line) }
            shown = progress
            try? await Task.sleep(for: .milliseconds(isQuiet ? 100 : 50))
        }
    }

    private static func print(_ line: Data) {
        FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
}

/// How far a node has come.
struct NodeProgress: Codable, Equatable, Sendable {
    /// The number of its pushes that the gateway accepted.
    let accepted: Int
    /// Whether no delivery waits, of whichever node.
    let isEmpty: Bool
}

/// What a node pushed.
struct NodeOutcome: Codable, Sendable {
    /// The delays of its pushes after their due time, until they were handed over and until they were answered, ascending, in
    /// milliseconds.
    let handed: [Int64]
    let answered: [Int64]
    /// The times of the last ones, in milliseconds since 1970.
    let lastHanded: Int64
    let lastAnswered: Int64
    /// Number of failed attempts, and one of their outcomes.
    let failures: Int
    let example: String?
    /// Processor time of its process.
    let processorSeconds: Double
    /// Peak memory use, in megabytes.
    let peakMegabytes: Double
}
