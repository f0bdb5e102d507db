/// A JSON text, parsed (RFC 8259).
///
/// Objects keep the order of their members and numbers their spelling, so that what was read is written back unchanged.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its spelling.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// A whole number.
    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(JSONNumber(value))
    }

    /// An object of the members whose value is not nil, in the order given.
    public static func object(of members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members))
    }

    /// The type of value.
    public var type: JSONType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

/// The types of JSON values, by the names that errors use.
public enum JSONType: String, Hashable, Sendable {
    case null
    case bool = "true or false"
    case number
    case string
    case array
    case object
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A truth value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

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

/// A JSON number by its spelling; no precision is lost, and none is assumed.
public struct JSONNumber: Hashable, Sendable {
    /// The spelling, by the grammar of RFC 8259, section 6.
    public let text: String

    /// Makes a whole number.
    public init(_ value: some BinaryInteger) {
        self.text = String(value)
    }

    /// Takes a spelling that the parser has checked.
    init(checked text: String) {
        self.text = text
    }

    /// The number, if it is written as a whole one (`5`, not `5.0` or `5e0`) and fits.
    public var int64: Int64? { Int64(text) }
}
