/// A value that can be read from a JSON object.
public protocol WireDecodable: Sendable {
    /// Reads the known members; the creator of the reader then calls ``ObjectReader/finish()``.
    init(reading object: inout ObjectReader) throws(WireError)

    /// Reads a parsed value strictly; nil is an error unless the message may be absent.
    init(json value: JSONValue?, at pointer: String) throws(WireError)
}

/// A value that can be written as JSON.
public protocol WireEncodable: Sendable {
    /// The JSON on the wire.
    var json: JSONValue { get }
}

/// A value that can be both written and read back.
public typealias WireMessage = WireDecodable & WireEncodable

extension WireDecodable {
    /// Reads a whole JSON text, strictly: an unknown name is an error.
    ///
    /// - Throws: what is wrong and where.
    public init(wire text: [UInt8], limits: JSONLimits = .request) throws(WireError) {
        try self.init(json: JSONValue(parsing: text, limits: limits))
    }

    /// Reads a parsed value, strictly.
    ///
    /// - Parameters:
    ///   - value: the value; nil is reported as missing.
    ///   - pointer: its location, for errors: `/body` for a value inside an envelope.
    /// - Throws: what is wrong and where.
    public init(json value: JSONValue?, at pointer: String = "") throws(WireError) {
        var object = try ObjectReader(value, at: pointer)
        try self.init(reading: &object)
        try object.finish()
    }
}

extension WireEncodable {
    /// The JSON text on the wire.
    public var wire: [UInt8] { json.text }
}

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
