import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille device join`: makes this device one more of the person who shows the code.
struct DeviceJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter the code that another device of yours shows, and let this one ring for you too.",
        discussion: """
            A device that is new registers with the code. A link names the relay by itself. A device that has pairs of \
            its own has to end them first; one that is yours already gets the pairs that it does not have yet.
            """
    )

    @OptionGroup
    var entry: CodeOrLink

    @Option(
        help: ArgumentHelp("What your other device calls this one. (default: the profile's name)", valueName: "name")
    )
    var name: String?

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    func validate() throws {
        guard name.map(DisplayName.isValid) ?? true else { throw ValidationError("\(DeviceError.unusableName)") }
    }

    func run() async throws {
        try await DeviceSession.run(profile, relay: entry.relay(relay)) { session in
            let device = session.device
            let claim = try await device.claim(typed: entry.code, for: .device)
            let person = claim.partnerName.asForeign
            let question = "This device will ring for \(person), and can set alarms in the name of \(person). Allow?"
            guard await consent.isGiven(to: question) else {
                await device.abandonPairing(claim.inviteID)
                throw CommandFailure("You did not allow it, so that nothing was linked.")
            }
            let digits = try await device.accept(claim.inviteID, name: name ?? session.name.text)
            Terminal.say("Digits: \(digits.prefix(3)) \(digits.dropFirst(3))")
            Terminal.say("Type them on your other device. Waiting…")
            let pairs = try await device.awaitJoined(claim.inviteID, pause: DeviceSession.pause)
            let partners = pairs.map(\.partnerName.asForeign).joined(separator: ", ")
            Terminal.say("This device is \(person)'s now.")
            Terminal.say(pairs.isEmpty ? "It got no pair that it did not have." : "It got the pairs with \(partners).")
            Terminal.say("Wait for alarms: reveille listen\(session.profileFlag)")
        }
    }
}
