import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension DeviceSession {
    /// Returns what to type after `reveille join`: the code, or the link where the relay is not the usual one.
    func argument(for invite: InviterPairing) async -> String {
        let relay = await device.profile.relay.text
        return relay == RelayOptions.default ? invite.code.formatted : "'\(invite.link.url)'"
    }

    /// Asks the user whether the partner who made a code may ring this device, and completes the pair.
    ///
    /// - Parameters:
    ///   - claim: the pairing.
    ///   - option: the name that the partner sees.
    ///   - consent: how the user is asked.
    ///   - isListening: whether the device listens by itself from then on.
    ///   - audience: who is asked, and told of each step.
    /// - Throws: `CommandFailure` where the user does not allow it, `DeviceError` where the pairing fails.
    func accept(
        _ claim: ClaimerPairing,
        as option: NameOption,
        asking consent: ConsentOptions,
        isListening: Bool = false,
        telling audience: JoiningAudience = .person
    ) async throws {
        let language = audience.language(of: language)
        let partner = claim.partnerName.asForeign
        let question = language.text(.answerCodeAllow, [.person: partner])
        guard await consent.isGiven(to: question, by: audience, in: language) else {
            await device.abandonPairing(claim.inviteID)
            throw CommandFailure(language.text(.answerCodeNotPaired))
        }
        let name = await option.text(of: device.profile, called: name, in: environment)
        try await device.set(displayName: name)
        let digits = try await device.accept(claim.inviteID, name: name)
        audience.tell(digits: digits)
        audience.say(language.text(.answerCodeOwn, [.words: digits.inThrees]))
        audience.say(language.text(.answerCodeRead, [.person: partner]))
        let pair = try await device.awaitConfirmation(claim.inviteID, pause: Self.pause)
        audience.tell("paired", ["pairId": .identifier(pair.id), "partner": .string(pair.partnerName)])
        audience.say(language.text(.answerCodePaired, [.person: pair.partnerName.asForeign]))
        if !isListening { audience.say(language.text(.answerCodeListen, [.link: "reveille listen\(profileFlag)"])) }
    }

    /// Asks the user whether this device may become one of the person who made a code, and takes the person's pairs over.
    func link(
        _ claim: ClaimerPairing,
        called option: String?,
        asking consent: ConsentOptions,
        telling audience: JoiningAudience = .person
    ) async throws {
        let language = audience.language(of: language)
        let person = claim.partnerName.asForeign
        let question = language.text(.answerCodeAllowDevice, [.person: person])
        guard await consent.isGiven(to: question, by: audience, in: language) else {
            await device.abandonPairing(claim.inviteID)
            throw CommandFailure(language.text(.answerCodeNotLinked))
        }
        let digits = try await device.accept(claim.inviteID, name: option ?? name.text)
        audience.tell(digits: digits)
        audience.say(language.text(.answerCodeOwn, [.words: digits.inThrees]))
        audience.say(language.text(.answerCodeType))
        let pairs = try await device.awaitJoined(claim.inviteID, pause: Self.pause)
        audience.tell(
            "linked",
            [
                "person": .string(claim.partnerName),
                "pairs": .array(pairs.map { .object($0.facts) }),
            ]
        )
        let partners = language.listing(pairs.map(\.partnerName.asForeign))
        audience.say(language.text(.answerCodeDevice, [.person: person]))
        audience.say(
            pairs.isEmpty
                ? language.text(.answerCodePairsNone) : language.text(.answerCodePairs, [.words: partners])
        )
        audience.say(language.text(.answerCodeListen, [.link: "reveille listen\(profileFlag)"]))
    }

    /// Asks the user whether to join the circle of a code's maker, and joins it.
    func join(
        _ claim: ClaimerPairing,
        as option: NameOption,
        asking consent: ConsentOptions,
        telling audience: JoiningAudience = .person
    ) async throws {
        let language = audience.language(of: language)
        let end = [Placeholder.time: clock.speaking(language).text(claim.expiresAt)]
        let open = language.text(.answerCodeUndecided, end)
        let question = language.question(
            ofJoining: claim.purpose.circleKind,
            as: claim.role,
            letBy: claim.partnerName.asForeign
        )
        switch await consent.decision(on: question, canWait: true, by: audience, in: language) {
        case .yes: break
        case .later where audience == .script:
            return audience.tell(
                "undecided",
                ["inviteId": .identifier(claim.inviteID), "expiresAt": .instant(claim.expiresAt)]
            )
        case .later where audience == .resultOnly:
            return Terminal.say(
                .object(of: [
                    "inviteId": .identifier(claim.inviteID),
                    "decided": false,
                    "expiresAt": .instant(claim.expiresAt),
                ])
            )
        case .later: return Terminal.say(open)
        case .no:
            await device.abandonPairing(claim.inviteID)
            throw CommandFailure(language.text(.answerCodeNotJoined))
        case nil: throw CommandFailure(open)
        }
        let name = await option.text(of: device.profile, called: name, in: environment)
        try await device.set(displayName: name)
        let digits = try await device.accept(claim.inviteID, name: name)
        let own = language.text(.answerCodeOwn, [.words: digits.inThrees])
        switch audience {
        case .script: audience.tell(digits: digits)
        case .resultOnly: Terminal.remark(own)
        case .person:
            Terminal.say(own)
            Terminal.say(language.text(.answerCodeRead, [.person: claim.partnerName.asForeign]))
            if claim.purpose == .care {
                Terminal.say(language.text(.answerCodeStay, end))
                let command = "reveille care invitations\(profileFlag)"
                Terminal.say(language.text(.answerCodeAgain, [.link: command]))
            }
        }
        let joined = try await device.awaitJoinedCircle(claim.inviteID, pause: Self.pause)
        guard let view = await finish(joined, inJSON: audience.isJSON) else {
            audience.tell(
                "joined",
                [
                    "circleId": .identifier(joined.circle),
                    "role": .word(joined.role),
                    "personId": .identifier(joined.person),
                ]
            )
            if audience == .resultOnly { Terminal.say(joined.json) }
            return await remarkOnOtherDevices()
        }
        let values: [Placeholder: String] = [
            .circle: view.name.asForeign, .state: joined.role.words(in: language),
        ]
        Terminal.say(language.text(.answerCodeJoined, values))
        await remarkOnOtherDevices()
    }

    /// Says that this person's other devices lack the key of a circle that was joined here, where there are any.
    ///
    /// Where the devices cannot be fetched nothing is said: such a device asks by itself to be linked again.
    private func remarkOnOtherDevices() async {
        let others = (try? await device.devices())?.filter { !$0.view.isSelf && !$0.view.platform.isServer } ?? []
        guard !others.isEmpty else { return }
        let commands: [Placeholder: String] = [
            .link: "reveille device link\(profileFlag)", .words: "reveille device join",
        ]
        Terminal.remark(language.text(.answerCodeRelink, .answerCodeRelinkSeveral, for: others.count, commands))
    }

    /// Learns the keys of a circle that was joined, and tells it this device's name; returns the circle for a person to
    /// read of.
    @discardableResult
    func finish(_ joined: JoinedCircle, inJSON: Bool) async -> CircleView? {
        do {
            let view = try await device.learnKeys(of: joined.circle)
            let known = await device.profile.displayName
            if let own = view.members.first(where: \.isSelf), own.displayName == nil, !known.isEmpty {
                _ = try await device.change(own.person, of: view.id, MemberChange(displayName: known))
            }
            guard !inJSON else { return nil }
            return view
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
            return nil
        }
    }
}

extension Language {
    /// The question whether to join the circle of a code's maker.
    ///
    /// - Parameters:
    ///   - kind: the kind of the circle; nil where that is not known.
    ///   - role: the user's role in it; a member's where it is not said.
    ///   - inviter: the name of the code's maker.
    /// - Returns: two sentences.
    func question(ofJoining kind: Circle.Kind?, as role: Role?, letBy inviter: String) -> String {
        let values: [Placeholder: String] = [
            .person: inviter, .words: kind?.words(in: self) ?? text(.answerCodeCircle),
            .state: (role ?? .member).words(in: self),
        ]
        return text(.answerCodeAllowCircle, values)
    }
}
