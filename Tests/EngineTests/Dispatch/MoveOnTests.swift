import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A ring that cannot be delivered")
struct MoveOnTests {
    @Test("The gateway's refusal rings the armed phone beside it in the same second")
    func spared() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.clock.advance(by: .seconds(1))
        let tablet = try await scene.addDevice(besides: couple.ben)
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.report(.armed, of: id, from: tablet)
        scene.channel.answer { push in
            push.destination.registeredAt != tablet.token?.registeredAt && push.alarm?.stage == .ring
                ? .rejected(reason: "BadTopic") : .accepted
        }
        try await scene.pass(.minutes(5))
        let rings = try await scene.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.order.destination) == [.device(couple.ben.id), .device(tablet.id)])
        #expect(rings.map(\.state) == [.refused, .accepted])
        #expect(rings.allSatisfy { $0.createdAt == scene.now })
        #expect(try await scene.state(id) == .ringing)
    }

    @Test("With nobody else to ring, the sender knows in the same second; and knows when it comes through after all")
    func blocked() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        scene.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        try await scene.pass(.minutes(5))
        #expect(try await scene.state(id) == .blocked)
        #expect(scene.channel.stages == [.handoff, .ring, .blocked])
        scene.channel.answer { _ in .accepted }
        try await scene.pass(.minutes(2))
        #expect(try await scene.state(id) == .ringing)
        #expect(scene.channel.stages == [.handoff, .ring, .blocked, .ring, .unblocked, .ring])
    }

    @Test("A gateway that asks for more time than there is makes the ladder move on before the deadline")
    func retryAfter() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .zero)
        scene.channel.answerNext(.retry(after: .minutes(5), reason: "TooManyRequests", indeterminate: false))
        try await scene.catchUp()
        #expect(scene.channel.stages == [.ring, .blocked])
        #expect(try await scene.record(id) == [.accepted, .due, .deliveryExpired, .blocked])
    }

    @Test("A new push token on one of two phones whose pushes fail rings again")
    func returned() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.addDevice(besides: couple.ben)
        let id = try await scene.setAlarm(couple, in: .zero)
        scene.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        try await scene.catchUp()
        #expect(try await scene.state(id) == .blocked)
        scene.channel.answer { _ in .accepted }
        scene.clock.advance(by: .seconds(5))
        let fresh = ReplaceToken(apns: scene.pushToken())
        let _: TokenReplaced = try await scene.ask { try $0.replaceToken(fresh, of: couple.ben) }
        try await scene.catchUp()
        #expect(try await scene.state(id) == .ringing)
        #expect(scene.channel.stages.filter { $0 == .unblocked }.count == 1)
    }
}
