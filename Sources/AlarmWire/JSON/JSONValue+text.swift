extension JSONValue {
    /// Parses a JSON text strictly.
    ///
    /// - Parameters:
    ///   - text: UTF-8 bytes; the whole of them has to be one value, with white space around it at most.
    ///   - limits: what is refused for its size.
    /// - Throws: what is wrong, with the pointer of the value in which it was met and the offset of the byte.
    public init(parsing text: [UInt8], limits: JSONLimits = .request) throws(WireError) {
        var parser = JSONParser(text, limits: limits)
        self = try parser.document()
    }

    /// The value as compact JSON: no white space, members in their order, `/` and everything but what has to be escaped
    /// as it is.
    public var text: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}
