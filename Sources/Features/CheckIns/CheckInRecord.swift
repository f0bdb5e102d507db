package import AlarmCore
package import AlarmWire
package import Storage

/// What a person asked for about their check-ins, and where the present cycle stands, sealed as a whole.
package struct Watch: RecordBody, Hashable {
    package static let kind = Document.Kind.watch
    /// How many alarms are remembered at most by which contacts were told: more than a person leaves behind in a month, the
    /// time for which alarms that have ended are kept.
    static let toldLimit = 100

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
    /// The alarm of the present cycle, or of the last one.
    package var alarm: AlarmID?
    /// Alarms before it by which contacts were told who have not heard yet that the person is back, oldest first.
    package var told: [AlarmID] = []
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
        alarm = try object.optionalIdentifier("alarm")
        told = (try object.optionalObjects("told", limit: Self.toldLimit) as [Telling]? ?? []).map(\.alarm)
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
            "alarm": alarm.map(JSONValue.identifier),
            "told": told.isEmpty ? nil : .array(told.map { Telling(alarm: $0).json }),
            "rehearsal": rehearsal.map(JSONValue.identifier),
            "link": link.map(JSONValue.identifier),
        ])
    }

    /// The cycle, with the plan that the settings make, as it stands by its alarm, which knows what absences added.
    ///
    /// - Throws: ``CheckInError`` where the settings make none.
    func cycle(at now: Instant, by row: AlarmRow?) throws(CheckInError) -> CheckInCycle {
        let cycle = CheckInCycle(
            plan: try settings.plan(at: now),
            lastCheckIn: lastCheckIn,
            start: start,
            deadline: deadline,
            snoozes: snoozes
        )
        return row?.telling.map { cycle.moved(to: $0) } ?? cycle
    }

    /// Whether an alarm stands for what is watched, or told contacts who do not know yet that the person is back.
    func concerns(_ alarm: AlarmID) -> Bool {
        self.alarm == alarm || told.contains(alarm)
    }

    /// Keeps what has become of the cycle.
    mutating func keep(_ cycle: CheckInCycle) {
        lastCheckIn = cycle.lastCheckIn
        start = cycle.start
        deadline = cycle.deadline
        snoozes = cycle.snoozes
    }
}

/// An alarm by which contacts were told, as it is kept.
private struct Telling: WireMessage {
    var alarm: AlarmID

    init(alarm: AlarmID) {
        self.alarm = alarm
    }

    init(reading object: inout ObjectReader) throws(WireError) {
        alarm = try object.identifier("alarm")
    }

    var json: JSONValue { .object(of: ["alarm": .identifier(alarm)]) }
}

extension AlarmRow {
    /// When it tells a person's contacts that no check-in came; nil for an alarm that stands for something else.
    var telling: Instant? {
        EscalationPolicy.checkInKind(of: alarm.preset).map { alarm.base + $0.wait }
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
