public import AlarmCore

/// Why something that arrived is not what it should be, and where.
public struct WireError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The bytes are no JSON, from the byte at `offset` on.
        case syntax(JSONSyntaxFault, offset: Int)
        /// More bytes than allowed.
        case tooLarge(limit: Int)
        /// A member that is needed is not there.
        case missing
        /// A member that nobody knows is there.
        case unknownName
        /// A name comes twice in one object.
        case duplicateName
        /// A value of another kind than the one needed.
        case wrongType(expected: JSONType, found: JSONType)
        /// A number that is not whole, or outside what is allowed.
        case outOfRange(ClosedRange<Int64>)
        /// A text whose length in UTF-8 bytes is outside what is allowed.
        case wrongLength(ClosedRange<Int>)
        /// More elements than allowed.
        case tooMany(limit: Int)
        /// A text that is no time.
        case notATime(ISO8601Error)
        /// A text that is no recurrence rule.
        case notARule(RecurrenceRuleError)
        /// A text that cannot be the name of a time zone.
        case notAZone
        /// Anything else; says what should be there.
        case expected(String)
    }

    /// Where: a JSON pointer (RFC 6901); empty for the whole text.
    public var pointer: String
    /// What is wrong.
    public var reason: Reason

    /// Makes an error at `pointer`.
    public init(_ reason: Reason, at pointer: String = "") {
        self.pointer = pointer
        self.reason = reason
    }

    /// The same error, seen from the value that holds it under `name`.
    func inside(_ name: String) -> WireError {
        WireError(reason, at: "/" + Self.token(name) + pointer)
    }

    /// A name as a reference token (RFC 6901, section 3).
    static func token(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        var token = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }
}

/// How bytes fail to be JSON.
public enum JSONSyntaxFault: String, Hashable, Sendable {
    case unexpectedEnd = "the text ends too early"
    case unexpectedByte = "this byte cannot stand here"
    case trailingBytes = "something follows the complete value"
    case byteOrderMark = "a byte order mark is not allowed"
    case invalidUTF8 = "the bytes are not UTF-8"
    case controlCharacter = "a control character in a string has to be escaped"
    case invalidEscape = "this escape does not exist"
    case loneSurrogate = "half of a surrogate pair stands alone"
    case invalidNumber = "a number is not spelt as JSON wants it"
    case tooDeep = "arrays and objects lie too deep inside one another"
}

extension WireError: CustomStringConvertible {
    /// What is wrong, where, and what should be there.
    public var description: String {
        pointer.isEmpty ? reason.description : "\(pointer): \(reason)"
    }
}

extension WireError.Reason: CustomStringConvertible {
    /// What is wrong and what should be there.
    public var description: String {
        switch self {
        case .syntax(let fault, let offset): "not the JSON expected: at byte \(offset), \(fault.rawValue)"
        case .tooLarge(let limit): "too large; at most \(limit) bytes are allowed"
        case .missing: "missing; add it"
        case .unknownName: "unknown name; remove it, or correct its spelling"
        case .duplicateName: "this name comes twice; keep one"
        case .wrongType(let expected, let found): "expected \(expected.rawValue), found \(found.rawValue)"
        case .outOfRange(let range): "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .wrongLength(let range): "expected a text of \(range.lowerBound) to \(range.upperBound) bytes"
        case .tooMany(let limit): "too many elements; at most \(limit) are allowed"
        case .notATime(let error): "not a usable time: \(error)"
        case .notARule(let error): "not a usable rule: \(error)"
        case .notAZone: "expected the IANA name of a time zone, as in Europe/Berlin"
        case .expected(let what): "expected \(what)"
        }
    }
}
