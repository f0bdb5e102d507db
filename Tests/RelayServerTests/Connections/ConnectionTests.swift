import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import TestSupport
import Testing

@testable import RelayServer

@Suite("Connections to a relay", .timeLimit(.minutes(10)))
struct ConnectionTests {
    private static let open = ["open-registration": "true", "listen": "127.0.0.1:0"]
    private static let ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let answered = "HTTP/1.1 200 OK"

    /// A request whose body never comes.
    private static let drip = """
        POST /v1/devices HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{
        """

    private static func closed(_ relay: TestRelay, _ reason: ConnectionRegistry.Reason) -> Bool {
        relay.log.text.contains("\(reason.rawValue) 1")
    }

    @Test("A few requests sent ahead are answered in turn, also when the client has ended sending")
    func pipelining() async throws {
        try await TestRelay.with(Self.open, through: .live) { relay in
            let heard = try await RawConnection.with(relay) { client in
                try await client.send(String(repeating: Self.ask, count: 5))
                client.finish()
                return await client.hearAll()
            }
            #expect(heard.split(separator: Self.answered).count == 5)
        }
    }

    @Test("Whoever sends more requests ahead than allowed is cut off")
    func flood() async throws {
        try await TestRelay.with(Self.open.merging(["limit-pipelined-requests": "4"]) { $1 }, through: .live) { relay in
            let heard = try await RawConnection.with(relay) { client in
                try await client.send(String(repeating: Self.ask, count: 40))
                return await client.hear(Self.answered, times: 40)
            }
            #expect(heard.split(separator: Self.answered).count < 40)
            #expect(Self.closed(relay, .pipelining))
        }
    }

    @Test(
        "A body that does not come in time ends in 408, and so does a head",
        arguments: [ConnectionTests.drip, "GET /hea"]
    )
    func slow(request: String) async throws {
        try await TestRelay.with(Self.open.merging(["limit-request-time": "1s"]) { $1 }, through: .live) { relay in
            let heard = try await RawConnection.with(relay) { client in
                try await client.send(request)
                return await client.hearAll()
            }
            #expect(heard.hasPrefix("HTTP/1.1 408"))
            #expect(Self.closed(relay, .slowRequest))
        }
    }

    @Test("The time of a request is not that of an event stream, which stays open")
    func stream() async throws {
        try await TestRelay.with(Self.open.merging(["limit-request-time": "1s"]) { $1 }, through: .live) { relay in
            let device = try await TestDevice(at: relay)
            let path = Endpoints.Sync.events.target
            let credentials = try #require(device.authorization(for: .get, path)[.authorization])
            try await RawConnection.with(relay) { listener in
                try await listener.send("GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: \(credentials)\r\n\r\n")
                _ = await listener.hear("event:")
                // Another connection's time is over after the stream's would have been.
                _ = try await RawConnection.with(relay) { client in
                    try await client.send(Self.drip)
                    return await client.hearAll()
                }
                #expect(relay.relay.engine.events.count == 1)
            }
        }
    }

    @Test("When no connection is left, the one that has waited longest makes room for the next")
    func room() async throws {
        let flags = Self.open.merging(["limit-connections": "3"]) { $1 }
        try await TestRelay.with(flags, through: .live) { relay in
            try await RawConnection.with(relay) { slow in
                try await slow.send(Self.drip)
                while relay.relay.connections.count < 2 { try await Task.yieldUnlessCancelled() }
                // The relay's own client has a connection too, which has not waited as long as the slow one after this.
                _ = try await relay.get("/healthz")
                try await RawConnection.with(relay) { idle in
                    try await idle.send(Self.ask)
                    _ = await idle.hear(Self.answered)
                    try await RawConnection.with(relay) { client in
                        try await client.send(Self.ask)
                        #expect(await client.hear(Self.answered).contains(Self.answered))
                        #expect(await slow.hearAll().isEmpty)
                        #expect(Self.closed(relay, .room))
                        #expect(relay.relay.connections.count == 3)
                    }
                }
            }
        }
    }

    @Test("After a last answer the connection ends soon, whatever else the client sends and however long it stays")
    func last() async throws {
        try await TestRelay.with(Self.open, through: .live) { relay in
            try await RawConnection.with(relay) { client in
                let last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                try await client.send(last + Self.ask)
                #expect(await client.hear(Self.answered, times: 2).split(separator: Self.answered).count == 1)
                // Only the relay's own client is left.
                while relay.relay.connections.count > 1 { try await Task.yieldUnlessCancelled() }
            }
        }
    }

    @Test("Wrong framing of a body is the client's fault, and said so")
    func framing() async throws {
        try await TestRelay.with(Self.open, through: .live) { relay in
            let head = "Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            let heard = try await RawConnection.with(relay) { client in
                try await client.send("POST /v1/devices HTTP/1.1\r\n\(head)zz\r\n{}\r\n")
                return await client.hear("}")
            }
            #expect(heard.hasPrefix("HTTP/1.1 400"))
            #expect(heard.contains(ProblemKind.malformed.type))
            #expect(relay.log.lines("a request could not be answered").isEmpty)
        }
    }

    @Test(
        "A request that names no host, several or none that can be ends with 400 (RFC 9112, section 3.2)",
        arguments: [
            "HTTP/1.1\r\n", "HTTP/1.1\r\nHost: x\r\nHost: y\r\n", "HTTP/1.1\r\nHost:\r\n",
            "HTTP/1.1\r\nHost: me@x\r\n", "HTTP/1.0\r\nHost: x\r\nHost: x\r\n",
        ]
    )
    func host(rest: String) async throws {
        try await TestRelay.with(Self.open, through: .live) { relay in
            let heard = try await RawConnection.with(relay) { client in
                // What comes before it is answered in its turn, and what comes after it is not.
                try await client.send(Self.ask + "GET /healthz \(rest)\r\n" + Self.ask)
                return await client.hearAll()
            }
            let statuses = heard.split(separator: "HTTP/1.1 ").map { String($0.prefix(3)) }
            #expect(statuses == ["200", "400"], "\(heard)")
        }
    }

    @Test("A probe by HTTP/1.0 is answered without naming a host, and one by HTTP/1.1 names it with its port")
    func probe() async throws {
        try await TestRelay.with(Self.open, through: .live) { relay in
            for rest in ["HTTP/1.0\r\n", "HTTP/1.1\r\nhost:  [::1]:8080 \r\n"] {
                let heard = try await RawConnection.with(relay) { client in
                    try await client.send("GET /healthz \(rest)\r\n")
                    return await client.hear("\r\n")
                }
                #expect(heard.contains(" 200 OK"), "\(heard)")
            }
        }
    }

    @Test("The identifier of a request says nothing of how many there were")
    func identifiers() async throws {
        try await TestRelay.with { relay in
            let name = try #require(HTTPField.Name("x-request-id"))
            var numbers: [UInt64] = []
            for _ in 0..<20 {
                let text = try #require(try await relay.get("/healthz").headers[name])
                #expect(text.count == 32)
                numbers.append(try #require(UInt64(text.suffix(16), radix: 16)))
            }
            let steps = zip(numbers, numbers.dropFirst()).map { $1 &- $0 }
            #expect(Set(steps).count == steps.count, "\(steps)")
            #expect(!steps.contains(1))
        }
    }
}
