import AlarmCore
import AlarmWire
import ArgumentParser

/// `reveille consent show`: what somebody may do.
struct ConsentShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show when somebody may ring you."
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let subject = try await session.consentSubject(who)
            output.show(try await session.consent(for: subject), of: subject, in: session)
        }
    }
}
