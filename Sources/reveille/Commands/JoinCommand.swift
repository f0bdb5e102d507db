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
            """
    )

    @OptionGroup
    var entry: CodeOrLink

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { entry.relay(relay) }

    func run(in session: DeviceSession) async throws {
        let claim = try await session.device.claim(typed: entry.code, for: nil)
        switch claim.purpose {
        case .partner: try await session.accept(claim, as: name, asking: consent)
        case .device: try await session.link(claim, called: name.name, asking: consent)
        case .family, .care: try await session.join(claim, as: name, asking: consent)
        }
    }
}
