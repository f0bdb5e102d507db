import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What is told of an alarm")
struct ViewTests {
    @Test("Sender and receiver see the same alarm from their own sides")
    func directions() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let (anas, bens) = (try await scene.view(id, for: couple.ana), try await scene.view(id, for: couple.ben))
        #expect((anas.direction, bens.direction) == (.outgoing, .incoming))
        #expect((anas.time, anas.state, anas.revision) == (bens.time, bens.state, bens.revision))
        #expect(anas.setAt == scene.now)
        #expect(bens.message == .sample())
    }

    @Test("Nobody else sees it")
    func stranger() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let stranger = try await scene.register()
        let problem = try await expectProblem(.notFound) { try await scene.view(id, for: stranger) }
        let unknown = scene.draw { AlarmID.random(using: &$0) }
        #expect(try await expectProblem(.notFound) { try await scene.view(unknown, for: stranger) } == problem)
        let list = try await scene.engine.read { try scene.engine.list(for: stranger, in: $0) }
        #expect(list.alarms.isEmpty)
    }

    @Test("The sender follows it to each of the receiver's devices, which have numbers and no names")
    func funnel() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.clock.advance(by: .seconds(1))
        let tablet = try await scene.addDevice(besides: couple.ben)
        let start = scene.now
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        scene.channel.answer { push in
            push.alarm?.stage == .ring && push.destination.registeredAt == tablet.token?.registeredAt
                ? .rejected(reason: "PayloadEmpty") : .accepted
        }
        scene.clock.advance(by: .seconds(1))
        try await scene.catchUp()
        scene.clock.advance(by: .seconds(1))
        try await scene.report(.armed, of: id, from: couple.ben)
        try await scene.pass(until: start + .minutes(5))
        try await scene.report(.ringing, of: id, from: couple.ben)
        scene.clock.advance(by: .seconds(5))
        try await scene.report(.acknowledged, of: id, from: couple.ben)

        let view = try await scene.view(id, for: couple.ana)
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

    @Test("Of an alarm that repeats it is told how far the coming occurrence got, not the one before")
    func renewed() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .minutes(5)
        let request = try scene.request(couple, at: AlarmTime(due), timeZone: "Etc/UTC", repeat: "FREQ=DAILY")
        try await scene.accept(request, from: couple.ana)
        try await scene.report(.armed, of: request.id, from: couple.ben)
        scene.clock.set(to: due + .seconds(20))
        try await scene.pass(.seconds(1))
        #expect(try await scene.view(request.id, for: couple.ana).isLate)
        try await scene.report(.acknowledged, of: request.id, from: couple.ben)
        let view = try await scene.view(request.id, for: couple.ana)
        #expect(view.revision == 2)
        #expect(!view.isLate)
        let funnel = try #require(view.deliveries.first)
        #expect((funnel.armed, funnel.acknowledged, funnel.delivered) == (nil, nil, nil))
        #expect(funnel.relayed == scene.now)
    }

    @Test("What the gateway refused is told by its own word")
    func refused() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.channel.answer { _ in .rejected(reason: "TopicDisallowed") }
        let id = try await scene.setAlarm(couple)
        try await scene.catchUp()
        let view = try await scene.view(id, for: couple.ana)
        #expect(view.deliveries.map(\.error) == ["TopicDisallowed"])
        #expect(view.deliveries.map(\.delivered) == [nil])
    }

    @Test("A list holds what has not ended, both ways, earliest first")
    func list() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let late = try await scene.setAlarm(couple, in: .hours(3))
        let early = try await scene.setAlarm(couple, in: .hours(1))
        let over = try await scene.setAlarm(couple, in: .hours(2))
        try await scene.cancel(over, by: couple.ana)
        var back = try scene.request(couple, at: AlarmTime(scene.now + .hours(2)))
        back.partnerToken = couple.bensToken
        try await scene.accept(back, from: couple.ben)
        let list = try await scene.engine.read { try scene.engine.list(for: couple.ana, in: $0) }
        #expect(list.alarms.map(\.id) == [early, back.id, late])
        #expect(list.alarms.map(\.direction) == [.outgoing, .incoming, .outgoing])
        #expect(list.alarms.allSatisfy { $0.deliveries.isEmpty })
    }

    @Test("An alarm that rang because the relay was away says so")
    func late() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        #expect(try await !scene.view(id, for: couple.ana).isLate)
        scene.clock.advance(by: .minutes(35))
        try await scene.catchUp()
        #expect(try await scene.view(id, for: couple.ana).isLate)
        #expect(scene.channel.alarms.last?.isLate == true)
    }

    @Test("The pairs of a person are told with the token of each that is active")
    func pairs() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let second = try await scene.pair(couple.ana, with: scene.register())
        _ = try await scene.engine.write { try $0.revoke(couple.pair, by: couple.ben) }
        let list = try await scene.engine.read { try scene.engine.pairs(of: couple.ana, in: $0) }
        #expect(list.pairs.map(\.id) == [couple.pair, second.pair])
        #expect(list.pairs.map(\.state) == [.ended, .active])
        #expect(list.pairs.map(\.partnerToken) == [nil, second.anasToken])
    }
}
