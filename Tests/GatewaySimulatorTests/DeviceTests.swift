import AlarmCore
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("What reaches a device")
struct DeviceTests {
    @Test("A phone sees only its own pushes, in order, with headers and payload")
    func delivery() async throws {
        try await GatewayFixture.run { fixture in
            let other = fixture.gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            var elsewhere = try fixture.request()
            elsewhere.path = "/3/device/\(other)"
            var second = try fixture.request()
            second.headers = elsewhere.headers
            second.payload = #"{"aps":{"alert":"2"}}"#
            var first = second
            first.payload = #"{"aps":{"alert":"1"}}"#
            first.set("apns-collapse-id", "alarm")
            let result = try await fixture.curl([elsewhere, first, second])
            #expect(result.status == 0)

            let one = try #require(await phone.next())
            let two = try #require(await phone.next())
            #expect(String(decoding: one.payload, as: UTF8.self) == first.payload)
            #expect(one.header("apns-collapse-id") == "alarm")
            #expect(one.token == fixture.token)
            #expect(one.receivedAt == fixture.now)
            #expect(String(decoding: two.payload, as: UTF8.self) == second.payload)
            #expect(one.connection == two.connection)
            #expect(one.stream < two.stream)
            #expect(fixture.gateway.log.map(\.token) == [other, fixture.token, fixture.token])
        }
    }

    @Test("An offline device gets only the newest push when it comes back, with any collapse identifiers")
    func oneSlot() async throws {
        try await GatewayFixture.run { fixture in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            gateway.setOnline(fixture.token, false)
            for (identifier, text) in [("a", "1"), ("b", "2"), ("a", "3")] {
                try await push(text, to: fixture) { $0.set("apns-collapse-id", identifier) }
            }
            gateway.setOnline(fixture.token, true)
            try await push("4", to: fixture)
            #expect(await text(of: phone.next()) == "3")
            #expect(await text(of: phone.next()) == "4")
            #expect(gateway.log.filter(\.isAccepted).count == 4)
        }
    }

    @Test("A stored push is not delivered after its expiration, and one of expiration 0 is not stored")
    func expiration() async throws {
        try await GatewayFixture.run { fixture in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            gateway.setOnline(fixture.token, false)
            let deadline = fixture.now + .minutes(10)
            try await push("late", to: fixture) { $0.set("apns-expiration", "\(deadline.seconds)") }
            try await push("at once", to: fixture) { $0.set("apns-expiration", "0") }
            fixture.advance(by: .minutes(10) + .milliseconds(1))
            gateway.setOnline(fixture.token, true)

            gateway.setOnline(fixture.token, false)
            let later = fixture.now + .minutes(10)
            try await push("in time", to: fixture) { $0.set("apns-expiration", "\(later.seconds + 1)") }
            try await push("at once", to: fixture) { $0.set("apns-expiration", "0") }
            fixture.advance(by: .minutes(10))
            gateway.setOnline(fixture.token, true)
            #expect(await text(of: phone.next()) == "in time")
        }
    }

    @Test("A push that waits for a device is lost with its registration")
    func unregistered() async throws {
        try await GatewayFixture.run { fixture in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            gateway.setOnline(fixture.token, false)
            try await push("lost", to: fixture)
            gateway.unregister(fixture.token, at: fixture.now)
            gateway.setOnline(fixture.token, true)
            gateway.register(deviceToken: fixture.token, topic: PushRequest.topic, environment: .sandbox)
            try await push("kept", to: fixture)
            #expect(await text(of: phone.next()) == "kept")
        }
    }

    @Test("A device token is 32 bytes of the given generator in hexadecimal digits")
    func tokens() async throws {
        try await GatewayFixture.run { fixture in
            var generator = SeededGenerator(seed: 7)
            var same = SeededGenerator(seed: 7)
            let token = fixture.gateway.registerDevice(topic: "a", environment: .sandbox, using: &generator)
            let again = fixture.gateway.registerDevice(topic: "a", environment: .sandbox, using: &same)
            #expect(token.wholeMatch(of: /[0-9a-f]{64}/) != nil)
            #expect(token == again)
            #expect(token != fixture.token)
        }
    }

    @Test("Shutting down ends every stream of pushes")
    func shutdown() async throws {
        let gateway = try await GatewaySimulator.start()
        let token = gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
        var phone = gateway.pushes(to: token).makeAsyncIterator()
        var everything = gateway.receivedPushes().makeAsyncIterator()
        try await gateway.shutdown()
        #expect(await phone.next() == nil)
        #expect(await everything.next() == nil)
    }

    private func push(
        _ text: String,
        to fixture: GatewayFixture,
        change: (inout PushRequest) -> Void = { _ in }
    ) async throws {
        var request = try fixture.request()
        request.payload = #"{"text":"\#(text)"}"#
        change(&request)
        let answer = try await fixture.push(request)
        #expect(answer.status == 200)
    }

    private func text(of push: ReceivedPush?) -> String? {
        push.map { String(String(decoding: $0.payload, as: UTF8.self).dropFirst(9).dropLast(2)) }
    }
}
