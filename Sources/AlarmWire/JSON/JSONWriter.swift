/// Writes compact JSON.
struct JSONWriter {
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): write(string)
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements {
                bytes.append(separator)
                write(element)
                separator = UInt8(ascii: ",")
            }
            if elements.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            var separator = UInt8(ascii: "{")
            for member in object.members {
                bytes.append(separator)
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
                separator = UInt8(ascii: ",")
            }
            if object.members.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        // Copied as a whole and checked afterwards: iterating over a string costs many times more than over bytes.
        let start = bytes.count
        bytes.append(contentsOf: string.utf8)
        if let first = bytes[start...].firstIndex(where: Self.mustBeEscaped) {
            let rest = Array(bytes[first...])
            bytes.removeSubrange(first...)
            for byte in rest { writeEscaping(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscaping(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        case 0..<0x20:
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(Self.hexadecimal[Int(byte >> 4)])
            bytes.append(Self.hexadecimal[Int(byte & 0x0F)])
        default: bytes.append(byte)
        }
    }
}
