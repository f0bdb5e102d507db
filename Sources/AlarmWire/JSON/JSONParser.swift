/// Reads one JSON text from left to right, and rejects everything that RFC 8259 or I-JSON (RFC 7493) leaves open.
///
/// Rejected: invalid UTF-8, lone surrogates, a byte order mark, a name twice in an object (compared after unescaping),
/// anything after the value, and texts that exceed the limits. No input traps.
struct JSONParser {
    let bytes: [UInt8]
    let limits: JSONLimits
    var index = 0
    private var depth = 0

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(WireError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw WireError(.tooLarge(limit: limits.bytes)) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault(.byteOrderMark) }
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw fault(.trailingBytes) }
        return value
    }

    func fault(_ fault: JSONSyntaxError) -> WireError {
        WireError(.syntax(fault, offset: index))
    }

    private mutating func value() throws(WireError) -> JSONValue {
        skipSpace()
        guard index < bytes.count else { throw fault(.unexpectedEnd) }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw fault(.unexpectedByte)
        }
    }

    private mutating func object() throws(WireError) -> JSONObject {
        try descend()
        var members: [JSONObject.Member] = []
        var names = NameSet()
        skipSpace()
        if take(UInt8(ascii: "}")) {
            depth -= 1
            return JSONObject(members: members)
        }
        repeat {
            skipSpace()
            guard index < bytes.count else { throw fault(.unexpectedEnd) }
            guard bytes[index] == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
            let name = try string()
            guard names.insert(name, beside: members) else { throw WireError(.duplicateName).inside(name) }
            skipSpace()
            try expect(UInt8(ascii: ":"))
            do {
                members.append(JSONObject.Member(name: name, value: try value()))
            } catch {
                throw error.inside(name)
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        depth -= 1
        return JSONObject(members: members)
    }

    private mutating func array() throws(WireError) -> [JSONValue] {
        try descend()
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) {
            depth -= 1
            return elements
        }
        repeat {
            do {
                elements.append(try value())
            } catch {
                throw error.inside(String(elements.count))
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        depth -= 1
        return elements
    }

    private mutating func number() throws(WireError) -> JSONNumber {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        if index < bytes.count, isDigit(bytes[index]) { throw fault(.invalidNumber) }
        return JSONNumber(checked: String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func digits() throws(WireError) {
        guard index < bytes.count, isDigit(bytes[index]) else { throw fault(.invalidNumber) }
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(WireError) -> JSONValue {
        for scalar in word.description.utf8 {
            guard index < bytes.count else { throw fault(.unexpectedEnd) }
            guard bytes[index] == scalar else { throw fault(.unexpectedByte) }
            index += 1
        }
        return value
    }

    private mutating func descend() throws(WireError) {
        guard depth < limits.depth else { throw fault(.tooDeep) }
        depth += 1
        index += 1
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(WireError) {
        guard index < bytes.count else { throw fault(.unexpectedEnd) }
        guard bytes[index] == byte else { throw fault(.unexpectedByte) }
        index += 1
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

/// The names found so far in one object: compared one by one while they are few, hashed once they are many, so that an
/// object of a thousand names costs a thousand steps and not half a million.
private struct NameSet {
    private static let few = 16
    private var many: Set<[UInt8]> = []

    mutating func insert(_ name: String, beside members: [JSONObject.Member]) -> Bool {
        guard members.count >= Self.few else {
            return !members.contains { $0.name.utf8.elementsEqual(name.utf8) }
        }
        if many.isEmpty { many = Set(members.map { Array($0.name.utf8) }) }
        return many.insert(Array(name.utf8)).inserted
    }
}

/// How large and how deep a JSON text may be before it is refused unread.
public struct JSONLimits: Hashable, Sendable {
    /// The most bytes.
    public var bytes: Int
    /// The most arrays and objects inside one another; the outermost counts.
    public var depth: Int

    /// Makes limits; at least one byte and one level.
    public init(bytes: Int, depth: Int = EnvelopeLimits.depth) {
        self.bytes = max(bytes, 1)
        self.depth = max(depth, 1)
    }

    /// What a device may send: 8 KiB, 8 deep (PA1 section 3).
    public static let request = JSONLimits(bytes: EnvelopeLimits.bytes)
    /// What a relay may answer: 4 MiB, 8 deep; a full sync of several partners fits.
    public static let answer = JSONLimits(bytes: 4 << 20)
}
