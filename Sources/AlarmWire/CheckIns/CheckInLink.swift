/// The response of `POST /v1/check-ins/link`: a URL by which a script can check in; replaces any earlier one.
public struct CheckInLink: Hashable, WireMessage {
    /// The URL: a `GET` shows a page, a `POST` checks in.
    public var url: String

    /// Creates a response.
    public init(url: String) {
        self.url = url
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        url = try object.string("url", bytes: 1...2048)
    }

    /// The JSON object.
    public var json: JSONValue { .object(of: ["url": .string(url)]) }
}
