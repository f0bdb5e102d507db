import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("An invite on its way to a pair")
struct InviteStepTests {
    @Test("Each side sees, at every step, what it has to open and nothing else")
    func steps() async throws {
        let room = try await InviteFixture()
        let (ana, ben) = (room.ana, room.ben)
        #expect(room.invite.expiresAt == room.fixture.now + .minutes(10))
        #expect(PairingCode.isLocator(room.invite.locator))
        #expect(try await room.status(for: ana) == .open)

        let claimed = try await room.claim(by: ben)
        #expect(claimed.inviteID == room.invite.inviteID)
        #expect(claimed.hello == .sample(bytes: 200))
        #expect(claimed.expiresAt == room.invite.expiresAt)
        #expect(try await room.status(for: ana) == .claimed)
        #expect(try await room.status(for: ben) == .claimed)

        #expect(try await room.answer(by: ben) == .answered(nil))
        #expect(try await room.status(for: ana) == .answered(room.reply))
        #expect(try await room.status(for: ben) == .answered(nil))

        #expect(try await room.confirm(by: ana) == .confirmed(box: nil))
        #expect(try await room.status(for: ben) == .confirmed(box: .sample(bytes: 250)))
        #expect(try await room.status(for: ana) == .confirmed(box: nil))

        guard case .active(let pair, let bensToken) = try await room.acknowledge(by: ben),
            case .active(let samePair, let anasToken) = try await room.status(for: ana)
        else {
            Issue.record("the invite is not active")
            return
        }
        #expect(pair == samePair)
        #expect(anasToken != bensToken)
        #expect(try await room.status(for: ben) == .active(pair: pair, partnerToken: bensToken))
    }

    @Test("A stranger learns nothing at any step, not even that there is an invite")
    func stranger() async throws {
        let room = try await InviteFixture()
        let steps: [() async throws -> Void] = [
            {},
            { try await room.claim(by: room.ben) },
            { try await room.answer(by: room.ben) },
            { try await room.confirm(by: room.ana) },
            { try await room.acknowledge(by: room.ben) },
        ]
        for step in steps {
            try await step()
            try await expectProblem(.notFound) { try await room.status(for: room.eve) }
            try await expectProblem(.notFound) { try await room.answer(by: room.eve) }
            try await expectProblem(.notFound) { try await room.confirm(by: room.eve) }
            try await expectProblem(.notFound) { try await room.acknowledge(by: room.eve) }
            try await expectProblem(.notFound) { try await room.cancel(by: room.eve) }
        }
    }

    @Test("A step repeated after a lost reply is answered again and does nothing more")
    func retried() async throws {
        let room = try await InviteFixture()
        let (ana, ben) = (room.ana, room.ben)
        #expect(try await room.claim(by: ben) == (try await room.claim(by: ben)))
        #expect(try await room.answer(by: ben) == (try await room.answer(by: ben)))
        #expect(try await room.confirm(by: ana) == (try await room.confirm(by: ana)))
        #expect(try await room.acknowledge(by: ben) == (try await room.acknowledge(by: ben)))
        #expect(try await room.fixture.engine.read { try $0.pairs(of: ben.person).count } == 1)
    }

    @Test("A step with other content than before is out of turn and changes nothing")
    func otherContent() async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        try await room.answer(by: room.ben)
        let other = AnswerInvite(publicKey: [UInt8](repeating: 1, count: 32), box: .sample())
        try await expectProblem(.conflict) { try await room.answer(by: room.ben, other) }
        #expect(try await room.status(for: room.ana) == .answered(room.reply))
        try await room.confirm(by: room.ana)
        try await expectProblem(.conflict) { try await room.confirm(by: room.ana, bytes: 260) }
        #expect(try await room.status(for: room.ben) == .confirmed(box: .sample(bytes: 250)))
    }

    @Test("No step can be taken before the one that precedes it")
    func outOfTurn() async throws {
        let room = try await InviteFixture()
        try await expectProblem(.conflict) { try await room.confirm(by: room.ana) }
        try await room.claim(by: room.ben)
        try await expectProblem(.conflict) { try await room.confirm(by: room.ana) }
        try await expectProblem(.conflict) { try await room.acknowledge(by: room.ben) }
        try await room.answer(by: room.ben)
        let problem = try await expectProblem(.conflict) { try await room.acknowledge(by: room.ben) }
        #expect(problem.detail.contains("answered"), "it tells where the invite stands")
    }

    @Test("Neither side can take the other's steps")
    func wrongSide() async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        try await expectProblem(.notFound) { try await room.answer(by: room.ana) }
        try await room.answer(by: room.ben)
        try await expectProblem(.notFound) { try await room.confirm(by: room.ben) }
        try await room.confirm(by: room.ana)
        try await expectProblem(.notFound) { try await room.acknowledge(by: room.ana) }
    }

    @Test("A device cannot claim its own code, and trying costs nothing")
    func own() async throws {
        let room = try await InviteFixture()
        try await expectProblem(.conflict) { try await room.claim(by: room.ana) }
        #expect(try await room.status(for: room.ana) == .open)
        try await room.claim(by: room.ben)
    }
}

@Suite("The tokens of a pair")
struct PartnerTokenTests {
    @Test("Each side's token rings the other")
    func directions() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        try await fixture.accept(request, from: couple.ana)
        var row = try await fixture.row(request.id)
        #expect((row.sender, row.receiver) == (couple.ana.person, couple.ben.person))
        request.id = fixture.draw { AlarmID.random(using: &$0) }
        request.partnerToken = couple.bensToken
        try await fixture.accept(request, from: couple.ben)
        row = try await fixture.row(request.id)
        #expect((row.sender, row.receiver) == (couple.ben.person, couple.ana.person))
    }

    @Test("A token works only for the person to whom it was given")
    func holders() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let other = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(fixture.now + .hours(1)))
        for device in [couple.ben, other.ana, other.ben] {
            let problem = try await expectProblem(.notFound) { try await fixture.accept(request, from: device) }
            #expect(problem.pointer == "/toToken")
        }
    }

    @Test("Two pairs between the same people have tokens of their own, and ending one leaves the other")
    func twoPairs() async throws {
        let fixture = try EngineFixture()
        let first = try await fixture.couple()
        let second = try await fixture.pair(first.ana, with: first.ben)
        #expect(first.pair != second.pair)
        #expect(first.anasToken != second.anasToken)
        _ = try await fixture.engine.write { try $0.pairing.revoke(first.pair, by: first.ben) }
        try await expectProblem(.gone) { try await fixture.setAlarm(first) }
        _ = try await fixture.setAlarm(second)
        #expect(try await fixture.device(first.ben.id).isReachable, "the pair that is left needs the push token")
    }
}
