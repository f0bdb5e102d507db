/// Lets a person see whether letters reach a contact.
package struct TestLetter: Letter, TextMessage {
    /// The person who asked for the test.
    package var personName: String
    /// The page on which a contact stops all further letters; nil for a reader who is no contact.
    package var unsubscribeURL: String?

    /// Makes the letter.
    package init(personName: String, unsubscribeURL: String? = nil) {
        self.personName = personName
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        MailText(
            Document(
                language: language,
                title: language.phrase(.letterTestSubject, values),
                blocks: [.paragraph(language.phrase(.letterTestBody, values))],
                footer: Document.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(.smsTest, values)], language)
    }

    private var values: [Placeholder: TextValue] { [.person: .name(personName)] }
}
