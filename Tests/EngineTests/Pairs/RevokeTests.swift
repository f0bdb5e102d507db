import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Leaving a pair")
struct RevokeTests {
    private func revoke(_ couple: Couple, by device: Device, in scene: EngineScene) async throws -> Answer {
        try await scene.engine.write { try $0.revoke(couple.pair, by: device) }
    }

    @Test("Either side may, and then nothing of the pair is left but its tombstone", arguments: [true, false])
    func everythingGoes(isInviter: Bool) async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let live = try await scene.setAlarm(couple, in: .hours(2))
        let over = try await scene.setAlarm(couple, in: .hours(2))
        try await scene.report(.acknowledged, of: over, from: couple.ben, reply: .sample())
        let answer = try await revoke(couple, by: isInviter ? couple.ana : couple.ben, in: scene)
        #expect((answer.status, answer.body) == (204, []))

        for id in [live, over] {
            let content = try await scene.row(id).content
            #expect((content.message, content.reply) == (nil, nil))
        }
        #expect(try await scene.state(live) == .cancelled)
        #expect(try await scene.record(live).last == .revoked)
        #expect(try await scene.state(over) == .acknowledged)
        let pair = try await scene.engine.read { try $0.pair(couple.pair) }
        #expect(pair?.revokedAt == scene.now)
        for device in [couple.ana, couple.ben] { #expect(try await scene.device(device.id).token == nil) }
        try await expectProblem(.gone) { try await scene.setAlarm(couple) }
    }

    @Test("No push of the pair starts after, neither rings nor notices")
    func nothingStarts() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        // Pairs for whose sake both keep their push tokens.
        for device in [couple.ana, couple.ben] { _ = try await scene.pair(device, with: scene.register()) }
        _ = try await scene.setAlarm(couple)
        let declined = try await scene.setAlarm(couple)
        try await scene.cancel(declined, by: couple.ben)
        _ = try await revoke(couple, by: couple.ben, in: scene)
        try await scene.engine.settle(pair: couple.pair)
        let count = scene.channel.sent.count
        try await scene.pass(.hours(2))
        #expect(scene.channel.sent.count == count)
    }

    @Test("A phone that was handed the alarm is sent a last push before the answer, so that it lets go")
    func farewell() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let handedOff = try await scene.setAlarm(couple)
        try await scene.catchUp()
        scene.channel.forget()
        _ = try await revoke(couple, by: couple.ana, in: scene)
        #expect(scene.channel.alarms.map(\.id) == [handedOff])
        #expect(scene.channel.stages == [.cancel])
        #expect(scene.channel.alarms.first?.message == nil)
    }

    @Test("A last push that the gateway keeps waiting keeps nobody in a pair")
    func farewellHangs() async throws {
        var limits = Limits()
        limits.drain = .milliseconds(1)
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        try await scene.catchUp()
        scene.channel.hold()
        let answer = try await scene.clock.running { try await revoke(couple, by: couple.ana, in: scene) }
        #expect(answer.status == 204)
    }

    @Test("A push token that cannot be opened any more keeps nobody in a pair")
    func lostKey() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        try await scene.catchUp()
        var device = couple.ben
        device.token?.sealed = [1, 2, 3]
        let damaged = device
        try await scene.store.write { try $0.update(damaged) }
        _ = try await revoke(couple, by: couple.ben, in: scene)
        #expect(try await scene.state(id) == .cancelled)
    }

    @Test("Leaving twice changes nothing more")
    func twice() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await revoke(couple, by: couple.ana, in: scene)
        let since = scene.now
        scene.clock.advance(by: .hours(1))
        #expect(try await revoke(couple, by: couple.ben, in: scene).status == 204)
        #expect(try await scene.engine.read { try $0.pair(couple.pair)?.revokedAt } == since)
    }

    @Test("A stranger cannot end a pair, nor learn of it")
    func stranger() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let stranger = try await scene.register()
        try await expectProblem(.notFound) { try await revoke(couple, by: stranger, in: scene) }
        #expect(try await scene.engine.read { try $0.pair(couple.pair)?.isActive } == true)
    }

    @Test("Other pairs of the two go on, and keep the push tokens that they need")
    func otherPairs() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let other = try await scene.pair(couple.ana, with: scene.register())
        let id = try await scene.setAlarm(other)
        _ = try await revoke(couple, by: couple.ben, in: scene)
        #expect(try await scene.device(couple.ana.id).isReachable)
        #expect(try await !scene.device(couple.ben.id).isReachable)
        try await scene.pass(.minutes(30))
        #expect(try await scene.state(id) == .ringing)
    }
}
