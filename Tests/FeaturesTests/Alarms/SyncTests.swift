import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Synchronising a device")
struct SyncTests {
    @Test("Without a cursor it gets all alarms that it should have armed, and none that it set for others")
    func complete() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(2))
        let over = try await fixture.setAlarm(couple)
        try await fixture.cancel(over, by: couple.ana)
        let bens = try await fixture.synchronise(couple.ben)
        #expect(bens.alarms.map(\.id) == [id])
        #expect(bens.alarms.first?.message == .sample())
        #expect(bens.alarms.first?.pair == couple.pair)
        #expect(bens.gone.isEmpty)
        #expect(bens.serverTime == fixture.now)
        #expect(try await fixture.synchronise(couple.ana).alarms.isEmpty)
    }

    @Test("With its last cursor it gets what changed since, and the reason for each ended alarm")
    func changes() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let second = try await fixture.pair(couple.ana, with: couple.ben)
        let kept = try await fixture.setAlarm(couple, in: .hours(5))
        let answered = try await fixture.setAlarm(couple, in: .hours(5))
        let cancelled = try await fixture.setAlarm(couple, in: .hours(5))
        let revoked = try await fixture.setAlarm(second, in: .hours(5))
        let missed = try await fixture.setAlarm(couple, in: .minutes(1))
        let cursor = try await fixture.synchronise(couple.ben).cursor
        #expect(try await fixture.synchronise(couple.ben, since: cursor).alarms.isEmpty)

        try await fixture.pass(.minutes(63))
        try await fixture.report(.acknowledged, of: answered, from: couple.ben)
        try await fixture.cancel(cancelled, by: couple.ana)
        _ = try await fixture.engine.write { try $0.pairing.revoke(second.pair, by: couple.ana) }
        try await fixture.report(.armed, of: kept, from: couple.ben)
        let answer = try await fixture.synchronise(couple.ben, since: cursor)
        #expect(answer.alarms.map(\.id) == [kept])
        #expect(answer.alarms.first?.state == .armed)
        let reasons = Dictionary(uniqueKeysWithValues: answer.gone.map { ($0.id, $0.reason) })
        #expect(reasons == [answered: .acknowledged, cancelled: .cancelled, revoked: .revoked, missed: .missed])
        #expect(try await fixture.synchronise(couple.ben, since: answer.cursor).gone.isEmpty)
    }

    @Test("A snoozed alarm tells until when")
    func snoozed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: fixture.now + .minutes(7))
        let alarm = try #require(try await fixture.synchronise(couple.ben).alarms.first)
        #expect(alarm.snoozedUntil == fixture.now + .minutes(7))
        #expect(alarm.time == fixture.now)
    }

    @Test("A device whose push token died is told that it needs another one")
    func needsToken() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        #expect(try await !fixture.synchronise(couple.ben).needsToken)
        fixture.channel.answerNext(.addressDead(reason: "Unregistered", since: nil))
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        #expect(try await fixture.synchronise(fixture.device(couple.ben.id)).needsToken)
    }

    @Test(
        "A cursor that was not given out here is refused",
        arguments: ["-1", "9999", "x", "01", "9223372036854775808", "0.", "0.AAAAAAAA", ".", "0.1.2"]
    )
    func foreignCursor(text: String) async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        let cursor = try #require(SyncCursor(text))
        let problem = try await expectProblem(.malformed) { try await fixture.synchronise(device, since: cursor) }
        #expect(problem.pointer == "/since")
    }

    @Test("A cursor names its person: to a device of another person it is one that was not given out")
    func anothersCursor() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let second = try await fixture.pair(fixture.register(), with: couple.ben)
        for _ in 0..<3 { _ = try await fixture.setAlarm(couple) }
        _ = try await fixture.setAlarm(second)
        let cursor = try await fixture.synchronise(second.ana).cursor
        let problem = try await expectProblem(.malformed) {
            try await fixture.synchronise(couple.ben, since: cursor)
        }
        #expect(problem.pointer == "/since")
    }

    @Test("A device that is linked to another person is told of all that person's alarms, whatever cursor it has kept")
    func linked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let first = try await fixture.setAlarm(couple)
        // Its former person has seen more changes than the first alarm's, and fewer than the other person has now.
        let (former, phone) = (try await fixture.register(), try await fixture.register())
        let pair = try await fixture.pair(former, with: phone)
        try await fixture.cancel(try await fixture.setAlarm(pair), by: former)
        let others = [try await fixture.setAlarm(couple), try await fixture.setAlarm(couple)]
        let kept = try await fixture.synchronise(phone).cursor
        _ = try await fixture.engine.write { try $0.pairing.revoke(pair.pair, by: phone) }
        let linked = try await fixture.link(phone, to: couple.ben)
        try await expectProblem(.malformed) { try await fixture.synchronise(linked, since: kept) }
        let told = try await fixture.synchronise(linked)
        #expect(Set(told.alarms.map(\.id)) == Set(others + [first]))
    }

    @Test("What strangers do moves no cursor, and a number alone, as version 0.1.0 gave it out, is a cursor still")
    func ownNumbers() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let strangers = try await fixture.couple()
        let first = try await fixture.setAlarm(couple)
        let cursor = try await fixture.synchronise(couple.ben).cursor
        let before = SyncCursor(change: try await fixture.row(first).change)
        for _ in 0..<5 { _ = try await fixture.setAlarm(strangers) }
        #expect(try await fixture.synchronise(couple.ben).cursor == cursor)
        let second = try await fixture.setAlarm(couple)
        for kept in [cursor, before] {
            #expect(try await fixture.synchronise(couple.ben, since: kept).alarms.map(\.id) == [second])
        }
        let all = try await fixture.synchronise(couple.ben, since: SyncCursor(change: 0))
        #expect(Set(all.alarms.map(\.id)) == [first, second])
    }

    @Test("More alarms than fit in one response come page by page, and none is lost")
    func manyAlarms() async throws {
        var limits = Limits()
        limits.requestsPerHour = 10_000
        limits.pendingAlarms = 10_000
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let second = try await fixture.pair(fixture.register(), with: couple.ben)
        var expected: Set<AlarmID> = []
        for _ in 0..<Engine.listLimit { expected.insert(try await fixture.setAlarm(couple, in: .hours(9))) }
        for _ in 0..<200 { expected.insert(try await fixture.setAlarm(second, in: .hours(5))) }
        var phone = SyncedPhone()
        for _ in 1...3 { phone.take(try await fixture.synchronise(couple.ben, since: phone.cursor)) }
        #expect(phone.alarms == expected)
    }

    @Test("A phone that hears of alarms only by synchronising ends up with exactly the live ones", arguments: 0..<20)
    func onlySync(seed: UInt64) async throws {
        let fixture = try EngineFixture(seed: seed)
        var random = SeededGenerator(seed: seed)
        let ben = try await fixture.register()
        var couples = [
            try await fixture.pair(fixture.register(), with: ben),
            try await fixture.pair(fixture.register(), with: ben),
        ]
        var ids: [(AlarmID, PairedDevices)] = []
        var phone = SyncedPhone()
        for _ in 0..<60 {
            let alarm = ids.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                guard let couple = couples.randomElement(using: &random) else { continue }
                let span = Span.minutes(Int64.random(in: 0...90, using: &random))
                ids.append((try await fixture.setAlarm(couple, in: span), couple))
            case 3: try await fixture.pass(.minutes(Int64.random(in: 1...30, using: &random)))
            case 4, 5:
                let report = AlarmReceipt.Report.allCases.randomElement(using: &random) ?? .armed
                if let (id, _) = alarm { _ = try? await fixture.report(report, of: id, from: ben) }
            case 6: if let (id, couple) = alarm { _ = try? await fixture.cancel(id, by: couple.ana) }
            case 7 where couples.count > 1 && Int.random(in: 0..<8, using: &random) == 0:
                let couple = couples.removeLast()
                _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ana) }
            default: phone.take(try await fixture.synchronise(ben, since: phone.cursor))
            }
        }
        phone.take(try await fixture.synchronise(ben, since: phone.cursor))
        var live: Set<AlarmID> = []
        for (id, _) in ids where try await !fixture.state(id).isFinal { live.insert(id) }
        #expect(phone.alarms == live, "seed \(seed)")
    }
}

/// The armed alarms of a phone that learns of alarms only by synchronising.
private struct SyncedPhone {
    var cursor: SyncCursor?
    var alarms: Set<AlarmID> = []

    mutating func take(_ answer: SyncAnswer) {
        if cursor == nil { alarms = [] }
        alarms.formUnion(answer.alarms.map(\.id))
        alarms.subtract(answer.gone.map(\.id))
        cursor = answer.cursor
    }
}
