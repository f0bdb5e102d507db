import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Sealing
import TestSupport
import Testing

/// Ana, who shows a code; Ben, who enters it; and Eve, who has no part in it.
struct InviteScene {
    let scene: EngineScene
    let ana: Device
    let ben: Device
    let eve: Device
    let proof: [UInt8]
    let invite: InviteCreated
    let reply: AnswerInvite

    init(lifetime: Span = .minutes(10), limits: Limits = Limits()) async throws {
        scene = try EngineScene(limits: limits)
        ana = try await scene.register()
        ben = try await scene.register()
        eve = try await scene.register()
        proof = scene.draw { $0.bytes(32) }
        invite = try await Self.open(in: scene, by: ana, proof: proof, lifetime: lifetime)
        reply = AnswerInvite(publicKey: scene.draw { $0.bytes(32) }, box: .sample(bytes: 300))
    }

    static func open(
        in scene: EngineScene,
        by device: Device,
        proof: [UInt8],
        lifetime: Span = .minutes(10)
    ) async throws -> InviteCreated {
        try await scene.ask { work in
            let verifier = try InviteKeys.verifier(of: proof)
            let request = CreateInvite(lifetime: lifetime, verifier: verifier, hello: .sample(bytes: 200))
            return try work.createInvite(request, by: device)
        }
    }

    func status(for device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await scene.engine.read { try scene.engine.inviteStatus(id, for: device, in: $0) }
    }

    @discardableResult
    func claim(by device: Device, proof: [UInt8]? = nil) async throws -> InviteClaimed {
        let claim = ClaimInvite(locator: invite.locator, auth: proof ?? self.proof)
        return try await scene.ask { try $0.claim(claim, by: device) }
    }

    @discardableResult
    func wrongClaim(by device: Device) async throws -> Problem {
        try await expectProblem(.notFound) { try await claim(by: device, proof: scene.draw { $0.bytes(32) }) }
    }

    @discardableResult
    func answer(by device: Device, _ other: AnswerInvite? = nil) async throws -> InviteStatus {
        let (id, answer) = (invite.inviteID, other ?? reply)
        return try await scene.ask { try $0.answer(id, answer, by: device) }
    }

    @discardableResult
    func confirm(by device: Device, bytes: Int = 250) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await scene.ask { try $0.confirm(id, ConfirmInvite(box: .sample(bytes: bytes)), by: device) }
    }

    @discardableResult
    func acknowledge(by device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await scene.ask { try $0.acknowledge(id, by: device) }
    }

    @discardableResult
    func cancel(by device: Device) async throws -> InviteStatus {
        let id = invite.inviteID
        return try await scene.ask { try $0.cancelInvite(id, by: device) }
    }
}
