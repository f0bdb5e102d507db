/// Something that the relay writes to a person by e-mail.
package protocol Letter: Hashable, Sendable {
    /// The letter in the reader's language.
    func mail(in language: Language) -> MailText
}

/// Something that the relay writes to a person by text message.
package protocol TextMessage: Hashable, Sendable {
    /// The message in the reader's language.
    func sms(in language: Language) -> SMSText
}

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

    init(_ document: RichText, subject: Phrase) {
        self.subject = subject.text
        text = document.plainText
        html = Layout(medium: .letter).html(of: document)
        language = document.language
    }

    init(_ document: RichText) {
        self.init(document, subject: document.title)
    }
}

/// A text message in one language.
///
/// English ones keep to the letters of GSM 03.38 as long as the names in them do, which doubles what fits in a segment.
package struct SMSText: Hashable, Sendable {
    /// The message, in one line.
    package let text: String
    /// The language in which the message is written.
    package let language: Language

    /// Joins sentences, with a space between them where the language has one.
    init(_ sentences: [Phrase], _ language: Language) {
        self.language = language
        text = sentences.map(\.text).reduce(into: "") { text, sentence in
            // After a full-width mark there is no space, but an address has to begin after one.
            let joins = text.last.map { "。？".contains($0) && !sentence.hasPrefix("http") } ?? true
            text += joins ? sentence : " \(sentence)"
        }
    }
}
