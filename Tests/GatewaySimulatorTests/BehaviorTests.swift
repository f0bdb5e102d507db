import AlarmCore
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("Faults on demand", .timeLimit(.minutes(10)))
struct BehaviorTests {
    @Test("A status and a reason, documented or not, replace a success")
    func respond() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .respond(status: 599, reason: #"What "ever""#)
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 599)
            #expect(answer.body == #"{"reason":"What \"ever\""}"#)
        }
    }

    @Test("Throttling says when to come back, in whole seconds rounded up")
    func throttle() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .throttle(retryAfter: .milliseconds(1001))
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 429)
            #expect(answer.headers["retry-after"] == "2")
            #expect(answer.body == #"{"reason":"TooManyRequests"}"#)
        }
    }

    @Test("A fault for one token spares the others, and ends when it is taken back")
    func perToken() async throws {
        try await GatewayFixture.run { fixture async throws in
            let gateway = fixture.gateway
            let request = try fixture.request()
            var other = request
            other.path = "/3/device/" + gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
            gateway.setBehavior(.reject(.internalServerError), for: fixture.token)
            let statuses = try await [fixture.push(request).status, fixture.push(other).status]
            #expect(statuses == [500, 200])
            gateway.setBehavior(nil, for: fixture.token)
            let after = try await fixture.push(request).status
            #expect(after == 200)
        }
    }

    @Test("A wrong request gets its own error under any fault, and does not use the fault up")
    func wrongRequests() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .reject(.serviceUnavailable, portion: .first(1))
            var wrong = try fixture.request()
            wrong.set("apns-topic", nil)
            let statuses = try await [
                fixture.push(wrong).status,
                fixture.push(fixture.request()).status,
                fixture.push(fixture.request()).status,
            ]
            #expect(statuses == [400, 503, 200])
        }
    }

    @Test(
        "A fault for a portion affects exactly the requests of that portion",
        arguments: [
            (GatewaySimulator.Behavior.Portion.all, [true, true, true, true, true, true]),
            (.first(2), [true, true, false, false, false, false]),
            (.first(0), [false, false, false, false, false, false]),
            (.every(3), [false, false, true, false, false, true]),
            (.every(0), [false, false, false, false, false, false]),
            (.chance(0), [false, false, false, false, false, false]),
            (.chance(1), [true, true, true, true, true, true]),
            (.chance(.nan), [false, false, false, false, false, false]),
        ]
    )
    func portions(portion: GatewaySimulator.Behavior.Portion, befallen: [Bool]) {
        var table = BehaviorTable()
        table.general = .neverAnswer(portion: portion)
        table["a"] = .reject(.unregistered, portion: portion)
        #expect(befallen.map { _ in table.fault(for: "a", at: GatewayFixture.start) != nil } == befallen)
        #expect(befallen.map { _ in table.fault(for: "b", at: GatewayFixture.start) != nil } == befallen)
    }

    @Test("A random fault affects its share of the requests, and the same ones for the same seed")
    func chance() {
        func befallen(seed: UInt64) -> [Bool] {
            var table = BehaviorTable(seed: seed)
            table.general = .reject(.serviceUnavailable, portion: .chance(0.05))
            return (0..<10_000).map { _ in table.fault(for: "a", at: GatewayFixture.start) != nil }
        }
        let first = befallen(seed: 1)
        #expect(400...600 ~= first.filter { $0 }.count)
        #expect(first == befallen(seed: 1))
        #expect(first != befallen(seed: 2))
    }

    @Test("Of several faults the first that applies to a request is used, and none shifts another")
    func severalFaults() {
        var table = BehaviorTable()
        table.general = GatewaySimulator.Behavior(faults: [
            .init(answer: .never, portion: .every(2)),
            .init(answer: .disconnect, portion: .every(3)),
            .init(answer: .stall, portion: .first(2)),
        ])
        let answers = (0..<6).map { _ in table.fault(for: "a", at: GatewayFixture.start)?.answer }
        #expect(answers == [.stall, .never, .disconnect, .never, nil, .never])
    }

    @Test("Jitter lengthens a delay by as much as it says at most")
    func jitter() {
        var table = BehaviorTable(seed: 3)
        table.general = GatewaySimulator.Behavior(faults: [], latency: .milliseconds(10), jitter: .milliseconds(5))
        let delays = Set((0..<200).map { _ in table.circumstances(of: nil).latency })
        #expect(delays == Set(10...15))
        table.general = GatewaySimulator.Behavior(
            faults: [],
            latency: Span(milliseconds: .max),
            jitter: Span(milliseconds: .max)
        )
        #expect(table.circumstances(of: nil).latency <= 2 * 86_400_000)
    }

    @Test("A gateway that is down refuses connections, drops those it had, and comes back on the same port")
    func down() async throws {
        try await GatewayFixture.run(configure: { $0.productionPort = 0 }) { fixture async throws in
            let gateway = fixture.gateway
            let ports = (gateway.port, gateway.productionPort)
            #expect(try await fixture.push(fixture.request()).status == 200)
            try await gateway.goDown()
            #expect(await !gateway.isUp)
            let refused = try await fixture.curl([fixture.request()])
            #expect(refused.status == 7, "curl's own code for a refused connection: \(refused.errors)")
            try await gateway.comeUp()
            try await gateway.comeUp()
            #expect(await gateway.isUp)
            #expect((gateway.port, gateway.productionPort) == ports)
            #expect(try await fixture.push(fixture.request()).status == 200)
        }
    }

    @Test("A reset stream fails its request alone")
    func reset() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .resetStream(code: 2, portion: .first(1))
            let request = try fixture.request()
            let result = try await fixture.curl([request, request], options: ["--no-keepalive"])
            #expect(result.errors.contains("INTERNAL_ERROR"), "\(result.errors)")
            #expect(result.output.contains("\n200\n"))
            #expect(fixture.gateway.log.map(\.answer) == [.reset(code: 2), .response(.accepted)])
        }
    }

    @Test("A push that is never answered may reach its device all the same", arguments: [false, true])
    func neverAnswer(delivers: Bool) async throws {
        try await GatewayFixture.run { fixture async throws in
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            fixture.gateway.behavior = .neverAnswer(delivers: delivers)
            var patience = 1
            // curl's timeout runs from its start: only an attempt that reached the gateway shows anything.
            repeat {
                let result = try await fixture.curl([fixture.request()], options: ["--max-time", "\(patience)"])
                #expect(result.status == 28, "curl's own code for a timeout: \(result.errors)")
                patience *= 2
            } while fixture.gateway.recordedCount == 0
            fixture.gateway.behavior = .init()
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 200)
            let delivered = await phone.next()
            #expect(delivered?.answer == (delivers ? ReceivedPush.Outcome.none : .response(.accepted)))
        }
    }

    @Test("A connection that is dropped fails, and the next one works")
    func disconnect() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .init(answer: .disconnect, portion: .first(1))
            let failed = try await fixture.curl([fixture.request()])
            #expect(failed.status != 0)
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 200)
            #expect(fixture.gateway.log.map(\.connection) == [1, 2])
        }
    }

    @Test("A held-back answer comes in the end, and the device has its push before")
    func delay() async throws {
        try await GatewayFixture.run { fixture async throws in
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            fixture.gateway.behavior = .delay(.milliseconds(100))
            let result = try await fixture.curl(
                [fixture.request()],
                options: ["--write-out", "\n%{time_total}\n"]
            )
            #expect(result.output.contains("HTTP/2 200"))
            let seconds = result.output.split(separator: "\n").last.flatMap { Double($0) }
            #expect(try #require(seconds) >= 0.1)
            #expect(await phone.next() != nil)
        }
    }

    @Test("Dropping all connections leaves the gateway open for new ones")
    func dropConnections() async throws {
        try await GatewayFixture.run { fixture async throws in
            _ = try await fixture.push(fixture.request())
            await fixture.gateway.dropConnections()
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 200)
        }
    }

    @Test("A rapid-reset limit ends the connection of a client that resets, where one is set")
    func resetLimit() async throws {
        // Debian's libcurl sends RST_STREAM after every success, which is the pattern that the limit is against.
        try await GatewayFixture.run(configure: { $0.resetLimit = 3 }) { fixture async throws in
            let result = try await fixture.curl(Array(repeating: fixture.request(), count: 12))
            #expect(result.output.contains("\n200\n"))
            #expect(Set(fixture.gateway.log.map(\.connection)).count > 1)
        }
        try await GatewayFixture.run { fixture async throws in
            _ = try await fixture.curl(Array(repeating: fixture.request(), count: 12))
            #expect(fixture.gateway.log.map(\.connection) == Array(repeating: 1, count: 12))
        }
    }
}
