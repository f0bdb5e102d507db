import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("How many alarms one person may set for another")
struct QuotaTests {
    private func fixture(perHour: Int = 60, pending: Int = 200) async throws -> (EngineFixture, PairedDevices) {
        var limits = Limits()
        limits.requestsPerHour = perHour
        limits.pendingAlarms = pending
        let fixture = try EngineFixture(limits: limits)
        return (fixture, try await fixture.couple())
    }

    @Test("No more than the hour's share, counted over the hour that just passed")
    func perHour() async throws {
        let (fixture, couple) = try await fixture(perHour: 3)
        for _ in 1...3 {
            _ = try await fixture.setAlarm(couple, in: .days(1))
            fixture.clock.advance(by: .minutes(10))
        }
        try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) }
        fixture.clock.advance(by: .minutes(30))
        try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) }
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await fixture.setAlarm(couple)
        try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) }
    }

    @Test("Taking alarms back does not give the hour's share back")
    func cancelling() async throws {
        let (fixture, couple) = try await fixture(perHour: 3)
        for _ in 1...3 {
            let id = try await fixture.setAlarm(couple)
            try await fixture.cancel(id, by: couple.ana)
        }
        try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) }
    }

    @Test("No more than so many pending at once; one that ends makes room")
    func pending() async throws {
        let (fixture, couple) = try await fixture(pending: 2)
        let first = try await fixture.setAlarm(couple)
        _ = try await fixture.setAlarm(couple)
        let problem = try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) }
        #expect(problem.detail.contains("2"))
        try await fixture.report(.dismissed, of: first, from: couple.ben)
        _ = try await fixture.setAlarm(couple)
    }

    @Test("Requests of one person to another do not use the quota of others")
    func perEdge() async throws {
        let (fixture, couple) = try await fixture(perHour: 1, pending: 1)
        _ = try await fixture.setAlarm(couple)
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        request.partnerToken = couple.bensToken
        try await fixture.accept(request, from: couple.ben)
        let other = try await fixture.pair(couple.ana, with: fixture.register())
        _ = try await fixture.setAlarm(other)
    }

    @Test("A repeat of an accepted request is answered even when the quota is used up")
    func repeats() async throws {
        let (fixture, couple) = try await fixture(perHour: 1)
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        let first = try await fixture.accept(request, from: couple.ana)
        #expect(try await fixture.accept(request, from: couple.ana) == first)
    }

    @Test("The default is 60 an hour; an operator may allow 10,000", arguments: [(60, Limits()), (100, nil)])
    func defaults(count: Int, limits: Limits?) async throws {
        let (fixture, couple) = try await fixture(perHour: limits?.requestsPerHour ?? 10_000, pending: 10_000)
        for _ in 1...count { _ = try await fixture.setAlarm(couple) }
        if limits != nil { try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple) } }
    }
}

@Suite("The size of an alarm's pushes")
struct PushSizeTests {
    /// Largest accepted sealed message for this pair of devices, in bytes, found by trial.
    private func largest(_ fixture: EngineFixture, _ couple: PairedDevices, repeat rule: String?) async throws -> Int {
        var (fits, tooLarge) = (400, 5000)
        while tooLarge - fits > 1 {
            let middle = (fits + tooLarge) / 2
            let request = try fixture.request(
                couple,
                at: AlarmTime("2030-01-01T08:00:00"),
                timeZone: "America/Argentina/ComodRivadavia",
                repeat: rule,
                message: .sample(bytes: middle)
            )
            do {
                try await fixture.accept(request, from: couple.ana)
                fits = middle
            } catch let problem as Problem where problem.kind == .messageTooLarge {
                #expect(problem.pointer == "/message")
                try await expectProblem(.notFound) { try await fixture.row(request.id) }
                tooLarge = middle
            }
        }
        return fits
    }

    @Test(
        "An alarm that does not fit into a push is refused at once, and one that fits never fails later",
        arguments: [nil, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=8;BYMINUTE=0"]
    )
    func refusedAtOnce(rule: String?) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let bytes = try await largest(fixture, couple, repeat: rule)
        #expect(bytes > 3000, "the largest sealed message fits")
        // The largest accepted one must fit into the push of every stage, also when late or critical.
        let id = try #require(
            try await fixture.engine.read { try $0.liveAlarms(of: couple.ben.person, limit: 100) }
                .max { ($0.content.message?.text.utf8.count ?? 0) < ($1.content.message?.text.utf8.count ?? 0) }
        ).alarm.id
        fixture.clock.set(to: try await fixture.row(id).alarm.due + .minutes(10))
        try await fixture.pass(.minutes(30))
        let sizes = fixture.channel.sent.filter { $0.alarm?.id == id }.map(\.payload.count)
        #expect(sizes.contains { $0 > 3900 }, "the bound is not far from the limit: \(sizes)")
        #expect(sizes.allSatisfy { $0 <= PushPayload.limit })
        #expect(try await !fixture.record(id).contains(.deliveryRefused))
    }
}

@Suite("Identifier and token of an alarm request")
struct AlarmNameTests {
    @Test("The same identifier with the same content is answered as before and sets nothing more")
    func repeated() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .minutes(30)))
        let first = try await fixture.accept(request, from: couple.ana)
        try await fixture.catchUp()
        #expect(try await fixture.accept(request, from: couple.ana) == first)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        fixture.clock.advance(by: .hours(3))
        try await fixture.catchUp()
        #expect(try await fixture.accept(request, from: couple.ana).state == .missed, "though its time is past by now")
    }

    @Test("The same identifier with other content is a conflict and changes nothing")
    func otherContent() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        try await fixture.accept(request, from: couple.ana)
        var others = [request, request, request]
        others[0].time = AlarmTime(fixture.now + .hours(2))
        others[1].message = .sample(bytes: 500)
        others[2].sound = "loud"
        let before = try await fixture.row(request.id)
        for other in others {
            let problem = try await expectProblem(.idReused) { try await fixture.accept(other, from: couple.ana) }
            #expect(problem.status == 409)
        }
        #expect(try await fixture.row(request.id) == before)
    }

    @Test("The same identifier from another sender is a conflict, even with the same content")
    func otherSender() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        try await fixture.accept(request, from: couple.ana)
        for device in [couple.ben, try await fixture.register()] {
            try await expectProblem(.idReused) { try await fixture.accept(request, from: device) }
        }
    }

    @Test("An unknown token is refused")
    func unknownToken() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        request.partnerToken = fixture.draw { PartnerToken.random(using: &$0) }
        let problem = try await expectProblem(.notFound) { [request] in
            try await fixture.accept(request, from: couple.ana)
        }
        #expect(problem.pointer == "/toToken")
    }

    @Test("The token of an ended pair is refused as ended for its holder, and as unknown for others")
    func revoked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
        let problem = try await expectProblem(.gone) { try await fixture.setAlarm(couple) }
        #expect(problem.status == 410)
        #expect(problem.pointer == "/toToken")
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        let stranger = try await fixture.register()
        try await expectProblem(.notFound) { try await fixture.accept(request, from: stranger) }
    }
}
