import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille care invite`: makes a code and sends its link.
struct CareInviteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite somebody to your care circle by text message or e-mail.",
        discussion: """
            They open the link when they have time, and agree. Then they see six digits: ask for them by telephone, and type \
            them with 'reveille care admit'. Nobody has to wait: 'reveille care invitations' shows who has answered, and \
            'reveille listen' says so. Whoever carries the message sees the link, which is why the digits are needed.

            To somebody beside you, 'reveille circle invite' shows a code instead.
            """
    )

    @Argument(help: "What you call them.")
    var who: String

    @Option(help: ArgumentHelp("Their number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("Their e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("Their language: en, zh-Hant or zh-Hans. (default: yours)", valueName: "tag"),
        transform: { try LanguageTag(argument: $0) }
    )
    var language: LanguageTag?

    @Option(
        help: ArgumentHelp("How long the link is good, 1m to 7d. (default: 7d)", valueName: "span"),
        transform: Span.argument(in: Invite.careTTLRange)
    )
    var ttl: Span = Invite.careTTLRange.upperBound

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard (phone == nil) != (email == nil) else { throw ValidationError("Give --phone or --email.") }
    }

    func run(in session: DeviceSession) async throws {
        let device = session.device
        let own = try await device.careOverview().dwellers.first(where: \.isSelf)
        guard let circle = own?.circle else {
            throw CommandFailure(.noCircleOfOwn(flag: session.profileFlag), in: session.language)
        }
        let invite = try await device.invite(
            InvitationRecipient(
                name: who,
                phone: phone,
                email: email,
                language: (language ?? session.languageTag).text
            ),
            to: circle,
            name: await name.text(of: device.profile, called: session.name, in: session.environment),
            ttl: ttl
        )
        guard !output.json else {
            return Terminal.say(
                .object(of: [
                    "inviteId": .identifier(invite.inviteID),
                    "expiresAt": .instant(invite.expiresAt),
                    "queued": true,
                ])
            )
        }
        let (clock, language) = (session.readersClock, session.language)
        Terminal.say(language.text(.listInviteQueued, [.person: who.asForeign]))
        Terminal.say(language.text(.listInviteGood, [.time: clock.text(invite.expiresAt)]))
        let command = "reveille care invitations\(session.profileFlag)"
        Terminal.say(language.text(.listInviteSee, [.link: command]))
    }
}

/// `reveille care invitations`: lists those who were invited and are not in the circle yet.
struct CareInvitationsCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List who was invited to your care circle, and how far each is; and your own answers to invitations."
    )

    @Option(
        help: ArgumentHelp("Take an invitation back: the name, or the first characters of its id.", valueName: "who")
    )
    var cancel: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        if let cancel {
            let invite = try await session.invitation(cancel)
            do {
                try await session.device.takeBack(invite.inviteID)
            } catch {
                guard error.isOutage else { throw error }
                let person = invite.shownName(in: session.language)
                throw CommandFailure(
                    .invitationKept(person: person, reason: RefusalText.reason(of: error, in: session.language)),
                    in: session.language,
                    exitCode: CommandFailure.temporary
                )
            }
            guard !output.json else {
                return Terminal.say(.object(of: ["cancelled": .identifier(invite.inviteID)]))
            }
            let person = invite.shownName(in: session.language)
            return Terminal.say(session.language.text(.listInviteBack, [.person: person]))
        }
        let pending = try await session.pendingInvitations()
        let answers = await session.ownAnswers(to: [.care])
        guard !output.json else {
            return Terminal.say(
                .object(of: [
                    "invitations": .array(pending.map { $0.json }),
                    "answers": .array(answers.map(\.answer)),
                ])
            )
        }
        if pending.isEmpty, answers.isEmpty { return Terminal.say(session.language.text(.listInviteNobody)) }
        let (flag, clock) = (session.profileFlag, session.readersClock)
        for invitation in pending { Terminal.say(invitation.line(flag: flag, clock)) }
        for claim in answers { Terminal.say(claim.answerLine(session.readersClock)) }
    }
}

extension DeviceSession {
    /// The user's own answers to invitations into circles: one that waits for digits, and consent that is still open.
    ///
    /// Of one that is over by what the relay says, that is a remark.
    func ownAnswers(to purposes: Set<Invite.Purpose>) async -> [ClaimerPairing] {
        let now = clock.relayNow
        var answers: [ClaimerPairing] = []
        for claim in await device.profile.claims where purposes.contains(claim.purpose) {
            guard claim.digits == nil else {
                answers.append(claim)
                continue
            }
            guard now < claim.expiresAt, await stands(claim) else { continue }
            answers.append(claim)
        }
        return answers
    }

    /// Asks the relay whether an invitation still stands on which the user has not decided; forgets one that is over.
    private func stands(_ claim: ClaimerPairing) async -> Bool {
        let inviter = claim.partnerName.asForeign
        do {
            _ = try await device.checkJoinedCircle(claim.inviteID)
            return true
        } catch {
            switch error {
            case .pairing(.ended(let end)):
                let values = [Placeholder.person: inviter, .reason: language.text(end.reasonOfInvited)]
                Terminal.remark(language.text(.listInviteOver, values))
            // A device that came by this invitation alone is forgotten together with it.
            case _ where error.problemKind == .unauthorized, .pairing(.codeNotAccepted):
                await device.abandonPairing(claim.inviteID)
                let values = [Placeholder.person: inviter, .reason: language.text(.listInviteOverUnknown)]
                Terminal.remark(language.text(.listInviteOver, values))
            default:
                Terminal.remark(
                    language.joining(
                        language.text(.listInviteUnasked, [.person: inviter]),
                        RefusalText.reason(of: error, in: language)
                    )
                )
                return true
            }
            return false
        }
    }
}

extension ClaimerPairing {
    /// How far the user's own answer to the invitation is.
    func answerLine(_ clock: LocalClock) -> String {
        let (inviter, language) = (partnerName.asForeign, clock.language)
        guard let digits else {
            return language.text(
                .listCareUndecided,
                [.person: inviter, .time: clock.text(expiresAt), .link: "reveille join"]
            )
        }
        return language.text(.listCareDigits, [.person: inviter, .words: digits.inThrees])
    }

    /// The user's own answer for a script; without digits where the user has not decided yet.
    fileprivate var answer: JSONValue {
        .object(of: [
            "inviter": .string(partnerName),
            "decided": .bool(digits != nil),
            "digits": digits.map(JSONValue.string),
            "expiresAt": .instant(expiresAt),
        ])
    }
}

/// `reveille care admit`: takes the digits of an invited person who has agreed.
struct CareAdmitCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Let somebody in who has agreed to your invitation: type the six digits that they see.",
        discussion: "Ask for the digits by telephone or face to face: they prove that nobody else has opened the link."
    )

    @Argument(help: "Their name, or the first characters of the invitation's id; without one, the only one who agreed.")
    var who: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let agreed = try await session.pendingInvitations().filter(\.hasAgreed)
        let invite: InviterPairing
        if let who {
            invite = try await session.invitation(who)
            guard agreed.contains(where: { $0.invite.inviteID == invite.inviteID }) else {
                throw CommandFailure(.notAgreed(invite.shownName(in: session.language)), in: session.language)
            }
        } else {
            guard let only = agreed.first, agreed.count == 1 else {
                let names = agreed.map { $0.invite.shownName(in: session.language) }
                throw CommandFailure(
                    names.isEmpty ? .nobodyAgreed(flag: session.profileFlag) : .severalAgreed(names),
                    in: session.language
                )
            }
            invite = only.invite
        }
        let language = session.language
        let person = invite.shownName(in: language)
        try await session.confirm(
            invite.inviteID,
            asking: language.text(.listInviteDigits, [.person: person]),
            keepsInvite: true,
            aside: output.json
        )
        // A device that is there comes for its place at once; another one when it is.
        let end = session.clock.now + .seconds(5)
        while session.clock.now < end {
            if case .joined(let joined) = try await session.device.followInvitation(invite.inviteID) {
                await session.introduce(joined, in: language)
                guard !output.json else { return Terminal.say(joined.json) }
                let values = [Placeholder.person: person, .state: language.word("role", joined.role.rawValue)]
                return Terminal.say(language.text(.listInviteIn, values))
            }
            try await DeviceSession.pause()
        }
        guard !output.json else { return Terminal.say(.object(of: ["admitted": .identifier(invite.inviteID)])) }
        Terminal.say(language.text(.listInviteSoon, [.person: person]))
    }
}
