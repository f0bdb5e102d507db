import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

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
              reveille alarm send --at 7am --zone Europe/Berlin --repeat weekdays "Good morning"

            If the relay cannot be reached, the alarm is kept and sent later: see 'reveille alarm outbox'.
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
        help: ArgumentHelp(
            "How it repeats: daily, weekdays, weekends, weekly, monthly, yearly, or an RRULE of RFC 5545.",
            valueName: "rule"
        ),
        transform: { try RepeatOption.rule($0) }
    )
    var rule: RecurrenceRule?

    @Option(
        help: ArgumentHelp(
            "The name of a sound in your partner's app. (default: \(AlarmRequest.defaultSound))",
            valueName: "name"
        ),
        transform: { name in
            guard AlarmRequest.isSound(name) else {
                throw ValidationError("a sound's name has 1 to 64 letters, digits, dots, hyphens and underscores")
            }
            return name
        }
    )
    var sound: String = AlarmRequest.defaultSound

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
            throw ValidationError("When? Give --in, as in --in 10m, or --at, as in --at 7am.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let pair = try await session.pair(to)
        guard let time = try await session.time(of: due) else { return }
        let zone = rule != nil || time.isZoneNamed ? time.zoneName : nil
        let accepted: AlarmAccepted
        do {
            accepted = try await session.device.send(
                text: text,
                at: time.instant,
                writtenEast: time.secondsEast,
                startingAt: rule == nil ? nil : time.skippedStart,
                to: pair.id,
                rule: rule,
                timeZone: zone,
                ttl: ttl,
                sound: sound
            )
        } catch {
            if case .undelivered(let id, let reason) = error { throw kept(id, reason, session) }
            throw CommandFailure(past: time.instant, in: time.zoneName, refusedBy: error, session.readersClock) ?? error
        }
        let notes = time.ambiguousTimes(from: accepted.time, rule: rule)
        if output.json {
            Terminal.say(accepted.json(with: notes))
            return
        }
        report(accepted, notes, for: pair.partnerName.asForeign, in: zone, session)
    }

    private func report(
        _ accepted: AlarmAccepted,
        _ notes: [PreviewedOccurrence],
        for partner: String,
        in zone: String?,
        _ session: DeviceSession
    ) {
        let (clock, flag) = (session.readersClock, session.profileFlag)
        let notes = notes.compactMap(\.note)
        for line in accepted.lines(for: partner, notes: notes, in: zone, flag: flag, clock) { Terminal.say(line) }
    }

    /// Says that the alarm is kept, and how it goes on.
    private func kept(_ id: AlarmID, _ reason: TransportError, _ session: DeviceSession) -> CommandFailure {
        let mayBeSet = if case .interrupted = reason { true } else { false }
        if output.json {
            Terminal.say(
                .object(of: [
                    "id": .string(id.description), "state": .string("kept"), "mayBeSet": .bool(mayBeSet),
                ])
            )
        }
        return CommandFailure(
            reason.keptLines(flag: session.profileFlag, in: session.language).joined(separator: "\n"),
            exitCode: CommandFailure.temporary
        )
    }
}

extension TransportError {
    /// That an alarm is kept here because the relay did not answer, and how it goes on, each in a line.
    ///
    /// - Parameters:
    ///   - flag: the option by which a command names this profile.
    ///   - language: the reader's.
    /// - Returns: the lines.
    func keptLines(flag: String, in language: Language) -> [String] {
        let kept: String
        if case .interrupted(let reason) = self {
            let why = ReasonText.words("\(reason)".asForeign, in: language)
            kept = language.text(.answerAlarmKeptMaybe, [.reason: why])
        } else {
            kept = language.text(.answerAlarmKept, [.reason: waitingReason(in: language)])
        }
        let values: [Placeholder: String] = [
            .link: "reveille listen\(flag)", .words: "reveille alarm outbox\(flag)",
        ]
        return [kept, language.text(.answerAlarmKeptNext, values)]
    }

    /// Why it waits, without the advice to try again: the alarm is sent by itself.
    private func waitingReason(in language: Language) -> String {
        guard language != .english, isRetryable else {
            return RefusalText.reason(of: DeviceError.transport(self), in: language)
        }
        return language.text(.listenKept)
    }
}

extension PreviewedOccurrence.Note {
    /// The effect of a clock change, in a clause.
    func words(in language: Language) -> String {
        switch self {
        case .skipped(let nominal, let rings):
            var time = rings.time.short
            if rings.date != nominal.date {
                time = language.text(.answerClockDay, [.time: time, .days: rings.date.iso8601])
            }
            let values: [Placeholder: String] = [
                .former: nominal.time.short, .days: nominal.date.iso8601, .time: time,
            ]
            return language.text(.answerClockSkipped, values)
        case .repeated(let local):
            return language.text(.answerClockTwice, [.time: local.time.short, .days: local.date.iso8601])
        case .clocksPutForward: return "\(self)"
        }
    }
}

extension LocalTime {
    /// The time of day without seconds where there are none.
    fileprivate var short: String { second == 0 && millisecond == 0 ? clock : iso8601 }
}

extension AlarmAccepted {
    /// What `alarm send` answers, line by line.
    ///
    /// - Parameters:
    ///   - partner: the partner's name.
    ///   - notes: what clock changes do to its times.
    ///   - zone: the zone on whose clocks its times are written; this machine's where it is nil.
    ///   - flag: the option by which a command names this profile.
    ///   - clock: the clock of this machine.
    /// - Returns: the lines.
    func lines(
        for partner: String,
        notes: [PreviewedOccurrence.Note],
        in zone: String?,
        flag: String,
        _ clock: LocalClock
    ) -> [String] {
        let language = clock.language
        var lines = [headline(for: partner, at: clock.moment(time, in: zone), in: language)]
        lines += nextTimes.dropFirst().prefix(3).map { next in
            "  " + language.text(.answerAlarmThen, [.time: clock.text(next, in: zone)])
        }
        lines += notes.map { language.text(.answerAlarmMind, [.reason: $0.words(in: language)]) }
        if nobodyListens {
            lines.append(language.text(.answerAlarmMindNobody, [.person: partner, .link: "reveille listen"]))
        }
        return lines + [language.text(.answerAlarmFollow, [.link: "reveille alarm show\(flag) \(id)"])]
    }

    /// Returns the response with the coming times that the clocks skip or show twice.
    fileprivate func json(with notes: [PreviewedOccurrence]) -> JSONValue {
        guard case .object(var object) = json else { return json }
        object.append("notes", .array(notes.map { PreviewedTime($0).json }))
        return .object(object)
    }
}
