import AlarmCore
import Wording

/// The result of looking up an identifier by its first characters.
enum Abbreviation<Kind>: Hashable {
    /// The only identifier with this prefix.
    case name(Identifier<Kind>)
    /// No identifier has this prefix.
    case unknown
    /// These identifiers have this prefix, sorted.
    case ambiguous([Identifier<Kind>])

    /// The fewest characters of an identifier that are shown.
    private static var shortest: Int { 8 }

    /// Looks for `text` among `names`.
    init(_ text: String, among names: some Sequence<Identifier<Kind>>) {
        let matches = Set(names.filter { !text.isEmpty && $0.description.hasPrefix(text) })
        switch (matches.count, matches.first) {
        case (1, let match?): self = .name(match)
        case (0, _), (_, nil): self = .unknown
        default: self = .ambiguous(matches.sorted())
        }
    }

    /// Returns how many characters tell each of `names` from the others, and from `others`, at least 8.
    static func length(for names: [Identifier<Kind>], among others: [Identifier<Kind>] = []) -> Int {
        let texts = Set(names).map(\.description)
        let all = Set(names + others).map(\.description)
        let longest = max(texts.map(\.count).max() ?? shortest, shortest)
        let enough = (shortest..<longest).first { length in
            let shared = Dictionary(all.map { ($0.prefix(length), 1) }, uniquingKeysWith: +)
            return texts.allSatisfy { shared[$0.prefix(length)] == 1 }
        }
        return enough ?? longest
    }
}

extension CommandFailure {
    /// The most identifiers that are named: 5.
    private static let mostNamed = 5

    /// Says that several identifiers begin with what was typed, and names them, with enough characters of each.
    ///
    /// - Parameters:
    ///   - names: the identifiers.
    ///   - things: what they name, in the plural.
    ///   - text: what was typed.
    ///   - language: the reader's.
    init<Kind>(several names: [Identifier<Kind>], of things: TextKey, beginWith text: String, in language: Language) {
        let length = Abbreviation.length(for: names)
        let shown = names.prefix(Self.mostNamed).map { String($0.description.prefix(length)) }
        var listed = language.listing(shown)
        if names.count > shown.count {
            let more: [Placeholder: String] = [.words: listed, .count: "\(names.count - shown.count)"]
            listed = language.text(.answerNoSingleMore, more)
        }
        let values: [Placeholder: String] = [
            .title: language.text(things), .words: text.asForeign, .state: listed,
        ]
        self.init(language.text(.answerNoSingle, values))
    }
}

extension Sequence {
    /// Returns the elements with this name; where none has exactly this one, those with it in other capitals.
    func called(_ text: String, _ name: (Element) -> String?) -> [Element] {
        let exact = filter { name($0) == text }
        return exact.isEmpty ? filter { name($0)?.lowercased() == text.lowercased() } : exact
    }
}
