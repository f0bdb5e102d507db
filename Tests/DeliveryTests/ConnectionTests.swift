import AlarmCore
import AlarmWire
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("Connections to a gateway")
struct ConnectionTests {
    @Test("A connection that is full, by the gateway's limit of streams, is joined by others")
    func severalConnections() async throws {
        let fixture = try await APNsFixture { $0.maximumConcurrentStreams = 5 }
        fixture.gateway.behavior = .delay(.milliseconds(200))
        #expect(await fixture.burst(60) == [.accepted: 60])
        #expect(fixture.requestsPerConnection.count == 4)
        try await fixture.end()
    }

    @Test("A single allowed connection stays single, within the gateway's limit of streams", arguments: [1, 7])
    func oneConnection(streams: Int) async throws {
        let fixture = try await APNsFixture(maximumConnections: 1, requestsPerConnection: .max) {
            $0.maximumConcurrentStreams = streams
        }
        #expect(await fixture.burst(140) == [.accepted: 140])
        let connections = fixture.gateway.log.map(\.connection)
        #expect(connections.count == 140)
        // libcurl leaves a connection on which something lies unread after a second without a request, as it may where this
        // computer is held up: its successor comes after it then, but none comes beside it.
        #expect(connections == connections.sorted() && Set(connections).count <= 3)
        try await fixture.end()
    }

    @Test("A limit of streams that is raised later is made use of")
    func raisedLimit() async throws {
        let fixture = try await APNsFixture(attemptTimeout: .minutes(1), maximumConnections: 1) {
            $0.maximumConcurrentStreams = 1
        }
        #expect(await fixture.burst(20) == [.accepted: 20])
        fixture.gateway.maximumConcurrentStreams = 100
        // If they were still sent one by one, the last would not be sent in time.
        fixture.gateway.behavior = .delay(.seconds(1))
        #expect(await fixture.burst(100) == [.accepted: 100])
        try await fixture.end()
    }

    @Test("A graceful GOAWAY costs nothing: every push is accepted at its first send, and once")
    func gracefulGoAway() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .goAway(afterEvery: 40, kind: .graceful)
        #expect(await fixture.burst(500) == [.accepted: 500])
        #expect(fixture.gateway.log.count == 500)
        #expect(Set(fixture.gateway.log.map(\.messageID)).count == 500)
        try await fixture.end()
    }

    @Test("Streams that the gateway refuses unprocessed are sent again at once, elsewhere")
    func refusedStreams() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .resetStream(code: 7, portion: .every(7))
        #expect(await fixture.burst(300) == [.accepted: 300])
        #expect(fixture.gateway.log.count(where: \.isAccepted) == 300)
        try await fixture.end()
    }

    @Test("A gateway that refuses every stream gets each push a few times, and the push waits")
    func refusedForEver() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .resetStream(code: 7)
        guard case .retry(nil, _, indeterminate: false) = await fixture.channel.send(fixture.push()) else {
            Issue.record("a push that nobody processed counts as one that may have been")
            return
        }
        #expect(2...10 ~= fixture.gateway.log.count)
        try await fixture.end()
    }

    @Test("A push that a broken connection may have taken is not sent again by the client itself")
    func noSilentRepeat() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .disconnect(delivers: true, portion: .every(5))
        let token = fixture.push().token
        var unknown = 0
        for number in 0..<50 {
            let outcome = await fixture.channel.send(fixture.push(id: UInt64(number), to: token))
            if case .retry(_, _, indeterminate: true) = outcome { unknown += 1 }
        }
        #expect(unknown == 10)
        #expect(fixture.gateway.log.count == 50)
        #expect(Set(fixture.gateway.log.map(\.messageID)).count == 50)
        try await fixture.end()
    }

    @Test("Sandbox and production are served side by side, each by its own gateway with the same provider token")
    func bothEnvironments() async throws {
        let fixture = try await APNsFixture { $0.productionPort = 0 }
        let port = try #require(fixture.gateway.productionPort)
        #expect(port != fixture.gateway.port)
        var push = fixture.push()
        #expect(await fixture.channelToBoth.send(push) == .accepted)
        let token = fixture.gateway.registerDevice(topic: APNsFixture.topic, environment: .production)
        push.destination.address = .apns(
            APNsAddress(token: .hexadecimal(token), environment: .production, topic: APNsFixture.topic)
        )
        #expect(await fixture.channelToBoth.send(push) == .accepted)
        let log = fixture.gateway.log
        #expect(log.map(\.environment) == [.sandbox, .production])
        #expect(Set(log.map { $0.header("authorization") }).count == 1)
        try await fixture.end()
    }
}
