/// A JSON number by its spelling; no precision is lost, and none is assumed.
public struct JSONNumber: Hashable, Sendable {
    /// The spelling, by the grammar of RFC 8259, section 6.
    public let text: String

    /// Makes a whole number.
    public init(_ value: some BinaryInteger) {
        self.text = String(value)
    }

    /// Takes a spelling that the parser has checked.
    init(checked text: String) {
        self.text = text
    }

    /// The number, if it is written as a whole one (`5`, not `5.0` or `5e0`) and fits.
    public var int64: Int64? { Int64(text) }
}
