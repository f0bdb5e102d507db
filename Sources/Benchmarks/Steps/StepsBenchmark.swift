import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import DeviceSimulator
import Engine
import Foundation
import NIOCore
import NIOPosix
import RelayServer
import Sealing
import Storage
import TestSupport

/// Measures the processor time of each step of an alarm's way through the relay, in isolation.
///
/// It is the processor time of all threads, not elapsed time: other processes do not count.
struct StepsBenchmark {
    /// Number of alarms in one commit when they are accepted: as many as come together under load.
    static let accepts = 32
    /// Number of pushes in one lease.
    static let leased = 100

    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        var steps: [Figure] = []
        for part in [transport, envelope, decisions, storage, pushing] { steps += try await part() }
        return [
            ReportSection(
                title: "Where the time goes",
                setting: """
                    processor time of each step alone, \(scale.steps) times; database of \(scale.stepsPending) alarms on the \
                    disk; the relay's side only, but for pushing, where the client's is the relay's
                    """,
                figures: steps
            )
        ]
    }

    func figure(_ name: String, _ values: [Double]) -> Figure { Figure(name, values, "µs") }

    /// Measures an operation that never waits, several times.
    func repeated(_ name: String, _ body: () throws -> Void) async throws -> Figure {
        var values: [Double] = []
        for _ in 0..<scale.rounds {
            values.append(
                try await ProcessorTime.of(scale.steps / scale.rounds) {
                    for _ in 0..<scale.steps / scale.rounds { try body() }
                }
            )
        }
        return figure(name, values)
    }

    // MARK: HTTP

    /// Measures a request with its answer and nothing in between, on a connection that stays open.
    private func transport() async throws -> [Figure] {
        stage.progress("steps: HTTP")
        let relay = PreparedRelay(folder: try stage.folder.folder("empty"), population: Population(count: 0))
        let client = try CurlClient()
        let process = try await RelayProcess.start(
            executable: Tool.sibling("reveille").executable,
            port: FreePort.find(),
            environment: relay.environment,
            logFile: stage.folder.url.appending(path: "empty.log"),
            client: client
        )
        await client.shutdown()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let port = process.url.split(separator: ":").last.flatMap { Int($0) } ?? 0
        let load = LoadGenerator(port: port, connections: 64, group: group, success: 200)
        let request = ByteBuffer(string: "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        var values: [Double] = []
        for _ in 0..<scale.rounds {
            let before = Resources.of(process: process.processID)?.processorSeconds ?? .nan
            _ = try await load.run(Array(repeating: request, count: scale.steps))
            let after = Resources.of(process: process.processID)?.processorSeconds ?? .nan
            values.append((after - before) * 1e6 / Double(scale.steps))
        }
        await process.stop()
        try await group.shutdownGracefully()
        return [figure("HTTP: a request and its answer, nothing in between", values)]
    }

    // MARK: Envelope

    private func envelope() async throws -> [Figure] {
        stage.progress("steps: envelope")
        let couples = StoredCouple.make(1)
        let key = try RequestKeys(deviceKey: SymmetricKey(bytes: couples[0].senderKey)).request
        var requests = try SealedRequests(host: "localhost", couples: couples)
        let sealed = try requests.make(1, at: SystemClock().now())[0]
        let text = String(buffer: sealed)
        let envelope = Array(text[(text.range(of: "\r\n\r\n")?.upperBound ?? text.startIndex)...].utf8)
        let plaintext = try CompactJWE(parsing: envelope, limit: EnvelopeLimits.bytes).open(with: key)
        return [
            try await repeated("open: envelope parsed and opened, request hashed") {
                let jwe = try CompactJWE(parsing: envelope, limit: EnvelopeLimits.bytes)
                _ = try SHA256.hash(jwe.open(with: key))
            },
            try await repeated("decode: JSON read, request understood") {
                let request = try RequestPlaintext(wire: plaintext)
                _ = try AlarmRequest(json: request.body)
            },
        ]
    }

    // MARK: Deciding

    private func decisions() async throws -> [Figure] {
        stage.progress("steps: decide")
        let couple = StoredCouple.make(1)[0]
        let (due, zones) = (Population.dawn, ZoneDirectory())
        let context = AlarmContext(
            policy: .partnerAlarm,
            receivers: [AlarmContext.Recipient(device: couple.receiver.device)],
            senders: [AlarmContext.Recipient(device: couple.sender.device)],
            zones: zones
        )
        var generator = SystemRandomNumberGenerator()
        let fresh = Alarm(
            id: .timeOrdered(at: due, using: &generator),
            preset: EscalationPolicy.partnerAlarm.name,
            schedule: .once(due),
            due: due,
            ttl: Population.ttl
        )
        var accepted = fresh
        _ = accepted.handle(.accepted, at: Population.acceptedAt, in: context)
        let waiting = accepted
        return [
            try await repeated("decide: an alarm accepted") {
                var alarm = fresh
                _ = alarm.handle(.accepted, at: Population.acceptedAt, in: context)
            },
            try await repeated("decide: an alarm due") {
                var alarm = waiting
                _ = alarm.handle(.wake, at: due, in: context)
            },
        ]
    }
}
