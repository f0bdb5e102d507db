import AlarmCore
import ArgumentParser
import DeviceKit

/// `reveille pair revoke`: ends a pair.
struct PairRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End a pair, at once and for both sides.",
        discussion: """
            Neither side can ring the other afterwards, what is pending is cancelled, and the keys are deleted. Your \
            partner is not asked. An id that begins with a hyphen goes after --.
            """
    )

    @Argument(help: "Your partner's name, or the first characters of the pair's id.")
    var partner: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let pair = try await session.pair(partner)
            let name = pair.partnerName.asForeign
            try await consent.require(to: "End the pair with \(name) and cancel what is pending?")
            let alarms = try await session.device.revoke(pair.id)
            let pending = alarms.isEmpty ? "" : " \(alarms.count) pending here will not ring."
            Terminal.say("The pair with \(name) has ended.\(pending)")
        }
    }
}
