import AlarmCore
import Testing

@Suite("An invite on its way to becoming a pair")
struct InviteTests {
    private let ana = DeviceID(high: 0, low: 1)
    private let ben = DeviceID(high: 0, low: 2)
    private let eve = DeviceID(high: 0, low: 3)
    private let now = Instant(seconds: 1_800_000_000)

    private func invite() -> Invite {
        Invite(
            id: InviteID(high: 0, low: 9),
            locator: "7K3QD",
            purpose: .partner,
            inviter: ana,
            verifier: [],
            hello: "h",
            expiresAt: now + .minutes(10)
        )
    }

    @Test("Each step in its turn leads from open to active")
    func whole() throws {
        var invite = invite()
        try invite.claim(by: ben, at: now)
        try invite.answer(by: ben, key: "k", box: "b", at: now)
        try invite.confirm(by: ana, box: "c", at: now)
        try invite.acknowledge(by: ben, pair: PairID(high: 1, low: 1), at: now)
        #expect(invite.state == .active)
        #expect(invite.pair == PairID(high: 1, low: 1))
    }

    @Test("A step before its turn, or by another, changes nothing")
    func outOfTurn() throws {
        var invite = invite()
        #expect(throws: InviteError.over) { try invite.answer(by: ben, key: "k", box: "b", at: now) }
        try invite.claim(by: ben, at: now)
        let claimed = invite
        #expect(throws: InviteError.outOfTurn) { try invite.confirm(by: ana, box: "c", at: now) }
        #expect(throws: InviteError.over) { try invite.confirm(by: eve, box: "c", at: now) }
        #expect(throws: InviteError.outOfTurn) {
            try invite.acknowledge(by: ben, pair: PairID(high: 1, low: 1), at: now)
        }
        #expect(throws: InviteError.over) { try invite.answer(by: eve, key: "k", box: "b", at: now) }
        #expect(invite == claimed)
    }

    @Test("A repeated claim by the same device is no second claim; by another it is the end")
    func contested() throws {
        var invite = invite()
        try invite.claim(by: ben, at: now)
        try invite.claim(by: ben, at: now)
        #expect(invite.state == .claimed)
        #expect(throws: InviteError.contested) { try invite.claim(by: eve, at: now) }
        #expect(invite.state == .contested)
        #expect(throws: InviteError.over) { try invite.answer(by: ben, key: "k", box: "b", at: now) }
    }

    @Test("The fifth wrong claim burns it, and not the fourth")
    func burned() {
        var invite = invite()
        for _ in 1...4 { invite.countWrongClaim(at: now) }
        #expect(invite.state == .open)
        invite.countWrongClaim(at: now)
        #expect(invite.state == .burned)
        #expect(throws: InviteError.over) { try invite.claim(by: ben, at: now) }
    }

    @Test("It can be claimed in its last millisecond, and not at its end")
    func expires() throws {
        var early = invite()
        try early.claim(by: ben, at: early.expiresAt - .milliseconds(1))
        var late = invite()
        #expect(throws: InviteError.over) { try late.claim(by: ben, at: late.expiresAt) }
        #expect(late.state == .expired)
    }

    @Test("A person cannot pair with their own device")
    func own() {
        var invite = invite()
        #expect(throws: InviteError.own) { try invite.claim(by: ana, at: now) }
        #expect(invite.state == .open)
    }
}
