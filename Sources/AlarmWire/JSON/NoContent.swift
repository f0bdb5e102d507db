/// The body of a request that says all with its path: absent, or `{}`.
public struct NoContent: Hashable, WireMessage {
    /// Makes an empty body.
    public init() {}

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {}

    /// Reads a body that need not be there.
    public init(json value: JSONValue?, at pointer: String = "") throws(WireError) {
        self.init()
        guard let value else { return }
        try ObjectReader(value, at: pointer).finish()
    }

    /// The object that travels.
    public var json: JSONValue { .object(JSONObject()) }
}
