import AlarmCore
import AlarmWire
import Engine
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import ServiceLifecycle
import Storage
import Testing

@Suite("Stopping a relay", .timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test("Told to stop, all of its services end and the store closes")
    func services() async throws {
        try await TemporaryDirectory.with { directory in
            let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
            let relay = try await buildRelay(
                configuration: RelayConfiguration(
                    flags: ["listen": "127.0.0.1:0"],
                    environment: TestRelay.environment(directory)
                ),
                clock: TestClock(),
                logger: LogRecord().logger,
                announce: { _ in continuation.finish() }
            )
            let group = ServiceGroup(services: relay.services, logger: relay.engine.logger)
            async let end: Void = group.run()
            for await _ in listening {}
            await group.triggerGracefulShutdown()
            try await end
            await relay.close()
            await #expect(throws: StoreError.closed) { try await relay.engine.read { try $0.wakeCount() } }
        }
    }

    @Test("A listener on the event stream does not hold it up")
    func listener() async throws {
        try await TestRelay.with(["open-registration": "true", "listen": "127.0.0.1:0"], through: .live) { relay in
            let device = try await TestDevice(at: relay)
            let client = TestClient(host: "127.0.0.1", port: try #require(relay.client.port))
            client.connect()
            try await client.executeAndDontWaitForResponse(
                .init(
                    Endpoints.Sync.events.target,
                    method: .get,
                    authority: "127.0.0.1",
                    headers: try device.authorization(for: .get, Endpoints.Sync.events.target)
                )
            )
            await relay.log.line(with: "route=\(Endpoints.Sync.events.target) status=200")
            // Leaving this block stops the relay gracefully, with the stream still open: the time limit is the test.
        }
    }
}
