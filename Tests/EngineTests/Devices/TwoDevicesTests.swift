import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A person with two devices")
struct TwoDevicesTests {
    /// Ana, and Ben with a phone and a tablet that was linked to it.
    private func scene() async throws -> (EngineScene, Couple, tablet: Device) {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let tablet = try await scene.link(try await scene.register(), to: couple.ben)
        return (scene, couple, tablet)
    }

    private func token(of device: Device, in scene: EngineScene) async throws -> String {
        let device = try await scene.device(device.id)
        return try scene.engine.vault.openPushToken(try #require(device.token), of: device.id)
    }

    /// The stages that were pushed to a device, in order.
    private func stages(to token: String, in scene: EngineScene) -> [Stage] {
        scene.channel.sent.filter { $0.destination.token.hex == token }.compactMap { $0.alarm?.stage.stage }
    }

    @Test("An alarm is handed to both, rings on both, and what one answers silences the other")
    func rings() async throws {
        let (scene, couple, tablet) = try await scene()
        let (phoneToken, tabletToken) = (
            try await token(of: couple.ben, in: scene), try await token(of: tablet, in: scene)
        )
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.pass(.minutes(5))
        #expect(stages(to: phoneToken, in: scene) == [.handoff, .ring])
        #expect(stages(to: tabletToken, in: scene) == [.handoff, .ring])

        try await scene.report(.ringing, of: id, from: couple.ben)
        try await scene.report(.acknowledged, of: id, from: tablet)
        try await scene.pass(.minutes(10))
        #expect(stages(to: phoneToken, in: scene) == [.handoff, .ring, .cancel])
        #expect(stages(to: tabletToken, in: scene) == [.handoff, .ring])
        #expect(try await scene.state(id) == .acknowledged)
        #expect(try await scene.record(id).filter { $0 == .ringing }.count == 1, "receipts are counted by device")
    }

    @Test("A device linked to its person after an alarm was set is told of it by sync, and may arm it")
    func linkedLater() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        let tablet = try await scene.link(try await scene.register(), to: couple.ben)
        #expect(try await scene.synchronise(tablet).alarms.map(\.id) == [id])
        try await scene.report(.armed, of: id, from: tablet)
        #expect(try await scene.state(id) == .armed)
    }

    @Test("Either device lists, sets and cancels what is the person's")
    func both() async throws {
        let (scene, couple, tablet) = try await scene()
        let incoming = try await scene.setAlarm(couple)
        var request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        request.partnerToken = couple.bensToken
        try await scene.accept(request, from: tablet)
        for device in [couple.ben, tablet] {
            let list = try await scene.engine.read { try scene.engine.list(for: device, in: $0) }
            #expect(list.alarms.map(\.id) == [incoming, request.id])
            #expect(list.alarms.map(\.direction) == [.incoming, .outgoing])
        }
        try await scene.cancel(request.id, by: couple.ben)
        try await scene.cancel(incoming, by: tablet)
        #expect(try await scene.state(request.id) == .cancelled)
        #expect(try await scene.record(incoming).contains(.declined))
    }

    @Test("News for a sender reaches both of the sender's devices")
    func news() async throws {
        let (scene, couple, tablet) = try await scene()
        var request = try scene.request(couple, at: AlarmTime(scene.now + .minutes(1)))
        request.partnerToken = couple.bensToken
        try await scene.accept(request, from: couple.ben)
        try await scene.pass(.minutes(1))
        try await scene.report(.acknowledged, of: request.id, from: couple.ana)
        try await scene.catchUp()
        for device in [couple.ben, tablet] {
            #expect(stages(to: try await token(of: device, in: scene), in: scene) == [.acknowledged])
        }
    }

    @Test("A pair ended from either device is ended for both, and both are told to let go")
    func revoked() async throws {
        let (scene, couple, tablet) = try await scene()
        let (phoneToken, tabletToken) = (
            try await token(of: couple.ben, in: scene), try await token(of: tablet, in: scene)
        )
        _ = try await scene.setAlarm(couple)
        try await scene.catchUp()
        _ = try await scene.engine.write { try $0.revoke(couple.pair, by: tablet) }
        #expect(stages(to: phoneToken, in: scene) == [.handoff, .cancel])
        #expect(stages(to: tabletToken, in: scene) == [.handoff, .cancel])
        let pairs = try await scene.engine.read { try scene.engine.pairs(of: couple.ben, in: $0).pairs }
        #expect(pairs.map(\.state) == [.ended])
        for device in [couple.ben, tablet] { #expect(try await !scene.device(device.id).isReachable) }
    }

    @Test("A device that is another person's now has its event streams ended, to begin them anew")
    func streams() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let desk = try await scene.register(.events)
        let events = scene.engine.events.listen(as: desk.id, of: desk.person)
        try await scene.link(desk, to: couple.ben)
        for await _ in events {}
        #expect(scene.engine.events.count == 0)
    }
}
