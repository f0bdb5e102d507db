/// A text of a catalogue, cut at its placeholders.
struct Template: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case words(String)
        case open(Placeholder)
    }

    let pieces: [Piece]

    /// Cuts `text`, in which braces stand around placeholders and nowhere else.
    init(_ text: String) throws(TemplateFault) {
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

    /// What the text leaves open.
    var placeholders: Set<Placeholder> {
        var found: Set<Placeholder> = []
        for case .open(let placeholder) in pieces { found.insert(placeholder) }
        return found
    }
}

/// Why a text cannot be a template.
enum TemplateFault: Error, Hashable {
    case empty
    case strayBrace
    case unknownPlaceholder(String)
}

extension TemplateFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .empty: "the text is empty"
        case .strayBrace: "a brace has no partner; braces stand around placeholders only"
        case .unknownPlaceholder(let name):
            "{\(name)} is no placeholder; use one of \(Placeholder.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
