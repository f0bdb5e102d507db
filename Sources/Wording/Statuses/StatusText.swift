package import AlarmCore

/// The status of something, in a sentence for the person concerned.
package enum StatusText {
    /// The status of a person's check-in.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - pausedUntil: the end of a vacation, if it has one.
    ///   - reachesContacts: whether any contact would be told.
    ///   - isAwaited: whether contacts were told of an earlier deadline, and do not know that the person is back.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: one or two sentences.
    package static func checkIn(
        _ status: CheckInStatus,
        pausedUntil: Instant? = nil,
        reachesContacts: Bool = true,
        isAwaited: Bool = false,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String {
        let key: TextKey =
            switch status.state {
            case .off: .statusCheckInOff
            case .new: .statusCheckInNew
            case .paused: pausedUntil == nil ? .statusCheckInPaused : .statusCheckInPausedUntil
            case .normal where isAwaited, .checkedIn where isAwaited: .statusCheckInAwaited
            case .normal: .statusCheckInNormal
            case .warning: .statusCheckInWarning
            case .expired: .statusCheckInExpired
            case .checkedIn: .statusCheckInCheckedIn
            case .due: reachesContacts ? .statusCheckInDue : .statusCheckInDueNobody
            case .escalated: .statusCheckInEscalated
            }
        let time =
            switch status.state {
            case .paused: pausedUntil
            case .due: status.contactsDue
            default: status.due
            }
        var values: [Placeholder: TextValue] = [:]
        if let time { values[.time] = moment(time) }
        if let seconds = status.remainingSeconds { values[.duration] = .span(.seconds(seconds)) }
        return language.phrase(key, values).text
    }

    /// What became of telling the contacts, in a sentence or two.
    ///
    /// - Parameters:
    ///   - outcome: the state of all messages together, as it is called on the wire.
    ///   - isUncertain: whether no server has said that it took a message, and one may have arrived all the same.
    ///   - reachedBy: the contact who says that they have reached the person; nil where none does.
    ///   - isOver: whether the deadline is past by now for another reason than a check-in, as in a vacation.
    ///   - language: the reader's.
    /// - Returns: one to three sentences; nil for an outcome that this version does not know.
    package static func telling(
        _ outcome: String,
        isUncertain: Bool = false,
        reachedBy: String? = nil,
        isOver: Bool = false,
        in language: Language
    ) -> String? {
        let key = isUncertain ? TextKey(rawValue: "status.telling.\(outcome).uncertain") : nil
        guard let key = key ?? TextKey(rawValue: "status.telling.\(outcome)") else { return nil }
        var sentences = [language.phrase(key).text]
        if let reachedBy {
            sentences.append(language.phrase(.statusTellingReached, [.helper: .name(reachedBy)]).text)
        }
        if isOver, isUncertain || ["told", "partly"].contains(outcome) {
            sentences.append(language.phrase(.statusTellingOpen).text)
        }
        return sentences.joined(separator: language.isChinese ? "" : " ")
    }

    /// The status of a care circle's dweller.
    package enum Care: Hashable, Sendable {
        /// There is no alert, and there was a sign of life lately.
        case quiet
        /// As ``quiet``, in the quiet hours, which end at this time.
        case quietHours(until: Instant)
        /// There was no sign of life for this long; nil for never.
        case notHeard(Span?)
        /// The dweller was asked whether all is well.
        case asked
        /// The dweller has paused the alerts.
        case paused
        /// Members are told after this time, unless the alert is cancelled.
        case counting(Span)
        /// Members are being told.
        case alerting
        /// Members were told, and nobody has answered yet.
        case told
        /// An alert is open, and at present nobody is told of it.
        case nobodyTold
        /// An alert is open, and nobody who could answer has been told of it.
        case nobodyReached
        /// A member has looked after the dweller since this time.
        case acknowledged(by: String, since: Instant)
        /// Nobody answered the last alert.
        case unanswered
        /// Whoever answered the last alert has left the circle.
        case left(helper: String)
    }

    /// The status of a care circle's dweller, in one or two sentences.
    ///
    /// - Parameters:
    ///   - state: the status.
    ///   - zone: the zone in which moments are written.
    ///   - language: the reader's.
    /// - Returns: one or two sentences.
    package static func care(_ state: Care, in zone: ZoneRules, _ language: Language) -> String {
        switch state {
        case .quietHours(let end): language.phrase(.statusCareQuietHours, [.time: .moment(end, in: zone)]).text
        case .notHeard(let span?): language.phrase(.statusCareNotHeard, [.duration: .span(span)]).text
        case .notHeard(nil): language.phrase(.statusCareNeverHeard).text
        case .asked: language.phrase(.statusCareAsked).text
        case .unanswered: language.phrase(.statusCareUnanswered).text
        case .quiet: language.phrase(.statusCareQuiet, [:]).text
        case .paused: language.phrase(.statusCarePaused, [:]).text
        case .counting(let span): language.phrase(.statusCareCounting, [.duration: .span(span)]).text
        case .alerting: language.phrase(.statusCareAlerting, [:]).text
        case .told: language.phrase(.statusCareTold).text
        case .nobodyTold: language.phrase(.statusCareNobodyTold).text
        case .nobodyReached: language.phrase(.statusCareNobodyReached).text
        case .left(let helper): language.phrase(.statusCareLeft, [.helper: .name(helper)]).text
        case .acknowledged(let helper, let since):
            language.phrase(.statusCareAcknowledged, [.helper: .name(helper), .time: .moment(since, in: zone)]).text
        }
    }
}
