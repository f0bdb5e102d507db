import AlarmCore
import AlarmWire
import Features
import RelayTesting
import Storage
import Testing

@testable import Engine

@Suite("What nodes tell one another", .timeLimit(.minutes(10)))
struct NodeMessageTests {
    /// A browser, which rings by itself only while its page is open.
    private let page = Device(
        id: .sample(1),
        person: .sample(1),
        platform: .webPush,
        capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "26.1"),
        timeZone: "Europe/Berlin",
        locale: "de",
        keyGeneration: 0,
        sealedKey: [1],
        registration: [2],
        address: nil,
        since: .sample
    )

    /// Has a node know every wake of its next two seconds.
    private func loadHorizon(of node: EngineFixture) async throws {
        try await node.engine.horizon.refill(through: node.now + .seconds(2)) { through, limit in
            try await node.engine.read { try $0.wakes(through: through, limit: limit) }
        }
    }

    @Test("A wake that one node orders is known to the other before it looks again")
    func wakes() async throws {
        let nodes = try await NodePair()
        try await loadHorizon(of: nodes.second)
        let couple = try await nodes.first.couple()
        _ = try await nodes.first.setAlarm(couple, in: .minutes(30))
        #expect(nodes.second.engine.horizon.count == 0)
        _ = try await nodes.first.setAlarm(couple, in: .seconds(1))
        #expect(nodes.second.engine.horizon.next == nodes.first.now + .seconds(1))
    }

    @Test("A delivery that one node orders wakes the dispatcher of the other")
    func deliveries() async throws {
        let nodes = try await NodePair()
        _ = try await nodes.first.setAlarm(try await nodes.first.couple())
        await nodes.second.engine.dispatcherSignal.wait(until: nil, by: nodes.second.clock)
        #expect(try await nodes.second.dispatcher.sendReady() == 1)
    }

    @Test("What one node has under way does not start once the other cancels it; a late word bars nothing new")
    func overtaken() async throws {
        let nodes = try await NodePair()
        let (first, second) = (nodes.first, nodes.second)
        let couple = try await first.couple()
        let id = try await first.setAlarm(couple)
        let rows = try await first.deliveries(id)
        let delivery = try #require(rows.first?.order)
        second.engine.inFlight.enter(rows)
        second.engine.receive([.overtaken(try await first.row(id).key, epoch: delivery.epoch)])
        second.engine.inFlight.leave(delivery.id)
        second.engine.inFlight.enter(rows)
        try await first.cancel(id, by: couple.ana)
        #expect(!second.engine.inFlight.begin(delivery.id))
        second.engine.inFlight.leave(delivery.id)
        // As of a push that was ordered since.
        second.engine.inFlight.enter(rows)
        second.engine.receive([.overtaken(try await first.row(id).key, epoch: delivery.epoch)])
        #expect(second.engine.inFlight.begin(delivery.id))
    }

    @Test("A page that was heard on one node counts as there on the other, for the same minute")
    func presence() async throws {
        let nodes = try await NodePair()
        let (first, second) = (nodes.first, nodes.second)
        let heard = first.now
        second.engine.noteHeard(page, at: heard)
        #expect(first.engine.presence.ringsByItself(page, at: heard + .seconds(59)))
        #expect(!first.engine.presence.ringsByItself(page, at: heard + .seconds(60)))
        // The other node is told again after a while, not for each request.
        second.engine.noteHeard(page, at: heard + .seconds(14))
        #expect(!first.engine.presence.ringsByItself(page, at: heard + .seconds(60)))
        first.clock.advance(by: .seconds(15))
        second.engine.noteHeard(page, at: heard + .seconds(15))
        #expect(first.engine.presence.ringsByItself(page, at: heard + .seconds(74)))
    }

    @Test("A word that comes late makes no page count as there for longer, nor one of a clock that is ahead")
    func latePresence() async throws {
        let nodes = try await NodePair()
        let (first, now) = (nodes.first, nodes.first.now)
        first.engine.receive([.heard(page.id, at: now + .seconds(2))])
        #expect(first.engine.presence.ringsByItself(page, at: now))
        #expect(!first.engine.presence.ringsByItself(page, at: now + .seconds(60)))
        first.engine.receive([.heard(page.id, at: now - .seconds(30))])
        #expect(first.engine.presence.ringsByItself(page, at: now + .seconds(59)))
    }

    @Test("Once messages may have been lost, a node looks at the store and has its listeners synchronise")
    func missed() async throws {
        let nodes = try await NodePair(areMuted: true)
        let (first, second) = (nodes.first, nodes.second)
        try await loadHorizon(of: second)
        let couple = try await first.couple(.events, and: .events)
        var events = second.engine.events.listen(as: couple.ben.id, of: couple.ben.person).makeAsyncIterator()
        _ = try await first.setAlarm(couple, in: .seconds(1))
        second.engine.mayHaveMissedMessages()
        #expect(second.engine.horizon.end < second.now)
        await second.engine.schedulerSignal.wait(until: nil, by: second.clock)
        await second.engine.dispatcherSignal.wait(until: nil, by: second.clock)
        guard case .sync = await events.next() else {
            Issue.record("no nudge")
            return
        }
    }

    @Test("A relay that is alone on its store tells nobody")
    func alone() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple(.apns, and: .events)
        let stream = fixture.engine.events.listen(as: couple.ben.id, of: couple.ben.person)
        await fixture.engine.noteListening(couple.ben.id)
        #expect(try await fixture.engine.read { try $0.value("listens/\(couple.ben.id)") == nil })
        fixture.engine.events.close()
        for await _ in stream {}
    }
}
