import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import RelayTesting
import Synchronization
import Testing

@Suite("The event stream", .timeLimit(.minutes(10)))
struct EventStreamTests {
    /// Runs `body` with Ben's open stream, and returns everything sent on the stream until its end.
    private static func listen(
        _ body: @escaping @Sendable (TestRelay, TestPair, TestClient) async throws -> Void
    ) async throws -> (text: String, events: [StreamEvent]) {
        let said = Mutex<[UInt8]>([])
        try await TestRelay.with(["open-registration": "true", "listen": "127.0.0.1:0"], through: .live) { relay in
            let couple = try await TestPair(at: relay)
            let client = TestClient(
                host: "127.0.0.1",
                port: try #require(relay.client.port),
                configuration: .init(timeout: .seconds(600))
            )
            client.connect()
            async let stream = client.execute(
                .init(
                    Endpoints.Sync.events.target,
                    method: .get,
                    authority: "127.0.0.1",
                    headers: try couple.ben.authorization(for: .get, Endpoints.Sync.events.target)
                )
            )
            await relay.log.line(with: "route=\(Endpoints.Sync.events.target) status=200")
            await relay.clock.somebodySleeps()
            #expect(relay.relay.engine.events.count == 1)
            try await body(relay, couple, client)
            await relay.log.line(with: "an event stream ended")
            #expect(relay.relay.engine.events.count == 0)
            if let answer = try? await stream {
                #expect(answer.headers[.contentType] == "text/event-stream")
                said.withLock { $0 = Array(buffer: answer.body ?? ByteBuffer()) }
            }
        }
        let bytes = said.withLock { $0 }
        var parser = EventStreamParser()
        return (String(decoding: bytes, as: UTF8.self), try parser.feed(bytes).compactMap { try StreamEvent($0) })
    }

    @Test("It begins with the cursor up to which the device may ask, and ends when the relay ends it")
    func first() async throws {
        let expected = Mutex<[StreamEvent]>([])
        let (_, events) = try await Self.listen { relay, couple, _ in
            let sync = try await couple.ben.ask(Endpoints.Sync.synchronise(CursorTarget()))
            expected.withLock { $0 = [.sync(sync.cursor)] }
            relay.relay.engine.events.close()
        }
        #expect(events == expected.withLock { $0 })
    }

    @Test("While it is open it tells what changes, and fills silence with comments")
    func changes() async throws {
        let (text, events) = try await Self.listen { relay, couple, _ in
            _ = try await couple.ana.send(Endpoints.Alarms.set(couple.request()))
            relay.clock.advance(by: .seconds(20))
            // The comment is written before the next pause begins.
            await relay.clock.somebodySleeps()
            relay.relay.engine.events.close()
        }
        #expect(events.count >= 2)
        #expect(text.contains("\n:\n"))
    }

    @Test("A listener that has gone is no listener any more, before the next comment is due")
    func departure() async throws {
        _ = try await Self.listen { _, _, client in
            try await client.close(mode: .all)
        }
    }
}
