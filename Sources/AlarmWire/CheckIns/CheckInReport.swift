public import AlarmCore

/// How a person's check-in stands: the answer to every request about it.
public struct CheckInReport: Hashable, WireMessage {
    /// One check-in.
    public struct Entry: Hashable, WireMessage {
        /// When it reached the relay.
        public var at: Instant
        /// The IANA zone in which it was given.
        public var timeZone: String?
        /// Where it was given, if that was shared.
        public var place: Place?

        /// Makes an entry.
        public init(at: Instant, timeZone: String? = nil, place: Place? = nil) {
            self.at = at
            self.timeZone = timeZone
            self.place = place
        }

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            at = try object.instant("at")
            timeZone = try object.optionalZone("timeZone")
            place = try object.optionalObject("place")
        }

        /// The object that travels.
        public var json: JSONValue {
            .object(of: [
                "at": .instant(at), "timeZone": timeZone.map(JSONValue.string), "place": place?.json,
            ])
        }
    }

    /// How it stands.
    public var state: CheckInStatus.State
    /// What the person asked for.
    public var settings: CheckInSettings
    /// The deadline; nil when nothing is due.
    public var due: Instant?
    /// When the contacts are told, unless a check-in comes first.
    public var contactsDue: Instant?
    /// Whole seconds to ``due``, negative once it has passed.
    public var remaining: Int64?
    /// How many contacts have confirmed, and so would be told.
    public var contacts: Int
    /// Whether one on the same day came before the check-in that is answered.
    public var isRepeat: Bool
    /// The last check-ins, newest first, at most 30.
    public var history: [Entry]

    /// Makes a report.
    public init(
        state: CheckInStatus.State,
        settings: CheckInSettings,
        due: Instant?,
        contactsDue: Instant?,
        remaining: Int64?,
        contacts: Int,
        isRepeat: Bool = false,
        history: [Entry]
    ) {
        self.state = state
        self.settings = settings
        self.due = due
        self.contactsDue = contactsDue
        self.remaining = remaining
        self.contacts = contacts
        self.isRepeat = isRepeat
        self.history = history
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        state = try object.word("state")
        settings = try object.object("plan")
        due = try object.optionalInstant("due")
        contactsDue = try object.optionalInstant("contactsDue")
        remaining = try object.optionalInteger("remaining", in: .min ... .max)
        contacts = Int(try object.integer("contacts", in: 0...1024))
        isRepeat = try object.optionalBool("repeat") ?? false
        history = try object.array("history", limit: CheckInLimits.kept)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "state": .word(state),
            "plan": settings.json,
            "due": due.map(JSONValue.instant),
            "contactsDue": contactsDue.map(JSONValue.instant),
            "remaining": remaining.map { .integer($0) },
            "contacts": .integer(contacts),
            "repeat": isRepeat ? true : nil,
            "history": .array(history.map(\.json)),
        ])
    }
}
