import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Linking one more device of a person")
struct LinkingTests {
    /// Ana's device with an open invite for another device, and a device that may claim the invite.
    private struct LinkingFixture {
        let fixture: EngineFixture
        let ana: Device
        let tablet: Device
        let proof: [UInt8]
        let invite: InviteCreated

        init(limits: Limits = Limits(), purpose: Invite.Purpose = .device) async throws {
            fixture = try EngineFixture(limits: limits)
            ana = try await fixture.register()
            tablet = try await fixture.register()
            proof = fixture.draw { $0.bytes(32) }
            invite = try await fixture.openInvite(for: purpose, by: ana, proof: proof)
        }

        @discardableResult
        func claim(by device: Device) async throws -> InviteClaimed {
            let claim = ClaimInvite(locator: invite.locator, auth: proof)
            return try await fixture.ask { try $0.pairing.claim(claim, by: device) }
        }

        func answer(by device: Device) async throws {
            let (id, answer) = (invite.inviteID, AnswerInvite(publicKey: fixture.draw { $0.bytes(32) }, box: .sample()))
            let _: InviteStatus = try await fixture.ask { try $0.pairing.answer(id, answer, by: device) }
        }

        @discardableResult
        func handOver(_ bytes: Int, by device: Device) async throws -> InviteStatus {
            let id = invite.inviteID
            return try await fixture.ask {
                try $0.pairing.handOver(id, HandOver(box: .sample(bytes: bytes)), by: device)
            }
        }

        func confirm() async throws {
            let id = invite.inviteID
            let _: InviteStatus = try await fixture.ask { [ana] in
                try $0.pairing.confirm(id, ConfirmInvite(box: .sample()), by: ana)
            }
        }

        func acknowledge(by device: Device) async throws -> InviteStatus {
            let id = invite.inviteID
            return try await fixture.ask { tx in try tx.pairing.acknowledge(id, by: tx.present(device)) }
        }

        func status(for device: Device) async throws -> InviteStatus {
            let id = invite.inviteID
            return try await fixture.engine.read { try fixture.engine.inviteStatus(id, for: device, in: $0) }
        }
    }

    @Test("The claimer learns what the invite is for, gets what was handed over, and is the inviter's person then")
    func steps() async throws {
        let room = try await LinkingFixture()
        #expect(try await room.claim(by: room.tablet).purpose == .device)
        try await room.answer(by: room.tablet)
        try await room.handOver(5000, by: room.ana)
        try await room.handOver(5001, by: room.ana)
        try await room.handOver(5000, by: room.ana)
        #expect(
            try await room.status(for: room.tablet) == .answered(nil),
            "nothing is passed on before the confirmation"
        )
        try await room.confirm()
        let parcels = [SealedText.sample(bytes: 5000), .sample(bytes: 5001)]
        #expect(try await room.status(for: room.tablet) == .confirmed(box: .sample(), parcels: parcels))
        #expect(try await room.status(for: room.ana) == .confirmed(box: nil))

        #expect(try await room.acknowledge(by: room.tablet) == .linked(room.tablet.id))
        #expect(try await room.acknowledge(by: room.tablet) == .linked(room.tablet.id), "a repeat after a lost reply")
        #expect(try await room.status(for: room.ana) == .linked(room.tablet.id))
        let tablet = try await room.fixture.device(room.tablet.id)
        #expect(tablet.person == room.ana.person)
        let (devices, pairs, invite) = try await room.fixture.engine.read { snapshot in
            try (
                snapshot.devices(of: room.ana.person).map(\.id), snapshot.pairs(of: room.ana.person),
                snapshot.invite(room.invite.inviteID)
            )
        }
        #expect(devices == [room.ana.id, room.tablet.id])
        #expect(pairs.isEmpty)
        #expect(invite?.parcels == [], "what was handed over is kept no longer than it is needed")
    }

    @Test("A stranger can neither hand anything over nor join, at any step")
    func stranger() async throws {
        let room = try await LinkingFixture()
        let eve = try await room.fixture.register()
        try await room.claim(by: room.tablet)
        try await expectProblem(.notFound) { try await room.handOver(500, by: eve) }
        try await expectProblem(.conflict) { try await room.handOver(500, by: room.ana) }
        try await room.answer(by: room.tablet)
        try await expectProblem(.notFound) { try await room.handOver(500, by: room.tablet) }
        try await expectProblem(.notFound) { try await room.handOver(500, by: eve) }
        try await room.confirm()
        try await expectProblem(.conflict) { try await room.handOver(500, by: room.ana) }
        try await expectProblem(.notFound) { try await room.acknowledge(by: eve) }
        try await expectProblem(.notFound) { try await room.acknowledge(by: room.ana) }
        #expect(try await room.fixture.device(eve.id).person == eve.person)
    }

    @Test("A code that two devices use links neither, however far the first had come")
    func contested() async throws {
        let room = try await LinkingFixture()
        let eve = try await room.fixture.register()
        try await room.claim(by: room.tablet)
        try await room.answer(by: room.tablet)
        try await room.handOver(500, by: room.ana)
        try await room.confirm()
        try await expectProblem(.notFound) { try await room.claim(by: eve) }
        #expect(try await room.status(for: room.ana) == .ended(.contested))
        try await expectProblem(.notFound) { try await room.acknowledge(by: room.tablet) }
        #expect(try await room.fixture.device(room.tablet.id).person == room.tablet.person)
        let parcels = try await room.fixture.engine.read { try $0.invite(room.invite.inviteID)?.parcels }
        #expect(parcels == [])
    }

    @Test("A device with a pair of its own is told to end it first, and may claim again when it has")
    func ownPair() async throws {
        let room = try await LinkingFixture()
        let couple = try await room.fixture.couple()
        let problem = try await expectProblem(.conflict) { try await room.claim(by: couple.ben) }
        #expect(problem.detail.contains("end them first"))
        #expect(try await room.status(for: room.ana) == .open, "a refused claim does not use the code up")
        _ = try await room.fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
        try await room.claim(by: couple.ben)
    }

    @Test("A device that pairs while it is being linked is refused at the last step")
    func pairedMeanwhile() async throws {
        let room = try await LinkingFixture()
        try await room.claim(by: room.tablet)
        try await room.answer(by: room.tablet)
        try await room.confirm()
        let couple = try await room.fixture.pair(room.tablet, with: try await room.fixture.register())
        try await expectProblem(.conflict) { try await room.acknowledge(by: room.tablet) }
        #expect(try await room.fixture.device(room.tablet.id).person == room.tablet.person)
        _ = try await room.fixture.setAlarm(couple)
    }

    @Test("A person has no more devices than the limit, and room again once one was removed")
    func limit() async throws {
        var limits = Limits()
        limits.devicesPerPerson = 2
        let room = try await LinkingFixture(limits: limits)
        let second = try await room.fixture.link(try await room.fixture.register(), to: room.ana)
        try await expectProblem(.quotaExceeded) { try await room.claim(by: room.tablet) }
        try await room.claim(by: second)
        _ = try await room.fixture.engine.write { try $0.devices.remove(second.id, by: room.ana) }
        try await room.fixture.link(room.tablet, to: room.ana)
        #expect(Limits().devicesPerPerson == 10)
    }

    @Test("At most sixteen parcels are handed over")
    func parcels() async throws {
        let room = try await LinkingFixture()
        try await room.claim(by: room.tablet)
        try await room.answer(by: room.tablet)
        for number in 1...16 { try await room.handOver(200 + number, by: room.ana) }
        try await expectProblem(.quotaExceeded) { try await room.handOver(300, by: room.ana) }
        try await room.handOver(201, by: room.ana)
    }

    @Test("An invite that makes a pair takes no parcels, links nothing, and is of no use on the person's own devices")
    func partnerInvite() async throws {
        let room = try await LinkingFixture(purpose: .partner)
        let second = try await room.fixture.link(try await room.fixture.register(), to: room.ana)
        let problem = try await expectProblem(.conflict) { try await room.claim(by: second) }
        #expect(problem.detail.contains("another device of yours"))
        #expect(try await room.claim(by: room.tablet).purpose == .partner)
        try await room.answer(by: room.tablet)
        try await expectProblem(.conflict) { try await room.handOver(500, by: room.ana) }
        try await room.confirm()
        guard case .active = try await room.acknowledge(by: room.tablet) else {
            Issue.record("no pair was made")
            return
        }
        #expect(try await room.fixture.device(room.tablet.id).person == room.tablet.person)
    }

    @Test("Two devices that become one person's while they pair make no pair of the person with itself")
    func pairWithItself() async throws {
        let room = try await LinkingFixture(purpose: .partner)
        try await room.claim(by: room.tablet)
        try await room.answer(by: room.tablet)
        try await room.confirm()
        try await room.fixture.link(room.tablet, to: room.ana)
        try await expectProblem(.conflict) { try await room.acknowledge(by: room.tablet) }
        #expect(try await room.fixture.engine.read { try $0.pairs(of: room.ana.person) }.isEmpty)
    }

    @Test("Devices of one person may link again, which changes nothing at the relay")
    func again() async throws {
        let room = try await LinkingFixture()
        let couple = try await room.fixture.pair(room.ana, with: try await room.fixture.register())
        let tablet = try await room.fixture.link(room.tablet, to: room.ana)
        #expect(try await room.fixture.link(tablet, to: couple.ana) == tablet)
        #expect(try await room.fixture.link(room.ana, to: tablet).person == room.ana.person)
    }
}
