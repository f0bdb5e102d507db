import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// An invitation to a care circle that was sent, and how far it is.
struct PendingInvitation {
    let invite: InviterPairing
    let state: InvitationState

    /// Whether the person's digits are to be typed.
    var hasAgreed: Bool {
        if case .agreed = state { true } else { false }
    }

    /// Returns the invitation in one line, for the reader of `clock`; `flag` names the profile in a command.
    func line(flag: String, _ clock: LocalClock) -> String {
        let language = clock.language
        let address = invite.recipient.flatMap { $0.phone ?? $0.email }?.asForeign ?? language.text(.listInviteCode)
        let parts = [invite.shownName(in: language), address, words(flag: flag, clock), "\(invite.inviteID)"]
        return parts.joined(separator: "  ")
    }

    private func words(flag: String, _ clock: LocalClock) -> String {
        let language = clock.language
        let end = [Placeholder.time: clock.text(invite.expiresAt)]
        func text(_ key: TextKey, _ values: [Placeholder: String]) -> String {
            language.text(key, end.merging(values) { _, new in new })
        }
        return switch state {
        case .sent(let letter): text(.listInviteSent, [.words: words(letter, in: language)])
        case .opened: text(.listInviteOpened, [:])
        case .agreed(let name):
            text(.listInviteAgreed, [.person: name.asForeign, .link: "reveille care admit\(flag)"])
        case .admitted: text(.listInviteAdmitted, [:])
        case .joined: language.text(.listInviteJoined)
        case .ended(let end): language.text(.listInviteEnded, [.reason: language.text(end.reason)])
        }
    }

    /// How far the message with the link is.
    private func words(_ letter: InviteLetter?, in language: Language) -> String {
        let reason = letter?.reason.map { language.told(because: $0) } ?? ""
        func anew(_ words: String) -> String { language.text(.listInviteAnew, [.words: words, .link: "--cancel"]) }
        return switch letter?.state {
        case .waiting: language.text(.listInviteWaits) + reason
        case .sent: language.text(.listInviteUnopened)
        case .failed: anew(language.text(.listInviteFailed) + reason)
        case nil: anew(language.text(.listInviteUnsent))
        }
    }

    /// The invitation for a script.
    var json: JSONValue {
        let word =
            switch state {
            case .sent(let letter): letter?.state.rawValue ?? "open"
            case .opened: "opened"
            case .agreed: "agreed"
            case .admitted: "admitted"
            case .joined: "joined"
            case .ended(let end): end.rawValue
            }
        return .object(of: [
            "inviteId": .identifier(invite.inviteID),
            "name": (invite.recipient?.name).map(JSONValue.string),
            "phone": (invite.recipient?.phone).map(JSONValue.string),
            "email": (invite.recipient?.email).map(JSONValue.string),
            "state": .string(word),
            "reason": letterReason.map(JSONValue.string),
            "expiresAt": .instant(invite.expiresAt),
        ])
    }
}

extension PendingInvitation {
    /// Why the message with the link was not sent so far.
    private var letterReason: String? {
        guard case .sent(let letter) = state else { return nil }
        return letter?.reason
    }
}

extension InviteStatus.End {
    /// Why nothing came of an invitation that was agreed to here, in a clause.
    var reasonOfInvited: TextKey {
        switch self {
        case .cancelled: .listInvitedCancelled
        case .expired: .listInvitedExpired
        case .burned, .contested: .listInvitedTried
        }
    }
}

extension InviterPairing {
    /// What the user calls the invited person.
    var shownName: String { shownName(in: .english) }

    /// What the user calls the invited person, for a reader of `language`.
    func shownName(in language: Language) -> String {
        (recipient?.name ?? partnerName)?.asForeign ?? language.text(.listenSomebody)
    }
}

extension PairingError {
    /// That nothing came of somebody's invitation, and why.
    func end(ofInvitationBy inviter: String, in language: Language) -> String {
        if case .ended(let end) = self {
            return language.text(
                .listRemarkNotLetIn,
                [.person: inviter, .reason: language.text(end.reasonOfInvited)]
            )
        }
        guard language == .english else {
            return language.text(
                .listRemarkNotLetIn,
                [.person: inviter, .reason: language.text(.listInvitedFailed)]
            )
        }
        return "You are not in the care circle of \(inviter). \(description.asForeign)"
    }
}

extension String {
    /// Six digits as they are read out: `123 456`.
    var inThrees: String { "\(prefix(3)) \(dropFirst(3))" }
}

extension DeviceSession {
    /// Returns the invitations that were sent from this device, each as far as it is; those that are complete are finished.
    func pendingInvitations() async throws -> [PendingInvitation] {
        var pending: [PendingInvitation] = []
        for invite in await device.profile.invites where invite.recipient != nil {
            let state = try await device.followInvitation(invite.inviteID)
            if case .joined(let joined) = state {
                await introduce(joined, in: language)
                Terminal.remark(language.text(.listRemarkJoined, [.person: invite.shownName(in: language)]))
            } else {
                pending.append(PendingInvitation(invite: invite, state: state))
            }
        }
        return pending
    }

    /// Returns the invitation for a name or the first characters of its identifier.
    func invitation(_ text: String) async throws -> InviterPairing {
        let invites = await device.profile.invites.filter { $0.recipient != nil }
        let named = invites.called(text) { $0.recipient?.name }
        if let only = named.first, named.count == 1 { return only }
        if case .name(let id) = Abbreviation(text, among: invites.map(\.inviteID)),
            let found = invites.first(where: { $0.inviteID == id })
        {
            return found
        }
        throw CommandFailure(.noSuchInvitation(text, flag: profileFlag), in: language)
    }

    /// Finishes what others did about invitations meanwhile: those sent from here, and those that were agreed to here.
    ///
    /// A failure is only a remark, because the command has other work.
    ///
    /// - Parameter language: the reader's.
    func finishInvitations(in language: Language) async {
        let profile = await device.profile
        // Nothing is asked for an invitation whose digits were not typed: 'care invitations' and 'listen' do that.
        for invite in profile.invites where invite.recipient != nil && invite.isConfirmed {
            switch try? await device.followInvitation(invite.inviteID) {
            case .joined(let joined):
                await introduce(joined, in: language)
                Terminal.remark(language.text(.listRemarkJoined, [.person: invite.shownName(in: language)]))
            case .ended(let end):
                let values: [Placeholder: String] = [
                    .person: invite.shownName(in: language), .reason: language.text(end.reason),
                ]
                Terminal.remark(language.text(.listenInvitationEnded, values))
            case .sent, .opened, .agreed, .admitted, nil: break
            }
        }
        for claim in profile.claims where claim.purpose == .care && claim.digits != nil {
            let joined: JoinedCircle
            do {
                guard let membership = try await device.checkJoinedCircle(claim.inviteID) else { continue }
                joined = membership
            } catch {
                // Others, as that the relay is away, leave the invitation as it is.
                guard case .pairing(let reason) = error, reason.isFinal else { continue }
                Terminal.remark(reason.end(ofInvitationBy: claim.partnerName.asForeign, in: language))
                continue
            }
            await finish(joined, inJSON: true)
            let role = TextKey(rawValue: "list.role.\(joined.role.rawValue)").map { language.text($0) }
            Terminal.remark(
                language.text(
                    .listRemarkLetIn,
                    [.person: claim.partnerName.asForeign, .state: role ?? joined.role.rawValue]
                )
            )
        }
    }

    /// What others have done about invitations that were sent from here, for a listener.
    enum InvitationNews {
        /// Somebody has agreed, and their digits are to be typed.
        case agreed(InviterPairing)
        /// Somebody is not coming.
        case ended(InviterPairing, InviteStatus.End)
    }

    /// Says who has agreed since, and who is not coming; a listener keeps whose agreement it has said.
    func invitationNews(besides said: Set<InviteID>, in language: Language) async -> [InvitationNews] {
        await finishInvitations(in: language)
        var news: [InvitationNews] = []
        for invite in await device.profile.invites
        where invite.recipient != nil && !invite.isConfirmed && !said.contains(invite.inviteID) {
            switch try? await device.followInvitation(invite.inviteID) {
            case .agreed: news.append(.agreed(invite))
            case .ended(let end): news.append(.ended(invite, end))
            case .sent, .opened, .admitted, .joined, nil: break
            }
        }
        return news
    }
}
