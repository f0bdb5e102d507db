import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Sealing
import Storage
import TestSupport
import Testing

@Suite("Registering with a ticket")
struct TicketTests {
    private let proof = [UInt8](repeating: 7, count: 32)

    /// A closed relay with one device, enrolled by the operator, that has an invite open.
    private func invited(lifetime: Span = .minutes(10)) async throws -> (EngineScene, Device, InviteCreated) {
        let scene = try EngineScene(registration: .closed)
        _ = try await scene.engine.write { try $0.enroll("first") }
        let ana = try await scene.register(scene.registration(ticket: .enrolment(code: "first")))
        let invite: InviteCreated = try await scene.ask { work in
            let verifier = try InviteKeys.verifier(of: [UInt8](repeating: 7, count: 32))
            let request = CreateInvite(lifetime: lifetime, verifier: verifier, hello: .sample())
            return try work.createInvite(request, by: ana)
        }
        return (scene, ana, invite)
    }

    private func status(_ invite: InviteCreated, for device: Device, in scene: EngineScene) async throws -> InviteStatus
    {
        try await scene.engine.read { try scene.engine.inviteStatus(invite.inviteID, for: device, in: $0) }
    }

    @Test("An enrolment code registers one device, and only one")
    func enrolment() async throws {
        let scene = try EngineScene(registration: .closed)
        let end = try await scene.engine.write { try $0.enroll("code") }
        #expect(end == scene.now + .hours(1))
        let request = scene.registration(ticket: .enrolment(code: "code"))
        let device = try await scene.register(request)
        #expect(try await scene.register(request) == device, "a repeat after a lost reply")
        let second = scene.registration(ticket: .enrolment(code: "code"))
        try await expectProblem(.notFound) { try await scene.register(second) }
    }

    @Test("An enrolment code is worthless from its end on, and so is one that nobody made")
    func enrolmentEnds() async throws {
        let scene = try EngineScene(registration: .closed)
        let end = try await scene.engine.write { try $0.enroll("code") }
        scene.clock.set(to: end)
        for code in ["code", "other"] {
            let request = scene.registration(ticket: .enrolment(code: code))
            try await expectProblem(.notFound) { try await scene.register(request) }
        }
        scene.clock.set(to: end - .milliseconds(1))
        _ = try await scene.register(scene.registration(ticket: .enrolment(code: "code")))
    }

    @Test("The proof of a live invite registers a device, which can then claim it")
    func invite() async throws {
        let (scene, ana, invite) = try await invited()
        let ticket = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        let ben = try await scene.register(scene.registration(ticket: ticket))
        #expect(ben.person != ana.person)
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await scene.ask { try $0.claim(claim, by: ben) }
        #expect(try await status(invite, for: ana, in: scene) == .claimed)
    }

    @Test(
        "An invite's proof registers one device; a second one that knows it contests the invite and is not registered"
    )
    func secondDevice() async throws {
        let (scene, ana, invite) = try await invited()
        let ticket = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        let request = scene.registration(ticket: ticket)
        let ben = try await scene.register(request)
        #expect(try await scene.register(request) == ben, "a repeat after a lost reply")
        #expect(try await status(invite, for: ana, in: scene) == .claimed)
        let eve = scene.registration(ticket: ticket)
        try await expectProblem(.notFound) { try await scene.register(eve) }
        #expect(try await status(invite, for: ana, in: scene) == .ended(.contested))
        let lookup = try scene.engine.vault.registration(of: eve.deviceKey)
        #expect(try await scene.engine.read { try $0.device(registration: lookup) } == nil)
    }

    @Test("A device that is registered already contests an invite by which another one has registered")
    func contestedByClaim() async throws {
        let (scene, ana, invite) = try await invited()
        _ = try await scene.engine.write { try $0.enroll("second") }
        let eve = try await scene.register(scene.registration(ticket: .enrolment(code: "second")))
        _ = try await scene.register(
            scene.registration(ticket: .invite(locator: invite.locator, auth: proof))
        )
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        try await expectProblem(.notFound) {
            let claimed: InviteClaimed = try await scene.ask { try $0.claim(claim, by: eve) }
            return claimed
        }
        #expect(try await status(invite, for: ana, in: scene) == .ended(.contested))
    }

    @Test("A wrong ticket counts as a wrong claim, and the fifth burns the invite for good")
    func wrongTickets() async throws {
        let (scene, ana, invite) = try await invited()
        for attempt in 1...5 {
            #expect(try await status(invite, for: ana, in: scene) == .open, "before attempt \(attempt)")
            let wrong = RegistrationTicket.invite(locator: invite.locator, auth: scene.draw { $0.bytes(32) })
            try await expectProblem(.notFound) { try await scene.register(scene.registration(ticket: wrong)) }
        }
        #expect(try await status(invite, for: ana, in: scene) == .ended(.burned))
        let right = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        try await expectProblem(.notFound) { try await scene.register(scene.registration(ticket: right)) }
    }

    @Test("Wrong tickets and wrong claims are counted together")
    func together() async throws {
        let (scene, ana, invite) = try await invited()
        _ = try await scene.engine.write { try $0.enroll("second") }
        let eve = try await scene.register(scene.registration(ticket: .enrolment(code: "second")))
        for _ in 0..<3 {
            let wrong = RegistrationTicket.invite(locator: invite.locator, auth: scene.draw { $0.bytes(32) })
            try await expectProblem(.notFound) { try await scene.register(scene.registration(ticket: wrong)) }
        }
        for _ in 0..<2 {
            let wrong = ClaimInvite(locator: invite.locator, auth: scene.draw { $0.bytes(32) })
            try await expectProblem(.notFound) {
                let claimed: InviteClaimed = try await scene.ask { try $0.claim(wrong, by: eve) }
                return claimed
            }
        }
        #expect(try await status(invite, for: ana, in: scene) == .ended(.burned))
    }

    @Test("The right proof of an invite that is over, and any proof of none, are refused alike")
    func over() async throws {
        let (scene, _, invite) = try await invited(lifetime: .seconds(60))
        scene.clock.advance(by: .seconds(60))
        let late = scene.registration(ticket: .invite(locator: invite.locator, auth: proof))
        let problem = try await expectProblem(.notFound) { try await scene.register(late) }
        let lost = scene.registration(ticket: .invite(locator: "00000", auth: proof))
        #expect(try await expectProblem(.notFound) { try await scene.register(lost) } == problem)
    }
}
