import AlarmCore
import NIOCore
import Testing

@testable import GatewaySimulator

@Suite("Frames on a connection, by the library h2", .enabled(if: PythonClient.isWanted("h2"), PythonClient.hint))
struct FrameTests {
    typealias Event = WireClient.Event

    @Test("A success is HEADERS with END_STREAM: a response, its end, and no data")
    func success() async throws {
        try await GatewayFixture.run { fixture in
            let events = try await WireClient.run(.push(1), .until("end"), on: fixture)
            #expect(
                events == [
                    Event("streams", "1"), Event("streams", "1000"), Event("response", "1", "200"), Event("end", "1"),
                ]
            )
        }
    }

    @Test("A graceful GOAWAY names the highest stream there can be first, so that a client leaves nothing out")
    func graceful() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .goAway(afterEvery: 2, kind: .graceful)
            // The library accepts no frame after a GOAWAY; BehaviorTests checks the frames that follow with nghttp.
            let events = try await WireClient.run(.push(1), .until("end"), .push(1), .until("goaway"), on: fixture)
            #expect(events.contains(Event("goaway", "2147483647", "0", "")), "\(events)")
        }
    }

    @Test("An abrupt GOAWAY leaves what is in flight unprocessed, and closes the connection")
    func abrupt() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .goAway(afterEvery: 2, kind: .abrupt)
            let events = try await WireClient.run(.push(1), .until("end"), .push(3), .until("nothing"), on: fixture)
            #expect(events.contains(Event("goaway", "3", "0", #"{"reason":"Shutdown"}"#)), "\(events)")
            #expect(
                events.filter { $0.name == "response" } == [
                    Event("response", "1", "200"), Event("response", "3", "200"),
                ]
            )
            #expect(fixture.gateway.log.map(\.stream) == [1, 3])
        }
    }

    @Test("An immediate GOAWAY loses the answers of what was processed")
    func immediate() async throws {
        try await GatewayFixture.run { fixture in
            var behavior = GatewaySimulator.Behavior.goAway(afterEvery: 3, kind: .immediate)
            behavior.latency = .milliseconds(300)
            _ = try await fixture.push(fixture.request())
            fixture.gateway.behavior = behavior
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .push(2),
                .until("nothing"),
                on: fixture
            )
            #expect(events.filter { $0.name == "response" } == [Event("response", "1", "200")])
            #expect(events.contains { $0.name == "goaway" && $0.values.first == "5" }, "\(events)")
            #expect(fixture.gateway.log.filter(\.isAccepted).count == 4)
        }
    }

    @Test("A stalled connection answers nothing, not even a PING, and stays open", arguments: [false, true])
    func stall(delivers: Bool) async throws {
        try await GatewayFixture.run { fixture in
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            fixture.gateway.behavior = .stall(delivers: delivers, portion: .first(1))
            let stalled = FileSignal()
            let events = try await WireClient.run(
                .push(1),
                .until("streams"),
                .await(stalled),
                .until("nothing", seconds: 0.5),
                .ping,
                .until("pong", seconds: 0.5),
                on: fixture
            ) {
                try await fixture.until { fixture.gateway.recordedCount == 1 }
                try stalled.give()
            }
            #expect(Set(events.map(\.name)) == ["streams", "timeout"], "\(events)")
            #expect(events.suffix(2) == [Event("timeout", "nothing"), Event("timeout", "pong")])
            #expect(fixture.gateway.unansweredCount == 0)
            _ = try await fixture.push(fixture.request())
            let delivered = await phone.next()
            #expect(delivered?.answer == (delivers ? .stalled : .response(.accepted)))
        }
    }

    @Test("Open connections can be stalled and dropped while they are idle")
    func stallIdle() async throws {
        try await GatewayFixture.run { fixture in
            let (stalled, missed) = (FileSignal(), FileSignal())
            let told = try await WireClient.run(
                .push(1),
                .until("end"),
                .await(stalled),
                .ping,
                .until("pong", seconds: 0.5),
                .signal(missed),
                .until("nothing"),
                on: fixture
            ) {
                try await fixture.until { fixture.gateway.recordedCount > 0 }
                try await connectionsAreThrough(fixture)
                fixture.gateway.stallConnections()
                try await connectionsAreThrough(fixture)
                try stalled.give()
                try await fixture.until { missed.isGiven }
                await fixture.gateway.dropConnections()
            }
            #expect(told.contains(Event("end", "1")))
            #expect(!told.contains(Event("pong")))
            #expect(told.last == Event("cut"), "a dropped connection ends without TLS's close_notify: \(told)")
            #expect(fixture.gateway.connectionCount == 0)
        }
    }

    @Test("A closed output is TLS's close_notify, and what the client still sends is taken without an answer")
    func closedOutput() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .halfClose(.output)
            let events = try await WireClient.run(
                .push(1),
                .until("nothing"),
                .ping,
                .push(1),
                .until("nothing", seconds: 0.5),
                on: fixture
            )
            #expect(Set(events.map(\.name)) == ["streams", "eof"], "\(events)")
            #expect(fixture.gateway.log.map(\.answer) == [.outputClosed])
        }
    }

    @Test("With a closed input the request that closed it is answered, and later ones never")
    func closedInput() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .halfClose(.input)
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .push(1),
                .ping,
                .until("pong", seconds: 0.5),
                on: fixture
            )
            #expect(events.suffix(3) == [Event("response", "1", "200"), Event("end", "1"), Event("timeout", "pong")])
            #expect(fixture.gateway.log.map(\.answer) == [.response(.accepted)])
        }
    }

    @Test("The number of streams can be changed on open connections, and held where it began")
    func streamLimit() async throws {
        try await GatewayFixture.run { fixture in
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .until("streams", count: 3),
                on: fixture
            ) {
                try await fixture.until { fixture.gateway.recordedCount > 0 }
                try await connectionsAreThrough(fixture)
                fixture.gateway.maximumConcurrentStreams = 7
                try await connectionsAreThrough(fixture)
                fixture.gateway.holdsStreamLimit = true
                try await connectionsAreThrough(fixture)
                fixture.gateway.holdsStreamLimit = false
            }
            #expect(
                events.filter { $0.name == "streams" }.map(\.values) == [
                    ["1"], ["1000"], ["7"], ["1"], ["7"],
                ]
            )
        }
        try await GatewayFixture.run(configure: { $0.connectionRules.holdsStreamLimit = true }) { fixture in
            let events = try await WireClient.run(.push(1), .until("end"), on: fixture)
            #expect(events.filter { $0.name == "streams" } == [Event("streams", "1")])
        }
    }

    @Test("nghttp2's protection against resets lets 1,000 pass and ends the connection with INTERNAL_ERROR")
    func nghttp2Resets() async throws {
        try await GatewayFixture.run(configure: { $0.connectionRules.resetProtection = .nghttp2 }) { fixture in
            let within = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(900),
                .push(1),
                .until("end"),
                on: fixture
            )
            #expect(!within.contains { $0.name == "goaway" }, "\(within.suffix(3))")
            let beyond = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(900),
                .push(1),
                .until("end"),
                .reset(900),
                .until("nothing"),
                on: fixture
            )
            #expect(beyond.contains { $0.name == "goaway" && $0.values[1] == "2" }, "\(beyond.suffix(3))")
        }
    }

    @Test("NIO's protection against resets lets 200 pass and ends the connection with ENHANCE_YOUR_CALM")
    func nioResets() async throws {
        try await GatewayFixture.run(configure: { $0.connectionRules.resetProtection = .nio }) { fixture in
            let within = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(190),
                .push(1),
                .until("end"),
                on: fixture
            )
            #expect(!within.contains { $0.name == "goaway" })
            let beyond = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(250),
                .until("nothing"),
                on: fixture
            )
            #expect(beyond.contains { $0.name == "goaway" && $0.values[1] == "11" }, "\(beyond.suffix(3))")
        }
    }

    /// Waits until every connection has processed its work so far.
    private func connectionsAreThrough(_ fixture: GatewayFixture) async throws {
        for channel in fixture.gateway.server.connections.all {
            try await channel.eventLoop.submit {}.get()
        }
    }
}
