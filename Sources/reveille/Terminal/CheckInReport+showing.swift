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
        let status = CheckInStatus(
            state: report.state,
            due: report.due,
            contactsDue: report.contactsDue,
            remainingSeconds: report.remaining
        )
        Terminal.say(
            StatusText.checkIn(
                status,
                pausedUntil: report.settings.pausedUntil,
                reachesContacts: report.reachable > 0,
                isAwaited: report.telling?.hasTold ?? false,
                in: session.zone,
                session.language
            )
        )
        if let former { Terminal.say(StatusText.moved(from: former, in: session.zone, session.language)) }
        if let time = report.putOffAt {
            Terminal.say(StatusText.putOff(at: time, in: session.zone, session.language))
        }
        if report.settings.isOn, report.state != .paused, let time = report.settings.remindAt {
            let zone = report.settings.timeZone.map { " (\($0.asForeign))" } ?? ""
            Terminal.say(StatusText.reminded(at: time.clock + zone, in: session.language))
        }
        if let line = report.writtenLine(in: session.language) { Terminal.say(line) }
        if let telling = report.telling { show(telling, of: report, in: session) }
        if let text = StatusText.reassured(report.reassured.map(\.state.rawValue), in: session.language) {
            Terminal.say(text)
            show(report.reassured, in: session)
        }
        // Whoever was told may have stopped letters since.
        guard report.state != .off, report.telling?.hasTold ?? true else { return }
        let flag = session.profileFlag
        let lines =
            report.hindranceLines(flag: flag, contacts: contacts, in: session.zone, session.language)
            + contacts.unaskedLines(flag: flag, session.readersClock)
        for line in lines { Terminal.say(line) }
    }

    private func show(_ telling: CheckInTelling, of report: CheckInReport, in session: DeviceSession) {
        let text = StatusText.telling(
            telling.outcome.rawValue,
            isUncertain: telling.isUncertain,
            reachedBy: telling.reached?.name,
            isOver: report.state != .expired && report.state != .escalated,
            in: session.language
        )
        if let text { Terminal.say(text) }
        show(telling.messages, in: session)
    }

    private func show(_ messages: [CheckInTelling.Message], in session: DeviceSession) {
        for message in messages {
            let reason = message.reason.map { session.language.told(because: $0) } ?? ""
            let line = StatusText.message(
                message.state.rawValue,
                isUncertain: message.mayHaveArrived,
                to: message.name == CheckInSettings.unnamed ? nil : message.name,
                by: message.medium,
                at: message.at,
                in: session.zone,
                session.language
            )
            if let line { Terminal.say("  \(line)\(reason)") }
        }
    }
}

extension MediumDelay {
    /// That nothing has got through by the medium of late, and why, in a line.
    func line(in zone: ZoneRules, _ language: Language) -> String { line(.moment(since, in: zone), language) }

    /// The line with the time as lists write it.
    func line(_ clock: LocalClock) -> String { line(.verbatim(clock.text(since)), clock.language) }

    private func line(_ time: TextValue, _ language: Language) -> String {
        let reason = ReasonText.plain(reason.asForeign, in: language)
        return StatusText.delay(of: medium, since: time, because: reason, isUncertain: isUncertain, language)
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
            let values: [Placeholder: String] = [.person: contact.contact.name.asForeign, .link: command]
            return contact.troubleLines(clock) + [clock.language.text(.listContactChange, values)]
        }
    }
}

extension [ContactView] {
    /// Those who have stopped the messages to them, each in a line.
    func stoppedLines(in language: Language) -> [String] {
        filter { $0.consent == .unsubscribed }.map { contact in
            language.text(.statusContactsStopped, [.person: contact.contact.name.asForeign])
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
    ///   - zone: the zone in which times are written.
    ///   - language: the reader's.
    /// - Returns: the lines; none where nothing is known to keep them from it.
    func hindranceLines(
        flag: String,
        contacts people: [ContactView] = [],
        in zone: ZoneRules,
        _ language: Language
    ) -> [String] {
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
            if let delay = delayed.first(where: { $0.medium == medium }) { return delay.line(in: zone, language) }
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

    /// That the check-in just made was noted although the plan is turned off; nil where it is on.
    ///
    /// - Parameters:
    ///   - flag: the option by which a command names this profile.
    ///   - zone: the zone in which the time is written.
    ///   - language: the reader's.
    /// - Returns: the line.
    func notedLine(flag: String, in zone: ZoneRules, _ language: Language) -> String? {
        guard state == .off, let last = history.first else { return nil }
        let command = "reveille checkin plan --watch\(flag)"
        return StatusText.notedWhileOff(at: last.at, turningOn: command, in: zone, language)
    }

    /// The last check-ins and the times at which the person asked for more time, newest first, each in a line.
    func historyLines(in session: DeviceSession) -> [String] {
        let clock = session.readersClock
        let checkIns = history.map { entry in
            let parts = [
                clock.text(entry.at), entry.timeZone?.asForeign, entry.sourceWords(in: session.language),
                entry.place.map { "\($0)" },
            ]
            return (at: entry.at, text: parts.compactMap(\.self).joined(separator: "  "))
        }
        let snoozes = snoozedAt.map { time in
            (at: time, text: "\(clock.text(time))  \(StatusText.putOff(in: session.language))")
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
