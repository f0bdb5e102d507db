import AlarmCore
import AlarmWire
import Engine
import Storage

extension Engine {
    /// The most messages with the link of one invite.
    private static let mostLetters = 8

    /// The invite of a link, where it is to `circle` and can still be claimed.
    func openInvite(
        of link: PairingLink,
        to circle: CircleID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> Invite? {
        guard let invite = try snapshot.invite(locator: link.code.locator), invite.state.isLive,
            now < invite.expiresAt, invite.circle == circle
        else { return nil }
        return invite
    }

    /// The identifier of the alarm that sends the next message with the link of an invite.
    ///
    /// - Throws: the problem `rate-limited` for one message too many, as long as the invite is open.
    func freeLetter(of invite: Invite, at now: Instant, in snapshot: any Snapshot) throws -> AlarmID {
        for number in 0..<Self.mostLetters where try snapshot.alarm(Self.letter(number, of: invite.id)) == nil {
            return Self.letter(number, of: invite.id)
        }
        throw Problem(.rateLimited, detail: "the link was sent \(Self.mostLetters) times: make a new code, or wait")
            .after(invite.expiresAt - now)
    }

    /// How far the last message with the link of an invite is; nil where none was asked for.
    func letter(of invite: InviteID, in snapshot: any Snapshot) throws -> InviteLetter? {
        guard let row = try letters(of: invite, in: snapshot).last else { return nil }
        let deliveries = try snapshot.deliveries(of: row.key).filter { $0.order.stage == .invitation }
        guard let last = deliveries.last else { return InviteLetter(.failed) }
        let reason = last.reason.flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
        return switch last.state {
        case .pending, .leased: InviteLetter(.waiting, reason: reason)
        case .accepted: InviteLetter(.sent)
        case .refused, .expired, .superseded: InviteLetter(.failed, reason: reason)
        }
    }

    /// The alarms that send an invite's link, oldest first.
    fileprivate func letters(of invite: InviteID, in snapshot: any Snapshot) throws -> [AlarmRow] {
        try (0..<Self.mostLetters).compactMap { try snapshot.alarm(Self.letter($0, of: invite)) }
    }

    private static func letter(_ number: Int, of invite: InviteID) -> AlarmID {
        AlarmID(uuidV5: "invitation/\(number)", in: invite)
    }
}

extension Care {
    /// Forgets to whom the link of an invite that has ended is still to be sent: it is good no more.
    func forgetRecipients(of invite: Invite) throws {
        guard invite.purpose == .care, !invite.state.isLive else { return }
        for row in try engine.letters(of: invite.id, in: transaction) {
            guard let contact = row.content.subject, try transaction.document(Contact.kind, id: contact) != nil
            else { continue }
            try tx.delete(Contact.self, contact)
            tx.commitEffects.changed.insert(ContactID(contact))
        }
    }
}
