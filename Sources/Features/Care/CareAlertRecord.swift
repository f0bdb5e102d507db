package import AlarmCore
package import AlarmWire
package import Storage

/// One alert of a care circle, sealed as a whole; it outlives the alarm that raised it.
package struct CareAlertRecord: RecordBody, Hashable {
    package static let kind = Document.Kind.alert

    /// What happened.
    package var kind: CareSignal.Kind
    /// What a glucose sensor said, in mg/dL.
    package var reading: Int?
    /// Where it stands; ``CareAlertView/State/counting`` for as long as it is open.
    package var state: CareAlertView.State
    /// Why no alert was raised.
    package var held: CareSettings.Reason?
    /// When the signal came, or the dweller was asked.
    package var at: Instant
    /// When members are told unless the dweller calls it off.
    package var due: Instant?
    /// Where the dweller was.
    package var place: Place?
    /// When a device last said so.
    package var placeAt: Instant?
    /// How many people could know of it.
    package var audience: Int
    /// When it was over.
    package var endedAt: Instant?
    /// Who ended it.
    package var endedBy: PersonID?
    /// What they were called.
    package var endedName: String?
    /// Who was told by what and when, oldest first.
    package var told: [CareTold] = []
    /// What was said about it, oldest first.
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
        place = try object.optionalObject("place")
        placeAt = try object.optionalInstant("placeAt")
        audience = Int(try object.integer("audience", in: 0...1024))
        endedAt = try object.optionalInstant("endedAt")
        endedBy = try object.optionalIdentifier("endedBy")
        endedName = try object.optionalString("endedName", bytes: 1...256)
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
            "place": place?.json,
            "placeAt": placeAt.map(JSONValue.instant),
            "audience": .integer(audience),
            "endedAt": endedAt.map(JSONValue.instant),
            "endedBy": endedBy.map(JSONValue.identifier),
            "endedName": endedName.map(JSONValue.string),
            "told": .array(told.map(\.json)),
            "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
        ])
    }

    /// Whether it was raised and is not over.
    var isOpen: Bool { state == .counting }
}

extension AlarmRow {
    /// Whether it alerts a care circle, or will.
    var isCare: Bool {
        alarm.preset == EscalationPolicy.careAlert.name || isInactivity
    }

    /// Whether it asks a dweller of whom nothing is heard.
    var isInactivity: Bool { alarm.preset == EscalationPolicy.inactivity.name }

    /// The document of the alert that it raises.
    var alert: DocumentID { DocumentID(of: alarm.id) }
}
