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
            throw CommandFailure(past: time.instant, in: time.zoneName, refusedBy: error, session.clock) ?? error
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
        let clock = session.clock
        let moment = "\(clock.named(accepted.time, in: zone)), \(clock.distance(to: accepted.time))"
        Terminal.say(accepted.headline(for: partner, at: moment))
        for time in accepted.nextTimes.dropFirst().prefix(3) { Terminal.say("  then \(clock.text(time, in: zone))") }
        for note in notes.compactMap(\.note) { Terminal.say("Mind: \(note).") }
        if accepted.nobodyListens {
            Terminal.say("Mind: nobody listens for \(partner) now. It needs 'reveille listen' to ring there.")
        }
        Terminal.say("Follow it: reveille alarm show\(session.profileFlag) \(accepted.id)")
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
            """
            \(DeviceError.undelivered(id, reason).description.asForeign)
            Your next command sends it, and so does 'reveille listen\(session.profileFlag)'. Now: \
            reveille alarm outbox\(session.profileFlag)
            """,
            exitCode: CommandFailure.temporary
        )
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
