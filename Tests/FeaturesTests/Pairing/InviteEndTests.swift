import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("An invite that ends without a pair")
struct InviteEndTests {
    @Test("A second device with the right code ends the invite, and the inviter is told that two know it")
    func contested() async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        let problem = try await expectProblem(.notFound) { try await room.claim(by: room.eve) }
        #expect(try await room.status(for: room.ana) == .ended(.contested))
        #expect(try await room.status(for: room.ben) == .ended(.contested))
        try await expectProblem(.notFound) { try await room.answer(by: room.ben) }
        #expect(try await room.wrongClaim(by: room.eve) == problem, "the second claimer learns nothing")
    }

    @Test(
        "A code can still be contested when its pairing has come further",
        arguments: [Invite.State.answered, .confirmed]
    )
    func contestedLater(state: Invite.State) async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        try await room.answer(by: room.ben)
        if state == .confirmed { try await room.confirm(by: room.ana) }
        try await expectProblem(.notFound) { try await room.claim(by: room.eve) }
        #expect(try await room.status(for: room.ana) == .ended(.contested))
        try await expectProblem(.notFound) { try await room.acknowledge(by: room.ben) }
        #expect(try await room.fixture.engine.read { try $0.pairs(of: room.ana.person).isEmpty })
    }

    @Test("Five wrong claims burn an invite; the right one comes too late then")
    func burned() async throws {
        let room = try await InviteFixture()
        for attempt in 1...5 {
            #expect(try await room.status(for: room.ana) == .open, "before attempt \(attempt)")
            try await room.wrongClaim(by: room.eve)
        }
        #expect(try await room.status(for: room.ana) == .ended(.burned))
        try await expectProblem(.notFound) { try await room.claim(by: room.ben) }
    }

    @Test("Four wrong claims leave the invite to the fifth, right one")
    func fourWrong() async throws {
        let room = try await InviteFixture()
        for _ in 1...4 { try await room.wrongClaim(by: room.eve) }
        try await room.claim(by: room.ben)
        #expect(try await room.status(for: room.ana) == .claimed)
    }

    @Test("Unknown, wrong, expired, burned, cancelled and used codes are refused in the same words")
    func alike() async throws {
        let wrong = try await InviteFixture()
        let problem = try await wrong.wrongClaim(by: wrong.ben)

        let unknown = ClaimInvite(locator: "00000", auth: wrong.proof)
        try await #expect(
            expectProblem(.notFound) {
                let claimed: InviteClaimed = try await wrong.fixture.ask {
                    try $0.pairing.claim(unknown, by: wrong.ben)
                }
                return claimed
            } == problem
        )
        let expired = try await InviteFixture()
        expired.fixture.clock.set(to: expired.invite.expiresAt)
        try await #expect(expectProblem(.notFound) { try await expired.claim(by: expired.ben) } == problem)
        let cancelled = try await InviteFixture()
        try await cancelled.cancel(by: cancelled.ana)
        try await #expect(expectProblem(.notFound) { try await cancelled.claim(by: cancelled.ben) } == problem)
        let used = try await InviteFixture()
        try await used.claim(by: used.ben)
        try await used.answer(by: used.ben)
        try await used.confirm(by: used.ana)
        try await used.acknowledge(by: used.ben)
        try await #expect(expectProblem(.notFound) { try await used.claim(by: used.eve) } == problem)
    }

    @Test("An invite is open up to its end and not a millisecond longer")
    func expired() async throws {
        let room = try await InviteFixture(ttl: .seconds(60))
        room.fixture.clock.set(to: room.invite.expiresAt - .milliseconds(1))
        try await room.claim(by: room.ben)
        room.fixture.clock.advance(by: .milliseconds(1))
        #expect(try await room.status(for: room.ana) == .ended(.expired))
        #expect(try await room.status(for: room.ben) == .ended(.expired))
        try await expectProblem(.notFound) { try await room.answer(by: room.ben) }
    }

    @Test("Either side may take an invite back until it is a pair")
    func cancelled() async throws {
        let room = try await InviteFixture()
        #expect(try await room.cancel(by: room.ana) == .ended(.cancelled))
        #expect(try await room.cancel(by: room.ana) == .ended(.cancelled), "a repeat after a lost reply")
        let other = try await InviteFixture()
        try await other.claim(by: other.ben)
        #expect(try await other.cancel(by: other.ben) == .ended(.cancelled))
        #expect(try await other.status(for: other.ana) == .ended(.cancelled))
    }

    @Test("A pair is ended by revoking it, not by cancelling its invite")
    func cancelledTooLate() async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        try await room.answer(by: room.ben)
        try await room.confirm(by: room.ana)
        try await room.acknowledge(by: room.ben)
        try await expectProblem(.conflict) { try await room.cancel(by: room.ana) }
        #expect(try await room.status(for: room.ana).state == .active)
    }
}

@Suite("How many invites, and which locators")
struct InviteLimitTests {
    @Test("A device has at most three invites open; one that ended makes room")
    func openInvites() async throws {
        let room = try await InviteFixture()
        for _ in 2...3 { _ = try await InviteFixture.open(in: room.fixture, by: room.ana, proof: room.proof) }
        try await expectProblem(.rateLimited) {
            try await InviteFixture.open(in: room.fixture, by: room.ana, proof: room.proof)
        }
        _ = try await InviteFixture.open(in: room.fixture, by: room.ben, proof: room.proof)
        try await room.cancel(by: room.ana)
        _ = try await InviteFixture.open(in: room.fixture, by: room.ana, proof: room.proof)
        room.fixture.clock.advance(by: .minutes(10))
        for _ in 1...3 { _ = try await InviteFixture.open(in: room.fixture, by: room.ana, proof: room.proof) }
    }

    @Test("The limit of open invites is configuration")
    func configured() async throws {
        var limits = Limits()
        limits.openInvites = 1
        let room = try await InviteFixture(limits: limits)
        try await expectProblem(.rateLimited) {
            try await InviteFixture.open(in: room.fixture, by: room.ana, proof: room.proof)
        }
    }

    @Test(
        "A locator is not drawn again while its invite is open, nor for a day after",
        arguments: [
            (Invite.State.open, Span.minutes(10), false),
            (.cancelled, .minutes(10), false),
            (.open, -.hours(24), false),
            (.burned, -.hours(24), false),
            (.burned, .milliseconds(-86_400_001), true),
            (.open, .milliseconds(-86_400_001), true),
        ]
    )
    func locatorRests(state: Invite.State, expiresIn: Span, isFree: Bool) async throws {
        let first = try EngineFixture(seed: 1)
        let ana = try await first.register()
        // What an engine with this seed draws for its first invite.
        var luck = SeededGenerator(seed: 5)
        _ = InviteID.random(using: &luck)
        let locator = PairingCode.randomLocator(using: &luck)
        let former = Invite.sample(1, locator: locator, expiresAt: first.now + expiresIn, state: state)
        try await first.store.write { try $0.insert(former) }

        let second = try EngineFixture(store: first.store, clock: first.clock, seed: 5)
        let invite = try await InviteFixture.open(in: second, by: ana, proof: [UInt8](repeating: 1, count: 32))
        #expect((invite.locator == locator) == isFree)
    }
}
