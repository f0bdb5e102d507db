import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Push tokens that die")
struct PushTokenTests {
    private let dead = DeliveryOutcome.tokenDead(reason: "Unregistered", since: nil)

    private func replaceToken(of device: Device, in scene: EngineScene) async throws {
        let fresh = ReplaceToken(apns: scene.pushToken())
        let _: TokenReplaced = try await scene.ask { try $0.replaceToken(fresh, of: device) }
    }

    @Test("A dead token is deleted; with no other device the alarm is blocked, and its sender is told")
    func blocked() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.answerNext(dead)
        try await scene.catchUp()
        #expect(try await scene.device(couple.ben.id).token == nil)
        #expect(try await scene.state(id) == .blocked)
        #expect(scene.channel.stages == [.handoff, .blocked])
        let told = try #require(scene.channel.sent.last)
        let anas = try #require(couple.ana.token)
        #expect(told.destination.token.hex == (try scene.engine.vault.openPushToken(anas, of: couple.ana.id)))
        #expect(try await scene.deliveries(id).first?.state == .refused)
    }

    @Test("A blocked alarm goes on the moment its device has a new token, and its sender is told")
    func unblocked() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.answerNext(dead)
        try await scene.catchUp()
        scene.channel.forget()
        scene.clock.advance(by: .minutes(5))
        try await replaceToken(of: couple.ben, in: scene)
        try await scene.catchUp()
        #expect(try await scene.state(id) == .scheduled)
        #expect(Set(scene.channel.stages) == [.handoff, .unblocked])
        scene.channel.forget()
        try await scene.pass(.minutes(25))
        #expect(scene.channel.stages.last == .ring)
    }

    @Test("A token that comes after due rings at once")
    func unblockedLate() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        scene.channel.answerNext(dead)
        try await scene.pass(.minutes(33))
        #expect(!scene.channel.stages.contains(.ring))
        scene.channel.forget()
        try await replaceToken(of: couple.ben, in: scene)
        try await scene.catchUp()
        #expect(scene.channel.stages.contains(.ring))
    }

    @Test("A blocked alarm that nobody unblocks is missed at the end of its ladder")
    func neverUnblocked() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.answerNext(dead)
        try await scene.pass(.minutes(40))
        #expect(try await scene.state(id) == .missed)
        #expect(scene.channel.stages == [.handoff, .blocked, .noAnswer])
    }

    @Test("The person's other devices are used, and the alarm is not blocked")
    func otherDevice() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.clock.advance(by: .seconds(1))
        let tablet = try await scene.addDevice(besides: couple.ben)
        let id = try await scene.setAlarm(couple)
        scene.channel.answer { [dead] push in
            push.destination.registeredAt == tablet.token?.registeredAt ? .accepted : dead
        }
        try await scene.pass(.minutes(30))
        #expect(try await scene.device(couple.ben.id).token == nil)
        #expect(try await scene.device(tablet.id).isReachable)
        #expect(try await scene.state(id) == .ringing)
        let rings = try await scene.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.order.destination) == [.device(tablet.id)])
    }

    @Test("A sender whose own token is dead is told nothing, and the alarm rings all the same")
    func sendersToken() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let declined = try await scene.setAlarm(couple)
        scene.channel.answer { [dead] push in push.alarm?.stage.stage == .declined ? dead : .accepted }
        try await scene.cancel(declined, by: couple.ben)
        try await scene.catchUp()
        #expect(try await scene.device(couple.ana.id).token == nil)
        try await scene.pass(.minutes(30))
        #expect(try await scene.state(id) == .ringing)
        #expect(scene.channel.stages.last == .ring)
    }

    @Test("A newer token outlives the word that the old one is dead, and the push goes there at once")
    func newerToken() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.answerNext(dead)
        scene.channel.hold()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        scene.clock.advance(by: .seconds(1))
        try await replaceToken(of: couple.ben, in: scene)
        scene.channel.release()
        #expect(try await sent == 1)
        let device = try await scene.device(couple.ben.id)
        #expect(device.token?.registeredAt == scene.now)
        #expect(try await scene.state(id) == .scheduled)
        try await scene.catchUp()
        #expect(scene.channel.stages == [.handoff, .handoff])
        #expect(scene.channel.sent.last?.destination.registeredAt == scene.now)
        #expect(Set(scene.channel.sent.map(\.id)).count == 1)
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("A device without a push token cannot be given one")
    func eventsDevice() async throws {
        let scene = try EngineScene()
        let device = try await scene.register(.events)
        try await expectProblem(.malformed) { try await replaceToken(of: device, in: scene) }
    }

    @Test("A new token for an app without a key is refused, and the old one stays")
    func noGateway() async throws {
        let scene = try EngineScene()
        let device = try await scene.register()
        var push = scene.pushToken()
        push.topic = "com.example.other"
        let request = ReplaceToken(apns: push)
        try await expectProblem(.noGateway) {
            let replaced: TokenReplaced = try await scene.ask { try $0.replaceToken(request, of: device) }
            return replaced
        }
        #expect(try await scene.device(device.id) == device)
    }
}
