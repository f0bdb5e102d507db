import AlarmCore
import AlarmWire
import ArgumentParser

/// `reveille consent hours`: at these hours only.
struct ConsentHoursCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hours",
        abstract: "Let somebody ring you between two times of day only, on the clocks of where you are."
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @Option(help: ArgumentHelp("When the hours begin, as in 08:00.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("When they end, as in 21:30; the next day if that is earlier.", valueName: "time"))
    var until: String?

    @Flag(help: "Let them ring at any hour again.")
    var always = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        guard always ? from == nil && until == nil : from != nil && until != nil else {
            throw ValidationError("Give --from and --until, or --always.")
        }
        _ = try hours()
    }

    func run() async throws {
        let hours = try hours()
        try await DeviceSession.run(profile) { session in
            let (subject, consent) = try await session.changeConsent(for: who) { $0.hours = hours }
            output.show(consent, of: subject, in: session)
        }
    }

    private func hours() throws -> Consent.Hours? {
        guard let from, let until else { return nil }
        do {
            let json = JSONValue.object(of: ["from": .string(from), "until": .string(until)])
            return try AllowedHours(json: json).hours
        } catch {
            throw ValidationError("Give two different times of day, as in --from 08:00 --until 21:30.")
        }
    }
}
