public import AlarmCore

/// `PUT /v1/circles/{id}/introductions/{person}`: the member keys of a circle, sealed for one of its people (PA1
/// section 4).
public struct Introduction: Hashable, WireMessage {
    /// The member keys that the caller knows, sealed for the person; see ``IntroducedKeys``.
    public var box: SealedText

    /// Makes a request.
    public init(box: SealedText) {
        self.box = box
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        box = try object.sealed("box", limit: SealedText.parcelLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["box": .sealed(box)]) }
}

/// `GET /v1/circles/{id}/introductions`: the introductions that other people in a circle, and the caller's own devices,
/// sealed for the caller.
public struct IntroductionList: Hashable, WireMessage {
    /// One introduction.
    public struct Entry: Hashable, WireMessage {
        /// The introducing person; the caller, for an introduction that one of their devices left for the others.
        public var from: PersonID
        /// The sealed content; see ``IntroducedKeys``.
        public var box: SealedText

        /// Makes an entry.
        public init(from: PersonID, box: SealedText) {
            self.from = from
            self.box = box
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            from = try object.identifier("from")
            box = try object.sealed("box", limit: SealedText.parcelLimit)
        }

        /// The JSON object on the wire.
        public var json: JSONValue { .object(of: ["from": .identifier(from), "box": .sealed(box)]) }
    }

    /// The introductions, in the order in which they were first left.
    public var introductions: [Entry]

    /// Makes a list.
    public init(introductions: [Entry]) {
        self.introductions = introductions
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        introductions = try object.array("introductions", limit: Circle.largestSize)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["introductions": .array(introductions.map(\.json))]) }
}

/// The content of an introduction, once it is opened.
public struct IntroducedKeys: Hashable, WireMessage {
    /// The type of sealed text.
    public static let type = "introduction"

    /// The member keys, the introducer's own among them.
    public var members: [MemberKey]
    /// Whether the family lets the relay read titles, as its people say: the relay's own claim is not trusted.
    public var letsTitlesBeRead: Bool

    /// Makes an introduction.
    public init(members: [MemberKey], letsTitlesBeRead: Bool = false) {
        self.members = members
        self.letsTitlesBeRead = letsTitlesBeRead
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", Self.type)
        members = try object.array("members", limit: Circle.largestSize)
        letsTitlesBeRead = try object.optionalBool("titles") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "type": .string(Self.type),
            "members": .array(members.map(\.json)),
            "titles": letsTitlesBeRead ? true : nil,
        ])
    }
}
