import Engine
import RelayServer
import RelayTesting
import ServiceLifecycle
import Storage
import Testing

@Suite("A relay as a node of its store", .timeLimit(.minutes(10)))
struct NodeTests {
    /// The nodes of a store while a relay runs on it, and after it was told to stop.
    private func nodes(of store: InMemoryStore) async throws -> (running: [RelayNode], stopped: [RelayNode]) {
        try await TemporaryDirectory.with { directory in
            let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
            let relay = try await buildRelay(
                configuration: RelayConfiguration(
                    flags: ["listen": "127.0.0.1:0"],
                    environment: TestRelay.environment(directory)
                ),
                clock: TestClock(),
                store: store,
                logger: LogRecord().logger,
                announce: { _ in continuation.finish() }
            )
            let group = ServiceGroup(services: relay.services, logger: relay.engine.logger)
            async let end: Void = group.run()
            for await _ in listening {}
            let running = try await store.read { try $0.nodes() }
            await group.triggerGracefulShutdown()
            try await end
            let stopped = try await store.read { try $0.nodes() }
            await relay.close()
            return (running, stopped)
        }
    }

    @Test("Where others may run beside it, it is known by its machine's name, and leaves when it is told to stop")
    func shared() async throws {
        let (running, stopped) = try await nodes(of: InMemoryStore(isShared: true))
        #expect(running.count == 1)
        #expect(running.first?.name.isEmpty == false)
        #expect(stopped == [])
    }

    @Test("Alone on its store it gives no signs of life besides its row, which the next start replaces")
    func alone() async throws {
        let store = InMemoryStore()
        let (running, stopped) = try await nodes(of: store)
        #expect(running.count == 1)
        #expect(stopped == running)
    }
}
