import AlarmCore
import AlarmWire
import Engine
import Features
import Sealing
import Storage

/// A step of linking a further device to a person, or of removing one (PA1 sections 2 and 4).
enum LinkStep {
    /// The person's device opens an invite, whose claim is proven by these bytes.
    case create(proof: [UInt8], for: Phone)
    case claim(locator: String, proof: [UInt8], of: Phone)
    case answer(InviteID, of: Phone)
    case confirm(InviteID, for: Phone)
    /// The new device has opened the confirmation, and is the person's from then on.
    case acknowledge(InviteID, of: Phone)
    case remove(Phone)
}

extension LinkStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .create: "invite a device"
        case .claim: "claim the invite"
        case .answer: "answer the invite"
        case .confirm(_, let phone): "confirm \(phone.name)"
        case .acknowledge(_, let phone): "be a device of \(phone.name)'s owner"
        case .remove(let phone): "remove \(phone.name)"
        }
    }
}

extension Simulation {
    private static let sealed: SealedText = {
        guard
            let text = SealedText(
                "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA"
            )
        else { preconditionFailure("the simulation's words have the wrong shape") }
        return text
    }()

    /// Creates devices that will be linked to people who are rung, and plans that.
    func inviteDevices() throws {
        guard profile.hasLinking else { return }
        var devices: [Device] = []
        for index in couples.indices where roll(2, in: 3) {
            let phone = try makePhone("phone \(index)l", of: draw { PersonID.random(using: &$0) }, &devices)
            planAct(in: span(0...3_600_000)) { [unowned self] in
                let inviter = couples[index].receivers[0]
                ask(.link(.create(proof: chance.bytes(32), for: phone)), from: inviter)
            }
        }
        let all = devices
        try onStore { base in
            try await base.write { transaction in for device in all { try transaction.insert(device) } }
        }
    }

    /// Goes on with the next step when one was answered.
    func takeLink(_ request: DeviceRequest, _ answer: EngineResponse) {
        guard case .link(let step) = request.kind, answer.status < 300 else { return }
        let pause = roll(4, in: 5) ? span(50...3000) : span(3000...400_000)
        switch step {
        case .create(let proof, let phone):
            guard let invite = try? InviteCreated(wire: answer.body) else {
                return model.fail("an invite has no answer")
            }
            let inviter = request.phone
            planAct(in: pause) { [unowned self] in
                ask(.link(.claim(locator: invite.locator, proof: proof, of: inviter)), from: phone)
            }
        case .claim(_, _, let inviter):
            guard let claimed = try? InviteClaimed(wire: answer.body) else {
                return model.fail("a claim has no answer")
            }
            planAct(in: pause) { [unowned self] in
                ask(.link(.answer(claimed.inviteID, of: inviter)), from: request.phone)
            }
        case .answer(let id, let inviter):
            planAct(in: pause) { [unowned self] in ask(.link(.confirm(id, for: request.phone)), from: inviter) }
        case .confirm(let id, let phone):
            planAct(in: pause) { [unowned self] in ask(.link(.acknowledge(id, of: request.phone)), from: phone) }
        case .acknowledge(_, let inviter):
            guard request.phone.person == inviter.person, roll(2, in: 3) else { return }
            planAct(in: roll(1, in: 2) ? span(100...60_000) : span(60_000...5_400_000)) { [unowned self] in
                let isOwn = roll(1, in: 3)
                ask(.link(.remove(request.phone)), from: isOwn ? request.phone : inviter)
            }
        case .remove: break
        }
    }
}

extension RelayTransaction {
    /// Does what the relay's routes do for people who link devices, or what a broken relay would do.
    func answer(_ step: LinkStep, from device: Device, mutant: Mutant?, sealed: SealedText) throws -> EngineResponse {
        switch step {
        case .create(let proof, _):
            let invite = CreateInvite(purpose: .device, verifier: try InviteKeys.verifier(of: proof), hello: sealed)
            return try pairing.createInvite(invite, by: device)
        case .claim(let locator, let proof, _):
            return try pairing.claim(ClaimInvite(locator: locator, auth: proof), by: device)
        case .answer(let id, _):
            let answer = AnswerInvite(publicKey: [UInt8](repeating: 9, count: 32), box: sealed)
            return try pairing.answer(id, answer, by: device)
        case .confirm(let id, _): return try pairing.confirm(id, ConfirmInvite(box: sealed), by: device)
        case .acknowledge(let id, _): return try pairing.acknowledge(id, by: device)
        case .remove where mutant == .removalForgotten: return EngineResponse(status: 204, body: [])
        case .remove(let phone): return try devices.remove(phone.id, by: device)
        }
    }
}

extension RelayTransaction {
    /// Does a step of linking with the simulation's sealed words.
    func answer(_ step: LinkStep, from device: Device, mutant: Mutant?) throws -> EngineResponse {
        try answer(step, from: device, mutant: mutant, sealed: Simulation.linkWords)
    }
}

extension Simulation {
    /// What sealed text in invites looks like.
    static var linkWords: SealedText { sealed }
}
