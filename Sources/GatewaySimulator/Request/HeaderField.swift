/// One header of a request as it came, in lower case as HTTP/2 demands (RFC 9113, section 8.2).
public struct HeaderField: Hashable, Sendable {
    /// The name, pseudo-headers included.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a header field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
