package import AlarmCore
package import AlarmWire
import Engine
package import Storage

/// The stored settings and latest activity of a care circle's dweller, sealed as a whole.
package struct DwellerRecord: RecordBody, Hashable {
    package static let kind = Document.Kind.careSettings
    /// The most signs of activity kept: those of a few days.
    static let signsLimit = 1000

    /// The dweller's settings.
    package var settings: CareSettings
    /// The time of the latest sign of activity.
    package var lastActivity: Instant?
    /// The time at which the dweller last called for help, or answered a question or an alert.
    package var lastAnswer: Instant?
    /// The time since which every sign of activity was recorded: the first one, or the end of the last pause.
    package var watchedFrom: Instant?
    /// The zone in which the dweller last was.
    package var timeZone: String?
    /// The place that a device last reported.
    package private(set) var place: Place?
    /// The time of that report.
    package private(set) var placeAt: Instant?
    /// A member's acknowledgement of readings beyond a threshold.
    package var glucoseCare: GlucoseAcknowledgement?
    /// The alarm that asks the dweller when no activity comes.
    package var alarm: AlarmID?
    /// The alarm at whose times the relay judges days that are over; see ``WellnessKind``.
    package var judging: AlarmID?
    /// The signals that wait for the end of quiet hours.
    package var waiting: Set<CareSignal.Kind> = []
    /// Signs of activity on days not yet summarised, oldest first.
    package var signs: [Instant]
    /// How still the latest days were.
    package var history: WellnessHistory

    package init(settings: CareSettings = CareSettings()) {
        self.settings = settings
        signs = []
        history = WellnessHistory()
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        settings = try object.object("settings")
        lastActivity = try object.optionalInstant("lastActivity")
        lastAnswer = try object.optionalInstant("lastAnswer")
        watchedFrom = try object.optionalInstant("watchedFrom")
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
        alarm = try object.optionalIdentifier("alarm")
        judging = try object.optionalIdentifier("judging")
        waiting = try object.optionalWords("waiting") ?? []
        if let side: GlucoseThresholds.Side = try object.optionalWord("glucoseSide"),
            let since = try object.optionalInstant("glucoseSince")
        {
            glucoseCare = GlucoseAcknowledgement(side: side, since: since)
        }
        signs = try object.optionalInstants("signs", limit: Self.signsLimit) ?? []
        history = WellnessHistory(
            days: try object.optionalDays("days", limit: CareLimits.keptDays) ?? [],
            alertedOn: try object.optionalText("alertedOn", expected: "a date as in 2026-01-12") { text in
                (try? LocalDateTime(iso8601: "\(text)T00:00:00"))?.date
            }
        )
    }

    package var json: JSONValue {
        .object(of: [
            "settings": settings.json,
            "lastActivity": lastActivity.map(JSONValue.instant),
            "lastAnswer": lastAnswer.map(JSONValue.instant),
            "watchedFrom": watchedFrom.map(JSONValue.instant),
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
            "alarm": alarm.map(JSONValue.identifier),
            "judging": judging.map(JSONValue.identifier),
            "waiting": waiting.isEmpty
                ? nil : .array(CareSignal.Kind.allCases.filter { waiting.contains($0) }.map { .word($0) }),
            "glucoseSide": glucoseCare.map { .word($0.side) },
            "glucoseSince": glucoseCare.map { .instant($0.since) },
            "signs": signs.isEmpty ? nil : .array(signs.map(JSONValue.instant)),
            "days": history.days.isEmpty ? nil : .array(history.days.map(\.json)),
            "alertedOn": history.alertedOn.map { .string($0.iso8601) },
        ])
    }

    /// The latest sign of life: activity, a call for help, or an answer.
    package var lastSign: Instant? {
        guard let lastActivity, let lastAnswer else { return lastActivity ?? lastAnswer }
        return max(lastActivity, lastAnswer)
    }

    /// Records a call for help or an answer, after which nobody need ask why the dweller was not active.
    mutating func noteAnswer(at now: Instant) {
        lastAnswer = now
        waiting.remove(.inactivity)
    }

    /// Stores the dweller's place as a device reports it; without a report the last place stays.
    mutating func note(_ place: Place?, at now: Instant) {
        guard let place else { return }
        (self.place, placeAt) = (place, now)
    }

    /// Takes a reading; outside the acknowledged range, it and later ones alert again.
    mutating func note(_ reading: GlucoseReading) {
        guard let care = glucoseCare, !care.goesOn(after: settings.glucose?.side(of: reading)) else { return }
        glucoseCare = nil
    }

    /// Records that a member looks after the dweller because of a reading.
    mutating func noteCare(of reading: GlucoseReading, at now: Instant) {
        glucoseCare = settings.glucose?.side(of: reading).map { GlucoseAcknowledgement(side: $0, since: now) }
    }

    /// Accounts for a pause, in which the dweller was not watched, before other settings are applied.
    mutating func notePause(at now: Instant) {
        guard let end = settings.pausedUntil, let from = watchedFrom else { return }
        watchedFrom = max(from, min(end, now))
    }

    /// Whether the relay has days to judge, or signals that wait.
    var isJudged: Bool { settings.wellness != nil && watchedFrom != nil || !waiting.isEmpty }

    /// A day's summary from the stored signs; nil for a day that was not watched from its beginning.
    func account(of date: LocalDate, absences: [Absence], in zone: ZoneRules) -> WellnessDay? {
        guard let watchedFrom else { return nil }
        return WellnessDay(
            date: date,
            activity: signs,
            watchedFrom: max(watchedFrom, settings.pausedUntil ?? watchedFrom),
            quietHours: settings.quietHours,
            absences: absences,
            in: zone
        )
    }

    /// Stores a sign of activity, the latest one.
    ///
    /// Signs with a later time were recorded by a clock that was ahead, and are moved to this one. A sign between two
    /// others less than an hour apart tells nothing about a day's stillness, where an hour is the least that counts.
    mutating func note(_ sign: Instant) {
        // The next sign corrects a clock that was ahead.
        watchedFrom = min(watchedFrom ?? signs.first ?? sign, sign)
        lastActivity = sign
        // Whoever is active again needs nobody to ask why they were not.
        waiting.remove(.inactivity)
        signs.removeAll { $0 >= sign }
        if signs.count >= 2, sign - signs[signs.count - 2] < CareLimits.stillness.lowerBound { signs.removeLast() }
        signs.append(sign)
        signs.removeFirst(max(signs.count - Self.signsLimit, 0))
    }
}
