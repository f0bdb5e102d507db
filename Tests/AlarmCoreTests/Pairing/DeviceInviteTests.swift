import AlarmCore
import Testing

@Suite("An invite for one more device of a person")
struct DeviceInviteTests {
    private let phone = DeviceID(high: 0, low: 1)
    private let tablet = DeviceID(high: 0, low: 2)
    private let eve = DeviceID(high: 0, low: 3)
    private let now = Instant(seconds: 1_800_000_000)

    private func invite(_ purpose: Invite.Purpose = .device) -> Invite {
        Invite(
            id: InviteID(high: 0, low: 9),
            locator: "7K3QD",
            purpose: purpose,
            inviter: phone,
            verifier: [],
            hello: "h",
            expiresAt: now + .minutes(10)
        )
    }

    private func answered(_ purpose: Invite.Purpose = .device) throws -> Invite {
        var invite = invite(purpose)
        try invite.claim(by: tablet, at: now)
        try invite.answer(by: tablet, key: "k", box: "b", at: now)
        return invite
    }

    @Test("Parcels come between the answer and the confirmation, each once, from the inviter alone")
    func parcels() throws {
        var invite = try answered()
        for parcel in ["1", "2", "1"] { try invite.handOver(by: phone, parcel: parcel, at: now) }
        #expect(invite.parcels == ["1", "2"])
        for other in [tablet, eve] {
            #expect(throws: InviteError.over) { try invite.handOver(by: other, parcel: "3", at: now) }
        }
        try invite.confirm(by: phone, box: "c", at: now)
        #expect(throws: InviteError.outOfTurn) { try invite.handOver(by: phone, parcel: "3", at: now) }
        try invite.handOver(by: phone, parcel: "2", at: now)
        try invite.acknowledge(by: tablet, pair: nil, at: now)
        #expect(invite.state == .active)
        #expect(invite.pair == nil)
        #expect(invite.parcels.isEmpty)
    }

    @Test("The seventeenth parcel is one too many")
    func limit() throws {
        var invite = try answered()
        for number in 1...Invite.parcelsAllowed { try invite.handOver(by: phone, parcel: "\(number)", at: now) }
        #expect(throws: InviteError.full) { try invite.handOver(by: phone, parcel: "more", at: now) }
        #expect(invite.parcels.count == 16)
    }

    @Test("An invite becomes what it is for and nothing else", arguments: Invite.Purpose.allCases)
    func purposes(purpose: Invite.Purpose) throws {
        var invite = try answered(purpose)
        if purpose == .partner {
            #expect(throws: InviteError.outOfTurn) { try invite.handOver(by: phone, parcel: "1", at: now) }
        }
        try invite.confirm(by: phone, box: "c", at: now)
        let pair = PairID(high: 1, low: 1)
        #expect(throws: InviteError.outOfTurn) {
            try invite.acknowledge(by: tablet, pair: purpose == .partner ? nil : pair, at: now)
        }
        try invite.acknowledge(by: tablet, pair: purpose == .partner ? pair : nil, at: now)
    }

    @Test("The parcels of an invite are deleted with it, however it ends", arguments: 0...50)
    func forgets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var invite = try answered()
        try invite.handOver(by: phone, parcel: "1", at: now)
        var time = now
        while invite.state.isLive {
            time = time + .seconds(Int64.random(in: 0...90, using: &generator))
            let device = [phone, tablet, eve].randomElement(using: &generator) ?? eve
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: try? invite.handOver(by: device, parcel: "2", at: time)
            case 1: try? invite.confirm(by: device, box: "c", at: time)
            case 2: try? invite.acknowledge(by: device, pair: nil, at: time)
            case 3: try? invite.claim(by: device, at: time)
            case 4: invite.countWrongClaim(at: time)
            case 5: invite.expire(at: time)
            default: if Int.random(in: 0..<5, using: &generator) == 0 { try? invite.cancel(by: device, at: time) }
            }
            #expect(invite.parcels.isEmpty == !invite.state.isLive, "seed \(seed), \(invite.state)")
        }
    }
}
