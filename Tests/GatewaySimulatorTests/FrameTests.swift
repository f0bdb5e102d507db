import AlarmCore
import NIOCore
import Testing

@testable import GatewaySimulator

@Suite("What a connection gets to see, by the library h2", .enabled(if: PythonClient.isWanted("h2"), PythonClient.hint))
struct FrameTests {
    typealias Event = WireClient.Event

    @Test("A success is HEADERS with END_STREAM: a response, its end, and no data")
    func success() async throws {
        try await Laboratory.run { laboratory in
            let events = try await WireClient.run(.push(1), .until("end"), on: laboratory)
            #expect(
                events == [
                    Event("streams", "1"), Event("streams", "1000"), Event("response", "1", "200"), Event("end", "1"),
                ]
            )
        }
    }

    @Test("A graceful GOAWAY names the highest stream there can be first, so that a client leaves nothing out")
    func graceful() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .goAway(afterEvery: 2, kind: .graceful)
            // The library takes no frame after a GOAWAY: what follows is told by nghttp, in BehaviorTests.
            let events = try await WireClient.run(.push(1), .until("end"), .push(1), .until("goaway"), on: laboratory)
            #expect(events.contains(Event("goaway", "2147483647", "0", "")), "\(events)")
        }
    }

    @Test("An abrupt GOAWAY leaves what is in flight unprocessed, and closes the connection")
    func abrupt() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .goAway(afterEvery: 2, kind: .abrupt)
            let events = try await WireClient.run(.push(1), .until("end"), .push(3), .until("nothing"), on: laboratory)
            #expect(events.contains(Event("goaway", "3", "0", #"{"reason":"Shutdown"}"#)), "\(events)")
            #expect(
                events.filter { $0.name == "response" } == [
                    Event("response", "1", "200"), Event("response", "3", "200"),
                ]
            )
            #expect(laboratory.gateway.log.map(\.stream) == [1, 3])
        }
    }

    @Test("An immediate GOAWAY loses the answers of what was processed")
    func immediate() async throws {
        try await Laboratory.run { laboratory in
            var behavior = GatewaySimulator.Behavior.goAway(afterEvery: 3, kind: .immediate)
            behavior.latency = .milliseconds(300)
            _ = try await laboratory.push(laboratory.request())
            laboratory.gateway.behavior = behavior
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .push(2),
                .until("nothing"),
                on: laboratory
            )
            #expect(events.filter { $0.name == "response" } == [Event("response", "1", "200")])
            #expect(events.contains { $0.name == "goaway" && $0.values.first == "5" }, "\(events)")
            #expect(laboratory.gateway.log.filter(\.isAccepted).count == 4)
        }
    }

    @Test("A stalled connection answers nothing, not even a PING, and stays open", arguments: [false, true])
    func stall(delivers: Bool) async throws {
        try await Laboratory.run { laboratory in
            var phone = laboratory.gateway.pushes(to: laboratory.token).makeAsyncIterator()
            laboratory.gateway.behavior = .stall(delivers: delivers, portion: .first(1))
            let stalled = Signal()
            let events = try await WireClient.run(
                .push(1),
                .until("streams"),
                .await(stalled),
                .until("nothing", seconds: 0.5),
                .ping,
                .until("pong", seconds: 0.5),
                on: laboratory
            ) {
                try await laboratory.until { laboratory.gateway.recordedCount == 1 }
                try stalled.give()
            }
            #expect(Set(events.map(\.name)) == ["streams", "timeout"], "\(events)")
            #expect(events.suffix(2) == [Event("timeout", "nothing"), Event("timeout", "pong")])
            #expect(laboratory.gateway.unansweredCount == 0)
            _ = try await laboratory.push(laboratory.request())
            let delivered = await phone.next()
            #expect(delivered?.answer == (delivers ? .stalled : .response(.accepted)))
        }
    }

    @Test("Open connections can be stalled and dropped while they are idle")
    func stallIdle() async throws {
        try await Laboratory.run { laboratory in
            let (stalled, missed) = (Signal(), Signal())
            let told = try await WireClient.run(
                .push(1),
                .until("end"),
                .await(stalled),
                .ping,
                .until("pong", seconds: 0.5),
                .signal(missed),
                .until("nothing"),
                on: laboratory
            ) {
                try await laboratory.until { laboratory.gateway.recordedCount > 0 }
                try await connectionsAreThrough(laboratory)
                laboratory.gateway.stallConnections()
                try await connectionsAreThrough(laboratory)
                try stalled.give()
                try await laboratory.until { missed.isGiven }
                await laboratory.gateway.dropConnections()
            }
            #expect(told.contains(Event("end", "1")))
            #expect(!told.contains(Event("pong")))
            #expect(told.last == Event("cut"), "a dropped connection ends without TLS's close_notify: \(told)")
            #expect(laboratory.gateway.connectionCount == 0)
        }
    }

    @Test("A closed output is TLS's close_notify, and what the client still sends is taken without an answer")
    func closedOutput() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .halfClose(.output)
            let events = try await WireClient.run(
                .push(1),
                .until("nothing"),
                .ping,
                .push(1),
                .until("nothing", seconds: 0.5),
                on: laboratory
            )
            #expect(Set(events.map(\.name)) == ["streams", "eof"], "\(events)")
            #expect(laboratory.gateway.log.map(\.answer) == [.outputClosed])
        }
    }

    @Test("With a closed input the request that closed it is answered, and later ones never")
    func closedInput() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .halfClose(.input)
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .push(1),
                .ping,
                .until("pong", seconds: 0.5),
                on: laboratory
            )
            #expect(events.suffix(3) == [Event("response", "1", "200"), Event("end", "1"), Event("timeout", "pong")])
            #expect(laboratory.gateway.log.map(\.answer) == [.response(.accepted)])
        }
    }

    @Test("The number of streams can be changed on open connections, and held where it began")
    func streamLimit() async throws {
        try await Laboratory.run { laboratory in
            let events = try await WireClient.run(
                .push(1),
                .until("end"),
                .until("streams", count: 3),
                on: laboratory
            ) {
                try await laboratory.until { laboratory.gateway.recordedCount > 0 }
                try await connectionsAreThrough(laboratory)
                laboratory.gateway.maximumConcurrentStreams = 7
                try await connectionsAreThrough(laboratory)
                laboratory.gateway.holdsStreamLimit = true
                try await connectionsAreThrough(laboratory)
                laboratory.gateway.holdsStreamLimit = false
            }
            #expect(
                events.filter { $0.name == "streams" }.map(\.values) == [
                    ["1"], ["1000"], ["7"], ["1"], ["7"],
                ]
            )
        }
        try await Laboratory.run(configure: { $0.connectionRules.holdsStreamLimit = true }) { laboratory in
            let events = try await WireClient.run(.push(1), .until("end"), on: laboratory)
            #expect(events.filter { $0.name == "streams" } == [Event("streams", "1")])
        }
    }

    @Test("nghttp2's protection against resets lets 1,000 pass and ends the connection with INTERNAL_ERROR")
    func nghttp2Resets() async throws {
        try await Laboratory.run(configure: { $0.connectionRules.resetProtection = .nghttp2 }) { laboratory in
            let within = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(900),
                .push(1),
                .until("end"),
                on: laboratory
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
                on: laboratory
            )
            #expect(beyond.contains { $0.name == "goaway" && $0.values[1] == "2" }, "\(beyond.suffix(3))")
        }
    }

    @Test("NIO's protection against resets lets 200 pass and ends the connection with ENHANCE_YOUR_CALM")
    func nioResets() async throws {
        try await Laboratory.run(configure: { $0.connectionRules.resetProtection = .nio }) { laboratory in
            let within = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(190),
                .push(1),
                .until("end"),
                on: laboratory
            )
            #expect(!within.contains { $0.name == "goaway" })
            let beyond = try await WireClient.run(
                .push(1),
                .until("end"),
                .reset(250),
                .until("nothing"),
                on: laboratory
            )
            #expect(beyond.contains { $0.name == "goaway" && $0.values[1] == "11" }, "\(beyond.suffix(3))")
        }
    }

    /// Waits until every connection has done what it was told so far, and what it had begun.
    private func connectionsAreThrough(_ laboratory: Laboratory) async throws {
        for channel in laboratory.gateway.server.connections.all {
            try await channel.eventLoop.submit {}.get()
        }
    }
}
