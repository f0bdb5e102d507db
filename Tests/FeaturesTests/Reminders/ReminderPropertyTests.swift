import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Random histories of a family's reminders, through the engine")
struct ReminderPropertyTests {
    /// The time from a completion until it was undone; nil if it never was.
    private struct Stretch {
        let from: Instant
        var to: Instant?
    }

    @Test(
        "Each completion that stood for 30 seconds is told once to every parent, and nothing rings while it stands",
        arguments: 0..<12 as Range<UInt64>
    )
    func completions(seed: UInt64) async throws {
        let home = try await FamilyFixture()
        var random = SeededGenerator(seed: seed)
        var ids: [ReminderID] = []
        var stretches: [ReminderID: [Stretch]] = [:]
        for _ in 0..<40 {
            let id = ids.randomElement(using: &random)
            switch (Int.random(in: 0..<6, using: &random), id) {
            case (0, _), (_, nil):
                let span = Span.seconds(Int64.random(in: 0...7200, using: &random))
                ids.append(try await home.remind(at: home.fixture.now + span).reminder.id)
            case (1, let id?) where stretches[id]?.last.map({ $0.to != nil }) ?? true:
                try await home.complete(id, by: Bool.random(using: &random) ? home.kim : home.ana)
                stretches[id, default: []].append(Stretch(from: home.fixture.now))
            case (2, let id?):
                guard var stretch = stretches[id]?.popLast() else { continue }
                defer { stretches[id]?.append(stretch) }
                guard stretch.to == nil,
                    home.fixture.now < stretch.from + .seconds(30)
                else { continue }
                let by = try await home.show(id, for: home.ana).reminder.completion?.by
                try await home.undo(id, by: by == home.kim.person ? home.kim : home.ana)
                stretch.to = home.fixture.now
            default:
                let span: Int64 = Bool.random(using: &random) ? 29_999 : 1_200_000
                try await home.fixture.pass(.milliseconds(Int64.random(in: 1...span, using: &random)))
            }
        }
        try await home.fixture.pass(.hours(4))
        let stood = stretches.values.joined().count { $0.to == nil }
        let told = try await home.told(.completed)
        #expect(told.count { $0 == home.ana.id } == stood)
        #expect(told.count { $0 == home.ben.id } == stood)
        #expect(told.count == 2 * stood)
        for (id, times) in stretches {
            let rings = try await home.rings(for: id)
            for stretch in times {
                let end = stretch.to ?? home.fixture.now
                #expect(!rings.contains { $0 > stretch.from && $0 < end })
            }
        }
    }
}

extension FamilyFixture {
    /// Times at which a reminder rang.
    fileprivate func rings(for id: ReminderID) async throws -> [Instant] {
        let person = kim.person
        return try await fixture.engine.read { snapshot in
            var rings: [Instant] = []
            for row in try snapshot.alarms(of: person, changedAfter: 0, limit: 1000)
            where row.content.subject == DocumentID(of: id) {
                for delivery in try snapshot.deliveries(of: row.key)
                where delivery.order.stage == .ring && delivery.state == .accepted {
                    rings.append(delivery.createdAt)
                }
            }
            return rings
        }
    }
}
