import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille alarm send`: sets an alarm for a partner.
struct AlarmSendCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Set an alarm for your partner.",
        discussion: """
            The words are sealed for your partner's device; the relay cannot read them. It rings for an hour, louder, \
            unless somebody answers, and tells you if nobody has after ten minutes. If within a year the clocks skip its \
            time on a day, or show it twice, a line says when it rings then.

            Examples:
              reveille alarm send --in 10m "The cake is done"
              reveille alarm send --at 07:00 --zone Europe/Berlin --repeat "FREQ=DAILY" "Good morning"
            """
    )

    @Argument(help: "The words.")
    var text: String

    @Option(
        help: ArgumentHelp("For whom: a partner's name or the first characters of a pair's id.", valueName: "partner")
    )
    var to: String?

    @OptionGroup
    var due: DueTimeOptions

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("How it repeats, as an RRULE of RFC 5545; needs --zone.", valueName: "rule"),
        transform: { try RecurrenceRule($0) }
    )
    var rule: RecurrenceRule?

    @Option(help: ArgumentHelp("The name of a sound in your partner's app.", valueName: "name"))
    var sound = AlarmRequest.defaultSound

    @Option(
        help: ArgumentHelp(
            "How long it is worth delivering after it was due, 1s to 24h. (default: \(AlarmRequest.defaultTTL))",
            valueName: "span"
        ),
        transform: Span.argument(in: AlarmRequest.ttlRange)
    )
    var ttl: Span = AlarmRequest.defaultTTL

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if due.at == nil, due.delay == nil {
            throw ValidationError("When? Give --in, as in --in 10m, or --at, as in --at 2026-01-01T07:00:00+01:00.")
        }
        if rule != nil, due.zone == nil {
            throw ValidationError(
                "A repeated alarm needs the zone whose clocks it follows, as in --zone Europe/Berlin."
            )
        }
    }

    func run(in session: DeviceSession) async throws {
        guard let time = try due.time(now: session.clock.now, zones: session.zones) else { return }
        let pair = try await session.pair(to)
        let accepted = try await session.device.send(
            text: text,
            at: time.instant,
            writtenEast: time.secondsEast,
            startingAt: rule == nil ? nil : time.skippedStart,
            to: pair.id,
            rule: rule,
            timeZone: due.zone,
            ttl: ttl,
            sound: sound
        )
        let notes = time.ambiguousTimes(from: accepted.time, rule: rule)
        if output.json {
            Terminal.say(accepted.json(with: notes))
            return
        }
        report(accepted, notes, for: pair.partnerName.asForeign, session)
    }

    private func report(
        _ accepted: AlarmAccepted,
        _ notes: [PreviewedOccurrence],
        for partner: String,
        _ session: DeviceSession
    ) {
        let clock = session.clock
        let moment = "\(clock.text(accepted.time)), \(clock.distance(to: accepted.time))"
        Terminal.say(accepted.headline(for: partner, at: moment))
        for time in accepted.nextTimes.dropFirst().prefix(3) { Terminal.say("  then at \(clock.text(time))") }
        for note in notes.compactMap(\.note) { Terminal.say("Mind: \(note).") }
        Terminal.say("Follow it: reveille alarm show\(session.profileFlag) \(accepted.id)")
    }
}

extension AlarmAccepted {
    /// Returns the response with the coming times that the clocks skip or show twice.
    fileprivate func json(with notes: [PreviewedOccurrence]) -> JSONValue {
        guard case .object(var object) = json else { return json }
        object.append("notes", .array(notes.map { PreviewedTime($0).json }))
        return .object(object)
    }
}
