package import AlarmCore
package import AlarmWire
import Engine
package import Storage

/// A person's check-in settings and the state of the present cycle, sealed as a whole.
package struct CheckInRecord: RecordBody, Hashable {
    package static let kind = Document.Kind.watch
    /// The most alarms remembered for having told contacts.
    ///
    /// 100 are more than one person can have within a month, the time for which ended alarms are kept.
    static let toldLimit = 100

    /// The person's settings.
    package var settings: CheckInSettings
    /// The time of the last check-in.
    package var lastCheckIn: Instant?
    /// The time from which the threshold counts.
    package var start: Instant?
    /// The time at which the check-in is overdue.
    package var deadline: Instant?
    /// The number of snoozes that moved the deadline.
    package var snoozes = 0
    /// The time of the last snooze since the last check-in.
    package var putOffAt: Instant?
    /// The times of the last snoozes, oldest first; kept as check-ins are.
    package var snoozedAt: [Instant] = []
    /// The zone in which the person last was.
    package var timeZone: String?
    /// The alarm of the present cycle, or of the last one.
    package var alarm: AlarmID?
    /// Earlier alarms that told contacts who have not yet been told that the person is back, oldest first.
    package var told: [AlarmID] = []
    /// Contacts who were told by alarms that have ended since, and have not yet been told that the person is back.
    ///
    /// Ended alarms are forgotten with their deliveries; these are not.
    package var toldContacts: [ToldContact] = []
    /// The alarms by which contacts who were told hear that the person has answered, oldest first; kept until a check-in
    /// after that was sent, or the plan is changed after another deadline was missed.
    package var reassuring: [AlarmID] = []
    /// The contact who last said that they have reached the person.
    package var reached: CheckInTelling.Reached?
    /// The last rehearsal begun.
    package var rehearsal: AlarmID?
    /// The links by which others may check in for the person, oldest first.
    package var links: [CheckInLinkView] = []
    /// The alarm of the daily reminder.
    package var dailyReminder: AlarmID?

    package init(settings: CheckInSettings) {
        self.settings = settings
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        settings = try object.object("plan")
        lastCheckIn = try object.optionalInstant("lastCheckIn")
        start = try object.optionalInstant("start")
        deadline = try object.optionalInstant("deadline")
        snoozes = Int(try object.optionalInteger("snoozes", in: 0...1000) ?? 0)
        putOffAt = try object.optionalInstant("putOffAt")
        snoozedAt = try object.optionalInstants("snoozedAt", limit: CheckInLimits.kept) ?? []
        timeZone = try object.optionalZone("timeZone")
        alarm = try object.optionalIdentifier("alarm")
        told = (try object.optionalObjects("told", limit: Self.toldLimit) as [ContactNotification]? ?? []).map(\.alarm)
        toldContacts = try object.optionalObjects("toldContacts", limit: Self.toldLimit)
        reassuring = (try object.optionalObjects("reassuring", limit: Self.toldLimit) as [ContactNotification]? ?? [])
            .map(\.alarm)
        reached = try object.optionalObject("reached")
        rehearsal = try object.optionalIdentifier("rehearsal")
        links = try object.optionalObjects("links", limit: CheckInLinkList.limit)
        // Before links had names there was one.
        if let link: DocumentID = try object.optionalIdentifier("link") {
            links.insert(CheckInLinkView(id: link, name: CheckIns.defaultLink), at: 0)
        }
        dailyReminder = try object.optionalIdentifier("dailyReminder")
    }

    package var json: JSONValue {
        .object(of: [
            "plan": settings.json,
            "lastCheckIn": lastCheckIn.map(JSONValue.instant),
            "start": start.map(JSONValue.instant),
            "deadline": deadline.map(JSONValue.instant),
            "snoozes": .integer(snoozes),
            "putOffAt": putOffAt.map(JSONValue.instant),
            "snoozedAt": snoozedAt.isEmpty ? nil : .array(snoozedAt.map(JSONValue.instant)),
            "timeZone": timeZone.map(JSONValue.string),
            "alarm": alarm.map(JSONValue.identifier),
            "told": told.isEmpty ? nil : .array(told.map { ContactNotification(alarm: $0).json }),
            "toldContacts": toldContacts.isEmpty ? nil : .array(toldContacts.map(\.json)),
            "reassuring": reassuring.isEmpty ? nil : .array(reassuring.map { ContactNotification(alarm: $0).json }),
            "reached": reached?.json,
            "rehearsal": rehearsal.map(JSONValue.identifier),
            "links": links.isEmpty ? nil : .array(links.map(\.json)),
            "dailyReminder": dailyReminder.map(JSONValue.identifier),
        ])
    }

    /// The cycle of the settings' plan, as of its alarm, whose deadline includes absences of the relay.
    ///
    /// - Throws: ``CheckInError`` where the settings make no valid plan.
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

    /// Whether an alarm is the present cycle's, or told contacts who do not know yet that the person is back.
    func concerns(_ alarm: AlarmID) -> Bool {
        self.alarm == alarm || told.contains(alarm)
    }

    /// Who has reached the person since these deliveries told contacts; nil for one who did so after an earlier deadline.
    func reached(after deliveries: [DeliveryRow]) -> CheckInTelling.Reached? {
        guard let reached else { return nil }
        return deliveries.contains { $0.order.stage == .alert && $0.createdAt > reached.at } ? nil : reached
    }

    /// Whether a contact has said that they have reached the person since an alarm, with these deliveries, told contacts.
    ///
    /// The time at which it did so stays where it was, while ``Storage/AlarmRow/telling`` moves with the later steps when
    /// the relay was away.
    func isReached(after row: AlarmRow, _ deliveries: [DeliveryRow]) -> Bool {
        guard let reached else { return false }
        let alerts = deliveries.filter { $0.order.stage == .alert && $0.order.epoch == row.alarm.epoch }
        guard let first = alerts.map(\.createdAt).min() ?? row.telling else { return false }
        return reached.at >= first
    }

    /// Keeps whom these deliveries have told, until they are told that the person is back.
    mutating func keep(toldBy deliveries: [DeliveryRow]) {
        let told = deliveries.compactMap { ToldContact($0.order.destination) }
        for contact in told where !toldContacts.contains(contact) { toldContacts.append(contact) }
        toldContacts = toldContacts.suffix(Self.toldLimit)
    }

    /// Notes a snooze.
    mutating func noteSnooze(at now: Instant, keptFor retention: Span) {
        putOffAt = now
        snoozedAt.append(now)
        forgetSnoozes(olderThan: retention, at: now)
    }

    /// Forgets the times of snoozes that are as old as check-ins become.
    mutating func forgetSnoozes(olderThan retention: Span, at now: Instant) {
        snoozedAt = snoozedAt.filter { now - $0 <= retention }.suffix(CheckInLimits.kept)
    }

    /// Stores the state of the cycle.
    mutating func save(_ cycle: CheckInCycle) {
        lastCheckIn = cycle.lastCheckIn
        start = cycle.start
        deadline = cycle.deadline
        snoozes = cycle.snoozes
    }
}

/// An address of a contact who was told that no check-in came.
package struct ToldContact: WireMessage, Hashable {
    /// The contact.
    package var contact: ContactID
    /// The kind of address.
    package var medium: Destination.Medium

    /// Takes over a destination; nil for a device.
    init?(_ destination: Destination) {
        guard case .contact(let contact, let medium) = destination else { return nil }
        self.contact = contact
        self.medium = medium
    }

    /// Reads the stored form.
    package init(reading object: inout ObjectReader) throws(WireError) {
        contact = try object.identifier("contact")
        medium = try object.word("medium")
    }

    /// The stored form.
    package var json: JSONValue { .object(of: ["contact": .identifier(contact), "medium": .word(medium)]) }

    /// The destination of a message to the address.
    var destination: Destination { .contact(contact, medium) }
}

/// The stored reference to an alarm that told contacts.
private struct ContactNotification: WireMessage {
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
    /// The time at which the alarm tells contacts that no check-in came, with what delayed it; nil for an alarm of another
    /// kind.
    var telling: Instant? {
        EscalationPolicy.checkInKind(of: alarm.preset).map { alarm.base + $0.wait }
    }
}

extension CheckInStatus.State {
    /// Whether a deadline has passed that the person has not answered.
    var isMissed: Bool {
        switch self {
        case .due, .expired, .escalated: true
        case .off, .new, .paused, .normal, .warning, .checkedIn: false
        }
    }
}

extension CheckInSettings {
    /// The plan of the settings, without a vacation that is over.
    ///
    /// - Throws: ``CheckInError``.
    func plan(at now: Instant) throws(CheckInError) -> CheckInPlan {
        let plan = try CheckInPlan(kind: kind, threshold: threshold ?? CheckInLimits.defaultThreshold, isOn: isOn)
        guard let pausedUntil, pausedUntil > now else { return plan }
        return try plan.paused(until: pausedUntil, at: now)
    }
}

/// The stored form of one check-in.
package struct RecordedCheckIn: RecordBody, Hashable {
    package static let kind = Document.Kind.beat

    /// The entry as shown to the person.
    package var entry: CheckInReport.Entry

    package init(_ entry: CheckInReport.Entry) {
        self.entry = entry
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        entry = try CheckInReport.Entry(reading: &object)
    }

    package var json: JSONValue { entry.json }
}
