import FoundationEssentials

/// A message or a part of one, as received: its parsed header and its raw body.
///
/// It parses what RFC 5322 and RFC 2045 allow, and anything else that can be read without a guess. Encoded words and
/// comments stay as they are.
package struct MIMEEntity: Sendable {
    /// The most fields of a header that are read; the rest is ignored.
    static let fieldLimit = 200
    /// The most parts of a body that are read.
    static let partLimit = 20

    /// A field of the header, unfolded.
    package struct Field: Hashable, Sendable {
        /// The name, in lower case.
        package let name: String
        /// The value after the colon, without surrounding space.
        package let value: String
    }

    /// The fields, in order.
    package let fields: [Field]
    /// The bytes after the empty line.
    package let body: ArraySlice<UInt8>

    /// Parses a header up to the first empty line, and takes the rest as the body.
    package init(_ bytes: ArraySlice<UInt8>) {
        var lines = MIMELines(bytes)
        var unfolded: [[UInt8]] = []
        while let line = lines.next(), !line.isEmpty {
            if line.first == 0x20 || line.first == 0x09, !unfolded.isEmpty {
                unfolded[unfolded.endIndex - 1] += line
            } else if unfolded.count == Self.fieldLimit {
                while let rest = lines.next(), !rest.isEmpty {}
                break
            } else {
                unfolded.append(Array(line))
            }
        }
        fields = unfolded.compactMap { Field($0[...]) }
        body = lines.rest
    }

    /// The value of the first field with a name, which is given in lower case.
    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The type of the body; plain text where the header does not say (RFC 2045, section 5.2).
    package var contentType: MIMEContentType {
        self["content-type"].flatMap(MIMEContentType.init) ?? MIMEContentType(name: "text/plain", parameters: [:])
    }

    /// The body without its transfer encoding (RFC 2045, section 6); unchanged where it cannot be decoded.
    package var decodedBody: ArraySlice<UInt8> {
        switch self["content-transfer-encoding"]?.lowercased() {
        case "base64": Data(base64Encoded: Data(body), options: .ignoreUnknownCharacters).map { Array($0)[...] } ?? body
        case "quoted-printable": QuotedPrintable.decode(body)
        default: body
        }
    }

    /// The parts of a multipart body (RFC 2046, section 5.1.1); none without a boundary.
    package var parts: [MIMEEntity] {
        let type = contentType
        guard type.name.hasPrefix("multipart/"), let boundary = type.parameters["boundary"], !boundary.isEmpty else {
            return []
        }
        let (delimiter, end) = (Array("--\(boundary)".utf8)[...], Array("--\(boundary)--".utf8)[...])
        var parts: [MIMEEntity] = []
        var start: Int?
        var lines = MIMELines(body)
        while parts.count < Self.partLimit {
            let position = lines.rest.startIndex
            // Only space may follow a delimiter.
            let line = lines.next()?.trimmingTrailing { $0 == 0x20 || $0 == 0x09 }
            guard line == nil || line == delimiter || line == end else { continue }
            if let start { parts.append(MIMEEntity(body[start..<position])) }
            guard line == delimiter else { break }
            start = lines.rest.startIndex
        }
        return parts
    }
}

extension MIMEEntity.Field {
    /// Parses an unfolded line; nil for one that is no field.
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon].trimmingTrailing { $0 == 0x20 || $0 == 0x09 }
        guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).lowercased()
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        self.value = String(value.trimming(where: { $0 == " " || $0 == "\t" }))
    }
}

/// The lines of a text, without their ends: CR LF, or LF alone, as a pipe delivers them.
struct MIMELines {
    /// The bytes that have not been read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next line; nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        let line = rest[rest.startIndex..<end]
        rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
        return line.last == 0x0D ? line.dropLast() : line
    }
}

extension ArraySlice<UInt8> {
    fileprivate func trimmingTrailing(_ isLeft: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[..<(lastIndex { !isLeft($0) }.map { $0 + 1 } ?? startIndex)]
    }
}
