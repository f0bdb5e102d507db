public import AlarmCore

/// The state of a person's check-in: the answer to every request about it.
public struct CheckInReport: Hashable, WireMessage {
    /// One check-in.
    public struct Entry: Hashable, WireMessage {
        /// The time at which it reached the relay.
        public var at: Instant
        /// The IANA zone in which it was made.
        public var timeZone: String?
        /// The place at which it was made, if that was shared.
        public var place: Place?
        /// What it was made with; nil for one that is older than this is kept, or from a newer relay's source.
        public var source: CheckInSource?
        /// The name of the link, for one that was made by a link.
        public var linkName: String?

        /// Makes an entry.
        public init(
            at: Instant,
            timeZone: String? = nil,
            place: Place? = nil,
            source: CheckInSource? = nil,
            linkName: String? = nil
        ) {
            self.at = at
            self.timeZone = timeZone
            self.place = place
            self.source = source
            self.linkName = linkName
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            at = try object.instant("at")
            timeZone = try object.optionalZone("timeZone")
            place = try object.optionalObject("place")
            source = try object.optionalString("via", bytes: 1...32).flatMap { CheckInSource(rawValue: $0) }
            linkName = try object.optionalString("link", bytes: 1...256)
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: [
                "at": .instant(at), "timeZone": timeZone.map(JSONValue.string), "place": place?.json,
                "via": source.map(JSONValue.word), "link": linkName.map(JSONValue.string),
            ])
        }
    }

    /// The present state.
    public var state: CheckInStatus.State
    /// The person's settings.
    public var settings: CheckInSettings
    /// The deadline; nil when nothing is due.
    ///
    /// Until it has passed, with what an absence of the relay has added to it; from then on, the time that was set.
    public var due: Instant?
    /// The time at which the contacts are told, unless a check-in comes first.
    public var contactsDue: Instant?
    /// Whole seconds to ``due``, negative once it has passed.
    public var remaining: Int64?
    /// The number of contacts that have confirmed, and so would be told.
    public var contacts: Int
    /// The number of contacts that have confirmed and that the relay has a way to write to at present.
    public var reachable: Int
    /// The number of contacts whom the person has named and who have not answered the question yet.
    public var asked: Int
    /// The media by which a message that asks one of them has yet to go out; it is tried again.
    public var waiting: Set<Destination.Medium>
    /// The media by which the relay can write to contacts at present, whatever addresses there are; nil from a relay
    /// that does not say.
    public var ways: Set<Destination.Medium>?
    /// The media of the contacts' addresses by which the relay can send nothing at present; what is for those waits.
    public var unreached: Set<Destination.Medium>
    /// The media of the contacts' addresses by which nothing has got through of late.
    public var delayed: [MediumDelay]
    /// What became of telling the contacts; nil before they were to be told.
    public var telling: CheckInTelling?
    /// What became of telling contacts who were told of a missed check-in that the person has answered: that all is well,
    /// or that they asked for more time.
    ///
    /// Until the next check-in, and longer for what has not been sent; empty where nobody was told, and while a later
    /// deadline has passed that the person has not answered.
    public var reassured: [CheckInTelling.Message]
    /// Whether another check-in of the same day came before this one.
    public var isRepeat: Bool
    /// The last check-ins, newest first, at most 30.
    public var history: [Entry]
    /// The times at which the person last asked for more time, newest first, at most 30.
    public var snoozedAt: [Instant]
    /// How often the present deadline was put off; nil from a relay that does not say.
    public var snoozes: Int?

    /// The time at which the person asked for more time, where the present deadline is the one that they put off.
    public var putOffAt: Instant? {
        guard let last = snoozedAt.first, snoozes != 0 else { return nil }
        return history.first.map { $0.at > last } == true ? nil : last
    }

    /// Makes a report.
    public init(
        state: CheckInStatus.State,
        settings: CheckInSettings,
        due: Instant?,
        contactsDue: Instant?,
        remaining: Int64?,
        contacts: Int,
        reachable: Int? = nil,
        asked: Int = 0,
        waiting: Set<Destination.Medium> = [],
        ways: Set<Destination.Medium>? = nil,
        unreached: Set<Destination.Medium> = [],
        delayed: [MediumDelay] = [],
        telling: CheckInTelling? = nil,
        reassured: [CheckInTelling.Message] = [],
        isRepeat: Bool = false,
        history: [Entry],
        snoozedAt: [Instant] = [],
        snoozes: Int? = nil
    ) {
        self.state = state
        self.settings = settings
        self.due = due
        self.contactsDue = contactsDue
        self.remaining = remaining
        self.contacts = contacts
        self.reachable = reachable ?? contacts
        self.asked = asked
        self.waiting = waiting
        self.ways = ways
        self.unreached = unreached
        self.delayed = delayed
        self.telling = telling
        self.reassured = reassured
        self.isRepeat = isRepeat
        self.history = history
        self.snoozedAt = snoozedAt
        self.snoozes = snoozes
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        state = try object.word("state")
        settings = try object.object("plan")
        due = try object.optionalInstant("due")
        contactsDue = try object.optionalInstant("contactsDue")
        remaining = try object.optionalInteger("remaining", in: .min ... .max)
        contacts = Int(try object.integer("contacts", in: 0...1024))
        reachable = try object.optionalInteger("reachable", in: 0...1024).map { Int($0) } ?? contacts
        asked = try object.optionalInteger("asked", in: 0...1024).map { Int($0) } ?? 0
        waiting = try object.optionalWords("waiting") ?? []
        ways = try object.optionalWords("ways")
        unreached = try object.optionalWords("unreached") ?? []
        delayed = try object.optionalObjects("delayed", limit: 8)
        telling = try object.optionalObject("telling")
        reassured = try object.optionalObjects("reassured", limit: 1024)
        isRepeat = try object.optionalBool("repeat") ?? false
        history = try object.array("history", limit: CheckInLimits.kept)
        snoozedAt = try object.optionalInstants("snoozedAt", limit: CheckInLimits.kept) ?? []
        snoozes = try object.optionalInteger("snoozes", in: 0...1000).map { Int($0) }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "state": .word(state),
            "plan": settings.json,
            "due": due.map(JSONValue.instant),
            "contactsDue": contactsDue.map(JSONValue.instant),
            "remaining": remaining.map { .integer($0) },
            "contacts": .integer(contacts),
            "reachable": .integer(reachable),
            "asked": asked > 0 ? .integer(asked) : nil,
            "waiting": waiting.isEmpty ? nil : .words(waiting),
            "ways": ways.map(JSONValue.words),
            "unreached": unreached.isEmpty ? nil : .words(unreached),
            "delayed": delayed.isEmpty ? nil : .array(delayed.map(\.json)),
            "telling": telling?.json,
            "reassured": reassured.isEmpty ? nil : .array(reassured.map(\.json)),
            "repeat": isRepeat ? true : nil,
            "history": .array(history.map(\.json)),
            "snoozedAt": snoozedAt.isEmpty ? nil : .array(snoozedAt.map(JSONValue.instant)),
            "snoozes": snoozes.map { .integer($0) },
        ])
    }
}
