import FoundationEssentials

/// An encoding of text as lines of at most 76 ASCII characters that end with CR LF (RFC 2045, section 6).
enum BodyEncoding: String {
    /// The shorter encoding of text that is mostly ASCII, and legible.
    case quotedPrintable = "quoted-printable"
    /// The shorter encoding of other text.
    case base64

    /// Encodes a text in the shorter way; line ends of any kind become CR LF.
    static func encode(_ text: String) -> (encoding: BodyEncoding, lines: String) {
        let canonical = canonical(text)
        let quoted = quotedPrintable(canonical)
        return quoted.utf8.count <= canonical.count * 3 / 2
            ? (.quotedPrintable, quoted) : (.base64, base64(canonical))
    }

    private static func canonical(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0D: bytes += [0x0D, 0x0A]
            case 0x0A: if previous != 0x0D { bytes += [0x0D, 0x0A] }
            default: bytes.append(byte)
            }
            previous = byte
        }
        return bytes
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString() + "\r\n"
        }.joined()
    }

    /// Encodes everything but printable ASCII, a space at the end of a line, and a dot at its beginning.
    private static func quotedPrintable(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        var width = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0D {
                output += [0x0D, 0x0A]
                width = 0
                index += 2
                continue
            }
            // A text that does not end with a line end gets a soft one, for which there has to be room.
            let isLast = index + 1 == bytes.count
            let endsLine = isLast || bytes[index + 1] == 0x0D
            var piece = quoted(bytes[index], endsLine: endsLine, beginsLine: width == 0)
            if width + piece.count > (endsLine && !isLast ? 76 : 75) {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                width = 0
                piece = quoted(bytes[index], endsLine: endsLine, beginsLine: true)
            }
            output += piece
            width += piece.count
            index += 1
        }
        if width > 0 { output += [UInt8(ascii: "="), 0x0D, 0x0A] }
        return String(decoding: output, as: UTF8.self)
    }

    private static func quoted(_ byte: UInt8, endsLine: Bool, beginsLine: Bool) -> [UInt8] {
        let isSpace = byte == 0x20 || byte == 0x09
        let isFragile = beginsLine && byte == UInt8(ascii: ".")
        let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=") || isSpace && !endsLine
        guard !isPlain || isFragile else { return [byte] }
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
}
