package import AlarmCore
package import AlarmWire
import Engine
package import Storage

/// The stored form of a care circle's alert, sealed as a whole; it outlives the alarm that raised it.
package struct CareAlertRecord: RecordBody, Hashable {
    package static let kind = Document.Kind.alert

    /// The kind of signal.
    package var kind: CareSignal.Kind
    /// The glucose reading, in mg/dL.
    package var reading: Int?
    /// The state of the alert; ``CareAlertView/State/counting`` while it is open.
    package var state: CareAlertView.State
    /// The reason why no alert was raised.
    package var held: CareSettings.Reason?
    /// The time at which the signal came, or the dweller was asked.
    package var at: Instant
    /// The time at which members are told unless the dweller cancels the alert.
    package var due: Instant?
    /// The time at which the dweller last signalled it again, after everybody had been told in vain; nil for never.
    package var restartedAt: Instant?
    /// The dweller's place.
    package var place: Place?
    /// The time at which a device last reported the place.
    package var placeAt: Instant?
    /// The number of people who may know of the alert.
    package var audience: Int
    /// The time at which the alert ended.
    package var endedAt: Instant?
    /// The person who ended it.
    package var endedBy: PersonID?
    /// The name of that person at the time.
    package var endedName: String?
    /// The time at which somebody said that the answered alert is over.
    package var resolvedAt: Instant?
    /// The name of that person at the time.
    package var resolvedName: String?
    /// The time at which whoever had acknowledged it left the circle, and it began again as another alert.
    package var leftAt: Instant?
    /// The alert that began again as this one.
    package var continues: DocumentID?
    /// Who was told, by which channel and when, oldest first.
    package var told: [CareTold] = []
    /// The notes on the alert, oldest first.
    package var notes: [CareNoteRecord] = []

    package init(
        kind: CareSignal.Kind,
        reading: Int? = nil,
        state: CareAlertView.State = .counting,
        held: CareSettings.Reason? = nil,
        at: Instant,
        due: Instant? = nil,
        place: Place?,
        placeAt: Instant? = nil,
        audience: Int
    ) {
        self.kind = kind
        self.reading = reading
        self.state = state
        self.held = held
        self.at = at
        self.due = due
        self.place = place
        self.placeAt = placeAt
        self.audience = audience
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        kind = try object.word("kind")
        reading = try object.optionalInteger("reading", in: 1...1500).map { Int($0) }
        state = try object.word("state")
        held = try object.optionalWord("held")
        at = try object.instant("at")
        due = try object.optionalInstant("due")
        restartedAt = try object.optionalInstant("restartedAt")
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
        audience = Int(try object.integer("audience", in: 0...1024))
        endedAt = try object.optionalInstant("endedAt")
        endedBy = try object.optionalIdentifier("endedBy")
        endedName = try object.optionalString("endedName", bytes: 1...256)
        resolvedAt = try object.optionalInstant("resolvedAt")
        resolvedName = try object.optionalString("resolvedName", bytes: 1...256)
        leftAt = try object.optionalInstant("leftAt")
        continues = try object.optionalIdentifier("continues")
        told = try object.array("told", limit: CareTold.limit)
        notes = try object.optionalMessages("notes", limit: CareNoteRecord.limit) ?? []
    }

    package var json: JSONValue {
        .object(of: [
            "kind": .word(kind),
            "reading": reading.map { .integer($0) },
            "state": .word(state),
            "held": held.map(JSONValue.word),
            "at": .instant(at),
            "due": due.map(JSONValue.instant),
            "restartedAt": restartedAt.map(JSONValue.instant),
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
            "audience": .integer(audience),
            "endedAt": endedAt.map(JSONValue.instant),
            "endedBy": endedBy.map(JSONValue.identifier),
            "endedName": endedName.map(JSONValue.string),
            "resolvedAt": resolvedAt.map(JSONValue.instant),
            "resolvedName": resolvedName.map(JSONValue.string),
            "leftAt": leftAt.map(JSONValue.instant),
            "continues": continues.map(JSONValue.identifier),
            "told": .array(told.map(\.json)),
            "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
        ])
    }

    /// Whether the alert was raised and has not ended.
    var isOpen: Bool { state == .counting }

    /// Whether an answer that a member gave at a time, to an earlier revision, holds for the alert as it stands.
    ///
    /// Where the dweller has signalled it again, one that was kept for lack of a connection may be older than the signal:
    /// whoever gave it did not come.
    func mayBeAnswered(at given: Instant) -> Bool {
        restartedAt.map { given >= $0 - CareLimits.answerLead } ?? false
    }

    /// Those whom a message about the alert has reached, and who can still answer it: they are in the circle, and the
    /// dweller lets them know of such an alert.
    func reached(in roster: CircleRoster) -> Set<PersonID> {
        Set(told.filter { $0.outcome == .sent }.map(\.person))
            .filter { roster.member($0)?.permissions.contains(.alert(kind)) ?? false }
    }

    /// Whether the alert ended without anybody's word that all is well: a member answered it, or nobody did.
    ///
    /// The word about one that began again is said of the other one.
    var needsResolution: Bool { (state == .acknowledged || state == .unanswered) && leftAt == nil }

    /// Why nobody's word that the alert is over is taken.
    var refusalToResolve: String {
        if isOpen { return "this alert is open: the dweller cancels it, or a member acknowledges it, first" }
        return leftAt == nil
            ? "this alert has ended as \(state.rawValue): nothing is left to say"
            : "this alert has begun again as another one, because whoever had acknowledged it left: answer that one"
    }

    /// Whether nothing says that an alert which ended is over.
    ///
    /// Somebody's word does; so does a sign of life after the alert's end, ``CareLimits/settling`` later.
    func isUnresolved(at now: Instant, lastSign: Instant?) -> Bool {
        guard needsResolution, resolvedAt == nil, let endedAt else { return false }
        return now - endedAt < CareLimits.settling || (lastSign ?? endedAt) <= endedAt
    }
}

extension AlarmRow {
    /// Whether the alarm alerts a care circle, or will.
    var isCare: Bool {
        alarm.preset == CareAlertKind().policy.name || isInactivity
    }

    /// Whether the alarm asks a dweller who shows no activity.
    var isInactivity: Bool { alarm.preset == InactivityKind().policy.name }

    /// Whether the dweller was asked whether all is well; until then such an alarm only waits.
    var hasAsked: Bool { isInactivity && alarm.state != .scheduled }

    /// The document of the alert that the alarm raises.
    var alert: DocumentID { DocumentID(of: alarm.id) }
}
