/// Reads a flat JSON object of strings (RFC 8259), and nothing that a PA1 JOSE header cannot contain.
///
/// A general JSON parser would be too lenient to be safe here: it might keep the last of two equal names, accept
/// nesting, or take an escaped name for a plain one. Names with escapes are refused, since no writer has a reason to
/// escape `alg`.
struct HeaderScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Calls `body` with each name and value in turn, and checks that nothing follows the object.
    mutating func members(_ body: (String, String) throws(JWEError) -> Void) throws(JWEError) {
        skipSpace()
        try expect("{")
        skipSpace()
        if !take("}") {
            repeat {
                skipSpace()
                let name = try string(allowingEscapes: false)
                skipSpace()
                try expect(":")
                skipSpace()
                try body(name, string(allowingEscapes: true))
                skipSpace()
            } while take(",")
            try expect("}")
        }
        skipSpace()
        guard index == bytes.count else { throw .malformedHeader }
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JWEError) {
        guard take(character) else { throw .malformedHeader }
    }

    private mutating func next() throws(JWEError) -> UInt8 {
        guard let byte = current else { throw .malformedHeader }
        index += 1
        return byte
    }

    private mutating func string(allowingEscapes: Bool) throws(JWEError) -> String {
        try expect("\"")
        var utf8: [UInt8] = []
        while true {
            let byte = try next()
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: utf8, as: UTF8.self) else { throw .malformedHeader }
                return text
            case UInt8(ascii: "\\"):
                guard allowingEscapes else { throw .malformedHeader }
                try utf8.append(contentsOf: Character(escape()).utf8)
            case 0x00..<0x20:
                throw .malformedHeader
            default:
                utf8.append(byte)
            }
        }
    }

    /// The character that an escape stands for, after its backslash (RFC 8259, section 7).
    private mutating func escape() throws(JWEError) -> Unicode.Scalar {
        switch try next() {
        case UInt8(ascii: "\""): "\""
        case UInt8(ascii: "\\"): "\\"
        case UInt8(ascii: "/"): "/"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): try unicodeEscape()
        default: throw .malformedHeader
        }
    }

    private mutating func unicodeEscape() throws(JWEError) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A lone surrogate is not a character: a high one must be followed by an escaped low one.
        guard UTF16.isLeadSurrogate(unit) else { throw .malformedHeader }
        try expect("\\")
        try expect("u")
        let low = try codeUnit()
        guard UTF16.isTrailSurrogate(low) else { throw .malformedHeader }
        return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    }

    private mutating func codeUnit() throws(JWEError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else { throw .malformedHeader }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
