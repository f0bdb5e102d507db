import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille checkin plan`: sets how long a person may be silent before their contacts are notified.
struct CheckInPlanCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Set how long you may be silent before your contacts are told.",
        discussion: """
            Standard: you are warned 3 h, 2 h, 1 h and 15 min ahead, and your contacts are told at the deadline. Gentle: you are \
            reminded after 24 h, and your contacts are told a day later. What is not given stays as it is.
            """
    )

    @Option(
        help: ArgumentHelp("The time from a check-in to the deadline, 1h to 30d.", valueName: "span"),
        transform: Span.argument(in: CheckInLimits.thresholds)
    )
    var threshold: Span?

    @Flag(inversion: .prefixedNo, help: "Remind you first, and tell your contacts a day later.")
    var gentle: Bool?

    @Option(
        help: ArgumentHelp("Watch nothing until then, as 2026-08-01T00:00:00+02:00.", valueName: "time"),
        transform: { try Instant(iso8601: $0) }
    )
    var pauseUntil: Instant?

    @Flag(help: "End a pause.")
    var resume = false

    @Flag(inversion: .prefixedNo, help: "Watch, or watch nothing at all.")
    var watch: Bool?

    @Option(help: ArgumentHelp("What your contacts know you by.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The time zone in which they are told times, as Europe/Berlin.", valueName: "zone"))
    var zone: String?

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var options: SessionOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { relay }

    func run(in session: DeviceSession) async throws {
        try await session.register(code: enroll)
        var settings = try await current(session)
        if let gentle { settings.kind = gentle ? .gentle : .standard }
        settings.threshold = settings.kind == .gentle ? nil : threshold ?? settings.threshold
        settings.isOn = watch ?? settings.isOn
        settings.name = name ?? settings.name
        settings.timeZone = zone ?? settings.timeZone
        if resume { settings.pausedUntil = nil }
        if let pauseUntil { settings.pausedUntil = pauseUntil }
        if let end = settings.pausedUntil, end <= session.clock.now { settings.pausedUntil = nil }
        output.show(try await session.device.setCheckIn(settings), in: session)
    }

    /// Returns the current settings, or new ones where there are none.
    private func current(_ session: DeviceSession) async throws -> CheckInSettings {
        do {
            return try await session.device.checkInReport().settings
        } catch {
            guard error.problemKind == .notFound else { throw error }
            let known = await session.device.profile.displayName
            guard let name = name ?? (known.isEmpty ? nil : known) else {
                throw CommandFailure("Say what your contacts know you by: --name NAME")
            }
            return CheckInSettings(name: name)
        }
    }
}
