import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import ServiceLifecycle
import Storage
import TestSupport
import Testing

@testable import RelayServer

@Suite("A relay that is told to stop while something is under way", .timeLimit(.minutes(10)))
struct ShutdownUnderWayTests {
    /// A relay whose services all run.
    private struct Running {
        let relay: Relay
        let group: ServiceGroup
        let port: Int

        /// Whether it takes new connections.
        func takesConnections() async -> Bool {
            (try? await RawConnection.with(port: port) { _ in true }) ?? false
        }
    }

    /// Runs `body` with a relay on the store; returns once the relay has ended, as which `body` has to tell it to.
    private static func with(
        _ store: HeldStore,
        _ flags: [String: String] = [:],
        grace: Duration = Relay.defaultGrace,
        _ body: (Running) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let relay = try await buildRelay(
                configuration: RelayConfiguration(
                    flags: ["listen": "127.0.0.1:0", "open-registration": "true"].merging(flags) { $1 },
                    environment: TestRelay.environment(directory)
                ),
                clock: TestClock(),
                store: store,
                gateways: Gateways(),
                logger: LogRecord().logger,
                announce: { lines in
                    // "Reveille listens on 127.0.0.1:PORT and is reached at …"
                    let address = lines.first?.split(separator: " ").first { $0.hasPrefix("127.0.0.1:") }
                    if let port = address?.split(separator: ":").last.flatMap({ Int($0) }) { continuation.yield(port) }
                    continuation.finish()
                }
            )
            let group = relay.serviceGroup(grace: grace)
            async let end: Void = group.run()
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            do {
                try await body(Running(relay: relay, group: group, port: port))
            } catch {
                store.release()
                await group.triggerGracefulShutdown()
                throw error
            }
            try await end
            await relay.close()
        }
    }

    /// A registration, which needs no envelope, as bytes on the wire.
    private static func registration(ofKey byte: UInt8) -> String {
        let message = RegisterDevice(deviceKey: [UInt8](repeating: byte, count: 32), platform: .events)
        let body = String(decoding: message.wire, as: UTF8.self)
        return "POST \(Endpoints.Devices.register.target) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("A request that had begun is answered and kept; meanwhile no new connection is taken, and then it ends")
    func request() async throws {
        let store = HeldStore()
        try await Self.with(store) { running in
            let heard = try await RawConnection.with(port: running.port) { client in
                store.hold()
                try await client.send(Self.registration(ofKey: 5))
                while running.relay.bounds.count == 0 { try await Task.yieldUnlessCancelled() }
                await running.group.triggerGracefulShutdown()
                while await running.takesConnections() { try await Task.yieldUnlessCancelled() }
                #expect(running.relay.bounds.count == 1)
                store.release()
                return await client.hearAll()
            }
            #expect(heard.hasPrefix("HTTP/1.1 201"), "\(heard)")
            let body = try #require(heard.split(separator: "\r\n\r\n").last)
            let id = try DeviceRegistered(wire: Array(body.utf8)).deviceID
            #expect(try await store.base.read { try $0.device(id) } != nil)
        }
    }

    @Test("On HTTP/2 it says that it takes no more, answers what had begun, and closes")
    func requestOnHTTP2() async throws {
        try await TemporaryDirectory.with { directory in
            let certificate = try TestCertificate(in: directory)
            let store = HeldStore()
            try await Self.with(store, certificate.flags) { running in
                try await FrameClient.with(port: running.port, trusting: certificate) { client in
                    store.hold()
                    let message = RegisterDevice(deviceKey: [UInt8](repeating: 7, count: 32), platform: .events)
                    let fields = [("content-type", "application/json")]
                    try await client.ask("POST", Endpoints.Devices.register.target, fields, body: message.wire, on: 1)
                    while running.relay.bounds.count == 0 { try await Task.yieldUnlessCancelled() }
                    await running.group.triggerGracefulShutdown()
                    #expect(try await client.next(.goAway)?.code == 0)
                    #expect(running.relay.bounds.count == 1)
                    store.release()
                    let answer = try await client.answer(on: 1)
                    try #require(answer.status == "201")
                    let id = try DeviceRegistered(wire: answer.body).deviceID
                    #expect(try await store.base.read { try $0.device(id) } != nil)
                    _ = try await client.all()
                }
            }
        }
    }

    @Test("An HTTP/2 connection without a request is closed at once, though its client confirms nothing")
    func idleOnHTTP2() async throws {
        try await TemporaryDirectory.with { directory in
            let certificate = try TestCertificate(in: directory)
            try await Self.with(HeldStore(), certificate.flags) { running in
                try await FrameClient.with(port: running.port, trusting: certificate) { client in
                    try await client.ask("GET", "/healthz", on: 1)
                    #expect(try await client.answer(on: 1).status == "200")
                    await running.group.triggerGracefulShutdown()
                    #expect(try await client.all().contains { $0.kind == .goAway && $0.code == 0 })
                }
            }
        }
    }

    @Test("A request of which only a part has come is told so soon, and does not hold it up for the whole grace")
    func part() async throws {
        try await Self.with(HeldStore(), grace: .seconds(3600)) { running in
            try await RawConnection.with(port: running.port) { client in
                // The beginning of the second request has gone on as soon as the first is answered.
                let part = Self.registration(ofKey: 8).dropLast(10)
                try await client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\(part)")
                _ = await client.hear("HTTP/1.1 200 OK")
                await running.group.triggerGracefulShutdown()
                #expect(await client.hearAll().contains("HTTP/1.1 503"))
            }
        }
    }

    @Test("On HTTP/2 part of a request is told so soon, and a head that has not ended is not waited for")
    func partOnHTTP2() async throws {
        try await TemporaryDirectory.with { directory in
            let certificate = try TestCertificate(in: directory)
            try await Self.with(HeldStore(), certificate.flags, grace: .seconds(3600)) { running in
                try await FrameClient.with(port: running.port, trusting: certificate) { client in
                    let fields = [("content-type", "application/json"), ("content-length", "100")]
                    let head = try client.head("POST", Endpoints.Devices.register.target, fields)
                    try await client.send(.headers, flags: FrameClient.endHeaders, stream: 1, payload: head)
                    try await client.ask("GET", "/healthz", on: 3)
                    #expect(try await client.answer(on: 3).status == "200")
                    try await client.send(.headers, stream: 5, payload: head)
                    await running.group.triggerGracefulShutdown()
                    #expect(try await client.next(.headers, on: 1)?.status == "503")
                    _ = try await client.all()
                }
            }
        }
    }

    @Test("A connection without a request is closed at once, and holds nobody up")
    func idle() async throws {
        try await Self.with(HeldStore()) { running in
            try await RawConnection.with(port: running.port) { client in
                try await client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = await client.hear("HTTP/1.1 200 OK")
                await running.group.triggerGracefulShutdown()
                _ = await client.hearAll()
            }
        }
    }

    @Test("What has not ended when the grace is over is cut, and leaves nothing behind")
    func cut() async throws {
        let store = HeldStore()
        let heard = SharedValue<String>()
        try await Self.with(store, grace: .milliseconds(200)) { running in
            heard.value = try await RawConnection.with(port: running.port) { client in
                store.hold()
                try await client.send(Self.registration(ofKey: 6))
                while running.relay.bounds.count == 0 { try await Task.yieldUnlessCancelled() }
                await running.group.triggerGracefulShutdown()
                // Nobody lets the store go on: the relay ends without it.
                return await client.hearAll()
            }
        }
        let text = try #require(heard.value)
        #expect(!text.contains("HTTP/1.1 201"), "\(text)")
        #expect(try await store.base.read { try $0.counts(at: TestClock().now(), silentAfter: 3) }.devices == 0)
    }

    @Test("An event stream ends with its last chunk, so that its listener knows that nothing is missing")
    func stream() async throws {
        let listening = SharedValue<Task<String, any Error>>()
        try await TestRelay.with(["open-registration": "true", "listen": "127.0.0.1:0"], through: .live) { relay in
            let device = try await TestDevice(at: relay)
            let path = Endpoints.Sync.events.target
            let credentials = try #require(device.authorization(for: .get, path)[.authorization])
            let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
            listening.value = Task {
                defer { continuation.finish() }
                return try await RawConnection.with(relay) { listener in
                    try await listener.send("GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: \(credentials)\r\n\r\n")
                    _ = await listener.hear("event:")
                    continuation.finish()
                    return await listener.hearAll()
                }
            }
            for await _ in opened {}
            // Leaving this block stops the relay.
        }
        let heard = try await listening.value?.value
        #expect(heard?.hasPrefix("HTTP/1.1 200") == true)
        #expect(heard?.hasSuffix("\r\n0\r\n\r\n") == true, "\(heard ?? "")")
    }
}
