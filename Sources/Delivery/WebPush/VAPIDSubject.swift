/// How a push service reaches the operator of a relay: a `mailto:` or `https:` URI (RFC 8292, section 2.1).
///
/// Without spaces and brackets, which Apple answers with `BadJwtToken`, and without anything that JSON would escape.
package struct VAPIDSubject: Hashable, Sendable, CustomStringConvertible {
    /// The URI.
    package let description: String

    /// Takes a URI; nil for any other text.
    package init?(_ text: String) {
        guard text.hasPrefix("mailto:") && text.contains("@") || text.hasPrefix("https://"),
            (9...256).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>()[]{}\"\\^`|,;".utf8.contains($0) })
        else { return nil }
        description = text
    }
}
