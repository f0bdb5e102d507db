/// A finished text that still knows which parts of it other people wrote.
///
/// Those parts are escaped, and isolated from their surroundings in writing direction, as the medium requires.
package struct Phrase: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case own(String)
        case foreign(String)

        var characters: String {
            switch self {
            case .own(let text), .foreign(let text): text
            }
        }
    }

    private(set) var parts: [Part] = []

    /// Makes a phrase of the relay's own text.
    package init(_ text: String) {
        parts = [.own(text)]
    }

    /// Makes a phrase of a text from outside, already made safe.
    init(foreign text: String) {
        parts = [.foreign(text)]
    }

    /// Replaces the placeholders of `template`; one without a value becomes an ellipsis.
    init(_ template: Template, _ values: [Placeholder: Phrase], spacesHan: Bool) {
        for piece in template.pieces {
            switch piece {
            case .words(let text): append(.own(text), spacesHan: spacesHan)
            case .open(let placeholder):
                for part in (values[placeholder] ?? Phrase("…")).parts { append(part, spacesHan: spacesHan) }
            }
        }
    }

    private mutating func append(_ part: Part, spacesHan: Bool) {
        // An empty part comes between nothing: what stands around it is spaced as if it were not there.
        guard !part.characters.isEmpty else { return }
        if spacesHan, let last = parts.last?.characters.unicodeScalars.last,
            let first = part.characters.unicodeScalars.first, HanSpacing.parts(last, from: first)
        {
            parts.append(.own(" "))
        }
        parts.append(part)
    }

    /// The text for a letter without markup, a text message or a notification.
    package var text: String {
        parts.map { part in
            switch part {
            case .own(let text): text
            case .foreign(let text): text.isolatedIfRightToLeft
            }
        }.joined()
    }

    /// The text for HTML, escaped.
    package var html: String {
        parts.map { part in
            switch part {
            case .own(let text): text.escapedForHTML
            case .foreign(let text): "<bdi>\(text.escapedForHTML)</bdi>"
            }
        }.joined()
    }
}
