/// `POST /v1/check-ins/link`: an address by which a script can check in for the person, in place of any earlier one.
public struct CheckInLink: Hashable, WireMessage {
    /// The address: a `GET` shows a page, a `POST` checks in.
    public var url: String

    /// Makes an answer.
    public init(url: String) {
        self.url = url
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        url = try object.string("url", bytes: 1...2048)
    }

    /// The object that travels.
    public var json: JSONValue { .object(of: ["url": .string(url)]) }
}
