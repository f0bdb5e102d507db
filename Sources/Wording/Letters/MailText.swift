/// A letter in one language, ready to be sent by e-mail.
package struct MailText: Hashable, Sendable {
    /// The subject: one line, in Unicode.
    package let subject: String
    /// The letter without markup, with line feeds between its lines, of which some are long.
    package let text: String
    /// The letter as a whole HTML file that loads nothing; it says the same as ``text``.
    package let html: String
    /// The language of all three.
    package let language: Language

    init(_ document: Document, subject: Phrase) {
        self.subject = subject.text
        text = document.plainText
        html = Layout(medium: .letter).html(of: document)
        language = document.language
    }

    init(_ document: Document) {
        self.init(document, subject: document.title)
    }
}
