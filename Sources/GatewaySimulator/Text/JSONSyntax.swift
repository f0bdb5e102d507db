/// A strict check of JSON's grammar (RFC 8259) that builds no tree.
///
/// It runs for every push, where building a tree only to drop it would cost more than everything else. Depth costs a
/// byte of an array, never stack, so that nesting cannot overflow the stack.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0

    /// Whether `bytes` are valid UTF-8 and exactly one JSON object, surrounded by white space at most.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONSyntax(bytes: bytes)
        scanner.skipSpace()
        guard scanner.peek == UInt8(ascii: "{"), scanner.readValue() else { return false }
        scanner.skipSpace()
        guard scanner.position == bytes.count else { return false }
        return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private enum Container { case object, array }

    private mutating func readValue() -> Bool {
        var open: [Container] = []
        while true {
            skipSpace()
            guard let byte = peek else { return false }
            switch byte {
            case UInt8(ascii: "{"):
                position += 1
                skipSpace()
                if !take(UInt8(ascii: "}")) {
                    guard readName() else { return false }
                    open.append(.object)
                    continue
                }
            case UInt8(ascii: "["):
                position += 1
                skipSpace()
                if !take(UInt8(ascii: "]")) {
                    open.append(.array)
                    continue
                }
            case UInt8(ascii: "\""):
                guard readString() else { return false }
            case UInt8(ascii: "t"):
                guard readWord("true") else { return false }
            case UInt8(ascii: "f"):
                guard readWord("false") else { return false }
            case UInt8(ascii: "n"):
                guard readWord("null") else { return false }
            default:
                guard readNumber() else { return false }
            }
            guard let isComplete = closeContainers(&open) else { return false }
            if isComplete { return true }
        }
    }

    /// Closes the containers that end after a value.
    ///
    /// - Returns: true when nothing is open, false when another value follows, nil when neither a comma nor the right
    ///   bracket is there.
    private mutating func closeContainers(_ open: inout [Container]) -> Bool? {
        while let container = open.last {
            skipSpace()
            if take(UInt8(ascii: ",")) {
                guard container == .object else { return false }
                skipSpace()
                return readName() ? false : nil
            }
            guard take(UInt8(ascii: container == .object ? "}" : "]")) else { return nil }
            open.removeLast()
        }
        return true
    }

    private mutating func readName() -> Bool {
        guard readString() else { return false }
        skipSpace()
        return take(UInt8(ascii: ":"))
    }

    private mutating func readString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard readEscape() else { return false }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func readEscape() -> Bool {
        guard let byte = peek else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = peek else { return false }
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    position += 1
                default: return false
                }
            }
            return true
        default: return false
        }
    }

    private mutating func readWord(_ word: StaticString) -> Bool {
        for character in word.description.utf8 {
            guard take(character) else { return false }
        }
        return true
    }

    private mutating func readNumber() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard readDigits() else { return false }
        }
        if take(UInt8(ascii: ".")) {
            guard readDigits() else { return false }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard readDigits() else { return false }
        }
        return true
    }

    private mutating func readDigits() -> Bool {
        let start = position
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            position += 1
        }
        return position > start
    }
}
