import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("How many alarms one person may set for another")
struct QuotaTests {
    private func scene(perHour: Int = 60, pending: Int = 200) async throws -> (EngineScene, Couple) {
        var limits = Limits()
        limits.requestsPerHour = perHour
        limits.pendingAlarms = pending
        let scene = try EngineScene(limits: limits)
        return (scene, try await scene.couple())
    }

    @Test("No more than the hour's share, counted over the hour that just passed")
    func perHour() async throws {
        let (scene, couple) = try await scene(perHour: 3)
        for _ in 1...3 {
            _ = try await scene.setAlarm(couple, in: .days(1))
            scene.clock.advance(by: .minutes(10))
        }
        try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) }
        scene.clock.advance(by: .minutes(30))
        try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) }
        scene.clock.advance(by: .milliseconds(1))
        _ = try await scene.setAlarm(couple)
        try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) }
    }

    @Test("Taking alarms back does not give the hour's share back")
    func cancelling() async throws {
        let (scene, couple) = try await scene(perHour: 3)
        for _ in 1...3 {
            let id = try await scene.setAlarm(couple)
            try await scene.cancel(id, by: couple.ana)
        }
        try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) }
    }

    @Test("No more than so many pending at once; one that ends makes room")
    func pending() async throws {
        let (scene, couple) = try await scene(pending: 2)
        let first = try await scene.setAlarm(couple)
        _ = try await scene.setAlarm(couple)
        let problem = try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) }
        #expect(problem.detail.contains("2"))
        try await scene.report(.dismissed, of: first, from: couple.ben)
        _ = try await scene.setAlarm(couple)
    }

    @Test("What one person asks of another is no one else's quota")
    func perEdge() async throws {
        let (scene, couple) = try await scene(perHour: 1, pending: 1)
        _ = try await scene.setAlarm(couple)
        var request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        request.partnerToken = couple.bensToken
        try await scene.accept(request, from: couple.ben)
        let other = try await scene.pair(couple.ana, with: scene.register())
        _ = try await scene.setAlarm(other)
    }

    @Test("A repeat of an accepted request is answered, whatever the quota")
    func repeats() async throws {
        let (scene, couple) = try await scene(perHour: 1)
        let request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        let first = try await scene.accept(request, from: couple.ana)
        #expect(try await scene.accept(request, from: couple.ana) == first)
    }

    @Test("As delivered it is 60 an hour; an operator may allow 10,000", arguments: [(60, Limits()), (100, nil)])
    func usual(count: Int, limits: Limits?) async throws {
        let (scene, couple) = try await scene(perHour: limits?.requestsPerHour ?? 10_000, pending: 10_000)
        for _ in 1...count { _ = try await scene.setAlarm(couple) }
        if limits != nil { try await expectProblem(.quotaExceeded) { try await scene.setAlarm(couple) } }
    }
}

@Suite("The size of an alarm's pushes")
struct PushSizeTests {
    /// The most bytes of sealed message that a request for this couple may have, found by trying.
    private func largest(_ scene: EngineScene, _ couple: Couple, repeat rule: String?) async throws -> Int {
        var (fits, tooLarge) = (400, 5000)
        while tooLarge - fits > 1 {
            let middle = (fits + tooLarge) / 2
            let request = try scene.request(
                couple,
                at: AlarmTime("2030-01-01T08:00:00"),
                timeZone: "America/Argentina/ComodRivadavia",
                repeat: rule,
                message: .sample(bytes: middle)
            )
            do {
                try await scene.accept(request, from: couple.ana)
                fits = middle
            } catch let problem as Problem where problem.kind == .messageTooLarge {
                #expect(problem.pointer == "/message")
                try await expectProblem(.notFound) { try await scene.row(request.id) }
                tooLarge = middle
            }
        }
        return fits
    }

    @Test(
        "What does not fit into a push is refused at once, and what fits never fails later",
        arguments: [nil, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=8;BYMINUTE=0"]
    )
    func refusedAtOnce(rule: String?) async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let bytes = try await largest(scene, couple, repeat: rule)
        #expect(bytes > 3000, "the largest sealed message fits")
        // The last one accepted goes through every stage, late and critical.
        let id = try #require(
            try await scene.engine.read { try $0.liveAlarms(of: couple.ben.person, limit: 100) }
                .max { ($0.content.message?.utf8.count ?? 0) < ($1.content.message?.utf8.count ?? 0) }
        ).alarm.id
        scene.clock.set(to: try await scene.row(id).alarm.due + .minutes(10))
        try await scene.pass(.minutes(30))
        let sizes = scene.channel.sent.filter { $0.alarm?.id == id }.map(\.payload.count)
        #expect(sizes.contains { $0 > 3900 }, "the bound is not far from the limit: \(sizes)")
        #expect(sizes.allSatisfy { $0 <= PushPayload.limit })
        #expect(try await !scene.record(id).contains(.deliveryRefused))
    }
}

@Suite("The name of an alarm, and to whom it goes")
struct AlarmNameTests {
    @Test("The same name with the same content answers as before and sets nothing more")
    func repeated() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let request = try scene.request(couple, at: AlarmTime(scene.now + .minutes(30)))
        let first = try await scene.accept(request, from: couple.ana)
        try await scene.catchUp()
        #expect(try await scene.accept(request, from: couple.ana) == first)
        try await scene.catchUp()
        #expect(scene.channel.stages == [.handoff])
        scene.clock.advance(by: .hours(3))
        try await scene.catchUp()
        #expect(try await scene.accept(request, from: couple.ana).state == .missed, "though its time is past by now")
    }

    @Test("The same name with other content is a conflict and changes nothing")
    func otherContent() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        try await scene.accept(request, from: couple.ana)
        var others = [request, request, request]
        others[0].time = AlarmTime(scene.now + .hours(2))
        others[1].message = .sample(bytes: 500)
        others[2].sound = "loud"
        let before = try await scene.row(request.id)
        for other in others {
            let problem = try await expectProblem(.idReused) { try await scene.accept(other, from: couple.ana) }
            #expect(problem.status == 409)
        }
        #expect(try await scene.row(request.id) == before)
    }

    @Test("The same name from another sender is a conflict, with the same content too")
    func otherSender() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        try await scene.accept(request, from: couple.ana)
        for device in [couple.ben, try await scene.register()] {
            try await expectProblem(.idReused) { try await scene.accept(request, from: device) }
        }
    }

    @Test("A token that nobody gave out leads nowhere")
    func unknownToken() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        var request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        request.partnerToken = scene.draw { PartnerToken.random(using: &$0) }
        let problem = try await expectProblem(.notFound) { [request] in
            try await scene.accept(request, from: couple.ana)
        }
        #expect(problem.pointer == "/toToken")
    }

    @Test("The token of a pair that has ended says so to its holder, and to nobody else")
    func revoked() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.engine.write { try $0.revoke(couple.pair, by: couple.ben) }
        let problem = try await expectProblem(.gone) { try await scene.setAlarm(couple) }
        #expect(problem.status == 410)
        #expect(problem.pointer == "/toToken")
        let request = try scene.request(couple, at: AlarmTime(scene.now + .hours(1)))
        let stranger = try await scene.register()
        try await expectProblem(.notFound) { try await scene.accept(request, from: stranger) }
    }
}
