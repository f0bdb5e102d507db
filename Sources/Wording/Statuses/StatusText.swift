package import AlarmCore

/// The status of something, in a sentence for the person concerned.
package enum StatusText {
    /// The status of a person's check-in.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - pausedUntil: the end of a vacation, if it has one.
    ///   - zone: the zone in which moments are written.
    ///   - language: the reader's.
    /// - Returns: one or two sentences.
    package static func checkIn(
        _ status: CheckInStatus,
        pausedUntil: Instant? = nil,
        in zone: ZoneRules,
        _ language: Language
    ) -> String {
        let key: TextKey =
            switch status.state {
            case .off: .statusCheckInOff
            case .new: .statusCheckInNew
            case .paused: pausedUntil == nil ? .statusCheckInPaused : .statusCheckInPausedUntil
            case .normal: .statusCheckInNormal
            case .warning: .statusCheckInWarning
            case .expired: .statusCheckInExpired
            case .checkedIn: .statusCheckInCheckedIn
            case .due: .statusCheckInDue
            case .escalated: .statusCheckInEscalated
            }
        let time =
            switch status.state {
            case .paused: pausedUntil
            case .due: status.contactsDue
            default: status.due
            }
        var values: [Placeholder: TextValue] = [:]
        if let time { values[.time] = .moment(time, in: zone) }
        if let seconds = status.remainingSeconds { values[.duration] = .span(.seconds(seconds)) }
        return language.phrase(key, values).text
    }

    /// What became of telling the contacts, in a sentence or two.
    ///
    /// - Parameters:
    ///   - outcome: the state of all messages together, as it is called on the wire.
    ///   - reachedBy: the contact who says that they have reached the person; nil where none does.
    ///   - language: the reader's.
    package static func telling(_ outcome: String, reachedBy: String? = nil, in language: Language) -> String? {
        guard let key = TextKey(rawValue: "status.telling.\(outcome)") else { return nil }
        var sentences = [language.phrase(key).text]
        if let reachedBy {
            sentences.append(language.phrase(.statusTellingReached, [.helper: .name(reachedBy)]).text)
        }
        return sentences.joined(separator: language.isChinese ? "" : " ")
    }

    /// The status of a reminder.
    ///
    /// - Parameters:
    ///   - due: the due time.
    ///   - completed: the time of completion; nil while it is open.
    ///   - now: the present.
    ///   - zone: the zone in which moments are written.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func reminder(
        due: Instant,
        completed: Instant?,
        at now: Instant,
        in zone: ZoneRules,
        _ language: Language
    ) -> String {
        let key: TextKey =
            completed != nil ? .statusReminderCompleted : due < now ? .statusReminderOverdue : .statusReminderOpen
        return language.phrase(key, [.time: .moment(completed ?? due, in: zone)]).text
    }

    /// The status of a care circle's dweller.
    package enum Care: Hashable, Sendable {
        /// There is no alert.
        case quiet
        /// The dweller has paused the alerts.
        case paused
        /// Members are told after this time, unless the alert is cancelled.
        case counting(Span)
        /// Members are being told.
        case alerting
        /// A member looks after the dweller.
        case acknowledged(by: String)
    }

    /// The status of a care circle's dweller, in one or two sentences.
    package static func care(_ state: Care, _ language: Language) -> String {
        switch state {
        case .quiet: language.phrase(.statusCareQuiet, [:]).text
        case .paused: language.phrase(.statusCarePaused, [:]).text
        case .counting(let span): language.phrase(.statusCareCounting, [.duration: .span(span)]).text
        case .alerting: language.phrase(.statusCareAlerting, [:]).text
        case .acknowledged(let helper): language.phrase(.statusCareAcknowledged, [.helper: .name(helper)]).text
        }
    }
}
