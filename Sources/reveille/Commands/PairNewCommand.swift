import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille pair new`: shows a code, and takes the digits from the partner's screen.
struct PairNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Show a code for your partner, and wait until they have used it.",
        discussion: """
            Your partner enters the code, scans the QR symbol or opens the link, and then sees six digits. Type those \
            digits here: that proves that it is your partner who has the code, and not somebody who has seen it.
            """
    )

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var lifetime: LifetimeOption

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    func run() async throws {
        try await DeviceSession.run(profile, relay: relay) { session in
            try await session.register(code: enroll)
            try await session.settlePairings()
            let name = await name.text(of: session.device.profile, called: session.name, in: session.environment)
            try await session.device.set(displayName: name)
            let invite = try await session.device.createInvite(name: name, lifetime: lifetime.ttl)
            try session.show(invite)
            Terminal.say("Show it to your partner alone. It is good until \(session.clock.text(invite.expiresAt)).")
            Terminal.say("On their device: reveille pair accept \(invite.code.formatted)")
            Terminal.say("Waiting for your partner…")
            let partner = try await session.device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
            Terminal.say("\(partner.asForeign) has answered and sees six digits.")
            try await session.confirm(invite.inviteID, asking: "Type the six digits on your partner's screen:")
            Terminal.say("Right. Waiting for \(partner.asForeign)'s device…")
            let pair = try await session.device.awaitActive(invite.inviteID, pause: DeviceSession.pause)
            Terminal.say("Paired with \(pair.partnerName.asForeign).")
            Terminal.say("Ring them: reveille alarm send\(session.profileFlag) --in 10m \"Good morning\"")
        }
    }
}
