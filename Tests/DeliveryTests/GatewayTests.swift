import AlarmCore
import CurlClient
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("Pushing to a gateway", .timeLimit(.minutes(10)))
struct GatewayTests {
    /// Whether an outcome says that the gateway cannot have taken the push.
    private func isUnsent(_ outcome: DeliveryOutcome) -> Bool {
        guard case .retry(_, _, indeterminate: false) = outcome else { return false }
        return true
    }

    @Test("A push arrives with its headers and payload, and is accepted")
    func accepted() async throws {
        let fixture = try await APNsFixture()
        let push = fixture.push()
        #expect(await fixture.channel.send(push) == .accepted)
        let received = try #require(fixture.gateway.log.first)
        #expect(fixture.gateway.log.count == 1)
        #expect(received.token == push.token.hex)
        #expect(received.payload == push.payload)
        #expect(
            Set(received.headers.map(\.name)) == [
                ":method", ":scheme", ":authority", ":path", "authorization", "apns-id", "apns-topic",
                "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id", "content-length",
            ]
        )
        try await fixture.end()
    }

    @Test("A thousand pushes at once are each accepted once, past a gateway that closes after 200 resets")
    func thousandPushes() async throws {
        let fixture = try await APNsFixture { $0.resetLimit = 200 }
        #expect(await fixture.burst(1000) == [.accepted: 1000])
        #expect(Set(fixture.gateway.log.map(\.messageID)).count == 1000)
        #expect(fixture.gateway.recordedCount == 1000)
        #expect(fixture.requestsPerConnection.allSatisfy { $0 < 200 })
        try await fixture.end()
    }

    @Test(
        "If connections were not replaced, a libcurl that resets would have them closed there",
        .enabled(if: CurlClient.resetsBodilessStreams)
    )
    func thousandPushesOnOneConnection() async throws {
        let fixture = try await APNsFixture(requestsPerConnection: .max) { $0.resetLimit = 200 }
        _ = await fixture.burst(1000)
        #expect(fixture.requestsPerConnection.count > 1)
        try await fixture.end()
    }

    @Test("Every documented reason is judged as the table says", arguments: GatewaySimulator.Reason.allCases)
    func reasons(reason: GatewaySimulator.Reason) async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .reject(reason)
        let rejection = APNsRejection(reason: reason.rawValue)
        let body = Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8)
        let expected = APNsResponse(HTTPResponse(head: HTTPResponseHead(status: reason.status), body: body))
        #expect(
            await fixture.channel.send(fixture.push())
                == expected.outcome(registeredAt: fixture.clock.now - .hours(1))
        )
        if case .unknown = rejection { Issue.record("the gateway knows a reason that the channel does not") }
        try await fixture.end()
    }

    @Test("An app that was removed is dead since the gateway's time, one that came back is tried again")
    func unregistered() async throws {
        let fixture = try await APNsFixture()
        let push = fixture.push()
        let since = fixture.clock.now - .minutes(5)
        fixture.gateway.unregister(push.token.hex, at: since)
        #expect(await fixture.channel.send(push) == .addressDead(reason: "Unregistered", since: since))
        var registeredSince = push
        registeredSince.destination.registeredAt = fixture.clock.now
        guard case .retry = await fixture.channel.send(registeredSince) else {
            Issue.record("a token registered since counts as dead")
            return
        }
        try await fixture.end()
    }

    @Test("A token that the gateway finds too old is replaced, and the push accepted at the second attempt")
    func healed() async throws {
        let fixture = try await APNsFixture()
        let push = fixture.push()
        #expect(await fixture.channel.send(push) == .accepted)
        fixture.clock.advance(by: .minutes(25))
        fixture.gateway.behavior = .reject(.expiredProviderToken, portion: .first(1))
        #expect(await fixture.channel.send(fixture.push(id: 2)) == .accepted)
        let log = fixture.gateway.log
        #expect(log.count == 3)
        #expect(log[1].messageID == log[2].messageID)
        #expect(log[1].header("authorization") != log[2].header("authorization"))
        try await fixture.end()
    }

    @Test("A young token that the gateway calls too old is replaced on a new connection, once; then the push waits")
    func healedEarly() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .reject(.expiredProviderToken, portion: .first(1))
        let push = fixture.push()
        #expect(await fixture.channel.send(push) == .accepted)
        #expect(fixture.gateway.log.map(\.connection) == [1, 2])
        fixture.gateway.behavior = .reject(.expiredProviderToken)
        let outcome = await fixture.channel.send(push)
        #expect(outcome == .retry(after: .seconds(30), reason: .rejection(.expiredProviderToken), indeterminate: false))
        #expect(fixture.gateway.log.count == 3)
        try await fixture.end()
    }

    @Test("Over hours of pushing the provider token is never too old and never too new")
    func tokenOverTime() async throws {
        let fixture = try await APNsFixture()
        let token = fixture.push().token
        for number in 0..<30 {
            #expect(await fixture.channel.send(fixture.push(id: UInt64(number), to: token)) == .accepted)
            fixture.clock.advance(by: .minutes(7))
        }
        #expect(Set(fixture.gateway.log.map { $0.header("authorization") }).count == 4)
        try await fixture.end()
    }

    @Test("A gateway that never answers leaves open whether the push was taken")
    func stalled() async throws {
        let fixture = try await APNsFixture()
        let push = fixture.push(id: 2)
        #expect(await fixture.channel.send(fixture.push(to: push.token)) == .accepted)
        fixture.gateway.behavior = .neverAnswer(delivers: true)
        var hasty = push
        var outcome: DeliveryOutcome
        var patience = Span.milliseconds(300)
        // Only an attempt that reached the gateway shows anything.
        repeat {
            hasty.deadline = fixture.clock.now + patience
            outcome = await fixture.channel.send(hasty)
            patience = patience * 2
        } while isUnsent(outcome) && patience < .minutes(2)
        guard case .retry(_, _, indeterminate: true) = outcome else {
            Issue.record("the outcome of a stalled push is not indeterminate")
            return
        }
        fixture.gateway.behavior = .init()
        #expect(await fixture.channel.send(push) == .accepted)
        // The stalled connection is not used for the repeat.
        let log = fixture.gateway.log
        let silent = Set(log.filter { $0.number == 1 || $0.answer == .none }.map(\.connection))
        #expect(log.contains { $0.isAccepted && !silent.contains($0.connection) })
        try await fixture.end()
    }

    @Test("A gateway that is not there cannot have taken the push")
    func unreachable() async throws {
        let fixture = try await APNsFixture()
        let push = fixture.push()
        try await fixture.gateway.shutdown()
        guard case .retry(_, let reason, indeterminate: false) = await fixture.channel.send(push) else {
            Issue.record("the outcome of an unsent push is indeterminate")
            return
        }
        #expect(!reason.description.contains(push.token.hex))
        await fixture.client.shutdown()
    }

    @Test("A push whose deadline has passed is not sent")
    func tooLate() async throws {
        let fixture = try await APNsFixture()
        var push = fixture.push()
        push.deadline = fixture.clock.now
        guard case .retry(_, _, indeterminate: false) = await fixture.channel.send(push) else {
            Issue.record("a late push was not held back")
            return
        }
        #expect(fixture.gateway.log.isEmpty)
        try await fixture.end()
    }

    @Test("A stream that the gateway refused unprocessed is tried again, and the push arrives once")
    func refusedStream() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .resetStream(code: 7, portion: .first(3))
        let push = fixture.push()
        var outcome = await fixture.channel.send(push)
        if outcome != .accepted { outcome = await fixture.channel.send(push) }
        #expect(outcome == .accepted)
        #expect(fixture.gateway.log.count(where: \.isAccepted) == 1)
        try await fixture.end()
    }

    @Test("A stream that is reset after the push was taken leaves that open")
    func resetStream() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .resetStream(code: 2, delivers: true)
        guard case .retry(_, _, indeterminate: true) = await fixture.channel.send(fixture.push()) else {
            Issue.record("the outcome of a reset stream is not indeterminate")
            return
        }
        try await fixture.end()
    }
}
