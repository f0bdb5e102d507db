package import AlarmCore
package import AlarmWire
import Engine
import Features
import Sealing
import Storage

extension EngineFixture {
    /// Links `device` to `inviter`'s person by the steps of PA1 section 4.
    ///
    /// - Returns: the device as it is then stored.
    @discardableResult
    package func link(_ device: Device, to inviter: Device) async throws -> Device {
        let proof = draw { $0.bytes(32) }
        let invite = try await openInvite(for: .device, by: inviter, proof: proof)
        let id = invite.inviteID
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await ask { try $0.pairing.claim(claim, by: device) }
        let answer = AnswerInvite(publicKey: draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await ask { try $0.pairing.answer(id, answer, by: device) }
        let _: InviteStatus = try await ask { try $0.pairing.handOver(id, HandOver(box: .sample()), by: inviter) }
        let _: InviteStatus = try await ask { try $0.pairing.confirm(id, ConfirmInvite(box: .sample()), by: inviter) }
        let status: InviteStatus = try await ask { try $0.pairing.acknowledge(id, by: device) }
        guard status == .linked(device.id) else {
            throw Problem(.conflict, detail: "the invite is \(status.state), and no device was linked")
        }
        return try await self.device(device.id)
    }

    /// Opens an invite whose claim is proven by `proof`.
    package func openInvite(
        for purpose: Invite.Purpose,
        by device: Device,
        proof: [UInt8]
    ) async throws -> InviteCreated {
        try await ask { tx in
            let verifier = try InviteKeys.verifier(of: proof)
            return try tx.pairing.createInvite(
                CreateInvite(purpose: purpose, verifier: verifier, hello: .sample()),
                by: device
            )
        }
    }
}
