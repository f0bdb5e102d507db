import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Leaving a pair")
struct RevokeTests {
    private func revoke(
        _ couple: PairedDevices,
        by device: Device,
        in fixture: EngineFixture
    ) async throws -> EngineResponse {
        try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: device) }
    }

    @Test("Either side may, and then nothing of the pair is left but its tombstone", arguments: [true, false])
    func everythingGoes(isInviter: Bool) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let live = try await fixture.setAlarm(couple, in: .hours(2))
        let over = try await fixture.setAlarm(couple, in: .hours(2))
        try await fixture.report(.acknowledged, of: over, from: couple.ben, reply: .sample())
        let answer = try await revoke(couple, by: isInviter ? couple.ana : couple.ben, in: fixture)
        #expect((answer.status, answer.body) == (204, []))

        for id in [live, over] {
            let content = try await fixture.row(id).content
            #expect((content.message, content.reply) == (nil, nil))
        }
        #expect(try await fixture.state(live) == .cancelled)
        #expect(try await fixture.record(live).last == .revoked)
        #expect(try await fixture.view(live, for: couple.ana).ending == .ended)
        #expect(try await fixture.view(over, for: couple.ana).ending == .answered)
        #expect(try await fixture.state(over) == .acknowledged)
        let pair = try await fixture.engine.read { try $0.pair(couple.pair) }
        #expect(pair?.revokedAt == fixture.now)
        for device in [couple.ana, couple.ben] { #expect(try await fixture.device(device.id).address == nil) }
        try await expectProblem(.gone) { try await fixture.setAlarm(couple) }
    }

    @Test("No push of the pair starts after, neither rings nor notices")
    func nothingStarts() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        // Other pairs, because of which both devices keep their push tokens.
        for device in [couple.ana, couple.ben] { _ = try await fixture.pair(device, with: fixture.register()) }
        _ = try await fixture.setAlarm(couple)
        let declined = try await fixture.setAlarm(couple)
        try await fixture.cancel(declined, by: couple.ben)
        _ = try await revoke(couple, by: couple.ben, in: fixture)
        try await fixture.engine.awaitSends(circle: couple.pair)
        let count = fixture.channel.sent.count
        try await fixture.pass(.hours(2))
        #expect(fixture.channel.sent.count == count)
    }

    @Test("A phone that was handed the alarm is sent a final push before the answer, to disarm it")
    func farewell() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let handedOff = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        fixture.channel.forget()
        _ = try await revoke(couple, by: couple.ana, in: fixture)
        #expect(fixture.channel.alarms.map(\.id) == [handedOff])
        #expect(fixture.channel.stages == [.cancel])
        #expect(fixture.channel.alarms.first?.message == nil)
    }

    @Test("A final push that the gateway delays does not keep the pair alive")
    func farewellHangs() async throws {
        var limits = Limits()
        limits.drain = .milliseconds(1)
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        fixture.channel.hold()
        let answer = try await fixture.clock.running { try await revoke(couple, by: couple.ana, in: fixture) }
        #expect(answer.status == 204)
    }

    @Test("A push token that cannot be opened does not keep the pair alive")
    func lostKey() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        var device = couple.ben
        device.address?.sealed = [1, 2, 3]
        let damaged = device
        try await fixture.store.write { try $0.update(damaged) }
        _ = try await revoke(couple, by: couple.ben, in: fixture)
        #expect(try await fixture.state(id) == .cancelled)
    }

    @Test("Leaving twice changes nothing more")
    func twice() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await revoke(couple, by: couple.ana, in: fixture)
        let since = fixture.now
        fixture.clock.advance(by: .hours(1))
        #expect(try await revoke(couple, by: couple.ben, in: fixture).status == 204)
        #expect(try await fixture.engine.read { try $0.pair(couple.pair)?.revokedAt } == since)
    }

    @Test("A stranger cannot end a pair, nor learn of it")
    func stranger() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let stranger = try await fixture.register()
        try await expectProblem(.notFound) { try await revoke(couple, by: stranger, in: fixture) }
        #expect(try await fixture.engine.read { try $0.pair(couple.pair)?.isActive } == true)
    }

    @Test("Other pairs of the two go on, and keep the push tokens that they need")
    func otherPairs() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let other = try await fixture.pair(couple.ana, with: fixture.register())
        let id = try await fixture.setAlarm(other)
        _ = try await revoke(couple, by: couple.ben, in: fixture)
        #expect(try await fixture.device(couple.ana.id).isReachable)
        #expect(try await !fixture.device(couple.ben.id).isReachable)
        try await fixture.pass(.minutes(30))
        #expect(try await fixture.state(id) == .ringing)
    }
}
