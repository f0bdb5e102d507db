import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle invite`: shows a code, and takes the digits from the other's screen.
struct CircleInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Show a code by which somebody comes into a circle, and wait until they have used it.",
        discussion: """
            They enter the code with 'reveille circle join' and then see six digits. Type those digits here: that proves \
            that it is them who have the code. With --json the code is written as one line of JSON first.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Option(
        help: ArgumentHelp(
            "What they will be: parent or child in a family, member in a care circle.",
            valueName: "role"
        )
    )
    var role: RoleArgument?

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var lifetime: LifetimeOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.circle(circle)
            guard let role = role?.role ?? (view.kind == .care ? .member : nil) else {
                throw CommandFailure(
                    "Say what they will be: --role parent or --role child",
                    exitCode: .validationFailure
                )
            }
            try await session.settlePairings()
            let device = session.device
            let name = await name.text(of: device.profile, called: session.name, in: session.environment)
            let invite = try await device.createInvite(
                name: name,
                lifetime: lifetime.ttl,
                purpose: view.kind == .family ? .family : .care,
                circle: view.id,
                role: role
            )
            if output.json {
                Terminal.say(.object(of: ["code": .string(invite.code.formatted), "link": .string(invite.link.url)]))
            } else {
                try session.show(invite)
                Terminal.say("Show it to them alone. It is good until \(session.clock.text(invite.expiresAt)).")
                Terminal.say("On their device: reveille circle join \(invite.code.formatted)")
                Terminal.say("Waiting for them…")
            }
            let other = try await device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
            try await session.confirm(invite.inviteID, asking: "Type the six digits on \(other.asForeign)'s screen:")
            let joined = try await device.awaitAdmitted(invite.inviteID, pause: DeviceSession.pause)
            await session.introduce(joined)
            guard !output.json else { return Terminal.say(joined.json) }
            Terminal.say("\(other.asForeign) is in \(view.name.asForeign) now, as \(joined.role.rawValue).")
        }
    }
}

extension JoinedCircle {
    /// What a script may read of it.
    var json: JSONValue {
        .object(of: ["circleId": .identifier(circle), "role": .word(role), "personId": .identifier(person)])
    }
}
