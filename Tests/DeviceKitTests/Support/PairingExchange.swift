import AlarmCore
import AlarmWire

@testable import DeviceKit

/// Passes opaque texts between the two sides of a pairing, and can be told to lie about any of them.
struct Mailbox {
    static let relay = Origin(canonical: Couple.relay)
    static let inviteID = InviteID(high: 3, low: 4)
    static let locator = "7K3QD"
    static let pairID = PairID(high: 5, low: 6)
    static let expiry = noon + .minutes(10)

    /// What the inviter is told.
    var created = InviteCreated(inviteID: inviteID, locator: locator, expiresAt: expiry)
    /// What becomes of the greeting on its way to the claimer.
    var greeting: (InviteClaimed) -> InviteClaimed = { $0 }
    /// What becomes of the answer on its way to the inviter.
    var answer: (AnswerInvite) -> AnswerInvite = { $0 }
    /// What becomes of the confirmation on its way to the claimer.
    var confirmation: (SealedText) -> SealedText = { $0 }

    func claimed(_ request: CreateInvite) -> InviteClaimed {
        greeting(
            InviteClaimed(
                inviteID: Self.inviteID,
                hello: request.hello,
                expiresAt: Self.expiry,
                purpose: request.purpose
            )
        )
    }
}

/// Both sides of a pairing over a mailbox, as far as they have come.
struct Rendezvous {
    let mailbox: Mailbox
    let relay: Origin
    let draft: InviteDraft
    var ana: InviterPairing

    init(_ mailbox: Mailbox = Mailbox(), purpose: Invite.Purpose = .partner) throws {
        self.mailbox = mailbox
        relay = try Origin(Couple.relay)
        draft = try InviteDraft(name: "Ana", relay: relay, lifetime: .minutes(10), purpose: purpose)
        ana = try draft.pairing(mailbox.created)
    }

    /// Ben enters the code that Ana shows.
    func claim() throws -> ClaimerPairing {
        try ClaimerPairing(code: ana.code, relay: relay, claimed: mailbox.claimed(draft.request))
    }

    /// Ben agrees, and Ana opens his answer; gives Ben's side.
    mutating func answer(name: String = "Ben") throws -> ClaimerPairing {
        var ben = try claim()
        let answer = try ben.accept(name: name)
        _ = try ana.take(mailbox.answer(answer))
        return ben
    }
}
