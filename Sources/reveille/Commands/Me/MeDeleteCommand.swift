import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille me delete`: everything goes.
struct MeDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Have the relay delete everything that you gave, on all your devices, at once.",
        discussion: """
            Your pairs end, you leave your circles, every alarm from or to you is taken back, and your devices, contacts, \
            check-ins and settings go. Your contacts are not told. It cannot be undone. 'reveille me export --json' first \
            writes down what there is.
            """
    )

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            try await consent.require(
                to: "Delete everything that you gave the relay, for all your devices? This cannot be undone."
            )
            guard let receipt = try await session.device.deleteEverything() else {
                throw CommandFailure(
                    """
                    The relay does not know this device any more: everything was deleted before, or another device of \
                    yours removed this one. Ask one that still works.
                    """
                )
            }
            guard !output.json else { return Terminal.say(receipt.json) }
            var table = TextTable(["DELETED", "HOW MANY"])
            for count in receipt.removed { table.add([count.kind.asForeign, "\(count.count)"]) }
            Terminal.say(table)
            Terminal.say("Deleted at \(session.clock.text(receipt.deletedAt)). The relay knows you no more.")
        }
    }
}
