import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OutputOptions {
    /// Shows the state of the check-in: as JSON for a script, as a sentence for a person.
    func show(_ report: CheckInReport, in session: DeviceSession) {
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
        if let time = report.putOffAt {
            Terminal.say(StatusText.putOff(at: time, in: session.zone, session.language))
        }
        if report.settings.isOn, report.state != .paused, let time = report.settings.remindAt {
            let zone = report.settings.timeZone.map { " (\($0.asForeign))" } ?? ""
            Terminal.say(StatusText.reminded(at: time.clock + zone, in: session.language))
        }
        if let telling = report.telling { show(telling, of: report, in: session) }
        if let text = StatusText.reassured(report.reassured.map(\.state.rawValue), in: session.language) {
            Terminal.say(text)
            show(report.reassured, in: session)
        }
        // Whoever was told may have stopped letters since.
        guard report.state != .off, report.telling?.hasTold ?? true else { return }
        let hindrance = StatusText.hindrance(
            agreed: report.contacts,
            reachable: report.reachable,
            asked: report.asked,
            adding: "reveille contacts add\(session.profileFlag)",
            asking: report.delayed.isEmpty ? "reveille contacts ask\(session.profileFlag) NAME" : nil,
            in: session.language
        )
        if let hindrance { Terminal.say(hindrance) }
        for delay in report.delayed { Terminal.say(delay.line(in: session.zone, session.language)) }
    }

    private func show(_ telling: CheckInTelling, of report: CheckInReport, in session: DeviceSession) {
        let text = StatusText.telling(
            telling.outcome.rawValue,
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
    func line(in zone: ZoneRules, _ language: Language) -> String {
        let reason = ReasonText.words(reason.asForeign, in: language)
        return StatusText.delay(of: medium, since: since, because: reason, in: zone, language)
    }
}

extension CheckInTelling {
    /// Whether a message to some contact was taken by a server.
    fileprivate var hasTold: Bool { outcome == .told || outcome == .partly }
}

extension CheckInReport {
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
