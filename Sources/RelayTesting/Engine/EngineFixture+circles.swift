package import AlarmCore
package import AlarmWire
import Engine
import Features
import Sealing
import Storage

extension EngineFixture {
    /// Creates a family or a care circle.
    package func found(_ kind: Circle.Kind, by device: Device) async throws -> CircleView {
        try await ask { try $0.circles.create(CreateCircle(kind: kind, name: "home", displayName: "Ana"), by: device) }
    }

    /// Adds a device's person to a circle by the steps of PA1 section 4.
    @discardableResult
    package func join(
        _ device: Device,
        _ circle: CircleView,
        as role: Role,
        invitedBy inviter: Device
    ) async throws -> InviteStatus {
        let proof = draw { $0.bytes(32) }
        let invite = try await openInvite(to: circle, as: role, by: inviter, proof: proof)
        let id = invite.inviteID
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await ask { try $0.pairing.claim(claim, by: device) }
        let answer = AnswerInvite(publicKey: draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await ask { try $0.pairing.answer(id, answer, by: device) }
        let _: InviteStatus = try await ask { try $0.pairing.confirm(id, ConfirmInvite(box: .sample()), by: inviter) }
        return try await ask { try $0.pairing.acknowledge(id, by: device) }
    }

    /// Opens an invite to a circle whose claim is proven by `proof`.
    package func openInvite(
        to circle: CircleView,
        as role: Role,
        by device: Device,
        proof: [UInt8],
        ttl: Span = CreateInvite.defaultTTL
    ) async throws -> InviteCreated {
        try await ask { tx in
            let request = CreateInvite(
                purpose: circle.kind == .family ? .family : .care,
                circle: circle.id,
                role: role,
                ttl: ttl,
                verifier: try InviteKeys.verifier(of: proof),
                hello: .sample()
            )
            return try tx.pairing.createInvite(request, by: device)
        }
    }

    /// Returns the view of a circle that a device gets.
    package func circle(_ id: CircleID, for device: Device) async throws -> CircleView {
        try await engine.read { try self.engine.circle(id, for: device, in: $0) }
    }
}
