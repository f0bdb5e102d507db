/// Reads an object member by member, and reports members that are left over.
///
/// An optional member may be absent; `null` in its place is an error, unless a method says otherwise.
public struct ObjectReader: Sendable {
    /// The location of the object: a JSON pointer (RFC 6901).
    public let pointer: String
    private let object: JSONObject
    private var consumed: [Bool]

    /// Begins to read `value`.
    ///
    /// - Throws: when it is nil or no object.
    public init(_ value: JSONValue?, at pointer: String = "") throws(WireError) {
        guard let value else { throw WireError(.missing, at: pointer) }
        guard case .object(let object) = value else {
            throw WireError(.wrongType(expected: .object, found: value.type), at: pointer)
        }
        self.pointer = pointer
        self.object = object
        self.consumed = [Bool](repeating: false, count: object.members.count)
    }

    /// Throws for the first member that was not taken.
    public func finish() throws(WireError) {
        guard let index = consumed.firstIndex(of: false) else { return }
        throw error(.unknownName, at: object.members[index].name)
    }

    /// Takes all remaining members, for the few messages that may have unknown ones.
    public mutating func rest() -> JSONObject {
        let left = JSONObject(members: zip(object.members, consumed).filter { !$1 }.map(\.0))
        for index in consumed.indices { consumed[index] = true }
        return left
    }

    /// An error about the member `name`.
    public func error(_ reason: WireError.Reason, at name: String) -> WireError {
        WireError(reason, at: pointer(to: name))
    }

    /// The pointer of the member `name`.
    public func pointer(to name: String) -> String {
        "\(pointer)/\(WireError.token(name))"
    }

    /// Takes any value, or nil if there is none.
    public mutating func optionalValue(_ name: String) -> JSONValue? {
        guard let index = object.index(of: name) else { return nil }
        consumed[index] = true
        return object.members[index].value
    }

    /// Takes any value.
    public mutating func value(_ name: String) throws(WireError) -> JSONValue {
        try required(optionalValue(name), name)
    }

    /// Takes a string with a length in UTF-8 bytes within `bytes`, or nil if there is none.
    public mutating func optionalString(
        _ name: String,
        bytes: ClosedRange<Int> = 0...4096
    ) throws(WireError) -> String? {
        guard let value = optionalValue(name) else { return nil }
        guard case .string(let text) = value else { throw wrongType(.string, value, name) }
        guard bytes.contains(text.utf8.count) else { throw error(.wrongLength(bytes), at: name) }
        return text
    }

    /// Takes a string with a length in UTF-8 bytes within `bytes`.
    public mutating func string(_ name: String, bytes: ClosedRange<Int> = 0...4096) throws(WireError) -> String {
        try required(optionalString(name, bytes: bytes), name)
    }

    /// Takes a whole number, or nil if there is none.
    public mutating func optionalInteger(
        _ name: String,
        in range: ClosedRange<Int64>
    ) throws(WireError) -> Int64? {
        guard let value = optionalValue(name) else { return nil }
        guard case .number(let number) = value else { throw wrongType(.number, value, name) }
        guard let integer = number.int64, range.contains(integer) else { throw error(.outOfRange(range), at: name) }
        return integer
    }

    /// Takes a whole number.
    public mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(WireError) -> Int64 {
        try required(optionalInteger(name, in: range), name)
    }

    /// Takes a Boolean, or nil if there is none.
    public mutating func optionalBool(_ name: String) throws(WireError) -> Bool? {
        guard let value = optionalValue(name) else { return nil }
        guard case .bool(let bool) = value else { throw wrongType(.bool, value, name) }
        return bool
    }

    /// Takes a Boolean.
    public mutating func bool(_ name: String) throws(WireError) -> Bool {
        try required(optionalBool(name), name)
    }

    /// Takes an object and reads it strictly, or nil if there is none.
    public mutating func optionalObject<Message: WireDecodable>(
        _ name: String,
        as type: Message.Type = Message.self
    ) throws(WireError) -> Message? {
        guard let value = optionalValue(name) else { return nil }
        return try Message(json: value, at: pointer(to: name))
    }

    /// Takes an object and reads it strictly.
    public mutating func object<Message: WireDecodable>(
        _ name: String,
        as type: Message.Type = Message.self
    ) throws(WireError) -> Message {
        try required(optionalObject(name, as: type), name)
    }

    /// Takes an array of at most `limit` elements, or nil if there is none.
    public mutating func optionalArray(_ name: String, limit: Int) throws(WireError) -> [JSONValue]? {
        guard let value = optionalValue(name) else { return nil }
        guard case .array(let elements) = value else { throw wrongType(.array, value, name) }
        guard elements.count <= limit else { throw error(.tooMany(limit: limit), at: name) }
        return elements
    }

    /// Takes an array of at most `limit` objects, each read strictly.
    public mutating func array<Message: WireDecodable>(
        _ name: String,
        of type: Message.Type = Message.self,
        limit: Int
    ) throws(WireError) -> [Message] {
        try objects(required(optionalArray(name, limit: limit), name), in: name)
    }

    /// Takes an array of at most `limit` objects, each read strictly; empty if absent.
    public mutating func optionalObjects<Message: WireDecodable>(
        _ name: String,
        of type: Message.Type = Message.self,
        limit: Int
    ) throws(WireError) -> [Message] {
        try objects(optionalArray(name, limit: limit) ?? [], in: name)
    }

    private func objects<Message: WireDecodable>(
        _ elements: [JSONValue],
        in name: String
    ) throws(WireError) -> [Message] {
        var messages: [Message] = []
        for (index, element) in elements.enumerated() {
            messages.append(try Message(json: element, at: "\(pointer(to: name))/\(index)"))
        }
        return messages
    }

    /// Takes an array of at most `limit` objects, each read strictly, or nil if there is none.
    package mutating func optionalMessages<Message: WireDecodable>(
        _ name: String,
        of type: Message.Type = Message.self,
        limit: Int
    ) throws(WireError) -> [Message]? {
        guard object[name] != nil else { return nil }
        return try array(name, of: type, limit: limit)
    }

    /// Whether the member `name` is present and `null`; does not take it.
    package func holdsNull(_ name: String) -> Bool {
        object[name] == .null
    }

    package func required<Value>(_ value: Value?, _ name: String) throws(WireError) -> Value {
        guard let value else { throw error(.missing, at: name) }
        return value
    }

    private func wrongType(_ expected: JSONType, _ value: JSONValue, _ name: String) -> WireError {
        error(.wrongType(expected: expected, found: value.type), at: name)
    }
}
