import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A device that listens on the event stream")
struct EventStreamTests {
    @Test("It is sent what a phone would be pushed, and told of every change")
    func events() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple(.events, and: .events)
        var anas = fixture.engine.events.listen(as: couple.ana.id, of: couple.ana.person).makeAsyncIterator()
        var bens = fixture.engine.events.listen(as: couple.ben.id, of: couple.ben.person).makeAsyncIterator()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        let change = try await fixture.row(id).change
        #expect(await anas.next() == .sync(SyncCursor(change: change, of: couple.ana.person)))
        #expect(await bens.next() == .sync(SyncCursor(change: change, of: couple.ben.person)))
        try await fixture.catchUp()
        guard case .alarm(let handoff) = await bens.next() else {
            Issue.record("no handoff")
            return
        }
        #expect((handoff.id, handoff.stage, handoff.message) == (id, .handoff, .sample()))
        #expect(fixture.channel.sent.isEmpty)

        try await fixture.cancel(id, by: couple.ben)
        try await fixture.catchUp()
        guard case .sync = await anas.next(), case .notice(let notice) = await anas.next() else {
            Issue.record("no notice")
            return
        }
        #expect((notice.id, notice.stage.stage, notice.message) == (id, .declined, nil))
    }

    @Test("While it does not listen it is tried again, and gets the ring as soon as it listens")
    func retried() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple(.events, and: .events)
        let id = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.pass(.seconds(20))
        let row = try #require(try await fixture.deliveries(id).first)
        #expect(row.state == .pending)
        #expect(row.attempts > 1)
        #expect(row.reason == "not listening")
        let stream = fixture.engine.events.listen(as: couple.ben.id, of: couple.ben.person)
        try await fixture.pass(.seconds(30))
        fixture.engine.events.close()
        var rings = 0
        for await event in stream {
            if case .alarm(let alarm) = event, alarm.stage == .ring { rings += 1 }
        }
        #expect(rings == 1)
        #expect(try await fixture.deliveries(id).first?.state == .accepted)
    }

    @Test("It is told the number of its own person's change, never a larger one of somebody else's")
    func ownNumbers() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple(.events, and: .events)
        let (ana, ben) = (couple.ana, couple.ben)
        let eve = try await fixture.register(.events)
        let ids = [
            try await fixture.setAlarm(couple), try await fixture.setAlarm(try await fixture.pair(eve, with: ben)),
        ]
        let hub = fixture.engine.events
        let streams = [ana, ben, eve].map { hub.listen(as: $0.id, of: $0.person) }
        // Both in one commit.
        try await fixture.engine.write { tx in
            for id in ids {
                guard var row = try tx.transaction.alarm(id) else { continue }
                try tx.run(.revoke, on: &row)
            }
        }
        let numbers = [try await fixture.row(ids[0]).change, try await fixture.row(ids[1]).change]
        #expect(numbers[0] < numbers[1])
        hub.close()
        var told: [[StreamEvent]] = []
        for stream in streams { told.append(await stream.reduce(into: []) { $0.append($1) }) }
        #expect(
            told == [
                [.sync(SyncCursor(change: numbers[0], of: ana.person))],
                [.sync(SyncCursor(change: numbers[1], of: ben.person))],
                [.sync(SyncCursor(change: numbers[1], of: eve.person))],
            ]
        )
    }

    @Test("Every step of an invite nudges the side that waits for it")
    func invites() async throws {
        let room = try await InviteFixture()
        let (hub, ana, ben) = (room.fixture.engine.events, room.ana, room.ben)
        let stream = hub.listen(as: ana.id, of: ana.person)
        let others = hub.listen(as: ben.id, of: ben.person)
        try await room.claim(by: ben)
        try await room.answer(by: ben)
        try await room.confirm(by: ana)
        try await room.acknowledge(by: ben)
        hub.close()
        var counts = (0, 0)
        for await _ in stream { counts.0 += 1 }
        for await _ in others { counts.1 += 1 }
        #expect(counts == (4, 3))
    }
}
