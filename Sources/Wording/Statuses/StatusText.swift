package import AlarmCore

/// How something stands, in a sentence for the person whom it is about.
package enum StatusText {
    /// How a person's check-in stands.
    ///
    /// - Parameters:
    ///   - status: how it stands.
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
}
