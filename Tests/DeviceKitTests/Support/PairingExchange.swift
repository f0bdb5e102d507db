import AlarmCore
import AlarmWire

@testable import DeviceKit

/// Passes opaque texts between the two sides of a pairing, and can alter any of them.
struct PairingExchange {
    static let relay = Origin(canonical: PairedProfiles.relay)
    static let inviteID = InviteID(high: 3, low: 4)
    static let locator = "7K3QD"
    static let pairID = PairID(high: 5, low: 6)
    static let expiry = noon + .minutes(10)

    /// The relay's response to the inviter.
    var created = InviteCreated(inviteID: inviteID, locator: locator, expiresAt: expiry)
    /// Alters the greeting on its way to the claimer.
    var greeting: (InviteClaimed) -> InviteClaimed = { $0 }
    /// Alters the answer on its way to the inviter.
    var answer: (AnswerInvite) -> AnswerInvite = { $0 }
    /// Alters the confirmation on its way to the claimer.
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

/// Both sides of a pairing in progress over a ``PairingExchange``.
struct Rendezvous {
    let mailbox: PairingExchange
    let relay: Origin
    let draft: InviteDraft
    var ana: InviterPairing

    init(_ mailbox: PairingExchange = PairingExchange(), purpose: Invite.Purpose = .partner) throws {
        self.mailbox = mailbox
        relay = try Origin(PairedProfiles.relay)
        draft = try InviteDraft(name: "Ana", relay: relay, ttl: .minutes(10), purpose: purpose)
        ana = try draft.pairing(mailbox.created)
    }

    /// Claims Ana's code as Ben.
    func claim() throws -> ClaimerPairing {
        try ClaimerPairing(code: ana.code, relay: relay, claimed: mailbox.claimed(draft.request))
    }

    /// Answers as Ben, opens the answer as Ana, and returns Ben's side.
    mutating func answer(name: String = "Ben") throws -> ClaimerPairing {
        var ben = try claim()
        let answer = try ben.accept(name: name)
        _ = try ana.take(mailbox.answer(answer))
        return ben
    }
}
