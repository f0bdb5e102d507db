import AlarmCore
import ArgumentParser
import CurlClient
import Delivery
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// `reveille-bench ring`: a relay in a process of its own that rings what is due, and says how it went.
///
/// Scheduler, dispatcher, housekeeper, database and push channel are the relay's own, put together as `reveille serve` does;
/// only the clock is set forward.
struct RingRelay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ring",
        abstract: "Ring what is due; started by the measurement.",
        shouldDisplay: false
    )

    @Option var gateway: String
    @Option var authority: String
    @Option var key: String
    /// What the clock shows at first, in milliseconds since 1970.
    @Option var showing: Int64
    /// When the first is due.
    @Option var due: Int64
    /// How many pushes there will be.
    @Option var count: Int

    private static let patience = Span.minutes(2)

    func run() async throws {
        let configuration = try RelayConfiguration(environment: ProcessInfo.processInfo.environment)
        let client = try CurlClient()
        let clock = ShiftedClock(showing: Instant(milliseconds: showing))
        var logger = Logger(label: "bench")
        logger.logLevel = .warning
        let channel = WatchedChannel(
            APNsChannel(
                configuration: APNsChannel.Configuration(
                    endpoints: APNsEndpoints(single: gateway),
                    certificateAuthorityFile: authority
                ),
                credentials: try APNsCredentials(keyFile: key, keyID: "ABCDE12345", teamID: "TEAM567890"),
                client: client,
                logger: logger,
                now: { clock.now() }
            ),
            clock: clock
        )
        let relay = try await buildRelay(
            configuration: configuration,
            clock: clock,
            gateways: Gateways(apns: channel, topics: [Couple.topic]),
            logger: logger
        )
        let before = Resources.now
        let services = [
            Task { try await Dispatcher(engine: relay.engine, holder: "relay").run() },
            Task { try await Scheduler(engine: relay.engine).run() },
            Task { try await Housekeeper(engine: relay.engine).run() },
        ]
        let recorded = try await waitUntilRecorded(channel, relay.engine, clock)
        let used = Resources.now
        for service in services { service.cancel() }
        for service in services { _ = await service.result }
        await relay.close()
        await client.shutdown()
        let first = Instant(milliseconds: due)
        let lateness = channel.lateness
        let outcome = RingOutcome(
            count: channel.acceptedCount,
            failures: channel.failures.count,
            example: channel.failures.example,
            handedSeconds: Double((channel.last.handed - first).milliseconds) / 1000,
            answeredSeconds: Double((channel.last.answered - first).milliseconds) / 1000,
            recordedSeconds: Double((recorded - first).milliseconds) / 1000,
            processorSeconds: used.processorSeconds - before.processorSeconds,
            peakMegabytes: used.peakMegabytes,
            handed: RingOutcome.Lateness(lateness.handed),
            answered: RingOutcome.Lateness(lateness.answered)
        )
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    /// Waits until every push was accepted and nothing is left in the outbox; returns when that was.
    private func waitUntilRecorded(
        _ channel: WatchedChannel,
        _ engine: Engine,
        _ clock: ShiftedClock
    ) async throws -> Instant {
        let end = Instant(milliseconds: due) + Self.patience
        while clock.now() < end {
            try await clock.pause(for: .milliseconds(channel.acceptedCount >= count ? 10 : 100))
            guard channel.acceptedCount >= count else { continue }
            if try await engine.read({ try $0.earliestDelivery() }) == nil { return clock.now() }
        }
        throw RingOutcome.Failure(
            accepted: channel.acceptedCount,
            expected: count,
            failures: channel.failures.count,
            example: channel.failures.example
        )
    }
}
