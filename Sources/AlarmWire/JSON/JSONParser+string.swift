extension JSONParser {
    /// Reads a string, the opening quotation mark included.
    mutating func string() throws(WireError) -> String {
        index += 1
        let start = index
        try plainRun()
        if bytes[index] == UInt8(ascii: "\"") {
            index += 1
            return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
        }
        var unescaped = Array(bytes[start..<index])
        while bytes[index] != UInt8(ascii: "\"") {
            try escape(into: &unescaped)
            let runStart = index
            try plainRun()
            unescaped.append(contentsOf: bytes[runStart..<index])
        }
        index += 1
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// Skips unescaped characters and stops at a quotation mark or a backslash; on return there is a byte at `index`.
    private mutating func plainRun() throws(WireError) {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
            case 0..<0x20: throw fault(.controlCharacter)
            case 0x20..<0x80: index += 1
            default: try skipMultibyte(startingWith: byte)
            }
        }
        throw fault(.unexpectedEnd)
    }

    /// Skips one scalar of two to four bytes, by the table of well-formed sequences (RFC 3629, section 4).
    private mutating func skipMultibyte(startingWith lead: UInt8) throws(WireError) {
        let length: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw fault(.invalidUTF8)
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { throw fault(.invalidUTF8) }
        for offset in 2..<4 where offset < length {
            guard bytes[index + offset] & 0xC0 == 0x80 else { throw fault(.invalidUTF8) }
        }
        index += length
    }

    private mutating func escape(into text: inout [UInt8]) throws(WireError) {
        let start = index
        index += 1
        guard index < bytes.count else { throw fault(.unexpectedEnd) }
        switch bytes[index] {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            index += 1
            return try unicodeEscape(startedAt: start, into: &text)
        default:
            index = start
            throw fault(.invalidEscape)
        }
        index += 1
    }

    private mutating func unicodeEscape(startedAt start: Int, into text: inout [UInt8]) throws(WireError) {
        var code = UInt32(try codeUnit())
        if (0xD800...0xDBFF).contains(code) {
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
            else {
                index = start
                throw fault(.loneSurrogate)
            }
            index += 2
            let low = UInt32(try codeUnit())
            guard (0xDC00...0xDFFF).contains(low) else {
                index = start
                throw fault(.loneSurrogate)
            }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
            index = start
            throw fault(.loneSurrogate)
        }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func codeUnit() throws(WireError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count else { throw fault(.unexpectedEnd) }
            guard let digit = Self.hexadecimal(bytes[index]) else { throw fault(.invalidEscape) }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
