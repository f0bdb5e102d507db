import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Removing a device of a person")
struct RemovingTests {
    /// Ana, and Ben with a phone and a tablet that was linked to it.
    private func fixture() async throws -> (EngineFixture, PairedDevices, tablet: Device) {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let tablet = try await fixture.link(try await fixture.register(), to: couple.ben)
        return (fixture, couple, tablet)
    }

    private func remove(_ id: DeviceID, by device: Device, in fixture: EngineFixture) async throws {
        _ = try await fixture.engine.write { try $0.devices.remove(id, by: device) }
        try await fixture.engine.awaitSends(device: id)
    }

    @Test("Its key, token and invites go, and nothing that waited for it is sent")
    func removed() async throws {
        let (fixture, couple, tablet) = try await fixture()
        let invite = try await fixture.openInvite(for: .partner, by: couple.ben, proof: fixture.draw { $0.bytes(32) })
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await remove(couple.ben.id, by: tablet, in: fixture)
        #expect(try await fixture.engine.read { try $0.device(couple.ben.id) } == nil)
        #expect(try await fixture.engine.read { try $0.invite(invite.inviteID)?.state } == .cancelled)
        let waiting = try await fixture.deliveries(id).filter { $0.order.destination == .device(couple.ben.id) }
        #expect(waiting.map(\.state) == [.superseded])
        fixture.channel.forget()
        try await fixture.pass(.minutes(5))
        #expect(fixture.channel.stages == [.handoff, .ring], "the tablet's")
        #expect(Set(fixture.channel.sent.map(\.token)).count == 1)
        let list = try await fixture.engine.read { try fixture.engine.devices(of: tablet, in: $0) }
        #expect(list.devices.map(\.id) == [tablet.id])
        #expect(list.devices.map(\.isSelf) == [true])
    }

    @Test("The only device stays as long as check-ins or contacts depend on it")
    func onlyDevice() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        let phone = person.phone
        let problem = await #expect(throws: Problem.self) {
            _ = try await person.fixture.engine.write { try $0.devices.remove(phone.id, by: phone) }
        }
        #expect(problem?.kind == .conflict)
        #expect(problem?.detail.contains("delete everything") ?? false)
        let tablet = try await person.fixture.addDevice(besides: phone)
        try await remove(phone.id, by: tablet, in: person.fixture)
        #expect(try await person.checkIn(from: tablet).state == .normal)
    }

    @Test("One that may ring by itself is told to disarm, and the alarm no longer counts as armed")
    func armed() async throws {
        let (fixture, couple, tablet) = try await fixture()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        try await fixture.report(.armed, of: id, from: tablet)
        fixture.channel.forget()
        try await remove(tablet.id, by: couple.ben, in: fixture)
        #expect(fixture.channel.stages == [.cancel])
        #expect(try await fixture.state(id) == .scheduled)
    }

    @Test("A device of another person, and a stranger's, cannot be removed, and are not even there")
    func strangers() async throws {
        let (fixture, couple, tablet) = try await fixture()
        for (id, device) in [(tablet.id, couple.ana), (couple.ana.id, tablet), (DeviceID.sample(9), tablet)] {
            try await expectProblem(.notFound) { try await remove(id, by: device, in: fixture) }
        }
        #expect(try await fixture.device(tablet.id).isReachable)
    }

    @Test("The only device of a person who has pairs stays until they have ended")
    func last() async throws {
        let (fixture, couple, tablet) = try await fixture()
        try await remove(tablet.id, by: tablet, in: fixture)
        let problem = try await expectProblem(.conflict) {
            try await remove(couple.ben.id, by: couple.ben, in: fixture)
        }
        #expect(problem.detail.contains("end its pairs"))
        _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
        try await remove(couple.ben.id, by: couple.ben, in: fixture)
        #expect(try await fixture.engine.read { try $0.devices(of: couple.ben.person) }.isEmpty)
    }

    @Test("A request whose envelope was opened before the removal is refused after it")
    func late() async throws {
        let (fixture, couple, tablet) = try await fixture()
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        request.partnerToken = couple.bensToken
        let name = RequestName(device: tablet.id, jti: [1], digest: [2], issuedAt: fixture.now)
        try await remove(tablet.id, by: couple.ben, in: fixture)
        try await expectProblem(.unauthorized) { [request] in
            let accepted: AlarmAccepted = try await fixture.ask { tx in
                try tx.once(name) { tablet in try tx.alarms.accept(request, from: tablet) }
            }
            return accepted
        }
        let id = request.id
        #expect(try await fixture.engine.read { try $0.alarm(id) } == nil)
    }

    @Test("Its pushes that are under way have ended when the removal is answered, and its streams too")
    func settled() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple(.apns, and: .events)
        let desk = try await fixture.link(try await fixture.register(.events), to: couple.ben)
        let events = fixture.engine.events.listen(as: desk.id, of: desk.person)
        let id = try await fixture.setAlarm(couple)
        try await remove(desk.id, by: couple.ben, in: fixture)
        try await fixture.catchUp()
        var stages: [String] = []
        for await event in events { if case .alarm(let push) = event { stages.append(push.stage.rawValue) } }
        #expect(stages == [])
        #expect(
            try await fixture.deliveries(id).filter { $0.order.destination == .device(desk.id) }.allSatisfy {
                $0.state == .superseded
            }
        )
    }

    @Test("A removed device's key may register anew, as a new person's")
    func anew() async throws {
        let fixture = try EngineFixture()
        let request = fixture.registration()
        let first = try await fixture.register(request)
        try await remove(first.id, by: first, in: fixture)
        let second = try await fixture.register(request)
        #expect(second.id != first.id)
        #expect(second.person != first.person)
    }
}
