import AlarmCore
import AlarmWire
import ArgumentParser

/// `reveille consent pause`: not for a while.
struct ConsentPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Let somebody not ring you for a while."
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, as in 8h; 1m to 366d.", valueName: "span"),
        transform: Span.argument(in: .minutes(1)...Consent.longestPause)
    )
    var span: Span?

    @Flag(help: "End a pause.")
    var resume = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        guard (span != nil) != resume else { throw ValidationError("Give either --for SPAN or --resume.") }
    }

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let (subject, consent) = try await session.changeConsent(for: who) { consent in
                consent.pausedUntil = span.map { session.clock.now + $0 }
            }
            output.show(consent, of: subject, in: session)
        }
    }
}
