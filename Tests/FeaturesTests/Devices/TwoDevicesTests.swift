import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A person with two devices")
struct TwoDevicesTests {
    /// Ana, and Ben with a phone and a tablet that was linked to it.
    private func fixture() async throws -> (EngineFixture, PairedDevices, tablet: Device) {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let tablet = try await fixture.link(try await fixture.register(), to: couple.ben)
        return (fixture, couple, tablet)
    }

    private func token(of device: Device, in fixture: EngineFixture) async throws -> String {
        let device = try await fixture.device(device.id)
        return try #require(try fixture.engine.vault.pushToken(of: device))
    }

    /// The stages that were pushed to a device, in order.
    private func stages(to token: String, in fixture: EngineFixture) -> [Stage] {
        fixture.channel.sent.filter { $0.token == token }.compactMap { $0.alarm?.stage.stage }
    }

    @Test("An alarm is handed to both, rings on both, and what one answers silences the other")
    func rings() async throws {
        let (fixture, couple, tablet) = try await fixture()
        let (phoneToken, tabletToken) = (
            try await token(of: couple.ben, in: fixture), try await token(of: tablet, in: fixture)
        )
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        #expect(stages(to: phoneToken, in: fixture) == [.handoff, .ring])
        #expect(stages(to: tabletToken, in: fixture) == [.handoff, .ring])

        try await fixture.report(.ringing, of: id, from: couple.ben)
        try await fixture.report(.acknowledged, of: id, from: tablet)
        try await fixture.pass(.minutes(10))
        #expect(stages(to: phoneToken, in: fixture) == [.handoff, .ring, .cancel])
        #expect(stages(to: tabletToken, in: fixture) == [.handoff, .ring])
        #expect(try await fixture.state(id) == .acknowledged)
        #expect(try await fixture.record(id).filter { $0 == .ringing }.count == 1, "receipts are counted by device")
    }

    @Test("A device linked after an alarm was set gets the alarm by sync, and may arm it")
    func linkedLater() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        let tablet = try await fixture.link(try await fixture.register(), to: couple.ben)
        #expect(try await fixture.synchronise(tablet).alarms.map(\.id) == [id])
        try await fixture.report(.armed, of: id, from: tablet)
        #expect(try await fixture.state(id) == .armed)
    }

    @Test("Either device lists, sets and cancels what is the person's")
    func both() async throws {
        let (fixture, couple, tablet) = try await fixture()
        let incoming = try await fixture.setAlarm(couple)
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        request.partnerToken = couple.bensToken
        try await fixture.accept(request, from: tablet)
        for device in [couple.ben, tablet] {
            let list = try await fixture.engine.read { try fixture.engine.list(for: device, in: $0) }
            #expect(list.alarms.map(\.id) == [incoming, request.id])
            #expect(list.alarms.map(\.direction) == [.incoming, .outgoing])
        }
        try await fixture.cancel(request.id, by: couple.ben)
        try await fixture.cancel(incoming, by: tablet)
        #expect(try await fixture.state(request.id) == .cancelled)
        #expect(try await fixture.record(incoming).contains(.declined))
    }

    @Test("A notice for a sender reaches both of the sender's devices")
    func news() async throws {
        let (fixture, couple, tablet) = try await fixture()
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .minutes(1)))
        request.partnerToken = couple.bensToken
        try await fixture.accept(request, from: couple.ben)
        try await fixture.pass(.minutes(1))
        try await fixture.report(.acknowledged, of: request.id, from: couple.ana)
        try await fixture.catchUp()
        for device in [couple.ben, tablet] {
            #expect(stages(to: try await token(of: device, in: fixture), in: fixture) == [.acknowledged])
        }
    }

    @Test("A pair ended from either device is ended for both, and both are told to disarm")
    func revoked() async throws {
        let (fixture, couple, tablet) = try await fixture()
        let (phoneToken, tabletToken) = (
            try await token(of: couple.ben, in: fixture), try await token(of: tablet, in: fixture)
        )
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: tablet) }
        #expect(stages(to: phoneToken, in: fixture) == [.handoff, .cancel])
        #expect(stages(to: tabletToken, in: fixture) == [.handoff, .cancel])
        let pairs = try await fixture.engine.read { try fixture.engine.pairs(of: couple.ben, in: $0).pairs }
        #expect(pairs.map(\.state) == [.ended])
        for device in [couple.ben, tablet] { #expect(try await !fixture.device(device.id).isReachable) }
    }

    @Test("A device that is another person's now has its event streams ended, to begin them anew")
    func streams() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let desk = try await fixture.register(.events)
        let events = fixture.engine.events.listen(as: desk.id, of: desk.person)
        try await fixture.link(desk, to: couple.ben)
        for await _ in events {}
        #expect(fixture.engine.events.count == 0)
    }
}
