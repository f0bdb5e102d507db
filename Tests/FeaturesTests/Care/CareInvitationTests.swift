import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Inviting to a care circle")
struct CareInvitationTests {
    /// Opens an invite to the circle, and asks for a message with its link.
    private func invitation(
        _ care: CareFixture,
        ttl: Span = .days(7)
    ) async throws -> (id: InviteID, request: CareInvitationRequest) {
        let view = try await care.fixture.circle(care.circle, for: care.ana)
        let proof = care.fixture.draw { $0.bytes(32) }
        let invite = try await care.fixture.openInvite(to: view, as: .member, by: care.ana, proof: proof, ttl: ttl)
        let code = try #require(PairingCode(locator: invite.locator, secret: "ABCDEFGH012345"))
        return (invite.inviteID, request(care, link: "https://relay.example.org/p#\(code.formatted)"))
    }

    private func request(_ care: CareFixture, link: String) -> CareInvitationRequest {
        CareInvitationRequest(circle: care.circle, phone: "+491701234567", link: link, name: "Ben")
    }

    /// Opens an invite, and has its link sent.
    private func invite(_ care: CareFixture, ttl: Span = .days(7)) async throws -> InviteID {
        let ((id, request), ana) = (try await invitation(care, ttl: ttl), care.ana)
        _ = try await care.fixture.engine.write { try $0.care.invite(request, by: ana) }
        return id
    }

    private func status(_ id: InviteID, _ care: CareFixture) async throws -> InviteStatus {
        let (engine, ana) = (care.fixture.engine, care.ana)
        return try await engine.read { try engine.inviteStatus(id, for: ana, in: $0) }
    }

    @Test("The dweller has the link of an invite sent to a number, which is forgotten once it was sent")
    func sent() async throws {
        let care = try await CareFixture()
        let ((_, request), ana) = (try await invitation(care), care.ana)
        _ = try await care.fixture.engine.write { try $0.care.invite(request, by: ana) }
        try await care.fixture.catchUp()
        #expect(care.post.messages.last?.text.contains(request.link) ?? false)
        #expect(care.post.messages.last?.recipient == PhoneNumber("+491701234567"))
        let before = try await orders(care)
        #expect(before.count == 1)
        guard case .contact(let id, .sms) = try #require(before.first).order.destination else {
            Issue.record("\(before)")
            return
        }
        let list = try await care.fixture.engine.read { try care.fixture.engine.contacts(of: ana, in: $0) }
        #expect(list.contacts.isEmpty)
        #expect(try await care.fixture.engine.read { try $0.document(.contact, id: DocumentID(of: id)) } == nil)
    }

    @Test("Only the dweller invites, only with links of this relay, and not many an hour to one address")
    func refused() async throws {
        let care = try await CareFixture()
        func invite(_ request: CareInvitationRequest, by device: Device) async throws -> EngineResponse {
            try await care.fixture.engine.write { try $0.care.invite(request, by: device) }
        }
        let good = try await invitation(care).request
        try await expectProblem(.notAllowed) { try await invite(good, by: care.ben) }
        let unknown = try #require(PairingCode(locator: "7K3QD", secret: "ABCDEFGH012345")).formatted
        for link in [
            "https://evil.example/p#7K3QD-ABCDE", "call me", "https://relay.example.org/p#",
            "https://relay.example.org/p#\(unknown)",
        ] {
            try await expectProblem(.malformed) { try await invite(request(care, link: link), by: care.ana) }
        }
        for _ in 0..<5 { _ = try await invite(good, by: care.ana) }
        try await expectProblem(.rateLimited) { try await invite(good, by: care.ana) }
    }

    @Test("A care circle is not made without a name for its dweller, by which invitations and alerts call them")
    func unnamed() async throws {
        let person = try await CheckInFixture()
        let phone = person.phone
        func found(_ name: String?) async throws -> CircleView {
            let request = CreateCircle(kind: .care, name: "Nest", displayName: name)
            return try await person.fixture.ask { try $0.circles.create(request, by: phone) }
        }
        let problem = try await expectProblem(.conflict) { try await found(nil) }
        #expect(problem.detail.contains("'displayName'"), "\(problem.detail)")
        try await person.plan(isOn: false)
        #expect(try await found(nil).kind == .care, "the name of the plan serves")
        let family = try await CheckInFixture()
        let parent = family.phone
        let home: CircleView = try await family.fixture.ask {
            try $0.circles.create(CreateCircle(kind: .family, name: "Home"), by: parent)
        }
        #expect(home.kind == .family, "nobody without the app is told of a family")
    }

    @Test("A dweller whom an earlier version let in without a name sends no invitation before they have one")
    func unnamedEarlier() async throws {
        let care = try await CareFixture()
        let (ana, circle) = (care.ana, care.circle)
        _ = try await care.fixture.engine.write { tx in
            let id = MembershipBody.id(of: ana.person, in: circle)
            var record = try #require(try tx.record(MembershipBody.self, id))
            record.body.membership.displayName = nil
            try tx.put(record)
        }
        let request = try await invitation(care).request
        let problem = try await expectProblem(.conflict) {
            try await care.fixture.engine.write { try $0.care.invite(request, by: ana) }
        }
        #expect(problem.detail.contains("'displayName'"), "\(problem.detail)")
        #expect(care.post.messages.isEmpty)
        let _: CircleView = try await care.fixture.ask {
            try $0.circles.changeMember(ana.person, of: circle, MemberChange(displayName: "Ana"), by: ana)
        }
        _ = try await care.fixture.engine.write { try $0.care.invite(request, by: ana) }
        try await care.fixture.catchUp()
        #expect(care.post.messages.last?.text.contains("Ana invites you") == true)
    }

    @Test("The inviter sees that a message waits, why it does, and that it was sent as soon as the provider takes it")
    func waiting() async throws {
        let care = try await CareFixture()
        for _ in 0..<500 {
            care.post.answer(.retry(after: nil, reason: .other("busy", concernsChannel: false), indeterminate: false))
        }
        let id = try await invite(care)
        #expect(try await status(id, care) == .mailed(InviteLetter(.waiting)))
        try await care.fixture.catchUp()
        #expect(try await status(id, care) == .mailed(InviteLetter(.waiting, reason: "busy")))
        // Days later the link is as good as on the first, and so is the message.
        try await care.fixture.pass(.days(3))
        #expect(try await status(id, care) == .mailed(InviteLetter(.waiting, reason: "busy")))
        care.post.recover()
        try await care.fixture.pass(.days(1))
        #expect(try await status(id, care) == .mailed(InviteLetter(.sent)))
    }

    @Test("A message that is refused, or that nothing takes while its link is good, is said to have failed")
    func failed() async throws {
        let care = try await CareFixture()
        care.post.answer(.rejected(reason: "no such number"))
        let refused = try await invite(care)
        try await care.fixture.catchUp()
        #expect(try await status(refused, care) == .mailed(InviteLetter(.failed, reason: "no such number")))
        for _ in 0..<500 {
            care.post.answer(.retry(after: nil, reason: .other("busy", concernsChannel: false), indeterminate: false))
        }
        let late = try await invite(care, ttl: .hours(2))
        try await care.fixture.pass(.days(1))
        #expect(try await status(late, care) == .ended(.expired))
        #expect(try await orders(care).map(\.state) == [.refused, .refused])
        #expect(try await recipients(care) == 0)
    }

    @Test("A message whose invite was taken back while it waited is not sent, and its recipient is forgotten")
    func takenBack() async throws {
        let care = try await CareFixture()
        care.post.answer(.retry(after: nil, reason: .other("busy", concernsChannel: false), indeterminate: false))
        let id = try await invite(care)
        try await care.fixture.catchUp()
        #expect(try await recipients(care) == 1)
        let ana = care.ana
        let _: InviteStatus = try await care.fixture.ask { try $0.pairing.cancelInvite(id, by: ana) }
        #expect(try await recipients(care) == 0)
        let attempts = care.post.messages.count
        try await care.fixture.pass(.days(1))
        #expect(care.post.messages.count == attempts)
    }

    @Test("An invited member joins by the code, and knows nothing of the dweller before")
    func joining() async throws {
        let care = try await CareFixture()
        let eve = try await care.fixture.register()
        #expect(try await care.overview(for: eve).dwellers == [])
        let view = try await care.fixture.circle(care.circle, for: care.ana)
        try await care.fixture.join(eve, view, as: .member, invitedBy: care.ana)
        #expect(try await care.overview(for: eve).dwellers.map(\.circle) == [care.circle])
    }

    /// The number of people whose address the relay keeps for the dweller.
    private func recipients(_ care: CareFixture) async throws -> Int {
        let person = care.ana.person
        return try await care.fixture.engine.read { try $0.documents(of: person).count { $0.kind == .contact } }
    }

    private func orders(_ care: CareFixture) async throws -> [DeliveryRow] {
        let person = care.ana.person
        return try await care.fixture.engine.read { snapshot in
            try snapshot.alarms(of: person, changedAfter: 0, limit: 1000).flatMap {
                try snapshot.deliveries(of: $0.key)
            }
            .filter { $0.order.stage == .invitation }
        }
    }
}
