import AlarmCore
import AlarmWire
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Sealing
import Testing

extension SealedText {
    /// A text that has the shape of a sealed one, which is all that a relay sees of it.
    static func sample() throws -> SealedText {
        try #require(SealedText("aGVhZGVy..aXY.dGV4dA.dGFn"))
    }
}

extension CreateInvite {
    /// A request that claims with `proof` will meet.
    static func sample(proof: [UInt8] = [UInt8](repeating: 1, count: 32)) throws -> CreateInvite {
        CreateInvite(verifier: try SHA256.hash(proof), hello: try .sample())
    }

    static func sample(fill: UInt8) throws -> CreateInvite {
        try sample(proof: [UInt8](repeating: fill, count: 32))
    }
}

/// Two devices that were paired through the routes.
struct TestCouple {
    let ana: TestDevice
    let ben: TestDevice
    let pair: PairID
    let anasToken: PartnerToken
    let bensToken: PartnerToken

    /// Registers two devices and takes them through every step of a pairing.
    init(at relay: TestRelay) async throws {
        let proof = [UInt8](repeating: 9, count: 32)
        ana = try await TestDevice(at: relay)
        let created: InviteCreated = try await ana.send(.post, Routes.invites, CreateInvite.sample(proof: proof))
            .message()
        ben = try await TestDevice(at: relay, ticket: .invite(locator: created.locator, auth: proof))
        let id = created.inviteID
        let claim = ClaimInvite(locator: created.locator, auth: proof)
        let claimed: InviteClaimed = try await ben.send(.post, Routes.claim, claim).message()
        try #require(claimed.inviteID == id)
        let answer = AnswerInvite(publicKey: [UInt8](repeating: 2, count: 32), box: try .sample())
        try #require(try await ben.send(.post, Routes.answer(id), answer).status == .ok)
        let confirm = ConfirmInvite(box: try .sample())
        try #require(try await ana.send(.post, Routes.confirm(id), confirm).status == .ok)
        let bens: InviteStatus = try await ben.send(.post, Routes.acknowledge(id)).message()
        let anas: InviteStatus = try await ana.send(.get, Routes.invite(id)).message()
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
