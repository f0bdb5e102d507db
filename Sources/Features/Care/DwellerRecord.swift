package import AlarmCore
package import AlarmWire
package import Storage

/// What the dweller of a care circle asked for, and what was last heard of them, sealed as a whole.
package struct CareWatch: RecordBody, Hashable {
    package static let kind = Document.Kind.careSettings
    /// How many signs of activity are kept at most: those of a few days.
    static let signsLimit = 1000

    /// What the dweller set.
    package var settings: CareSettings
    /// The latest sign of activity.
    package var lastActivity: Instant?
    /// From when on every sign of activity was noted: the first one, or the end of a pause that was ended.
    package var watchedFrom: Instant?
    /// The zone that the dweller was last in.
    package var timeZone: String?
    /// The place that a device last reported.
    package private(set) var place: Place?
    /// When it did.
    package private(set) var placeAt: Instant?
    /// That a member looks after readings beyond a threshold.
    package var glucoseCare: GlucoseCare?
    /// The alarm that asks the dweller when nothing is heard.
    package var alarm: AlarmID?
    /// Signs of activity on days of which no account was made yet, oldest first.
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
        watchedFrom = try object.optionalInstant("watchedFrom")
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
        alarm = try object.optionalIdentifier("alarm")
        if let side: GlucoseThresholds.Side = try object.optionalWord("glucoseSide"),
            let since = try object.optionalInstant("glucoseSince")
        {
            glucoseCare = GlucoseCare(side: side, since: since)
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
            "watchedFrom": watchedFrom.map(JSONValue.instant),
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
            "alarm": alarm.map(JSONValue.identifier),
            "glucoseSide": glucoseCare.map { .word($0.side) },
            "glucoseSince": glucoseCare.map { .instant($0.since) },
            "signs": signs.isEmpty ? nil : .array(signs.map(JSONValue.instant)),
            "days": history.days.isEmpty ? nil : .array(history.days.map(\.json)),
            "alertedOn": history.alertedOn.map { .string($0.iso8601) },
        ])
    }

    /// Keeps where a device says that the dweller is; none leaves the last place as it is.
    mutating func note(_ place: Place?, at now: Instant) {
        guard let place else { return }
        (self.place, placeAt) = (place, now)
    }

    /// Takes a reading: one that lies elsewhere than what a member acknowledged is news again, and so are those after it.
    mutating func note(_ reading: GlucoseReading) {
        guard let care = glucoseCare, !care.goesOn(after: settings.glucose?.side(of: reading)) else { return }
        glucoseCare = nil
    }

    /// Takes that a member looks after the dweller because of a reading.
    mutating func noteCare(of reading: GlucoseReading, at now: Instant) {
        glucoseCare = settings.glucose?.side(of: reading).map { GlucoseCare(side: $0, since: now) }
    }

    /// Takes to heart, before other settings are made, that nobody watched the dweller during a pause.
    mutating func notePause(at now: Instant) {
        guard let end = settings.pausedUntil, let from = watchedFrom else { return }
        watchedFrom = max(from, min(end, now))
    }

    /// The account of a day by the signs that are kept; nil for one that was not watched from its beginning.
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

    /// Keeps a sign of activity, the latest one.
    ///
    /// What lies after it was noted by a clock that was ahead, and counts no more than it does. One between two others that are less than an hour apart says nothing of the stillness of a day, of which an hour is
    /// the least that counts.
    mutating func note(_ sign: Instant) {
        // A clock that was ahead is set right by the next sign.
        watchedFrom = min(watchedFrom ?? signs.first ?? sign, sign)
        lastActivity = sign
        signs.removeAll { $0 >= sign }
        if signs.count >= 2, sign - signs[signs.count - 2] < CareLimits.stillness.lowerBound { signs.removeLast() }
        signs.append(sign)
        signs.removeFirst(max(signs.count - Self.signsLimit, 0))
    }
}
