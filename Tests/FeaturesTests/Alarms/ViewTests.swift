import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Views of an alarm")
struct ViewTests {
    @Test("Sender and receiver see the same alarm from their own sides")
    func directions() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let (anas, bens) = (try await fixture.view(id, for: couple.ana), try await fixture.view(id, for: couple.ben))
        #expect((anas.direction, bens.direction) == (.outgoing, .incoming))
        #expect((anas.time, anas.state, anas.revision) == (bens.time, bens.state, bens.revision))
        #expect(anas.setAt == fixture.now)
        #expect(bens.message == .sample())
    }

    @Test("Other people do not see it")
    func stranger() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let stranger = try await fixture.register()
        let problem = try await expectProblem(.notFound) { try await fixture.view(id, for: stranger) }
        let unknown = fixture.draw { AlarmID.random(using: &$0) }
        #expect(try await expectProblem(.notFound) { try await fixture.view(unknown, for: stranger) } == problem)
        let list = try await fixture.engine.read { try fixture.engine.list(for: stranger, in: $0) }
        #expect(list.alarms.isEmpty)
    }

    @Test("The sender sees its progress on each of the receiver's devices, which are numbered, not named")
    func funnel() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let start = fixture.now
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.channel.answer { push in
            push.alarm?.stage == .ring && push.destination.registeredAt == tablet.address?.registeredAt
                ? .rejected(reason: "PayloadEmpty") : .accepted
        }
        fixture.clock.advance(by: .seconds(1))
        try await fixture.catchUp()
        fixture.clock.advance(by: .seconds(1))
        try await fixture.report(.armed, of: id, from: couple.ben)
        try await fixture.pass(until: start + .minutes(5))
        try await fixture.report(.ringing, of: id, from: couple.ben)
        fixture.clock.advance(by: .seconds(5))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)

        let view = try await fixture.view(id, for: couple.ana)
        #expect(view.deliveries.map(\.device) == [1, 2])
        let first = try #require(view.deliveries.first)
        #expect(first.relayed == start)
        #expect(first.delivered == start + .seconds(1))
        #expect(first.armed == start + .seconds(2))
        #expect(first.ringing == start + .minutes(5))
        #expect(first.acknowledged == start + .minutes(5) + .seconds(5))
        #expect(first.error == nil)
        let second = try #require(view.deliveries.last)
        #expect((second.armed, second.acknowledged) == (nil, nil))
        #expect(second.error == "PayloadEmpty")
        let text = String(decoding: view.wire, as: UTF8.self)
        for device in [couple.ben, tablet] {
            #expect(!text.contains(device.id.description))
            #expect(!text.contains(device.person.description))
        }
    }

    @Test("A repeated alarm shows the progress of the coming occurrence, not of the previous one")
    func renewed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .minutes(5)
        let request = try fixture.request(couple, at: AlarmTime(due), timeZone: "Etc/UTC", repeat: "FREQ=DAILY")
        try await fixture.accept(request, from: couple.ana)
        try await fixture.report(.armed, of: request.id, from: couple.ben)
        fixture.clock.set(to: due + .seconds(20))
        try await fixture.pass(.seconds(1))
        #expect(try await fixture.view(request.id, for: couple.ana).isLate)
        try await fixture.report(.acknowledged, of: request.id, from: couple.ben)
        let view = try await fixture.view(request.id, for: couple.ana)
        #expect(view.revision == 2)
        #expect(!view.isLate)
        let funnel = try #require(view.deliveries.first)
        #expect((funnel.armed, funnel.acknowledged, funnel.delivered) == (nil, nil, nil))
        #expect(funnel.relayed == fixture.now)
    }

    @Test("A refusal shows the gateway's own reason")
    func refused() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.channel.answer { _ in .rejected(reason: "TopicDisallowed") }
        let id = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        let view = try await fixture.view(id, for: couple.ana)
        #expect(view.deliveries.map(\.error) == ["TopicDisallowed"])
        #expect(view.deliveries.map(\.delivered) == [nil])
    }

    @Test("A list holds what has not ended, both ways, earliest first")
    func list() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let late = try await fixture.setAlarm(couple, in: .hours(3))
        let early = try await fixture.setAlarm(couple, in: .hours(1))
        let over = try await fixture.setAlarm(couple, in: .hours(2))
        try await fixture.cancel(over, by: couple.ana)
        var back = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(2)))
        back.partnerToken = couple.bensToken
        try await fixture.accept(back, from: couple.ben)
        let list = try await fixture.engine.read { try fixture.engine.list(for: couple.ana, in: $0) }
        #expect(list.alarms.map(\.id) == [early, back.id, late])
        #expect(list.alarms.map(\.direction) == [.outgoing, .incoming, .outgoing])
        #expect(list.alarms.allSatisfy { $0.deliveries.isEmpty })
    }

    @Test("An alarm that rang because the relay was away says so")
    func late() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        #expect(try await !fixture.view(id, for: couple.ana).isLate)
        fixture.clock.advance(by: .minutes(35))
        try await fixture.catchUp()
        #expect(try await fixture.view(id, for: couple.ana).isLate)
        #expect(fixture.channel.alarms.last?.isLate == true)
    }

    @Test("The pairs of a person are told with the token of each that is active")
    func pairs() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let second = try await fixture.pair(couple.ana, with: fixture.register())
        _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
        let list = try await fixture.engine.read { try fixture.engine.pairs(of: couple.ana, in: $0) }
        #expect(list.pairs.map(\.id) == [couple.pair, second.pair])
        #expect(list.pairs.map(\.state) == [.ended, .active])
        #expect(list.pairs.map(\.partnerToken) == [nil, second.anasToken])
    }
}
