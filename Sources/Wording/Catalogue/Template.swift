/// A text of a catalogue, cut at its placeholders.
struct Template: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case words(String)
        case open(Placeholder)
    }

    let pieces: [Piece]

    /// Cuts `text`, in which braces stand only around placeholders.
    init(_ text: String) throws(TemplateError) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
        var pieces: [Piece] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { throw .strayBrace }
            let name = rest[rest.index(after: brace)..<end]
            guard let placeholder = Placeholder(rawValue: String(name)) else { throw .unknownPlaceholder(String(name)) }
            if brace > rest.startIndex { pieces.append(.words(String(rest[..<brace]))) }
            pieces.append(.open(placeholder))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.words(String(rest))) }
        self.pieces = pieces
    }

    /// The placeholders in the text.
    var placeholders: Set<Placeholder> {
        var found: Set<Placeholder> = []
        for case .open(let placeholder) in pieces { found.insert(placeholder) }
        return found
    }
}

/// Why a text cannot be a template.
enum TemplateError: Error, Hashable {
    case empty
    case strayBrace
    case unknownPlaceholder(String)
}

extension TemplateError: CustomStringConvertible {
    var description: String {
        switch self {
        case .empty: "the text is empty"
        case .strayBrace: "a brace has no partner; braces stand around placeholders only"
        case .unknownPlaceholder(let name):
            "{\(name)} is no placeholder; use one of \(Placeholder.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }
}

/// What a text leaves open, written `{name}` in the catalogues.
package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The person whom the text is about.
    case person
    /// Somebody who helps that person.
    case helper
    /// A moment.
    case time
    /// The moment in whose place another one has come.
    case former
    /// A length of time.
    case duration
    /// A distance.
    case distance
    /// A whole number.
    case count
    /// How often something repeats, such as "every two weeks".
    case rhythm
    /// Days, or the last of a list of them.
    case days
    /// A medium by which somebody is written to.
    case medium
    /// Latitude and longitude.
    case coordinates
    /// The address behind which the reader can do or see something.
    case link
    /// The address behind which the reader can refuse further messages.
    case refusal
    /// What an alarm or a reminder is called in a sentence.
    case title
    /// The state of something, in some words.
    case state
    /// Why something is so, in a clause.
    case reason
    /// The kind of an alert in parentheses, with the space before it; nothing where it is not known or not to be told.
    case kind
    /// What somebody wrote.
    case words
    /// The name of a family or a care circle.
    case circle
}
