import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Sealing
import Storage
import Testing

/// A closed relay with Ana, whom the operator enrolled, and devices that register with her invites.
@Suite("A device that registered with an invite")
struct UnconfirmedDeviceTests {
    private let fixture: EngineFixture
    private let ana: Device
    private let proof = [UInt8](repeating: 7, count: 32)

    init() async throws {
        var limits = Limits()
        (limits.registrationsPerHour, limits.registrationsPerDay) = (3, 4)
        let fixture = try EngineFixture(limits: limits, registration: .closed)
        _ = try await fixture.engine.write { try $0.devices.enroll("first") }
        ana = try await fixture.register(fixture.registration(ticket: .enrolment(code: "first")))
        self.fixture = fixture
    }

    private func invited(by device: Device? = nil) async throws -> InviteCreated {
        try await InviteFixture.open(in: fixture, by: device ?? ana, proof: proof)
    }

    private func registered(with invite: InviteCreated) async throws -> Device {
        try await fixture.register(
            fixture.registration(ticket: .invite(locator: invite.locator, auth: proof))
        )
    }

    private func cancel(_ invite: InviteCreated) async throws {
        let ana = ana
        let _: InviteStatus = try await fixture.ask { try $0.pairing.cancelInvite(invite.inviteID, by: ana) }
    }

    private func complete(_ invite: InviteCreated, with device: Device) async throws {
        let (id, ana) = (invite.inviteID, ana)
        let answer = AnswerInvite(publicKey: fixture.draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await fixture.ask { try $0.pairing.answer(id, answer, by: device) }
        let box = ConfirmInvite(box: .sample())
        let _: InviteStatus = try await fixture.ask { try $0.pairing.confirm(id, box, by: ana) }
        let _: InviteStatus = try await fixture.ask { try $0.pairing.acknowledge(id, by: device) }
    }

    private func sweep(after span: Span) async throws {
        fixture.clock.advance(by: span)
        _ = try await Housekeeper(engine: fixture.engine).sweep()
    }

    private func exists(_ device: Device) async throws -> Bool {
        try await fixture.engine.read { try $0.device(device.id) } != nil
    }

    @Test("Goes an hour after its invite was cancelled, and not before")
    func cancelled() async throws {
        let invite = try await invited()
        let ben = try await registered(with: invite)
        try await cancel(invite)
        try await sweep(after: .milliseconds(3_599_999))
        #expect(try await exists(ben))
        try await sweep(after: .milliseconds(1))
        #expect(try await !exists(ben))
        #expect(try await exists(ana))
    }

    @Test("Goes an hour after its invite has expired")
    func expired() async throws {
        let ben = try await registered(with: try await invited())
        try await sweep(after: .minutes(69))
        #expect(try await exists(ben))
        try await sweep(after: .minutes(1))
        #expect(try await !exists(ben))
    }

    @Test("Stays once its pair was confirmed, and may do everything then")
    func confirmed() async throws {
        let invite = try await invited()
        let ben = try await registered(with: invite)
        try await complete(invite, with: ben)
        try await sweep(after: .days(3))
        #expect(try await exists(ben))
        _ = try await invited(by: ben)
    }

    @Test("Stays for another invite that it claims in the meantime")
    func secondChance() async throws {
        let first = try await invited()
        let ben = try await registered(with: first)
        try await cancel(first)
        fixture.clock.advance(by: .minutes(55))
        let second = try await invited()
        let claim = ClaimInvite(locator: second.locator, auth: proof)
        let _: InviteClaimed = try await fixture.ask { try $0.pairing.claim(claim, by: ben) }
        try await sweep(after: .minutes(9))
        #expect(try await exists(ben))
        try await complete(second, with: ben)
        try await sweep(after: .days(1))
        #expect(try await exists(ben))
    }

    @Test("Can do nothing but pair before: no invite, circle, plan, contact or server of its own")
    func powerless() async throws {
        let ben = try await registered(with: try await invited())
        try await expectProblem(.conflict) { try await invited(by: ben) }
        try await expectProblem(.conflict) { try await fixture.found(.family, by: ben) }
        let settings = CheckInSettings(name: "Ben")
        try await expectProblem(.conflict) {
            let report: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: ben) }
            return report
        }
        try await expectProblem(.conflict) {
            try await fixture.engine.write { tx in
                try tx.devices.addServer(AddWebhookDevice(webhook: "https://home.example.org/"), by: ben).status
            }
        }
        #expect(try await fixture.engine.read { try $0.documents(of: ben.person).isEmpty })
    }

    @Test("Is one of a few within an hour and a day, of all people together; the operator's codes are not counted")
    func bounded() async throws {
        for _ in 1...3 {
            let invite = try await invited()
            _ = try await registered(with: invite)
            try await cancel(invite)
        }
        let fourth = try await invited()
        let problem = try await expectProblem(.rateLimited) { try await registered(with: fourth) }
        #expect(problem.detail.contains("3 devices an hour"))
        #expect(
            try await fixture.engine.read { try $0.invite(fourth.inviteID)?.state } == .open,
            "the code is not used up"
        )
        _ = try await fixture.engine.write { try $0.devices.enroll("second") }
        _ = try await fixture.register(fixture.registration(ticket: .enrolment(code: "second")))
        fixture.clock.advance(by: .hours(1))
        _ = try await registered(with: try await invited())
        let sixth = try await invited()
        let daily = try await expectProblem(.rateLimited) { try await registered(with: sixth) }
        #expect(daily.detail.contains("4 devices a day"))
    }
}
