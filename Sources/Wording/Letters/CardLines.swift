import AlarmCore

/// What a person left for those who look for them, as a letter shows it.
package struct CardLines: Hashable, Sendable {
    /// What the person says.
    package var words: String?
    /// Their telephone number, as they wrote it.
    package var phone: String?
    /// Where they live.
    package var address: String?
    /// Who has a key.
    package var keyHolder: String?

    /// Makes the lines.
    package init(words: String? = nil, phone: String? = nil, address: String? = nil, keyHolder: String? = nil) {
        self.words = words
        self.phone = phone
        self.address = address
        self.keyHolder = keyHolder
    }

    /// The part of a letter that shows them.
    func blocks(of personName: String, in language: Language) -> [RichText.Block] {
        let facts: [(TextKey, String?)] = [
            (.letterCardPhone, phone), (.letterCardAddress, address), (.letterCardKey, keyHolder),
        ]
        let lines = facts.compactMap { key, text in
            text.map { RichText.Fact(label: language.phrase(key), value: Phrase(foreign: $0.asForeign)) }
        }
        let paragraphs = (words ?? "").split(separator: "\n").map { line in
            RichText.Block.paragraph(Phrase(foreign: String(line).asForeign))
        }
        return [.subheading(language.phrase(.letterCardTitle, [.person: .name(personName)]))] + paragraphs
            + (lines.isEmpty ? [] : [.facts(lines)])
    }
}
