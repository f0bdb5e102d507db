import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle remove`: takes somebody out.
struct CircleRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take somebody out of a circle; what is pending from and to them is cancelled."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Argument(help: CircleOptions.personHelp)
    var person: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.circle(circle)
            let member = try session.person(person, in: view)
            try await consent.require(to: "Take \(member.words) out of \(view.name.asForeign)?")
            try await session.device.remove(member.person, from: view.id)
            guard !output.json else {
                return Terminal.say(
                    .object(of: ["circleId": .identifier(view.id), "removed": .identifier(member.person)])
                )
            }
            Terminal.say("Took \(member.words) out of \(view.name.asForeign).")
        }
    }
}
