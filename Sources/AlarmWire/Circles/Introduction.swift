public import AlarmCore

/// `PUT /v1/circles/{id}/introductions/{person}`: who is who in a circle, sealed for one of its people (PA1 section 4).
public struct Introduction: Hashable, WireMessage {
    /// The member keys that the caller knows, sealed for the person; see ``IntroducedKeys``.
    public var box: SealedText

    /// Makes a request.
    public init(box: SealedText) {
        self.box = box
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        box = try object.sealed("box", limit: SealedText.parcelLimit)
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["box": .sealed(box)]) }
}

/// `GET /v1/circles/{id}/introductions`: what others in a circle, and the caller's own devices, have sealed for the caller.
public struct IntroductionList: Hashable, WireMessage {
    /// One of them.
    public struct Entry: Hashable, WireMessage {
        /// Who introduces; the caller's own person for what one of their devices has left for the others.
        public var from: PersonID
        /// What is sealed; see ``IntroducedKeys``.
        public var box: SealedText

        /// Makes an entry.
        public init(from: PersonID, box: SealedText) {
            self.from = from
            self.box = box
        }

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            from = try object.identifier("from")
            box = try object.sealed("box", limit: SealedText.parcelLimit)
        }

        /// The object that travels.
        public var json: JSONValue { .object(of: ["from": .identifier(from), "box": .sealed(box)]) }
    }

    /// In the order in which they were first left.
    public var introductions: [Entry]

    /// Makes a list.
    public init(introductions: [Entry]) {
        self.introductions = introductions
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        introductions = try object.array("introductions", limit: Circle.largestSize)
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["introductions": .array(introductions.map(\.json))]) }
}

/// What an introduction says, once it is opened.
public struct IntroducedKeys: Hashable, WireMessage {
    /// What kind of sealed text it is.
    public static let type = "introduction"

    /// Who is who, the introducer among them.
    public var members: [MemberKey]
    /// Whether the family lets the relay read titles, by the word of its people: a relay's own word is not enough.
    public var letsTitlesBeRead: Bool

    /// Says who is who.
    public init(members: [MemberKey], letsTitlesBeRead: Bool = false) {
        self.members = members
        self.letsTitlesBeRead = letsTitlesBeRead
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", Self.type)
        members = try object.array("members", limit: Circle.largestSize)
        letsTitlesBeRead = try object.optionalBool("titles") ?? false
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "type": .string(Self.type),
            "members": .array(members.map(\.json)),
            "titles": letsTitlesBeRead ? true : nil,
        ])
    }
}
