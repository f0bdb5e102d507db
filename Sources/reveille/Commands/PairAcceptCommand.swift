import AlarmCore
import ArgumentParser
import DeviceKit

/// `reveille pair accept`: enters a partner's code, and shows the digits.
struct PairAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Enter the code that your partner shows, and let them ring this device.",
        discussion: "A device that is new registers with the code. A link names the relay by itself."
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

    func run() async throws {
        try await DeviceSession.run(profile, relay: entry.relay(relay)) { session in
            let device = session.device
            let claim = try await device.claim(typed: entry.code)
            let partner = claim.partnerName.asForeign
            guard await consent.isGiven(to: "\(partner) may ring this device. Allow?") else {
                await device.abandonPairing(claim.inviteID)
                throw CommandFailure("You did not allow it, so that nothing was paired.")
            }
            let name = await name.text(of: device.profile, called: session.name, in: session.environment)
            try await device.set(displayName: name)
            let digits = try await device.accept(claim.inviteID, name: name)
            Terminal.say("Digits: \(digits.prefix(3)) \(digits.dropFirst(3))")
            Terminal.say("Read them to \(partner), who types them. Waiting…")
            let pair = try await device.awaitConfirmation(claim.inviteID, pause: DeviceSession.pause)
            Terminal.say("Paired with \(pair.partnerName.asForeign).")
            Terminal.say("Wait for alarms: reveille listen\(session.profileFlag)")
        }
    }
}
