import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle leave`: goes.
struct CircleLeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave a circle; a care circle ends with its dweller.",
        discussion: "A family's last parent cannot leave while it has others: make one of them a parent first."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.circle(circle)
            try await consent.require(to: "Leave \(view.name.asForeign) and cancel what is pending from and to you?")
            try await session.device.leave(view.id)
            guard !output.json else { return Terminal.say(.object(of: ["left": .identifier(view.id)])) }
            Terminal.say("You left \(view.name.asForeign).")
        }
    }
}
