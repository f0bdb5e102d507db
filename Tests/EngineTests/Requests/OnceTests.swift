import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("A request that comes twice")
struct OnceTests {
    private func name(_ device: Device, jti: UInt8 = 1, content: UInt8 = 1, at time: Instant) -> RequestName {
        RequestName(
            device: device.id,
            jti: [UInt8](repeating: jti, count: 16),
            digest: [UInt8](repeating: content, count: 32),
            issuedAt: time
        )
    }

    @Test("It gets the same answer, and what it does is not done again")
    func replayed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let name = name(couple.ana, at: fixture.now)
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        let first = try await fixture.engine.write { tx in
            try tx.once(name) { ana in try tx.alarms.accept(request, from: ana) }
        }
        #expect(!first.isReplay)
        try await fixture.cancel(request.id, by: couple.ben)
        let second = try await fixture.engine.write { tx in
            try tx.once(name) { _ in
                Issue.record("the request was carried out again")
                return EngineResponse(200, NoContent())
            }
        }
        #expect(second.isReplay)
        #expect((second.status, second.body) == (first.status, first.body))
    }

    @Test("So many answers of a device are kept, and nothing more is changed; others go on, and later so does it")
    func bounded() async throws {
        var limits = Limits()
        limits.keptAnswers = 3
        let fixture = try EngineFixture(limits: limits)
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        @Sendable func change(_ device: Device, _ number: UInt8) async throws {
            let name = name(device, jti: number, at: fixture.now)
            _ = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
        }
        for number in 1...3 { try await change(ana, UInt8(number)) }
        try await expectProblem(.rateLimited) { try await change(ana, 4) }
        try await change(ana, 1)
        try await change(ben, 4)
        fixture.clock.advance(by: EnvelopeLimits.age + EnvelopeLimits.clockLead + .milliseconds(1))
        _ = try await Housekeeper(engine: fixture.engine).sweep()
        try await change(ana, 4)
    }

    @Test("The kept answer is sealed, for it may hold a partner token")
    func sealed() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        let name = name(device, at: fixture.now)
        let answer = EngineResponse(status: 200, body: Array("partner token".utf8))
        _ = try await fixture.engine.write { try $0.once(name) { _ in answer } }
        let kept = try #require(try await fixture.engine.read { try $0.replay(of: name.device, jti: name.jti) })
        #expect(!kept.body.contains(subsequence: answer.body))
        #expect(kept.status == 200)
    }

    @Test("The same name with other content is a conflict")
    func otherContent() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        let (name, other) = (name(device, at: fixture.now), name(device, content: 2, at: fixture.now))
        _ = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
        try await expectProblem(.jtiReused) {
            try await fixture.engine.write { try $0.once(other) { _ in EngineResponse(200, NoContent()) } }
        }
    }

    @Test("Two devices may use the same name")
    func otherDevice() async throws {
        let fixture = try EngineFixture()
        for _ in 1...2 {
            let name = name(try await fixture.register(), at: fixture.now)
            let answer = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
            #expect(!answer.isReplay)
        }
    }

    @Test("A problem that is thrown undoes all, and the request may be tried again")
    func thrown() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let name = name(couple.ana, at: fixture.now)
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        try await expectProblem(.internalError) {
            try await fixture.engine.write { tx in
                try tx.once(name) { ana in
                    _ = try tx.alarms.accept(request, from: ana)
                    throw Problem(.internalError)
                }
            }
        }
        try await expectProblem(.notFound) { try await fixture.row(request.id) }
        #expect(try await fixture.engine.read { try $0.earliestWake() } == nil)
        let answer = try await fixture.engine.write { tx in
            try tx.once(name) { ana in try tx.alarms.accept(request, from: ana) }
        }
        #expect(answer.status == 202)
        #expect(!answer.isReplay)
    }

    @Test("A wrong claim counts once, however often its request is repeated")
    func countedOnce() async throws {
        let room = try await InviteFixture()
        let fixture = room.fixture
        let wrong = ClaimInvite(locator: room.invite.locator, auth: [UInt8](repeating: 0, count: 32))
        for jti in 1...4 as ClosedRange<UInt8> {
            let name = name(room.eve, jti: jti, at: fixture.now)
            for repetition in 1...3 {
                let answer = try await fixture.engine.write { tx in
                    try tx.once(name) { eve in try tx.pairing.claim(wrong, by: eve) }
                }
                #expect(answer.status == 404)
                #expect(answer.isReplay == (repetition > 1))
            }
        }
        #expect(try await room.status(for: room.ana) == .open)
        try await room.wrongClaim(by: room.eve)
        #expect(try await room.status(for: room.ana) == .ended(.burned))
    }

    @Test("Its answer is kept until no repeat could pass for new, and then forgotten")
    func purged() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        // The device's clock is as far ahead as allowed.
        let name = name(device, at: fixture.now + EnvelopeLimits.clockLead)
        _ = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
        let housekeeper = Housekeeper(engine: fixture.engine)
        fixture.clock.set(to: name.issuedAt + EnvelopeLimits.age)
        _ = try await housekeeper.sweep()
        let answer = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(500, NoContent()) } }
        #expect(answer.isReplay, "the request's time would still be accepted")
        fixture.clock.advance(by: EnvelopeLimits.clockLead + .milliseconds(1))
        #expect(try await housekeeper.sweep() == 1)
        #expect(try await fixture.engine.read { try $0.replay(of: name.device, jti: name.jti) } == nil)
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: subsequence) }
    }
}
