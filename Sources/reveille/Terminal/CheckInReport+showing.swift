import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OutputOptions {
    /// Shows the state of the check-in: as JSON for a script, as a sentence for a person.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - contacts: the person's contacts, as far as they are known.
    ///   - former: the time of the deadline before an absence of the relay has moved it; nil where that is not known.
    ///   - session: the session.
    func show(
        _ report: CheckInReport,
        contacts: [ContactView] = [],
        movedFrom former: Instant? = nil,
        in session: DeviceSession
    ) {
        guard !json else { return Terminal.say(report.json) }
        let lines = report.lines(
            contacts: contacts,
            movedFrom: former,
            flag: session.profileFlag,
            session.readersClock
        )
        for line in lines { Terminal.say(line) }
    }
}

extension CheckInReport {
    /// The state of the check-in, line by line.
    ///
    /// - Parameters:
    ///   - people: the person's contacts, as far as they are known.
    ///   - former: the time of the deadline before an absence of the relay has moved it; nil where that is not known.
    ///   - flag: the option by which a command names this profile.
    ///   - clock: the reader's.
    /// - Returns: the lines.
    func lines(
        contacts people: [ContactView] = [],
        movedFrom former: Instant? = nil,
        flag: String,
        _ clock: LocalClock
    ) -> [String] {
        let language = clock.language
        let status = CheckInStatus(state: state, due: due, contactsDue: contactsDue, remainingSeconds: remaining)
        var lines: [String?] = [
            StatusText.checkIn(
                status,
                pausedUntil: settings.pausedUntil,
                reachesContacts: reachable > 0,
                isAwaited: telling?.hasTold ?? false,
                writing: clock.value,
                language
            ),
            former.map { StatusText.moved(from: $0, writing: clock.value, language) },
            putOffAt.map { StatusText.putOff(at: $0, writing: clock.value, language) },
        ]
        if settings.isOn, state != .paused, let time = settings.remindAt {
            let zone = settings.timeZone.map { " (\($0.asForeign))" } ?? ""
            lines.append(StatusText.reminded(at: time.clock + zone, in: language))
        }
        lines.append(writtenLine(in: language))
        if let telling {
            lines.append(outcomeLine(of: telling, in: language))
            lines += telling.messages.map { $0.line(clock, among: people) }
        }
        if let text = StatusText.reassured(reassured.map(\.state.rawValue), in: language) {
            lines.append(text)
            lines += reassured.map { $0.line(clock, among: people) }
        }
        // Whoever was told may have stopped letters since.
        if state != .off, telling?.hasTold ?? true {
            lines += hindranceLines(flag: flag, contacts: people, clock) + people.unaskedLines(flag: flag, clock)
        }
        return lines.compactMap(\.self)
    }

    private func outcomeLine(of telling: CheckInTelling, in language: Language) -> String? {
        StatusText.telling(
            telling.outcome.rawValue,
            isUncertain: telling.isUncertain,
            reachedBy: telling.reached?.name,
            isOver: state != .expired && state != .escalated,
            in: language
        )
    }
}

extension CheckInTelling.Message {
    /// What became of the message to one of `people`; nil for a state that this version does not know.
    fileprivate func line(_ clock: LocalClock, among people: [ContactView]) -> String? {
        let known = name == CheckInSettings.unnamed ? nil : TextValue.name(name)
        let distinct = people.nameAmongNamesakes(contact, in: clock.language).map(TextValue.verbatim)
        let text = StatusText.message(
            state.rawValue,
            isUncertain: mayHaveArrived,
            to: distinct ?? known,
            by: medium,
            at: at,
            writing: clock.value,
            clock.language
        )
        return text.map { "  \($0)\(reason.map { clock.language.told(because: $0) } ?? "")" }
    }
}

extension LocalClock {
    /// A time as lists write it, for a sentence.
    func value(_ instant: Instant) -> TextValue { .verbatim(text(instant)) }
}

extension MediumDelay {
    /// That nothing has got through by the medium of late, and why, in a line.
    func line(_ clock: LocalClock) -> String {
        let reason = ReasonText.plain(reason.asForeign, in: clock.language)
        let since = clock.value(since)
        return StatusText.delay(of: medium, since: since, because: reason, isUncertain: isUncertain, clock.language)
    }
}

extension AlarmView {
    /// Whether it stands for the deadline of a check-in.
    var isDeadline: Bool { preset.flatMap { EscalationPolicy.checkInKind(of: $0) } != nil }
}

extension [ContactView] {
    /// Whom the message that asks has not reached, why, and what to do, each in a line.
    ///
    /// `flag` is the option by which a command names this profile.
    func unaskedLines(flag: String, _ clock: LocalClock) -> [String] {
        filter(\.hasNoQuestion).flatMap { contact in
            let command = "reveille contacts change\(flag) \(contact.id)"
            let values: [Placeholder: String] = [.person: name(of: contact, in: clock.language), .link: command]
            return contact.troubleLines(clock, among: self) + [clock.language.text(.listContactChange, values)]
        }
    }
}

extension [ContactView] {
    /// Those who have stopped the messages to them, each in a line.
    func stoppedLines(in language: Language) -> [String] {
        filter { $0.consent == .unsubscribed }.map { contact in
            language.text(.statusContactsStopped, [.person: name(of: contact, in: language)])
        }
    }
}

extension CheckInTelling {
    /// Whether some contact was told, or may have been.
    fileprivate var hasTold: Bool { outcome == .told || outcome == .partly || isUncertain }
}

extension CheckInReport {
    /// The alarm of the present deadline, where an absence of the relay has moved that and the alarm keeps the time that
    /// was set.
    ///
    /// - Parameter alarms: the person's alarms.
    /// - Returns: the alarm, whose time is the former one; nil where the deadline was not moved.
    func moved(among alarms: [AlarmView]) -> AlarmView? {
        guard [.normal, .warning, .checkedIn].contains(state), let due else { return nil }
        let deadlines = alarms.filter { $0.isDeadline && $0.ending == nil }
        // Another one has told contacts who do not know yet that the person is back.
        return deadlines.max { $0.time < $1.time }.flatMap { due - $0.time >= .seconds(1) ? $0 : nil }
    }

    /// What keeps the person's contacts from being told, each in a line.
    ///
    /// - Parameters:
    ///   - flag: the option by which a command names this profile.
    ///   - people: the person's contacts, as far as they are known: who has no message that asks has nothing to answer.
    ///   - clock: the reader's.
    /// - Returns: the lines; none where nothing is known to keep them from it.
    func hindranceLines(
        flag: String,
        contacts people: [ContactView] = [],
        _ clock: LocalClock
    ) -> [String] {
        let language = clock.language
        let mayHaveCome = delayed.isEmpty && unreached.isEmpty && waiting.isEmpty
        let hindrance = StatusText.hindrance(
            agreed: contacts,
            reachable: reachable,
            asked: max(asked - people.count(where: \.hasNoQuestion), 0),
            adding: addingCommand(flag: flag),
            asking: mayHaveCome ? "reveille contacts ask\(flag) NAME" : nil,
            in: language
        )
        let ways = Destination.Medium.allCases.compactMap { medium in
            if unreached.contains(medium) { return StatusText.lack(of: medium, in: language) }
            if let delay = delayed.first(where: { $0.medium == medium }) { return delay.line(clock) }
            return waiting.contains(medium) ? StatusText.waiting(for: medium, in: language) : nil
        }
        return [hindrance].compactMap(\.self) + ways
    }

    /// The command by which a contact is named whom the relay can ask; nil where it has no way to ask anybody.
    ///
    /// - Parameter flag: the option by which a command names this profile.
    /// - Returns: the command.
    func addingCommand(flag: String) -> String? {
        let known = ways ?? [.email]
        guard !known.contains(.email) else { return "reveille contacts add\(flag)" }
        return known.contains(.sms) ? "reveille contacts add\(flag) NAME --phone NUMBER" : nil
    }

    /// How many contacts the next missed check-in is told to; nil where there is none, or no deadline is still to come.
    func writtenLine(in language: Language) -> String? {
        switch state {
        case .normal, .warning, .checkedIn, .due: StatusText.written(to: reachable, in: language)
        case .off, .new, .paused, .expired, .escalated: nil
        }
    }

    /// That the check-in just made was noted although the plan is turned off or paused; nil where it is on.
    ///
    /// - Parameters:
    ///   - flag: the option by which a command names this profile.
    ///   - clock: the reader's.
    /// - Returns: the line.
    func notedLine(flag: String, _ clock: LocalClock) -> String? {
        guard state == .off || state == .paused, let last = history.first else { return nil }
        if state == .paused { return StatusText.notedWhilePaused(at: last.at, writing: clock.value, clock.language) }
        let command = "reveille checkin plan --watch\(flag)"
        return StatusText.notedWhileOff(at: last.at, turningOn: command, writing: clock.value, clock.language)
    }

    /// The last check-ins and the times at which the person asked for more time, newest first, each in a line.
    func historyLines(_ clock: LocalClock) -> [String] {
        let checkIns = history.map { entry in
            let parts = [
                clock.text(entry.at), entry.timeZone?.asForeign, entry.sourceWords(in: clock.language),
                entry.place.map { "\($0)" },
            ]
            return (at: entry.at, text: parts.compactMap(\.self).joined(separator: "  "))
        }
        let snoozes = snoozedAt.map { time in
            (at: time, text: "\(clock.text(time))  \(StatusText.putOff(in: clock.language))")
        }
        return (checkIns + snoozes).sorted { $0.at > $1.at }.map(\.text)
    }
}

extension CheckInReport.Entry {
    /// What the check-in was made with; nil where that is not known.
    func sourceWords(in language: Language) -> String? {
        source.flatMap { StatusText.source($0.rawValue, link: linkName, in: language) }
    }
}
