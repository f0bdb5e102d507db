/// Something that can be read from a JSON object.
public protocol WireDecodable: Sendable {
    /// Reads the members it knows; whoever made the reader then calls ``ObjectReader/finish()``.
    init(reading object: inout ObjectReader) throws(WireError)
}

/// Something that can be written as JSON.
public protocol WireEncodable: Sendable {
    /// The JSON that travels.
    var json: JSONValue { get }
}

/// Something that travels in both directions of its own code: what is written can be read.
public typealias WireMessage = WireDecodable & WireEncodable

extension WireDecodable {
    /// Reads a whole JSON text, strictly: a name that nobody knows is an error.
    ///
    /// - Throws: what is wrong and where.
    public init(wire text: [UInt8], limits: JSONLimits = .request) throws(WireError) {
        try self.init(json: JSONValue(parsing: text, limits: limits))
    }

    /// Reads a parsed value, strictly.
    ///
    /// - Parameters:
    ///   - value: the value; nil is reported as missing.
    ///   - pointer: where it was found, for errors: `/body` for what lies in an envelope.
    /// - Throws: what is wrong and where.
    public init(json value: JSONValue?, at pointer: String = "") throws(WireError) {
        var object = try ObjectReader(value, at: pointer)
        try self.init(reading: &object)
        try object.finish()
    }
}

extension WireEncodable {
    /// The JSON text that travels.
    public var wire: [UInt8] { json.text }
}
