import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("What reaches a device")
struct DeviceTests {
    @Test("A phone sees its own pushes in order, with headers and payload, and nobody else's")
    func delivery() async throws {
        try await Laboratory.run { laboratory in
            let other = laboratory.gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
            var phone = laboratory.gateway.pushes(to: laboratory.token).makeAsyncIterator()
            var elsewhere = try laboratory.request()
            elsewhere.path = "/3/device/\(other)"
            var second = try laboratory.request()
            second.headers = elsewhere.headers
            second.payload = #"{"aps":{"alert":"2"}}"#
            var first = second
            first.payload = #"{"aps":{"alert":"1"}}"#
            first.set("apns-collapse-id", "alarm")
            let result = try await laboratory.curl([elsewhere, first, second])
            #expect(result.status == 0)

            let one = try #require(await phone.next())
            let two = try #require(await phone.next())
            #expect(String(decoding: one.payload, as: UTF8.self) == first.payload)
            #expect(one.header("apns-collapse-id") == "alarm")
            #expect(one.token == laboratory.token)
            #expect(one.receivedAt == laboratory.now)
            #expect(String(decoding: two.payload, as: UTF8.self) == second.payload)
            #expect(one.connection == two.connection)
            #expect(one.stream < two.stream)
            #expect(laboratory.gateway.log.map(\.token) == [other, laboratory.token, laboratory.token])
        }
    }

    @Test("An offline device gets the newest push alone when it comes back, whatever the collapse identifiers")
    func oneSlot() async throws {
        try await Laboratory.run { laboratory in
            let gateway = laboratory.gateway
            var phone = gateway.pushes(to: laboratory.token).makeAsyncIterator()
            gateway.setOnline(laboratory.token, false)
            for (identifier, text) in [("a", "1"), ("b", "2"), ("a", "3")] {
                try await push(text, to: laboratory) { $0.set("apns-collapse-id", identifier) }
            }
            gateway.setOnline(laboratory.token, true)
            try await push("4", to: laboratory)
            #expect(await text(of: phone.next()) == "3")
            #expect(await text(of: phone.next()) == "4")
            #expect(gateway.log.filter(\.isAccepted).count == 4)
        }
    }

    @Test("A stored push is not delivered after its expiration, and one of expiration 0 is not stored")
    func expiration() async throws {
        try await Laboratory.run { laboratory in
            let gateway = laboratory.gateway
            var phone = gateway.pushes(to: laboratory.token).makeAsyncIterator()
            gateway.setOnline(laboratory.token, false)
            let deadline = laboratory.now + .minutes(10)
            try await push("late", to: laboratory) { $0.set("apns-expiration", "\(deadline.seconds)") }
            try await push("at once", to: laboratory) { $0.set("apns-expiration", "0") }
            laboratory.advance(by: .minutes(10) + .milliseconds(1))
            gateway.setOnline(laboratory.token, true)

            gateway.setOnline(laboratory.token, false)
            let later = laboratory.now + .minutes(10)
            try await push("in time", to: laboratory) { $0.set("apns-expiration", "\(later.seconds + 1)") }
            try await push("at once", to: laboratory) { $0.set("apns-expiration", "0") }
            laboratory.advance(by: .minutes(10))
            gateway.setOnline(laboratory.token, true)
            #expect(await text(of: phone.next()) == "in time")
        }
    }

    @Test("A push that waits for a device is lost with its registration")
    func unregistered() async throws {
        try await Laboratory.run { laboratory in
            let gateway = laboratory.gateway
            var phone = gateway.pushes(to: laboratory.token).makeAsyncIterator()
            gateway.setOnline(laboratory.token, false)
            try await push("lost", to: laboratory)
            gateway.unregister(laboratory.token, at: laboratory.now)
            gateway.setOnline(laboratory.token, true)
            gateway.register(deviceToken: laboratory.token, topic: PushRequest.topic, environment: .sandbox)
            try await push("kept", to: laboratory)
            #expect(await text(of: phone.next()) == "kept")
        }
    }

    @Test("A device token is 32 bytes of the given generator in hexadecimal digits")
    func tokens() async throws {
        try await Laboratory.run { laboratory in
            var generator = SplitMix64(seed: 7)
            var same = SplitMix64(seed: 7)
            let token = laboratory.gateway.registerDevice(topic: "a", environment: .sandbox, using: &generator)
            let again = laboratory.gateway.registerDevice(topic: "a", environment: .sandbox, using: &same)
            #expect(token.wholeMatch(of: /[0-9a-f]{64}/) != nil)
            #expect(token == again)
            #expect(token != laboratory.token)
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
        to laboratory: Laboratory,
        change: (inout PushRequest) -> Void = { _ in }
    ) async throws {
        var request = try laboratory.request()
        request.payload = #"{"text":"\#(text)"}"#
        change(&request)
        let answer = try await laboratory.push(request)
        #expect(answer.status == 200)
    }

    private func text(of push: ReceivedPush?) -> String? {
        push.map { String(String(decoding: $0.payload, as: UTF8.self).dropFirst(9).dropLast(2)) }
    }
}
