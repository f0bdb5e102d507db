/// A JSON text, parsed (RFC 8259).
///
/// Objects keep the order of their members and numbers their spelling, so that what was read is written back unchanged.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it was spelt.
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

    /// What kind of value it is.
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

/// The kinds of value that JSON knows, by the names errors use.
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
