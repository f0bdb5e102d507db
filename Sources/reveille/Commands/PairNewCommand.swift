import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import QRCode

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

    @Option(
        help: ArgumentHelp(
            "How long the code is good, 1m to 24h. (default: \(CreateInvite.usualLifetime))",
            valueName: "span"
        ),
        transform: Span.argument(in: Invite.lifetimes)
    )
    var ttl: Span = CreateInvite.usualLifetime

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
            let invite = try await session.device.createInvite(name: name, lifetime: ttl)
            try show(invite, clock: session.clock)
            let partner = try await session.device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
            Terminal.say("\(partner.asForeign) has answered and sees six digits.")
            try await confirm(invite.inviteID, at: session.device)
            Terminal.say("Right. Waiting for \(partner.asForeign)'s device…")
            let pair = try await session.device.awaitActive(invite.inviteID, pause: DeviceSession.pause)
            Terminal.say("Paired with \(pair.partnerName.asForeign).")
            Terminal.say("Ring them: reveille alarm send\(session.profileFlag) --in 10m \"Good morning\"")
        }
    }

    private func show(_ invite: InviterPairing, clock: LocalClock) throws {
        for line in try QRCode(invite.link.qrText).terminalLines { Terminal.say(line) }
        Terminal.say("Code: \(invite.code.formatted)")
        Terminal.say("Link: \(invite.link.url)")
        Terminal.say("Show it to your partner alone. It is good until \(clock.text(invite.expiresAt)).")
        Terminal.say("On their device: reveille pair accept \(invite.code.formatted)")
        Terminal.say("Waiting for your partner…")
    }

    /// Takes the digits, three times at most.
    private func confirm(_ invite: InviteID, at device: LocalDevice) async throws {
        let dialogue = Dialogue()
        while true {
            guard let digits = await dialogue.ask("Type the six digits on your partner's screen:") else {
                await device.abandonPairing(invite)
                throw CommandFailure("Nobody typed the digits, so that the pairing was given up. Run it in a terminal.")
            }
            do {
                try await device.confirm(invite, digits: digits)
                return
            } catch DeviceError.pairing(.wrongDigits(let left)) {
                Terminal.say("Those are not the digits. \(left == 1 ? "One try is" : "\(left) tries are") left.")
            }
        }
    }
}
