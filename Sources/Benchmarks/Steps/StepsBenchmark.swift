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

/// Where the processor's time goes: each step of an alarm's way through the relay, alone.
///
/// Processor time of all threads, not the time that passes: what runs beside it does not count.
struct StepsBenchmark {
    /// Alarms that share a commit when they are accepted: as many as come together under load.
    static let accepts = 32
    /// Pushes that share a lease.
    static let leased = 100

    let scale: Scale
    let stage: Stage

    func measure() async throws -> [Section] {
        var steps: [Figure] = []
        for part in [transport, envelope, decisions, storage, pushing] { steps += try await part() }
        return [
            Section(
                title: "Where the time goes",
                setting: """
                    processor time of each step alone, \(scale.steps) times; database of \(scale.stepsPending) alarms on the \
                    disk; the relay's side only, but for pushing, where the client's is the relay's
                    """,
                figures: steps
            )
        ]
    }

    private func figure(_ name: String, _ values: [Double]) -> Figure { Figure(name, values, "µs") }

    /// Measures something that waits for nothing, a few times.
    private func repeated(_ name: String, _ body: () throws -> Void) async throws -> Figure {
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

    /// A request with its answer and nothing in between, on a connection that stays open.
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
        let couples = Couple.make(1)
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
        let couple = Couple.make(1)[0]
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
            ttl: Population.lifetime
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

    // MARK: Storing

    private func storage() async throws -> [Figure] {
        stage.progress("steps: commit")
        let prepared = try await PreparedRelay.with(scale.stepsPending, on: stage)
        let relay = try prepared.copy(in: stage.folder)
        defer { relay.folder.remove() }
        let clock = SettableClock(showing: Population.dawn)
        let built = try await buildRelay(
            configuration: try RelayConfiguration(environment: relay.environment),
            clock: clock,
            gateways: Gateways(apns: NearChannel(), topics: [Couple.topic])
        )
        do {
            let figures = try await storage(built.engine, prepared.population)
            await built.close()
            return figures
        } catch {
            await built.close()
            throw error
        }
    }

    private func storage(_ engine: Engine, _ population: Population) async throws -> [Figure] {
        let scheduler = Scheduler(engine: engine)
        let dispatcher = Dispatcher(engine: engine, holder: "relay")
        var (wakes, sends): ([Double], [Double]) = ([], [])
        // The herd is due; a few batches of it are woken, and what they ordered is sent to a gateway that is no distance away.
        for _ in 0..<max(scale.steps / 2000, 1) {
            var woken = 0
            let before = ProcessorTime.microseconds
            woken += try await scheduler.wakeDue()
            guard woken > 0 else { break }
            wakes.append((ProcessorTime.microseconds - before) / Double(woken))
            var sent = 0
            let start = ProcessorTime.microseconds
            while case let count = try await dispatcher.sendReady(), count > 0 { sent += count }
            if sent > 0 { sends.append((ProcessorTime.microseconds - start) / Double(sent)) }
        }
        var requests = try AlarmRequests(population, at: engine.clock.now())
        var accepts: [Double] = []
        for _ in 0..<max(scale.steps / 1000, 5) {
            let batch = try await requests.next(Self.accepts, in: engine)
            accepts.append(
                try await ProcessorTime.of(batch.count) {
                    try await withThrowingDiscardingTaskGroup { group in
                        for (request, device) in batch {
                            group.addTask { _ = try await engine.write { try $0.accept(request, from: device) } }
                        }
                    }
                }
            )
        }
        return [
            figure("commit: an alarm accepted, of \(Self.accepts) in one transaction, decision included", accepts),
            figure("commit: an alarm woken, of 500 in one transaction, decision included", wakes),
            figure("lease, check, dress, record: a delivery to a gateway that is no distance away", sends),
        ]
    }

    // MARK: Pushing

    private func pushing() async throws -> [Figure] {
        stage.progress("steps: push")
        let figures = [try await dress(), try await results()]
        let gateway = try await PushGateway.start(in: try stage.folder.folder("steps"))
        defer { Task { await gateway.stop() } }
        let (lasting, single) = (
            PushLoad(
                count: scale.steps,
                origin: gateway.origin(.body),
                authorityFile: gateway.authorityFile,
                requestsPerConnection: .max
            ),
            PushLoad(
                count: scale.steps / 100,
                origin: gateway.origin(.body),
                authorityFile: gateway.authorityFile,
                requestsPerConnection: 1
            )
        )
        let bare = PushLoad.asRelay(count: scale.steps, to: gateway)
        var (pushes, rotating, handshakes): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<scale.rounds {
            pushes.append(try await ProcessorTime.of(lasting.count) { _ = try await lasting.runCurlClient() })
            rotating.append(try await ProcessorTime.of(bare.count) { _ = try await bare.runCurlClient() })
            handshakes.append(try await ProcessorTime.of(single.count) { _ = try await single.runCurlClient() })
        }
        return figures + [
            figure("push: on a connection that lasts", pushes),
            figure("push: answered without a body, as Apple does, by this libcurl", rotating),
            figure("TLS: a push on a connection of its own, resumed", handshakes),
        ]
    }

    /// What a push is dressed in: its token opened, its JSON written, its request made.
    private func dress() async throws -> Figure {
        let vault = Vault(keyring: try Keyring.generate(at: SystemClock().now()))
        let couple = Couple.make(1)[0]
        let sealed = Device.PushToken(
            sealed: try vault.seal(pushToken: couple.pushToken, of: couple.receiver.device),
            environment: .sandbox,
            topic: Couple.topic,
            registeredAt: Population.acceptedAt
        )
        var generator = SystemRandomNumberGenerator()
        let alarm = AlarmID.timeOrdered(at: Population.dawn, using: &generator)
        let key = try ES256.PrivateKey()
        let token = try ProviderToken(
            credentials: APNsCredentials(key: key, keyID: "ABCDE12345", teamID: "TEAM567890"),
            issuedAt: Population.dawn
        )
        let delivery = DeliveryID.random(using: &generator)
        return try await repeated("dress: token opened, JSON written, request made") {
            guard let address = DeviceToken(hex: try vault.openPushToken(sealed, of: couple.receiver.device)) else {
                return
            }
            let push = AlarmPush(
                stage: .ring,
                id: alarm,
                revision: 1,
                time: Population.dawn,
                timeZone: "Europe/Berlin",
                sound: "default",
                message: SealedText(Population.message)
            )
            let outgoing = OutgoingPush(
                destination: PushDestination(
                    token: address,
                    environment: .sandbox,
                    topic: Couple.topic,
                    registeredAt: Population.acceptedAt
                ),
                id: delivery,
                collapseID: PushPayload.collapseID(alarm: alarm, stage: .ring),
                payload: try PushPayload(push, urgency: .timeSensitive).bytes,
                expiration: Population.dawn,
                deadline: Population.dawn
            )
            _ = APNsRequest.make(
                outgoing,
                origin: "https://localhost",
                token: token,
                timeout: .seconds(10),
                profile: ConnectionProfile(version: .http2)
            )
        }
    }

    /// What an answer means.
    private func results() async throws -> Figure {
        let response = HTTPResponse(head: HTTPResponseHead(status: 200))
        return try await repeated("result: answer read and judged") {
            _ = APNsAnswer(response).outcome(registeredAt: Population.dawn)
        }
    }
}
