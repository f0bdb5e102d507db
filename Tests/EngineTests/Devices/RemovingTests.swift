import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("Removing a device of a person")
struct RemovingTests {
    /// Ana, and Ben with a phone and a tablet that was linked to it.
    private func scene() async throws -> (EngineScene, Couple, tablet: Device) {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let tablet = try await scene.link(try await scene.register(), to: couple.ben)
        return (scene, couple, tablet)
    }

    private func remove(_ id: DeviceID, by device: Device, in scene: EngineScene) async throws {
        _ = try await scene.engine.write { try $0.removeDevice(id, by: device) }
        try await scene.engine.settle(device: id)
    }

    @Test("Its key, token and invites go, and nothing that waited for it is sent")
    func removed() async throws {
        let (scene, couple, tablet) = try await scene()
        let invite = try await scene.openInvite(for: .partner, by: couple.ben, proof: scene.draw { $0.bytes(32) })
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await remove(couple.ben.id, by: tablet, in: scene)
        #expect(try await scene.engine.read { try $0.device(couple.ben.id) } == nil)
        #expect(try await scene.engine.read { try $0.invite(invite.inviteID)?.state } == .cancelled)
        let waiting = try await scene.deliveries(id).filter { $0.order.destination == .device(couple.ben.id) }
        #expect(waiting.map(\.state) == [.superseded])
        scene.channel.forget()
        try await scene.pass(.minutes(5))
        #expect(scene.channel.stages == [.handoff, .ring], "the tablet's")
        #expect(Set(scene.channel.sent.map(\.destination.token)).count == 1)
        let list = try await scene.engine.read { try scene.engine.devices(of: tablet, in: $0) }
        #expect(list.devices.map(\.id) == [tablet.id])
        #expect(list.devices.map(\.isSelf) == [true])
    }

    @Test("The only device stays as long as check-ins or contacts depend on it")
    func onlyDevice() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        try await person.checkIn()
        let phone = person.phone
        let problem = await #expect(throws: Problem.self) {
            _ = try await person.scene.engine.write { try $0.removeDevice(phone.id, by: phone) }
        }
        #expect(problem?.kind == .conflict)
        #expect(problem?.detail.contains("delete everything") ?? false)
        let tablet = try await person.scene.addDevice(besides: phone)
        try await remove(phone.id, by: tablet, in: person.scene)
        #expect(try await person.checkIn(from: tablet).state == .normal)
    }

    @Test("One that may ring by itself is told to let go, and the alarm no longer counts as armed")
    func armed() async throws {
        let (scene, couple, tablet) = try await scene()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.catchUp()
        try await scene.report(.armed, of: id, from: tablet)
        scene.channel.forget()
        try await remove(tablet.id, by: couple.ben, in: scene)
        #expect(scene.channel.stages == [.cancel])
        #expect(try await scene.state(id) == .scheduled)
    }

    @Test("A device of another person, and a stranger's, cannot be removed, and are not even there")
    func strangers() async throws {
        let (scene, couple, tablet) = try await scene()
        for (id, device) in [(tablet.id, couple.ana), (couple.ana.id, tablet), (DeviceID.sample(9), tablet)] {
            try await expectProblem(.notFound) { try await remove(id, by: device, in: scene) }
        }
        #expect(try await scene.device(tablet.id).isReachable)
    }

    @Test("The only device of a person who has pairs stays until they have ended")
    func last() async throws {
        let (scene, couple, tablet) = try await scene()
        try await remove(tablet.id, by: tablet, in: scene)
        let problem = try await expectProblem(.conflict) { try await remove(couple.ben.id, by: couple.ben, in: scene) }
        #expect(problem.detail.contains("end its pairs"))
        _ = try await scene.engine.write { try $0.revoke(couple.pair, by: couple.ben) }
        try await remove(couple.ben.id, by: couple.ben, in: scene)
        #expect(try await scene.engine.read { try $0.devices(of: couple.ben.person) }.isEmpty)
    }

    @Test("A request whose envelope was opened before the removal is refused after it")
    func late() async throws {
        let (scene, couple, tablet) = try await scene()
        var request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        request.partnerToken = couple.bensToken
        let name = RequestName(device: tablet.id, jti: [1], digest: [2], issuedAt: scene.now)
        try await remove(tablet.id, by: couple.ben, in: scene)
        try await expectProblem(.unauthorized) { [request] in
            let accepted: AlarmAccepted = try await scene.ask { work in
                try work.once(name) { try $0.accept(request, from: tablet) }
            }
            return accepted
        }
        let id = request.id
        #expect(try await scene.engine.read { try $0.alarm(id) } == nil)
    }

    @Test("Its pushes that are under way have ended when the removal is answered, and its streams too")
    func settled() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple(.apns, and: .events)
        let desk = try await scene.link(try await scene.register(.events), to: couple.ben)
        let events = scene.engine.events.listen(as: desk.id, of: desk.person)
        let id = try await scene.setAlarm(couple)
        try await remove(desk.id, by: couple.ben, in: scene)
        try await scene.catchUp()
        var stages: [String] = []
        for await event in events { if case .alarm(let push) = event { stages.append(push.stage.rawValue) } }
        #expect(stages == [])
        #expect(
            try await scene.deliveries(id).filter { $0.order.destination == .device(desk.id) }.allSatisfy {
                $0.state == .superseded
            }
        )
    }

    @Test("A removed device's key may register anew, as a new person's")
    func anew() async throws {
        let scene = try EngineScene()
        let request = scene.registration()
        let first = try await scene.register(request)
        try await remove(first.id, by: first, in: scene)
        let second = try await scene.register(request)
        #expect(second.id != first.id)
        #expect(second.person != first.person)
    }
}
