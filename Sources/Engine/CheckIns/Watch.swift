package import AlarmCore
package import AlarmWire
package import Storage

/// What a person asked for about their check-ins, and where the present cycle stands, sealed as a whole.
package struct Watch: RecordBody, Hashable {
    package static let kind = Document.Kind.watch

    /// What the person asked for.
    package var settings: CheckInSettings
    /// When they last checked in.
    package var lastCheckIn: Instant?
    /// From when on the threshold counts.
    package var start: Instant?
    /// When the check-in is overdue.
    package var deadline: Instant?
    /// How many snoozes moved it.
    package var snoozes = 0
    /// The zone that they were last in.
    package var timeZone: String?
    /// The place that they last shared.
    package var place: Place?
    /// The alarm of the present cycle, or of the last one.
    package var alarm: AlarmID?
    /// The rehearsal that was begun last.
    package var rehearsal: AlarmID?
    /// The document of the link by which a script may check in.
    package var link: DocumentID?

    package init(settings: CheckInSettings) {
        self.settings = settings
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        settings = try object.object("plan")
        lastCheckIn = try object.optionalInstant("lastCheckIn")
        start = try object.optionalInstant("start")
        deadline = try object.optionalInstant("deadline")
        snoozes = Int(try object.optionalInteger("snoozes", in: 0...1000) ?? 0)
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        alarm = try object.optionalIdentifier("alarm")
        rehearsal = try object.optionalIdentifier("rehearsal")
        link = try object.optionalIdentifier("link")
    }

    package var json: JSONValue {
        .object(of: [
            "plan": settings.json,
            "lastCheckIn": lastCheckIn.map(JSONValue.instant),
            "start": start.map(JSONValue.instant),
            "deadline": deadline.map(JSONValue.instant),
            "snoozes": .integer(snoozes),
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "alarm": alarm.map(JSONValue.identifier),
            "rehearsal": rehearsal.map(JSONValue.identifier),
            "link": link.map(JSONValue.identifier),
        ])
    }

    /// The cycle, with the plan that the settings make.
    ///
    /// - Throws: ``CheckInError`` where the settings make none.
    func cycle(at now: Instant) throws(CheckInError) -> CheckInCycle {
        CheckInCycle(
            plan: try settings.plan(at: now),
            lastCheckIn: lastCheckIn,
            start: start,
            deadline: deadline,
            snoozes: snoozes
        )
    }

    /// Keeps what has become of the cycle.
    mutating func keep(_ cycle: CheckInCycle) {
        lastCheckIn = cycle.lastCheckIn
        start = cycle.start
        deadline = cycle.deadline
        snoozes = cycle.snoozes
    }
}

extension CheckInSettings {
    /// The plan; a vacation that is over is none.
    ///
    /// - Throws: ``CheckInError``.
    func plan(at now: Instant) throws(CheckInError) -> CheckInPlan {
        let plan = try CheckInPlan(kind: kind, threshold: threshold ?? CheckInLimits.usualThreshold, isOn: isOn)
        guard let pausedUntil, pausedUntil > now else { return plan }
        return try plan.paused(until: pausedUntil, at: now)
    }
}

/// One check-in that was made.
package struct Beat: RecordBody, Hashable {
    package static let kind = Document.Kind.beat

    /// What the person is shown of it.
    package var entry: CheckInReport.Entry

    package init(_ entry: CheckInReport.Entry) {
        self.entry = entry
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        entry = try CheckInReport.Entry(reading: &object)
    }

    package var json: JSONValue { entry.json }
}
