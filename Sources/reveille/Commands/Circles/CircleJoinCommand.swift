import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle join`: enters a code, and shows the digits.
struct CircleJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter the code that somebody of a family or a care circle shows you.",
        discussion: "A device that is new registers with the code. A link names the relay by itself."
    )

    @OptionGroup
    var entry: CodeOrLink

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    func run() async throws {
        try await DeviceSession.run(profile, relay: entry.relay(relay)) { session in
            let device = session.device
            let claim = try await claim(with: device)
            let inviter = claim.partnerName.asForeign
            let kind = claim.purpose.circleKind?.words ?? "circle"
            let role = claim.role?.rawValue ?? "member"
            guard await consent.isGiven(to: "\(inviter) lets you into a \(kind), as \(role). Join?") else {
                await device.abandonPairing(claim.inviteID)
                throw CommandFailure("You did not agree, so that nothing was joined.")
            }
            let name = await name.text(of: device.profile, called: session.name, in: session.environment)
            try await device.set(displayName: name)
            let digits = try await device.accept(claim.inviteID, name: name)
            let spaced = "\(digits.prefix(3)) \(digits.dropFirst(3))"
            if output.json {
                Terminal.remark("Digits: \(spaced)")
            } else {
                Terminal.say("Digits: \(spaced)")
                Terminal.say("Read them to \(inviter), who types them. Waiting…")
            }
            let joined = try await device.awaitJoinedCircle(claim.inviteID, pause: DeviceSession.pause)
            let view = try await device.learnKeys(of: joined.circle)
            if let own = view.members.first(where: \.isSelf), own.displayName == nil {
                _ = try await device.change(own.person, of: view.id, MemberChange(displayName: name))
            }
            guard !output.json else { return Terminal.say(joined.json) }
            Terminal.say("You are in \(view.name.asForeign) now, as \(joined.role.rawValue).")
        }
    }

    /// Claims the code, of whichever kind of circle it is.
    private func claim(with device: LocalDevice) async throws -> ClaimerPairing {
        do {
            return try await device.claim(typed: entry.code, for: .family)
        } catch {
            guard case .pairing(.otherPurpose(.care)) = error else { throw error }
        }
        return try await device.claim(typed: entry.code, for: .care)
    }
}
