/// What a letter or a page says, in the order in which it is read, apart from how it looks.
struct Document: Hashable, Sendable {
    /// A part of a document.
    enum Block: Hashable, Sendable {
        case subheading(Phrase)
        case paragraph(Phrase)
        case list([Phrase])
        case facts([Fact])
        /// What the reader is asked to open.
        case action(Phrase, url: String)
        /// What the reader can open.
        case link(Phrase, url: String)
        /// An address for programs, which only the text without markup shows.
        case machineLink(String)
        case form(PageForm, button: Phrase)
    }

    /// A label and what it stands for.
    struct Fact: Hashable, Sendable {
        var label: Phrase
        var value: Phrase
    }

    var language: Language
    var title: Phrase
    var blocks: [Block]
    /// What stands below, smaller.
    var footer: [Block] = []
}
