/// One header line of a request or a response.
public struct HTTPHeader: Hashable, Sendable {
    /// The name; compared without regard to case (RFC 9110, section 5.1).
    public let name: String
    /// The value without surrounding white space.
    public let value: String

    /// Makes a header line; a request with characters that HTTP forbids is refused when it is sent.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the line could inject another one, or is not a field line at all (RFC 9110, sections 5.1 and 5.5).
    var isMalformed: Bool {
        let nameIsToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        return !nameIsToken || value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }
    }
}

extension [HTTPHeader] {
    /// The value of the first line with this name, whatever its case.
    public subscript(name: String) -> String? {
        first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }?.value
    }
}
