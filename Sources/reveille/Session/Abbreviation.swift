import AlarmCore

/// The result of looking up an identifier by its first characters.
enum Abbreviation<Kind>: Hashable {
    /// The only identifier with this prefix.
    case name(Identifier<Kind>)
    /// No identifier has this prefix.
    case unknown
    /// Several identifiers have this prefix.
    case ambiguous

    /// The fewest characters of an identifier that are shown.
    private static var shortest: Int { 8 }

    /// Looks for `text` among `names`.
    init(_ text: String, among names: some Sequence<Identifier<Kind>>) {
        let matches = Set(names.filter { !text.isEmpty && $0.description.hasPrefix(text) })
        switch (matches.count, matches.first) {
        case (1, let match?): self = .name(match)
        case (0, _), (_, nil): self = .unknown
        default: self = .ambiguous
        }
    }

    /// Returns how many characters tell `names` apart, at least 8.
    static func length(for names: some Sequence<Identifier<Kind>>) -> Int {
        let texts = Set(names).map(\.description)
        let longest = max(texts.map(\.count).max() ?? shortest, shortest)
        let enough = (shortest..<longest).first { length in Set(texts.map { $0.prefix(length) }).count == texts.count }
        return enough ?? longest
    }
}

extension Sequence {
    /// Returns the elements with this name; where none has exactly this one, those with it in other capitals.
    func called(_ text: String, _ name: (Element) -> String?) -> [Element] {
        let exact = filter { name($0) == text }
        return exact.isEmpty ? filter { name($0)?.lowercased() == text.lowercased() } : exact
    }
}
