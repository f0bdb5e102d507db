import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("Background pushes are few")
struct BackgroundTests {
    @Test("Three an hour reach their device, the newest of the others follows when the hour allows, all are accepted")
    func budget() async throws {
        try await GatewayFixture.run { fixture async throws in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            for number in 1...5 {
                try await push(number, fixture)
                fixture.advance(by: .minutes(1))
            }
            for number in 1...3 { #expect(await self.number(phone.next()) == number) }
            #expect(gateway.nextHeldDelivery == GatewayFixture.start + .hours(1))
            fixture.advance(by: .minutes(55))
            // The gateway may have delivered by itself already; either way the fifth push has replaced the fourth.
            gateway.deliverDue()
            #expect(await number(phone.next()) == 5)
            #expect(gateway.nextHeldDelivery == nil)
            #expect(gateway.log.count == 5)
        }
    }

    @Test("The gateway delivers by itself what has become due")
    func byItself() async throws {
        try await GatewayFixture.run(configure: { $0.backgroundLimit = 1 }) { fixture async throws in
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            for number in 1...2 { try await push(number, fixture) }
            fixture.advance(by: .hours(1))
            #expect(await number(phone.next()) == 1)
            #expect(await number(phone.next()) == 2)
        }
    }

    @Test("Alerts are not counted, and another app has its own budget")
    func others() async throws {
        try await GatewayFixture.run(configure: { $0.backgroundLimit = 1 }) { fixture async throws in
            let gateway = fixture.gateway
            let other = gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            var otherPhone = gateway.pushes(to: other).makeAsyncIterator()
            for number in 1...2 { try await push(number, fixture) }
            try await push(3, fixture) {
                $0.set("apns-push-type", "alert")
                $0.set("apns-priority", nil)
            }
            try await push(4, fixture) { $0.path = "/3/device/\(other)" }
            #expect(await number(phone.next()) == 1)
            #expect(await number(phone.next()) == 3)
            #expect(await number(otherPhone.next()) == 4)
        }
    }

    @Test("A force-quit app gets none and loses the held one; opening it delivers what is held since")
    func forceQuit() async throws {
        try await GatewayFixture.run(configure: { $0.backgroundLimit = 1 }) { fixture async throws in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            for number in 1...2 { try await push(number, fixture) }
            gateway.setBackgroundAllowed(fixture.token, false)
            #expect(gateway.nextHeldDelivery == nil)
            try await push(3, fixture)
            gateway.setBackgroundAllowed(fixture.token, true)
            try await push(4, fixture)
            gateway.setBackgroundAllowed(fixture.token, true)
            #expect(await number(phone.next()) == 1)
            #expect(await number(phone.next()) == 4)
        }
    }

    @Test("A push that expires, may not be stored, or loses its device is not delivered")
    func lost() async throws {
        try await GatewayFixture.run(configure: { $0.backgroundLimit = 1 }) { fixture async throws in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            try await push(1, fixture)
            try await push(2, fixture) { $0.set("apns-expiration", "0") }
            #expect(gateway.nextHeldDelivery == nil)
            let deadline = fixture.now + .minutes(59)
            try await push(3, fixture) { $0.set("apns-expiration", "\(deadline.seconds)") }
            fixture.advance(by: .hours(1))
            gateway.deliverDue()
            try await push(4, fixture)
            try await push(5, fixture)
            gateway.unregister(fixture.token, at: fixture.now)
            #expect(gateway.nextHeldDelivery == nil)
            gateway.register(deviceToken: fixture.token, topic: PushRequest.topic, environment: .sandbox)
            try await push(6, fixture)
            #expect(await number(phone.next()) == 1)
            #expect(await number(phone.next()) == 4)
            #expect(await number(phone.next()) == 6)
        }
    }

    @Test("A device that comes back gets its stored background push within its budget")
    func offline() async throws {
        try await GatewayFixture.run(configure: { $0.backgroundLimit = 1 }) { fixture async throws in
            let gateway = fixture.gateway
            var phone = gateway.pushes(to: fixture.token).makeAsyncIterator()
            try await push(1, fixture)
            gateway.setOnline(fixture.token, false)
            try await push(2, fixture)
            gateway.setOnline(fixture.token, true)
            #expect(gateway.nextHeldDelivery == GatewayFixture.start + .hours(1))
            gateway.setOnline(fixture.token, false)
            #expect(gateway.nextHeldDelivery == nil)
            fixture.advance(by: .hours(1))
            gateway.setOnline(fixture.token, true)
            #expect(await number(phone.next()) == 1)
            #expect(await number(phone.next()) == 2)
        }
    }

    @Test("Never more than the limit is delivered within an hour", arguments: 0..<100 as Range<UInt64>)
    func invariant(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...4, using: &generator)
        var registry = DeviceRegistry(backgroundLimit: limit)
        registry.add(GatewayDevice(topic: "a", environment: .sandbox), token: "t")
        var now = GatewayFixture.start
        var delivered: [Instant] = []
        for number in 0..<300 {
            now = now + .minutes(.random(in: 0...20, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: delivered += registry.takeDue(at: now).map { _ in now }
            case 1:
                let isOnline = Bool.random(using: &generator)
                if registry.setOnline(isOnline, token: "t", at: now) != nil { delivered.append(now) }
            default:
                let arrival = GatewayDevice.Arrival(
                    push: .background(number, at: now),
                    isBackground: true,
                    deadline: Bool.random(using: &generator) ? now + .hours(2) : nil
                )
                if registry.accept(arrival, token: "t") { delivered.append(now) }
            }
            #expect(delivered.filter { now - $0 < .hours(1) }.count <= limit, "seed \(seed)")
        }
        #expect(delivered.count > limit)
    }

    private func push(
        _ number: Int,
        _ fixture: GatewayFixture,
        change: (inout PushRequest) -> Void = { _ in }
    ) async throws {
        var request = try fixture.request()
        request.set("apns-push-type", "background")
        request.set("apns-priority", "5")
        request.payload = #"{"number":\#(number)}"#
        change(&request)
        #expect(try await fixture.push(request).status == 200)
    }

    private func number(_ push: ReceivedPush?) -> Int? {
        push.flatMap { Int(String(decoding: $0.payload, as: UTF8.self).dropFirst(10).dropLast()) }
    }
}

extension ReceivedPush {
    fileprivate static func background(_ number: Int, at now: Instant) -> ReceivedPush {
        ReceivedPush(
            receivedAt: now,
            connection: 1,
            stream: number,
            messageID: "id",
            headers: [],
            payload: [],
            answer: .response(.accepted)
        )
    }
}
