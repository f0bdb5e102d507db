import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle list`: all of them.
struct CircleListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the families and care circles that you are in."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            output.show(
                try await session.device.circles(),
                orSay: "You are in no circle: reveille circle new\(session.profileFlag) family NAME",
                columns: ["NAME", "KIND", "YOU ARE", "PEOPLE", "SINCE", "ID"],
                json: \.json
            ) { circle in
                [
                    circle.name.asForeign, circle.kind.words,
                    circle.members.first(where: \.isSelf)?.role.rawValue ?? "",
                    "\(circle.members.count)", session.clock.text(circle.since), "\(circle.id)",
                ]
            }
        }
    }
}
