import AlarmCore
import AlarmWire
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Sealing
import Testing

extension SealedText {
    /// A text in the format of a sealed one; a relay sees no more than the format.
    static func sample() throws -> SealedText {
        try #require(SealedText("aGVhZGVy..aXY.dGV4dA.dGFn"))
    }
}

extension CreateInvite {
    /// A request to create an invite whose proof is `proof`.
    static func sample(proof: [UInt8] = [UInt8](repeating: 1, count: 32)) throws -> CreateInvite {
        CreateInvite(verifier: try SHA256.hash(proof), hello: try .sample())
    }

    static func sample(fill: UInt8) throws -> CreateInvite {
        try sample(proof: [UInt8](repeating: fill, count: 32))
    }
}

/// Two devices, paired through the routes.
struct TestPair {
    let ana: TestDevice
    let ben: TestDevice
    let pair: PairID
    let anasToken: PartnerToken
    let bensToken: PartnerToken

    /// Registers two devices and pairs them, step by step.
    init(at relay: TestRelay) async throws {
        let proof = [UInt8](repeating: 9, count: 32)
        ana = try await TestDevice(at: relay)
        let created = try await ana.ask(Endpoints.Invites.create(CreateInvite.sample(proof: proof)))
        ben = try await TestDevice(at: relay, ticket: .invite(locator: created.locator, auth: proof))
        let id = created.inviteID
        let claim = ClaimInvite(locator: created.locator, auth: proof)
        let claimed = try await ben.ask(Endpoints.Invites.claim(claim))
        try #require(claimed.inviteID == id)
        let answer = AnswerInvite(publicKey: [UInt8](repeating: 2, count: 32), box: try .sample())
        try #require(try await ben.send(Endpoints.Invites.answer(id, answer)).status == .ok)
        let confirm = ConfirmInvite(box: try .sample())
        try #require(try await ana.send(Endpoints.Invites.confirm(id, confirm)).status == .ok)
        let bens = try await ben.ask(Endpoints.Invites.acknowledge(id))
        let anas = try await ana.ask(Endpoints.Invites.show(id))
        guard case .active(let pair, let anasToken) = anas, case .active(_, let bensToken) = bens else {
            throw NotPaired(anas: anas, bens: bens)
        }
        self.pair = pair
        self.anasToken = anasToken
        self.bensToken = bensToken
    }

    struct NotPaired: Error {
        let anas: InviteStatus
        let bens: InviteStatus
    }

    /// Ana's request to ring Ben in an hour.
    func request() throws -> AlarmRequest {
        var generator = SystemRandomNumberGenerator()
        return AlarmRequest(
            id: .random(using: &generator),
            partnerToken: anasToken,
            time: AlarmTime(ana.relay.clock.now() + .hours(1)),
            message: try .sample()
        )
    }
}
