import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care signal`: something may have happened to you.
struct CareSignalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal",
        abstract: "Call your care circle, or hand in what a sensor says; cancel with 'reveille care cancel'.",
        discussion: """
            Reveille is not a medical device and does not replace emergency services. If you are in danger, call the local \
            emergency number at once.
            """
    )

    @Argument(
        help: "What: manual, fall, inactivity, wellness or glucose. (default: manual)",
        transform: CareSignal.Kind.argument
    )
    var kind: CareSignal.Kind = .manual

    @Option(help: ArgumentHelp("What a glucose sensor says, in mg/dL.", valueName: "number"))
    var reading: Int?

    @Option(help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,long"))
    var place: String?

    @Option(
        help: ArgumentHelp("What to say; sealed for those who may know, and sent with the alert.", valueName: "text")
    )
    var say: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        guard (reading != nil) == (kind == .glucose) else {
            throw ValidationError("Give --reading with glucose, and with nothing else.")
        }
    }

    func run() async throws {
        let place = try place.map { try Place(argument: $0) }
        let signal = try signal
        try await DeviceSession.run(profile) { session in
            let request = CareSignalRequest(signal, place: place, timeZone: session.clock.zoneName)
            var alert = try await session.device.signal(request)
            if let say { alert = await session.note(say, on: alert) }
            await output.show(alert, in: session)
        }
    }

    private var signal: CareSignal {
        get throws {
            switch kind {
            case .fall: .fall
            case .inactivity: .inactivity
            case .wellness: .wellness
            case .manual: .manual
            case .glucose: .glucose(try GlucoseReading(milligramsPerDecilitre: reading ?? 0))
            }
        }
    }
}
