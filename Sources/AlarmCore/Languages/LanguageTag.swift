/// The tag of a language, well-formed by BCP 47 (RFC 5646, section 2.1), as in `en` or `zh-Hant-TW`.
///
/// Well-formed is not registered: `qq` is a tag of no known language. The irregular tags of RFC 4646, such as
/// `i-klingon`, are not accepted.
public struct LanguageTag: Hashable, Sendable {
    /// The longest tag, in bytes (RFC 5646, section 4.4.1).
    public static let limit = 35

    /// The tag as it was written.
    public let text: String

    /// English, the language of everybody whose language is not known.
    public static let english = LanguageTag(known: "en")

    private init(known text: String) { self.text = text }

    /// Reads a tag; nil for a text that is none.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.limit else { return nil }
        var subtags = Subtags(text)
        guard subtags.takeTag() else { return nil }
        self.text = text
    }
}

extension LanguageTag: CustomStringConvertible {
    /// The tag as it was written.
    public var description: String { text }
}

/// The parts of a tag between its hyphens, taken from the front.
private struct Subtags {
    private var rest: ArraySlice<Substring>

    init(_ text: String) {
        rest = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    }

    /// Takes a whole tag, and returns whether it was one and nothing is left.
    mutating func takeTag() -> Bool {
        if takePrivateUse() { return rest.isEmpty }
        guard let language = take({ $0.isAlphabetic && (2...8).contains($0.count) }) else { return false }
        if language.count <= 3 {
            for _ in 1...3 where take({ $0.isAlphabetic && $0.count == 3 }) == nil { break }
        }
        _ = take { $0.isAlphabetic && $0.count == 4 }
        _ = take { ($0.isAlphabetic && $0.count == 2) || ($0.isNumeric && $0.count == 3) }
        while take(\.isVariant) != nil {}
        while take({ $0.isSingleton && $0.lowercased() != "x" }) != nil {
            guard take({ $0.isAlphanumeric && (2...8).contains($0.count) }) != nil else { return false }
            while take({ $0.isAlphanumeric && (2...8).contains($0.count) }) != nil {}
        }
        _ = takePrivateUse()
        return rest.isEmpty
    }

    /// Takes `x` and what follows it; changes nothing where there is none.
    private mutating func takePrivateUse() -> Bool {
        let start = rest
        guard take({ $0.lowercased() == "x" }) != nil else { return false }
        guard take({ $0.isAlphanumeric && (1...8).contains($0.count) }) != nil else {
            rest = start
            return false
        }
        while take({ $0.isAlphanumeric && (1...8).contains($0.count) }) != nil {}
        return true
    }

    private mutating func take(_ fits: (Substring) -> Bool) -> Substring? {
        guard let first = rest.first, fits(first) else { return nil }
        rest.removeFirst()
        return first
    }
}

extension Substring {
    fileprivate var isAlphabetic: Bool { !isEmpty && utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } }
    fileprivate var isNumeric: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
    fileprivate var isAlphanumeric: Bool {
        !isEmpty && utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
    }
    fileprivate var isSingleton: Bool { isAlphanumeric && count == 1 }
    fileprivate var isVariant: Bool {
        isAlphanumeric && ((5...8).contains(count) || (count == 4 && utf8.first.map { $0 < 0x3A } == true))
    }
}
