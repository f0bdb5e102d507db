import AlarmCore
import ArgumentParser
import CurlClient
import Delivery
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// `reveille-bench ring`: a relay in a process of its own that rings due alarms, and reports the results.
///
/// Scheduler, dispatcher, housekeeper, database and push channel are the relay's own, set up as by `reveille serve`;
/// only the clock is shifted.
struct RingRelay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ring",
        abstract: "Ring what is due; started by the measurement.",
        shouldDisplay: false
    )

    @Option var gateway: String
    @Option var authority: String
    @Option var key: String
    /// Initial reading of the clock, in milliseconds since 1970.
    @Option var showing: Int64
    /// Due time of the first alarm, in milliseconds since 1970.
    @Option var due: Int64
    /// Number of pushes to expect.
    @Option var count: Int

    private static let patience = Span.minutes(2)

    func run() async throws {
        let configuration = try RelayConfiguration(environment: ProcessInfo.processInfo.environment)
        let client = try CurlClient()
        let clock = ShiftedClock(showing: Instant(milliseconds: showing))
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
        let services = [
            Task { try await Dispatcher(engine: relay.engine).run() },
            Task { try await Scheduler(engine: relay.engine).run() },
            Task { try await Housekeeper(engine: relay.engine).run() },
        ]
        let first = Instant(milliseconds: due)
        // What a start takes is no part of a ring.
        try await clock.sleep(until: first - .milliseconds(2))
        let before = Resources.now
        let recorded = try await waitUntilRecorded(channel, relay.engine, clock)
        let used = Resources.now
        for service in services { service.cancel() }
        for service in services { _ = await service.result }
        await relay.close()
        await client.shutdown()
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

    /// Waits until every push was accepted and the outbox is empty; returns the time.
    private func waitUntilRecorded(
        _ channel: TimingChannel,
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
