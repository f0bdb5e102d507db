import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille join`: claims any code, and goes on as its maker meant it.
struct JoinCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter a code or a link that somebody shows you, whatever it is for.",
        discussion: """
            The relay says what the code is for: to pair with a partner, to make this device one more of your own, or to \
            come into a family or a care circle. You are asked before anything happens. A device that is new registers with \
            the code. A link names the relay by itself; put it in quotes. 'pair accept', 'device join' and 'circle join' \
            take codes of their own kind alone.

            With --json every step is a line. {"state":"claimed"} says whose code it is and what for (purpose: partner, \
            device, family or care), and waits on standard input for y, n or, for a circle, later, unless --yes is given; \
            {"state":"answered"} has the digits to tell; {"state":"paired"}, "linked" or "joined" has what it has come to, \
            and "undecided" until when it can be decided; {"state":"ended"} says why nothing came of it. \
            {"state":"interrupted"} means that it is not known how it ended.
            """
    )

    @OptionGroup
    var entry: CodeOrLink

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var steps: StepOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { entry.relay(relay) }

    func run(in session: DeviceSession) async throws {
        let audience = steps.audience
        try await session.claim(entry.code, for: nil, tellingEndTo: audience) { claim in
            switch claim.purpose {
            case .partner: try await session.accept(claim, as: name, asking: consent, telling: audience)
            case .device: try await session.link(claim, called: name.name, asking: consent, telling: audience)
            case .family, .care: try await session.join(claim, as: name, asking: consent, telling: audience)
            }
        }
    }
}
