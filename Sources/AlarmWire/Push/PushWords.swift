/// What a notification says, where the relay and not the app has the words.
public struct PushWords: Hashable, WireMessage {
    /// A few words.
    public var title: String
    /// One or two sentences.
    public var body: String

    /// Makes words.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        title = try object.string("title", bytes: 0...1024)
        body = try object.string("body", bytes: 0...2048)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["title": .string(title), "body": .string(body)])
    }
}
