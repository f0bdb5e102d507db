import AlarmCore
import AlarmWire
import ArgumentParser

/// `reveille consent mute`: not at all.
struct ConsentMuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Let somebody not ring you at all, until you take it back."
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @Flag(help: "Take it back.")
    var off = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let (subject, consent) = try await session.changeConsent(for: who) { $0.isMuted = !off }
            output.show(consent, of: subject, in: session)
        }
    }
}
