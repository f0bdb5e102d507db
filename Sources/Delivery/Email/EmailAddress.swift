/// An ASCII e-mail address (RFC 5321, section 4.1.2) without characters that are special in headers or commands.
///
/// It is stricter than the standard: no quoted local parts, no host addresses in brackets, no domain without a dot, and
/// an international domain only as its A-label (`xn--…`), since servers that need others are rare. It is never printed.
package struct EmailAddress: Hashable, Sendable {
    /// The reason why a text is no address that the relay writes to.
    package enum Fault: Error, Hashable, Sendable {
        /// The text is longer than the 254 bytes that every server accepts.
        case tooLong
        /// The text has no `@` with characters on both sides.
        case incomplete
        /// The part before the `@` is longer than 64 bytes, or has an invalid character or a misplaced dot.
        case malformedLocalPart
        /// The part after the `@` is no domain name in ASCII with a dot in it.
        case malformedDomain
    }

    /// The address as given, with the domain in lower case; whether case matters before it is up to the recipient.
    package let text: String
    /// The part after the `@`.
    package let domain: String

    /// Parses an address without surrounding space.
    ///
    /// - Throws: `Fault`.
    package init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254 else { throw .tooLong }
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else { throw .incomplete }
        guard Self.isDotAtom(bytes[..<at]), at <= 64 else { throw .malformedLocalPart }
        guard Self.isDomain(bytes[(at + 1)...]) else { throw .malformedDomain }
        domain = String(decoding: bytes[(at + 1)...], as: UTF8.self).lowercased()
        self.text = String(decoding: bytes[...at], as: UTF8.self) + domain
    }

    /// Words of `atext` with single dots between them (RFC 5322, section 3.2.3).
    private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }

    /// At least two labels of letters, digits and inner hyphens (RFC 1035, section 2.3.1), the last not all digits.
    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, bytes.count <= 253, let last = labels.last else { return false }
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
        return areLabels && !last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension EmailAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: addresses are never printed.
    package var description: String { "<e-mail address>" }
    /// A constant: addresses are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the address.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension EmailAddress.Fault: CustomStringConvertible {
    /// The fault and its remedy, without the address.
    package var description: String {
        switch self {
        case .tooLong: "the e-mail address is longer than 254 bytes"
        case .incomplete: "the e-mail address is not of the form name@example.com"
        case .malformedLocalPart:
            "the part of the e-mail address before the @ may have 64 letters, digits and !#$%&'*+-/=?^_`{|}~, with single dots"
                + " between them"
        case .malformedDomain:
            "the part of the e-mail address after the @ is no domain name; write one with other letters as xn--…"
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
