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
    private static let link = "https://relay.example.org/p#"

    private func invitation(_ care: CareFixture, link: String? = nil) throws -> CareInvitationRequest {
        CareInvitationRequest(
            circle: care.circle,
            phone: "+491701234567",
            link: try link ?? Self.link + #require(PairingCode(locator: "7K3QD", secret: "ABCDEFGH012345")).formatted,
            name: "Ben"
        )
    }

    @Test("The dweller has the link of an invite sent to a number, which is forgotten once it was sent")
    func sent() async throws {
        let care = try await CareFixture()
        let (request, ana) = (try invitation(care), care.ana)
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
        let good = try invitation(care)
        try await expectProblem(.notAllowed) { try await invite(good, by: care.ben) }
        for link in ["https://evil.example/p#7K3QD-ABCDE", "call me", "https://relay.example.org/p#"] {
            try await expectProblem(.malformed) { try await invite(try invitation(care, link: link), by: care.ana) }
        }
        for _ in 0..<5 { _ = try await invite(good, by: care.ana) }
        try await expectProblem(.rateLimited) { try await invite(good, by: care.ana) }
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
