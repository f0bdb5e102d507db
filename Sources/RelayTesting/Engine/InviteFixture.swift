package import AlarmCore
package import AlarmWire
package import Engine
import Features
import Sealing
import Storage

/// Ana, who shows a code; Ben, who enters it; and Eve, who has no part in it.
package struct InviteFixture {
    package let fixture: EngineFixture
    package let ana: Device
    package let ben: Device
    package let eve: Device
    package let proof: [UInt8]
    package let invite: InviteCreated
    package let reply: AnswerInvite

    package init(ttl: Span = .minutes(10), limits: Limits = Limits()) async throws {
        fixture = try EngineFixture(limits: limits)
        ana = try await fixture.register()
        ben = try await fixture.register()
        eve = try await fixture.register()
        proof = fixture.draw { $0.bytes(32) }
        invite = try await Self.open(in: fixture, by: ana, proof: proof, ttl: ttl)
        reply = AnswerInvite(publicKey: fixture.draw { $0.bytes(32) }, box: .sample(bytes: 300))
    }

    package static func open(
        in fixture: EngineFixture,
        by device: Device,
        proof: [UInt8],
        ttl: Span = .minutes(10)
    ) async throws -> InviteCreated {
        try await fixture.ask { tx in
            let verifier = try InviteKeys.verifier(of: proof)
            let request = CreateInvite(ttl: ttl, verifier: verifier, hello: .sample(bytes: 200))
            return try tx.pairing.createInvite(request, by: device)
        }
    }

    package func status(for device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await fixture.engine.read { try fixture.engine.inviteStatus(id, for: device, in: $0) }
    }

    @discardableResult
    package func claim(by device: Device, proof: [UInt8]? = nil) async throws -> InviteClaimed {
        let claim = ClaimInvite(locator: invite.locator, auth: proof ?? self.proof)
        return try await fixture.ask { try $0.pairing.claim(claim, by: device) }
    }

    @discardableResult
    package func wrongClaim(by device: Device) async throws -> Problem {
        try await expectProblem(.notFound) { try await claim(by: device, proof: fixture.draw { $0.bytes(32) }) }
    }

    @discardableResult
    package func answer(by device: Device, _ other: AnswerInvite? = nil) async throws -> InviteStatus {
        let (id, answer) = (invite.inviteID, other ?? reply)
        return try await fixture.ask { try $0.pairing.answer(id, answer, by: device) }
    }

    @discardableResult
    package func confirm(by device: Device, bytes: Int = 250) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await fixture.ask {
            try $0.pairing.confirm(id, ConfirmInvite(box: .sample(bytes: bytes)), by: device)
        }
    }

    @discardableResult
    package func acknowledge(by device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await fixture.ask { tx in try tx.pairing.acknowledge(id, by: tx.present(device)) }
    }

    @discardableResult
    package func cancel(by device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await fixture.ask { try $0.pairing.cancelInvite(id, by: device) }
    }
}
