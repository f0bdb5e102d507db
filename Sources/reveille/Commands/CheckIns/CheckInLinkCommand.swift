import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille checkin link`: an address for scripts.
struct CheckInLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make an address by which a script can check in for you.",
        discussion: """
            POST to it to check in; opened in a browser it shows a page with a button. Whoever has it can check in for you. A new \
            one takes the place of the last.
            """
    )

    @Flag(help: "Take the address back.")
    var remove = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            if remove {
                try await session.device.removeCheckInLink()
                guard !output.json else { return Terminal.say(NoContent().json) }
                return Terminal.say("The address is good for nothing any more.")
            }
            let link = try await session.device.makeCheckInLink()
            if output.json {
                Terminal.say(link.json)
            } else {
                Terminal.say(link.url)
                Terminal.say("Check in: curl -fsS -X POST '\(link.url)'")
            }
        }
    }
}
