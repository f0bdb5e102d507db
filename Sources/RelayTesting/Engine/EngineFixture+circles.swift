package import AlarmCore
package import AlarmWire
import Engine
import Sealing
import Storage
import TestSupport

extension EngineScene {
    /// Makes a family or a care circle.
    package func found(_ kind: Circle.Kind, by device: Device) async throws -> CircleView {
        try await ask { try $0.createCircle(CreateCircle(kind: kind, name: "home", displayName: "Ana"), by: device) }
    }

    /// Lets a device's person into a circle by the steps of PA1 section 4.
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
        let _: InviteClaimed = try await ask { try $0.claim(claim, by: device) }
        let answer = AnswerInvite(publicKey: draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await ask { try $0.answer(id, answer, by: device) }
        let _: InviteStatus = try await ask { try $0.confirm(id, ConfirmInvite(box: .sample()), by: inviter) }
        return try await ask { try $0.acknowledge(id, by: device) }
    }

    /// Opens an invite to a circle whose claim is proven by `proof`.
    package func openInvite(
        to circle: CircleView,
        as role: Role,
        by device: Device,
        proof: [UInt8]
    ) async throws -> InviteCreated {
        try await ask { work in
            let request = CreateInvite(
                purpose: circle.kind == .family ? .family : .care,
                circle: circle.id,
                role: role,
                verifier: try InviteKeys.verifier(of: proof),
                hello: .sample()
            )
            return try work.createInvite(request, by: device)
        }
    }

    /// A circle as a device sees it.
    package func circle(_ id: CircleID, for device: Device) async throws -> CircleView {
        try await engine.read { try self.engine.circle(id, for: device, in: $0) }
    }
}
