import AlarmCore
import AlarmWire
import DeviceKit

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
        let partner = claim.partnerName.asForeign
        guard await consent.isGiven(to: "\(partner) may ring this device. Allow?", by: audience) else {
            await device.abandonPairing(claim.inviteID)
            throw CommandFailure("You did not allow it, so that nothing was paired.")
        }
        let name = await option.text(of: device.profile, called: name, in: environment)
        try await device.set(displayName: name)
        let digits = try await device.accept(claim.inviteID, name: name)
        audience.tell(digits: digits)
        audience.say("Digits: \(digits.prefix(3)) \(digits.dropFirst(3))")
        audience.say("Read them to \(partner), who types them. Waiting…")
        let pair = try await device.awaitConfirmation(claim.inviteID, pause: Self.pause)
        audience.tell("paired", ["pairId": .identifier(pair.id), "partner": .string(pair.partnerName)])
        audience.say("Paired with \(pair.partnerName.asForeign).")
        if !isListening { audience.say("Wait for alarms: reveille listen\(profileFlag)") }
    }

    /// Asks the user whether this device may become one of the person who made a code, and takes the person's pairs over.
    func link(
        _ claim: ClaimerPairing,
        called option: String?,
        asking consent: ConsentOptions,
        telling audience: JoiningAudience = .person
    ) async throws {
        let person = claim.partnerName.asForeign
        let question = "This device will ring for \(person), and can set alarms in the name of \(person). Allow?"
        guard await consent.isGiven(to: question, by: audience) else {
            await device.abandonPairing(claim.inviteID)
            throw CommandFailure("You did not allow it, so that nothing was linked.")
        }
        let digits = try await device.accept(claim.inviteID, name: option ?? name.text)
        audience.tell(digits: digits)
        audience.say("Digits: \(digits.prefix(3)) \(digits.dropFirst(3))")
        audience.say("Type them on your other device. Waiting…")
        let pairs = try await device.awaitJoined(claim.inviteID, pause: Self.pause)
        audience.tell(
            "linked",
            [
                "person": .string(claim.partnerName),
                "pairs": .array(pairs.map { .object($0.facts) }),
            ]
        )
        let partners = pairs.map(\.partnerName.asForeign).joined(separator: ", ")
        audience.say("This device is \(person)'s now.")
        audience.say(pairs.isEmpty ? "It got no pair that it did not have." : "It got the pairs with \(partners).")
        audience.say("Wait for alarms: reveille listen\(profileFlag)")
    }

    /// Asks the user whether to join the circle of a code's maker, and joins it.
    func join(
        _ claim: ClaimerPairing,
        as option: NameOption,
        asking consent: ConsentOptions,
        telling audience: JoiningAudience = .person
    ) async throws {
        let inviter = claim.partnerName.asForeign
        let kind = claim.purpose.circleKind?.words ?? "circle"
        let role = claim.role?.rawValue ?? "member"
        let open =
            """
            You have not decided yet. The code is good until \(clock.text(claim.expiresAt)): decide by then, with the same \
            command.
            """
        let question = "\(inviter) lets you into a \(kind), as \(role). Join?"
        switch await consent.decision(on: question, offering: "y/N, or later", by: audience) {
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
            throw CommandFailure("You did not agree, so that nothing was joined.")
        case nil: throw CommandFailure(open)
        }
        let name = await option.text(of: device.profile, called: name, in: environment)
        try await device.set(displayName: name)
        let digits = try await device.accept(claim.inviteID, name: name)
        let spaced = "\(digits.prefix(3)) \(digits.dropFirst(3))"
        switch audience {
        case .script: audience.tell(digits: digits)
        case .resultOnly: Terminal.remark("Digits: \(spaced)")
        case .person:
            Terminal.say("Digits: \(spaced)")
            Terminal.say("Read them to \(inviter), who types them. Waiting…")
            if claim.purpose == .care {
                Terminal.say(
                    "You need not wait here, until \(clock.text(claim.expiresAt)): Ctrl-C ends it, and your next command goes on."
                )
                Terminal.say("The digits again: reveille care invitations\(profileFlag)")
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
        Terminal.say("You are in \(view.name.asForeign) now, as \(joined.role.rawValue).")
        await remarkOnOtherDevices()
    }

    /// Says that this person's other devices lack the key of a circle that was joined here, where there are any.
    ///
    /// Where the devices cannot be fetched nothing is said: such a device asks by itself to be linked again.
    private func remarkOnOtherDevices() async {
        let others = (try? await device.devices())?.filter { !$0.view.isSelf && !$0.view.platform.isServer } ?? []
        guard !others.isEmpty else { return }
        let subject = others.count == 1 ? "Your other device reads" : "Your other devices read"
        Terminal.remark(
            """
            \(subject) nothing of what its people write, until linked again: \
            'reveille device link\(profileFlag)' here, 'reveille device join' there.
            """
        )
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
