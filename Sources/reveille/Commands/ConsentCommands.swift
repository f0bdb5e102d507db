import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille consent`: the commands that control what another person may do with this person's devices.
struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Say when a partner, or somebody in a circle with you, may ring you.",
        discussion: """
            What is pending from them against it does not ring, and they read that you declined it, not why. An alarm \
            for a single time then has ended for good, and so has one that repeats if you mute them; a pause or hours \
            only stop it where it rings, and let it skip the times that they exclude. Reminders of a family ring again \
            once you allow it.

            A phone that is offline keeps the alarms that it has set itself, and rings until it hears of the change.

            Alerts about somebody whom you look after in a care circle go on; 'reveille care alerts' has a switch for \
            them, which the others see.
            """,
        subcommands: [
            ConsentShowCommand.self, ConsentMuteCommand.self, ConsentPauseCommand.self, ConsentHoursCommand.self,
        ]
    )
}

/// `reveille consent show`: shows when another person may ring.
struct ConsentShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show when somebody may ring you."
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let subject = try await session.consentSubject(who)
        output.show(try await session.consent(for: subject), of: subject, in: session)
    }
}

/// `reveille consent mute`: forbids another person to ring.
struct ConsentMuteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Let somebody not ring you at all, until you take it back.",
        discussion: """
            All their pending alarms end for good, those that repeat too: --off lets them ring you again, but does not \
            bring back what has ended; they have to set it again. Their reminders in a family stay in its list, and ring \
            again from their next time on after --off. A phone of yours that is offline and has set its own alarm rings \
            until it hears of the mute.
            """
    )

    @Argument(help: ArgumentHelp(ConsentSubject.help))
    var who: String

    @Flag(help: "Take it back; what it has ended stays ended.")
    var off = false

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let change = try await session.changeConsent(for: who, tellingEffect: !output.json) { $0.isMuted = !off }
        output.show(change, in: session)
    }
}

/// `reveille consent pause`: forbids another person to ring for a while.
struct ConsentPauseCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Let somebody not ring you for a while.",
        discussion: """
            Their alarms for a single time within the pause end for good, also if you resume earlier; those that repeat \
            skip the times within it, and what rings now stops. A phone of yours that is offline and has set its own \
            alarm rings until it hears of the pause.
            """
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
    var options: SessionOptions

    func validate() throws {
        guard (span != nil) != resume else { throw ValidationError("Give either --for SPAN or --resume.") }
    }

    func run(in session: DeviceSession) async throws {
        let change = try await session.changeConsent(for: who, tellingEffect: !output.json) { consent in
            consent.pausedUntil = span.map { session.clock.relayNow + $0 }
        }
        output.show(change, in: session)
    }
}

/// `reveille consent hours`: allows another person to ring only at some hours of the day.
struct ConsentHoursCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "hours",
        abstract: "Let somebody ring you between two times of day only, on the clocks of where you are.",
        discussion: """
            The clocks are those of your newest device. Their alarms for a single time outside the hours end for good; \
            those that repeat skip the times outside them, and what rings now for such a time stops. A phone of yours \
            that is offline and has set its own alarm rings until it hears of the hours, and of new clocks where you \
            travel.
            """
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
    var options: SessionOptions

    func validate() throws {
        guard always ? from == nil && until == nil : from != nil && until != nil else {
            throw ValidationError("Give --from and --until, or --always.")
        }
        _ = try hours()
    }

    func run(in session: DeviceSession) async throws {
        let hours = try hours()
        let change = try await session.changeConsent(for: who, tellingEffect: !output.json) { $0.hours = hours }
        output.show(change, in: session)
    }

    private func hours() throws -> Consent.Hours? {
        guard let from, let until else { return nil }
        let times = try [from, until].map { text in
            guard let time = LocalTime(clock: text[...]) else {
                throw ValidationError(
                    "'\(text.asForeign)' is no time of day; write hours and minutes, as in --from 08:00 --until 21:30."
                )
            }
            return JSONValue.string(time.clock)
        }
        do {
            return try AllowedHours(json: .object(of: ["from": times[0], "until": times[1]])).hours
        } catch {
            throw ValidationError("Give two different times of day, as in --from 08:00 --until 21:30.")
        }
    }
}

extension OutputOptions {
    /// Shows a consent that was changed, and for a person what that has done.
    fileprivate func show(_ change: ConsentChange, in session: DeviceSession) {
        show(change.message, of: change.subject, in: session)
        guard !json else { return }
        for remark in change.remarks(in: session.language) { Terminal.say(remark) }
    }

    /// Shows a consent: as JSON for a script, as a sentence for a person.
    func show(_ message: ConsentMessage, of subject: ConsentSubject, in session: DeviceSession) {
        let message = message.holding(at: session.clock.relayNow)
        guard !json else { return Terminal.say(message.json) }
        for line in message.lines(about: subject.name, flag: session.profileFlag, session.readersClock) {
            Terminal.say(line)
        }
    }
}

extension ConsentMessage {
    /// When the person called `name` may ring, and that alerts about them still do, each in a line for the reader of
    /// `clock`; `flag` is the option by which a command names this profile.
    func lines(about name: String, flag: String, _ clock: LocalClock) -> [String] {
        let sentence = consent.sentence(about: name, clock)
        guard careAlerts == true, !consent.isDefault else { return [sentence] }
        let values: [Placeholder: String] = [.person: name, .link: "reveille care alerts --off\(flag)"]
        return [sentence, clock.language.text(.answerConsentAlerts, values)]
    }

    /// The consent as it holds at a time: without a pause that is over by then.
    func holding(at now: Instant) -> ConsentMessage {
        guard let end = consent.pausedUntil, end <= now else { return self }
        var message = self
        message.consent.pausedUntil = nil
        return message
    }
}

extension Consent {
    /// When the person called `name` may ring, in a sentence for the reader of `clock`.
    func sentence(about name: String, _ clock: LocalClock) -> String {
        let language = clock.language
        var values = [Placeholder.person: name]
        if isMuted { return language.text(.answerConsentMuted, values) }
        if let pausedUntil { values[.time] = clock.text(pausedUntil) }
        guard let hours else {
            return language.text(pausedUntil == nil ? .answerConsentAlways : .answerConsentPaused, values)
        }
        let span: [Placeholder: String] = [.former: hours.from.clock, .time: hours.until.clock]
        values[.words] = language.text(.listSettingsHours, span)
        return language.text(pausedUntil == nil ? .answerConsentHours : .answerConsentPausedHours, values)
    }
}
