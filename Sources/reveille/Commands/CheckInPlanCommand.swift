import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille checkin plan`: sets how long a person may be silent before their contacts are notified.
struct CheckInPlanCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Set how long you may be silent before your contacts are told.",
        discussion: """
            Standard: you are warned 3 h, 2 h, 1 h and 15 min ahead, of a threshold under 6 h only in its second half, and your \
            contacts are told at the deadline. Gentle: you are reminded after 24 h, and your contacts are told a day later. What \
            is not given stays as it is.
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

    @Option(
        help: ArgumentHelp(
            "Remind you at this time of day unless you have checked in that day, as 20:00; none for never.",
            valueName: "time"
        ),
        transform: { try DailyReminder(argument: $0) }
    )
    var remindAt: DailyReminder?

    @Flag(help: "End a pause.")
    var resume = false

    @Flag(inversion: .prefixedNo, help: "Watch, or watch nothing at all.")
    var watch: Bool?

    @Option(help: ArgumentHelp("What your contacts know you by.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The time zone in which they are told times, as Europe/Berlin.", valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp("Your language, as in 'reveille device language'.", valueName: "tag"),
        transform: { try LanguageTag(argument: $0) }
    )
    var language: LanguageTag?

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var options: SessionOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { relay }

    func validate() throws {
        if gentle == true, let threshold, threshold != CheckInLimits.defaultThreshold {
            throw ValidationError(Self.gentleThreshold)
        }
        if resume, pauseUntil != nil { throw ValidationError("Give --resume or --pause-until, not both.") }
    }

    /// Why a gentle plan takes no threshold, and what to do.
    private static let gentleThreshold = """
        The gentle kind always reminds you after 24h and tells your contacts a day later, so that --threshold does not \
        go with it. Leave --threshold out, or add --no-gentle for a plan of the standard kind.
        """

    func run(in session: DeviceSession) async throws {
        var session = session
        try await session.register(code: enroll, mentionsInvites: false)
        if let language {
            try await session.choose(language: language)
            session.languageTag = language
            if let remark = language.remark(in: session.language) { Terminal.remark(remark) }
        }
        if name == CheckInSettings.unnamed {
            throw CommandFailure(
                "Say what your contacts know you by: “?” tells them nothing.",
                exitCode: .validationFailure
            )
        }
        var settings = try await current(session)
        let former = settings
        if let gentle { settings.kind = gentle ? .gentle : .standard }
        if settings.kind == .gentle, let threshold, threshold != CheckInLimits.defaultThreshold {
            throw CommandFailure(Self.gentleThreshold, exitCode: .validationFailure)
        }
        settings.threshold = settings.kind == .gentle ? nil : threshold ?? settings.threshold
        settings.isOn = watch ?? settings.isOn
        settings.name = name ?? settings.name
        settings.timeZone = zone ?? settings.timeZone
        if let remindAt { settings.remindAt = remindAt.time }
        if resume { settings.pausedUntil = nil }
        // A pause that is over is not sent again; one that was given is the relay's to refuse.
        if let end = settings.pausedUntil, end <= session.clock.relayNow { settings.pausedUntil = nil }
        if let name, await session.device.profile.displayName.isEmpty {
            try await session.device.set(displayName: name)
        }
        if let pauseUntil { settings.pausedUntil = pauseUntil }
        output.show(try await session.device.setCheckIn(settings), in: session)
        if let dropped = former.threshold, dropped != CheckInLimits.defaultThreshold, settings.kind == .gentle {
            let language = session.language
            let values: [Placeholder: String] = [
                .duration: language.chosen(dropped), .words: language.chosen(CheckInLimits.defaultThreshold),
            ]
            Terminal.remark(language.text(.answerPlanDropped, values))
        }
    }

    /// Returns the current settings, or new ones where there are none.
    private func current(_ session: DeviceSession) async throws -> CheckInSettings {
        do {
            return try await session.device.checkInReport().settings
        } catch {
            guard error.problemKind == .notFound else { throw error }
            let known = await session.device.profile.displayName
            guard let name = name ?? (known.isEmpty ? nil : known) else {
                throw CommandFailure(session.language.text(.answerPlanName, [.link: "--name NAME"]))
            }
            return CheckInSettings(name: name)
        }
    }
}

/// A time of day for the daily reminder, or none.
struct DailyReminder {
    /// The time; nil for no reminder.
    let time: LocalTime?

    /// Reads `20:00` or `none`.
    ///
    /// - Throws: `ValidationError` with the fault.
    init(argument text: String) throws {
        guard text != "none" else {
            time = nil
            return
        }
        guard let time = LocalTime(clock: text[...]) else {
            throw ValidationError(
                "'\(text.asForeign)' is no time of day; write hours and minutes as in 20:00, or none."
            )
        }
        self.time = time
    }
}
