import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A ring that cannot be delivered")
struct SparedDevicesTests {
    @Test("The gateway's refusal rings the armed phone beside it in the same second")
    func spared() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.report(.armed, of: id, from: tablet)
        fixture.channel.answer { push in
            push.destination.registeredAt != tablet.address?.registeredAt && push.alarm?.stage == .ring
                ? .rejected(reason: "BadTopic") : .accepted
        }
        try await fixture.pass(.minutes(5))
        let rings = try await fixture.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.order.destination) == [.device(couple.ben.id), .device(tablet.id)])
        #expect(rings.map(\.state) == [.refused, .accepted])
        #expect(rings.allSatisfy { $0.createdAt == fixture.now })
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("With no other phone to ring, the sender is told in the same second; and again if the ring arrives after all")
    func blocked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        try await fixture.pass(.minutes(5))
        #expect(try await fixture.state(id) == .blocked)
        #expect(fixture.channel.stages == [.handoff, .ring, .blocked])
        fixture.channel.answer { _ in .accepted }
        try await fixture.pass(.minutes(2))
        #expect(try await fixture.state(id) == .ringing)
        #expect(fixture.channel.stages == [.handoff, .ring, .blocked, .ring, .unblocked, .ring])
    }

    @Test("A gateway that asks for more time than is left makes the escalation move on before the deadline")
    func retryAfter() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        let busy = RetryReason.other("TooManyRequests", concernsChannel: false)
        fixture.channel.answerNext(.retry(after: .minutes(5), reason: busy, indeterminate: false))
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.ring, .blocked])
        #expect(try await fixture.record(id) == [.accepted, .due, .deliveryExpired, .blocked])
    }

    @Test("A new push token on one of two phones whose pushes fail rings again")
    func returned() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.addDevice(besides: couple.ben)
        let id = try await fixture.setAlarm(couple, in: .zero)
        fixture.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        try await fixture.catchUp()
        #expect(try await fixture.state(id) == .blocked)
        fixture.channel.answer { _ in .accepted }
        fixture.clock.advance(by: .seconds(5))
        let fresh = ReplaceToken(apns: fixture.pushToken())
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(fresh, of: couple.ben) }
        try await fixture.catchUp()
        #expect(try await fixture.state(id) == .ringing)
        #expect(fixture.channel.stages.filter { $0 == .unblocked }.count == 1)
    }
}
