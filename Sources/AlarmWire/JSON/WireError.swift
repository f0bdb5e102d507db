public import AlarmCore

/// Why a received message is malformed, and where.
public struct WireError: Error, Hashable, Sendable {
    /// The reason.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not JSON, from the byte at `offset` on.
        case syntax(JSONSyntaxError, offset: Int)
        /// More bytes than allowed.
        case tooLarge(limit: Int)
        /// A required member is absent.
        case missing
        /// There is an unknown member.
        case unknownName
        /// A name occurs twice in one object.
        case duplicateName
        /// A value has another type than the required one.
        case wrongType(expected: JSONType, found: JSONType)
        /// A number is not whole, or out of range.
        case outOfRange(ClosedRange<Int64>)
        /// The length of a text in UTF-8 bytes is out of range.
        case wrongLength(ClosedRange<Int>)
        /// More elements than allowed.
        case tooMany(limit: Int)
        /// A text is not a time.
        case notATime(ISO8601Error)
        /// A text is not a recurrence rule.
        case notARule(RecurrenceRuleError)
        /// A text cannot be the name of a time zone.
        case notAZone
        /// Any other error; describes the valid value.
        case expected(String)
    }

    /// The location: a JSON pointer (RFC 6901); empty for the whole text.
    public var pointer: String
    /// The reason.
    public var reason: Reason

    /// Makes an error at `pointer`.
    public init(_ reason: Reason, at pointer: String = "") {
        self.pointer = pointer
        self.reason = reason
    }

    /// The same error, located from the value that contains it under `name`.
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

/// A syntax error in JSON.
public enum JSONSyntaxError: String, Hashable, Sendable {
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
    /// The problem, its location, and the valid value.
    public var description: String {
        pointer.isEmpty ? reason.description : "\(pointer): \(reason)"
    }
}

extension WireError.Reason: CustomStringConvertible {
    /// The problem and the valid value.
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

extension WireError {
    /// The kind of problem that a device is told of.
    public var problemKind: ProblemKind {
        switch reason {
        case .tooLarge: .payloadTooLarge
        case .notATime(.missingOffset): .timeWithoutOffset
        case .notATime: .notADate
        case .notARule: .badRepeat
        case .notAZone: .unknownZone
        case .wrongLength(let range) where range.upperBound == SealedText.messageLimit: .messageTooLarge
        default: .malformed
        }
    }
}
