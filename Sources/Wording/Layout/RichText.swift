/// The content of a letter or a page, in reading order, without its appearance.
struct RichText: Hashable, Sendable {
    /// A part of a document.
    enum Block: Hashable, Sendable {
        case subheading(Phrase)
        case paragraph(Phrase)
        case list([Phrase])
        case facts([Fact])
        /// A button-like link that the reader is asked to open.
        case action(Phrase, url: String)
        /// A link that the reader can open.
        case link(Phrase, url: String)
        /// An address for programs, included only in the text without markup.
        case machineLink(String)
        case form(PageForm, button: Phrase)
    }

    /// A label and its value.
    struct Fact: Hashable, Sendable {
        var label: Phrase
        var value: Phrase
    }

    var language: Language
    var title: Phrase
    var blocks: [Block]
    /// The blocks below the content, in smaller type.
    var footer: [Block] = []
}

extension RichText {
    /// What stands below a letter to a contact: who sent it, why it came, and how to stop it.
    static func contactFooter(personName: String, unsubscribeURL: String, _ language: Language) -> [Block] {
        let person: [Placeholder: TextValue] = [.person: .name(personName)]
        return [
            .paragraph(language.phrase(.commonSender, person)),
            .paragraph(language.phrase(.commonStopWhy, person)),
            .link(language.phrase(.commonStopLink, person), url: unsubscribeURL),
        ]
    }
}
