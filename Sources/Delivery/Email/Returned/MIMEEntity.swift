import FoundationEssentials

/// A message or a part of one, as it was received: its header, and a body that is not looked into.
///
/// Reads what RFC 5322 and RFC 2045 allow and, of what they do not, whatever can be read without a guess. Encoded words and
/// comments stay as they are.
package struct MIMEEntity: Sendable {
    /// How many fields of a header are read; the rest is passed over.
    static let fieldLimit = 200
    /// How many parts of a body are read.
    static let partLimit = 20

    /// A line of the header, unfolded.
    package struct Field: Hashable, Sendable {
        /// Its name, in lower case.
        package let name: String
        /// What follows the colon, without the space around it.
        package let value: String
    }

    /// The fields, in their order.
    package let fields: [Field]
    /// All that follows the empty line.
    package let body: ArraySlice<UInt8>

    /// Reads a header up to the first empty line, and takes the rest for the body.
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

    /// The first field with a name, which is given in lower case.
    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// What the body is; plain text where the header does not say (RFC 2045, section 5.2).
    package var contentType: MIMEContentType {
        self["content-type"].flatMap(MIMEContentType.init) ?? MIMEContentType(name: "text/plain", parameters: [:])
    }

    /// The body without what was done to it for its travel (RFC 2045, section 6); as it is where that cannot be undone.
    package var decodedBody: ArraySlice<UInt8> {
        switch self["content-transfer-encoding"]?.lowercased() {
        case "base64": Data(base64Encoded: Data(body), options: .ignoreUnknownCharacters).map { Array($0)[...] } ?? body
        case "quoted-printable": QuotedPrintable.decode(body)
        default: body
        }
    }

    /// The parts of a body that has some (RFC 2046, section 5.1.1): none without a boundary.
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
            // Space may follow a delimiter, and nothing else.
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
    /// Reads an unfolded line; nil for one that is no field.
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
    /// What has not been read yet.
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
