public import AlarmCore

/// `POST /v1/check-ins/links`: a link by which a script, a button or another person checks in for the caller.
public struct NewCheckInLink: Hashable, WireMessage {
    /// The name by which the history shows what checked in, 1 to 64 characters, different from those of other links.
    public var name: String

    /// Makes a request.
    public init(name: String) {
        self.name = name
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        name = try object.personName("name")
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["name": .string(name)]) }
}

/// A link by which somebody checks in for a person.
public struct CheckInLinkView: Hashable, WireMessage {
    /// Identifier.
    public var id: DocumentID
    /// The name by which the history shows what checked in.
    public var name: String
    /// The time at which it was made; nil for one that is older than names are.
    public var since: Instant?
    /// The time of the last check-in by it.
    public var usedAt: Instant?

    /// Makes a view.
    public init(id: DocumentID, name: String, since: Instant? = nil, usedAt: Instant? = nil) {
        self.id = id
        self.name = name
        self.since = since
        self.usedAt = usedAt
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("linkId")
        name = try object.personName("name")
        since = try object.optionalInstant("since")
        usedAt = try object.optionalInstant("usedAt")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "linkId": .identifier(id),
            "name": .string(name),
            "since": since.map(JSONValue.instant),
            "usedAt": usedAt.map(JSONValue.instant),
        ])
    }
}

/// The response of `GET /v1/check-ins/links`: the caller's links, without the URLs, which are shown once.
public struct CheckInLinkList: Hashable, WireMessage {
    /// The most links of one person.
    public static let limit = 16

    /// The links, oldest first.
    public var links: [CheckInLinkView]

    /// Makes a list.
    public init(links: [CheckInLinkView]) {
        self.links = links
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        links = try object.array("links", limit: Self.limit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["links": .array(links.map(\.json))]) }
}

/// The response of `POST /v1/check-ins/links`, and of `POST /v1/check-ins/link`: a new link, with its URL.
public struct CheckInLink: Hashable, WireMessage {
    /// The URL: a `GET` shows a page, a `POST` checks in.
    ///
    /// Whoever has it can check in.
    public var url: String
    /// The link.
    public var link: CheckInLinkView

    /// Creates a response.
    public init(url: String, link: CheckInLinkView) {
        self.url = url
        self.link = link
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        url = try object.string("url", bytes: 1...2048)
        link = try object.object("link")
    }

    /// The JSON object.
    public var json: JSONValue { .object(of: ["url": .string(url), "link": link.json]) }
}
