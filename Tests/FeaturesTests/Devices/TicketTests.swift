import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Registering with a ticket")
struct TicketTests {
    private let proof = [UInt8](repeating: 7, count: 32)

    /// A closed relay with one device, enrolled by the operator, that has an invite open.
    private func invited(ttl: Span = .minutes(10)) async throws -> (EngineFixture, Device, InviteCreated) {
        let fixture = try EngineFixture(registration: .closed)
        _ = try await fixture.engine.write { try $0.devices.enroll("first") }
        let ana = try await fixture.register(fixture.registration(ticket: .enrolment(code: "first")))
        let invite: InviteCreated = try await fixture.ask { tx in
            let verifier = try InviteKeys.verifier(of: [UInt8](repeating: 7, count: 32))
            let request = CreateInvite(ttl: ttl, verifier: verifier, hello: .sample())
            return try tx.pairing.createInvite(request, by: ana)
        }
        return (fixture, ana, invite)
    }

    private func status(
        _ invite: InviteCreated,
        for device: Device,
        in fixture: EngineFixture
    ) async throws -> InviteStatus {
        try await fixture.engine.read { try fixture.engine.inviteStatus(invite.inviteID, for: device, in: $0) }
    }

    @Test("An enrolment code registers one device, and only one")
    func enrolment() async throws {
        let fixture = try EngineFixture(registration: .closed)
        let end = try await fixture.engine.write { try $0.devices.enroll("code") }
        #expect(end == fixture.now + .hours(1))
        let request = fixture.registration(ticket: .enrolment(code: "code"))
        let device = try await fixture.register(request)
        #expect(try await fixture.register(request) == device, "a repeat after a lost reply")
        let second = fixture.registration(ticket: .enrolment(code: "code"))
        try await expectProblem(.notFound) { try await fixture.register(second) }
    }

    @Test("An expired or unknown enrolment code is refused")
    func enrolmentEnds() async throws {
        let fixture = try EngineFixture(registration: .closed)
        let end = try await fixture.engine.write { try $0.devices.enroll("code") }
        fixture.clock.set(to: end)
        for code in ["code", "other"] {
            let request = fixture.registration(ticket: .enrolment(code: code))
            try await expectProblem(.notFound) { try await fixture.register(request) }
        }
        fixture.clock.set(to: end - .milliseconds(1))
        _ = try await fixture.register(fixture.registration(ticket: .enrolment(code: "code")))
    }

    @Test("The proof of a live invite registers a device, which can then claim it")
    func invite() async throws {
        let (fixture, ana, invite) = try await invited()
        let ticket = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        let ben = try await fixture.register(fixture.registration(ticket: ticket))
        #expect(ben.person != ana.person)
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await fixture.ask { try $0.pairing.claim(claim, by: ben) }
        #expect(try await status(invite, for: ana, in: fixture) == .claimed)
    }

    @Test(
        "An invite's proof registers one device; a second one that knows it contests the invite and is not registered"
    )
    func secondDevice() async throws {
        let (fixture, ana, invite) = try await invited()
        let ticket = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        let request = fixture.registration(ticket: ticket)
        let ben = try await fixture.register(request)
        #expect(try await fixture.register(request) == ben, "a repeat after a lost reply")
        #expect(try await status(invite, for: ana, in: fixture) == .claimed)
        let eve = fixture.registration(ticket: ticket)
        try await expectProblem(.notFound) { try await fixture.register(eve) }
        #expect(try await status(invite, for: ana, in: fixture) == .ended(.contested))
        let lookup = try fixture.engine.vault.registration(of: eve.deviceKey)
        #expect(try await fixture.engine.read { try $0.device(registration: lookup) } == nil)
    }

    @Test("A registered device contests an invite with which another device has registered")
    func contestedByClaim() async throws {
        let (fixture, ana, invite) = try await invited()
        _ = try await fixture.engine.write { try $0.devices.enroll("second") }
        let eve = try await fixture.register(fixture.registration(ticket: .enrolment(code: "second")))
        _ = try await fixture.register(
            fixture.registration(ticket: .invite(locator: invite.locator, auth: proof))
        )
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        try await expectProblem(.notFound) {
            let claimed: InviteClaimed = try await fixture.ask { try $0.pairing.claim(claim, by: eve) }
            return claimed
        }
        #expect(try await status(invite, for: ana, in: fixture) == .ended(.contested))
    }

    @Test("A wrong ticket counts as a wrong claim, and the fifth burns the invite for good")
    func wrongTickets() async throws {
        let (fixture, ana, invite) = try await invited()
        for attempt in 1...5 {
            #expect(try await status(invite, for: ana, in: fixture) == .open, "before attempt \(attempt)")
            let wrong = RegistrationTicket.invite(locator: invite.locator, auth: fixture.draw { $0.bytes(32) })
            try await expectProblem(.notFound) { try await fixture.register(fixture.registration(ticket: wrong)) }
        }
        #expect(try await status(invite, for: ana, in: fixture) == .ended(.burned))
        let right = RegistrationTicket.invite(locator: invite.locator, auth: proof)
        try await expectProblem(.notFound) { try await fixture.register(fixture.registration(ticket: right)) }
    }

    @Test("Wrong tickets and wrong claims are counted together")
    func together() async throws {
        let (fixture, ana, invite) = try await invited()
        _ = try await fixture.engine.write { try $0.devices.enroll("second") }
        let eve = try await fixture.register(fixture.registration(ticket: .enrolment(code: "second")))
        for _ in 0..<3 {
            let wrong = RegistrationTicket.invite(locator: invite.locator, auth: fixture.draw { $0.bytes(32) })
            try await expectProblem(.notFound) { try await fixture.register(fixture.registration(ticket: wrong)) }
        }
        for _ in 0..<2 {
            let wrong = ClaimInvite(locator: invite.locator, auth: fixture.draw { $0.bytes(32) })
            try await expectProblem(.notFound) {
                let claimed: InviteClaimed = try await fixture.ask { try $0.pairing.claim(wrong, by: eve) }
                return claimed
            }
        }
        #expect(try await status(invite, for: ana, in: fixture) == .ended(.burned))
    }

    @Test("The right proof of an ended invite and any proof of an unknown one are refused alike")
    func over() async throws {
        let (fixture, _, invite) = try await invited(ttl: .seconds(60))
        fixture.clock.advance(by: .seconds(60))
        let late = fixture.registration(ticket: .invite(locator: invite.locator, auth: proof))
        let problem = try await expectProblem(.notFound) { try await fixture.register(late) }
        let lost = fixture.registration(ticket: .invite(locator: "00000", auth: proof))
        #expect(try await expectProblem(.notFound) { try await fixture.register(lost) } == problem)
    }
}
