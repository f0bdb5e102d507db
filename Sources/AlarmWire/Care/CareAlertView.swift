public import AlarmCore

/// One alert of a care circle, as one of its people may see it.
public struct CareAlertView: Hashable, WireMessage {
    /// The state of an alert.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// No alert was raised; ``CareAlertView/held`` says why.
        case held
        /// The dweller is asked, and nobody else is told yet.
        case counting
        /// Members are being told, or were and can still answer.
        case alerting
        /// A member looks after the dweller.
        case acknowledged
        /// The dweller called it off.
        case cancelled
        /// Everybody was told, and nobody answered within a day.
        case unanswered
        /// The circle ended, and the alert with it.
        case ended
    }

    /// How far the members have been told of an alert that is alerting.
    public enum Telling: String, CaseIterable, Hashable, Sendable {
        /// They are being told.
        case underWay = "under-way"
        /// Some were told and can still answer, and nobody is being told at present.
        case done
        /// No message has reached anybody who can still answer, which is a member whom the dweller lets know of it: none is
        /// on its way, or every step was taken in vain.
        case failed
    }

    /// Identifier; that of the alarm if an alert was raised, to which receipts are sent.
    public var id: DocumentID
    /// The care circle.
    public var circle: CircleID
    /// The kind of signal.
    public var kind: CareSignal.Kind
    /// The reading of a glucose sensor, in mg/dL.
    public var reading: Int?
    /// The present state.
    public var state: State
    /// The reason why no alert was raised.
    public var held: CareSettings.Reason?
    /// The time of the signal, or of the question to the dweller.
    public var at: Instant
    /// The time at which members are told unless the dweller calls it off.
    public var due: Instant?
    /// How far the members have been told; nil unless the alert is ``State/alerting``.
    public var telling: Telling?
    /// The number of people who are told of it: at present while it is open, and at its beginning once it has ended.
    public var audience: Int
    /// The dweller's place, for those who may know it.
    public var place: Place?
    /// The time at which a device last reported the place.
    public var placeAt: Instant?
    /// The time at which it ended: somebody acknowledged it or called it off, or nobody did in time.
    public var endedAt: Instant?
    /// The display name of the person who ended it.
    public var endedBy: String?
    /// The time at which somebody said that an acknowledged or unanswered alert is over.
    public var resolvedAt: Instant?
    /// The display name of that person.
    public var resolvedBy: String?
    /// The time at which whoever had acknowledged it left the circle, and it began again as another alert.
    public var leftAt: Instant?
    /// The alert that began again as this one.
    public var continues: DocumentID?
    /// The records of who was told, how and when, oldest first; a member who may not read the history sees only their
    /// own.
    public var told: [CareTold]
    /// The notes about it, sealed for the caller, oldest first.
    public var notes: [CareNoteView]
    /// A notice in the caller's language: this is not a medical device and does not replace emergency services.
    public var notice: String

    /// Makes a view.
    public init(
        id: DocumentID,
        circle: CircleID,
        kind: CareSignal.Kind,
        reading: Int? = nil,
        state: State,
        held: CareSettings.Reason? = nil,
        at: Instant,
        due: Instant? = nil,
        telling: Telling? = nil,
        audience: Int,
        place: Place? = nil,
        placeAt: Instant? = nil,
        endedAt: Instant? = nil,
        endedBy: String? = nil,
        resolvedAt: Instant? = nil,
        resolvedBy: String? = nil,
        leftAt: Instant? = nil,
        continues: DocumentID? = nil,
        told: [CareTold] = [],
        notes: [CareNoteView] = [],
        notice: String
    ) {
        self.id = id
        self.circle = circle
        self.kind = kind
        self.reading = reading
        self.state = state
        self.held = held
        self.at = at
        self.due = due
        self.telling = telling
        self.audience = audience
        self.place = place
        self.placeAt = placeAt
        self.endedAt = endedAt
        self.endedBy = endedBy
        self.resolvedAt = resolvedAt
        self.resolvedBy = resolvedBy
        self.leftAt = leftAt
        self.continues = continues
        self.told = told
        self.notes = notes
        self.notice = notice
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("alertId")
        circle = try object.identifier("circleId")
        kind = try object.word("kind")
        let range = Int64(CareLimits.glucoseReadings.lowerBound)...Int64(CareLimits.glucoseReadings.upperBound)
        reading = try object.optionalInteger("reading", in: range).map { Int($0) }
        state = try object.word("state")
        held = try object.optionalWord("held")
        at = try object.instant("at")
        due = try object.optionalInstant("due")
        telling = try object.optionalWord("telling")
        audience = try object.integer("audience", in: 0...Circle.largestSize)
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
        endedAt = try object.optionalInstant("endedAt")
        endedBy = try object.optionalString("endedBy", bytes: 1...256)
        resolvedAt = try object.optionalInstant("resolvedAt")
        resolvedBy = try object.optionalString("resolvedBy", bytes: 1...256)
        leftAt = try object.optionalInstant("leftAt")
        continues = try object.optionalIdentifier("continues")
        told = try object.array("told", limit: CareTold.limit)
        notes = try object.optionalMessages("notes", limit: Circle.largestSize) ?? []
        notice = try object.string("notice")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "alertId": .identifier(id),
            "circleId": .identifier(circle),
            "kind": .word(kind),
            "reading": reading.map { .integer($0) },
            "state": .word(state),
            "held": held.map(JSONValue.word),
            "at": .instant(at),
            "due": due.map(JSONValue.instant),
            "telling": telling.map(JSONValue.word),
            "audience": .integer(audience),
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
            "endedAt": endedAt.map(JSONValue.instant),
            "endedBy": endedBy.map(JSONValue.string),
            "resolvedAt": resolvedAt.map(JSONValue.instant),
            "resolvedBy": resolvedBy.map(JSONValue.string),
            "leftAt": leftAt.map(JSONValue.instant),
            "continues": continues.map(JSONValue.identifier),
            "told": .array(told.map(\.json)),
            "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
            "notice": .string(notice),
        ])
    }
}
