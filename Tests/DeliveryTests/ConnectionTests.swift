import AlarmCore
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("Connections to a gateway")
struct ConnectionTests {
    @Test("A connection that is full, by the gateway's limit of streams, is joined by others")
    func severalConnections() async throws {
        let laboratory = try await Laboratory { $0.maximumConcurrentStreams = 5 }
        laboratory.gateway.behavior = .delay(.milliseconds(200))
        #expect(await laboratory.burst(60) == [.accepted: 60])
        #expect(laboratory.requestsPerConnection.count == 4)
        try await laboratory.end()
    }

    @Test("One that is allowed alone stays alone, and within the gateway's limit of streams", arguments: [1, 7])
    func oneConnection(streams: Int) async throws {
        let laboratory = try await Laboratory(maximumConnections: 1, requestsPerConnection: .max) {
            $0.maximumConcurrentStreams = streams
        }
        #expect(await laboratory.burst(140) == [.accepted: 140])
        let connections = laboratory.gateway.log.map(\.connection)
        #expect(connections.count == 140)
        // libcurl leaves a connection on which something lies unread after a second without a request, as it may where this
        // computer is held up: its successor comes after it then, but none comes beside it.
        #expect(connections == connections.sorted() && Set(connections).count <= 3)
        try await laboratory.end()
    }

    @Test("A limit of streams that is raised later is made use of")
    func raisedLimit() async throws {
        let laboratory = try await Laboratory(attemptTimeout: .minutes(1), maximumConnections: 1) {
            $0.maximumConcurrentStreams = 1
        }
        #expect(await laboratory.burst(20) == [.accepted: 20])
        laboratory.gateway.maximumConcurrentStreams = 100
        // If they still went one by one, the last would not come to its turn in time.
        laboratory.gateway.behavior = .delay(.seconds(1))
        #expect(await laboratory.burst(100) == [.accepted: 100])
        try await laboratory.end()
    }

    @Test("A graceful GOAWAY costs nothing: every push is accepted at its first send, and once")
    func gracefulGoAway() async throws {
        let laboratory = try await Laboratory()
        laboratory.gateway.behavior = .goAway(afterEvery: 40, kind: .graceful)
        #expect(await laboratory.burst(500) == [.accepted: 500])
        #expect(laboratory.gateway.log.count == 500)
        #expect(Set(laboratory.gateway.log.map(\.messageID)).count == 500)
        try await laboratory.end()
    }

    @Test("Streams that the gateway refuses unprocessed are sent again at once, elsewhere")
    func refusedStreams() async throws {
        let laboratory = try await Laboratory()
        laboratory.gateway.behavior = .resetStream(code: 7, portion: .every(7))
        #expect(await laboratory.burst(300) == [.accepted: 300])
        #expect(laboratory.gateway.log.count(where: \.isAccepted) == 300)
        try await laboratory.end()
    }

    @Test("A gateway that refuses every stream gets each push a few times, and the push waits")
    func refusedForEver() async throws {
        let laboratory = try await Laboratory()
        laboratory.gateway.behavior = .resetStream(code: 7)
        guard case .retry(nil, _, indeterminate: false) = await laboratory.channel.send(laboratory.push()) else {
            Issue.record("a push that nobody processed counts as one that may have been")
            return
        }
        #expect(2...10 ~= laboratory.gateway.log.count)
        try await laboratory.end()
    }

    @Test("A push that was taken by a connection that then broke is not sent again behind the sender's back")
    func noSilentRepeat() async throws {
        let laboratory = try await Laboratory()
        laboratory.gateway.behavior = .disconnect(delivers: true, portion: .every(5))
        let token = laboratory.push().destination.token
        var unknown = 0
        for number in 0..<50 {
            let outcome = await laboratory.channel.send(laboratory.push(id: UInt64(number), to: token))
            if case .retry(_, _, indeterminate: true) = outcome { unknown += 1 }
        }
        #expect(unknown == 10)
        #expect(laboratory.gateway.log.count == 50)
        #expect(Set(laboratory.gateway.log.map(\.messageID)).count == 50)
        try await laboratory.end()
    }

    @Test("Sandbox and production are served side by side, each by its own gateway with the same provider token")
    func bothEnvironments() async throws {
        let laboratory = try await Laboratory { $0.productionPort = 0 }
        let port = try #require(laboratory.gateway.productionPort)
        #expect(port != laboratory.gateway.port)
        var push = laboratory.push()
        #expect(await laboratory.channelToBoth.send(push) == .accepted)
        push.destination.environment = .production
        push.destination.token = .hexadecimal(
            laboratory.gateway.registerDevice(topic: Laboratory.topic, environment: .production)
        )
        #expect(await laboratory.channelToBoth.send(push) == .accepted)
        let log = laboratory.gateway.log
        #expect(log.map(\.environment) == [.sandbox, .production])
        #expect(Set(log.map { $0.header("authorization") }).count == 1)
        try await laboratory.end()
    }
}
