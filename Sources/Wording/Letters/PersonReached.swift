/// Tells everyone who was told of a missed check-in that one of them has reached the person.
package struct PersonReached: Letter, TextMessage {
    /// The person who has not checked in.
    package var personName: String
    /// The contact who says that they have reached the person.
    package var contactName: String
    /// The page on which a contact stops all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(personName: String, contactName: String, unsubscribeURL: String) {
        self.personName = personName
        self.contactName = contactName
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        MailText(
            RichText(
                language: language,
                title: language.phrase(.letterReachedSubject, values),
                blocks: [
                    .paragraph(language.phrase(.letterReachedBody, values)),
                    .paragraph(language.phrase(.letterReachedNext, values)),
                ],
                footer: RichText.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(.smsReached, values)], language)
    }

    private var values: [Placeholder: TextValue] { [.person: .name(personName), .helper: .name(contactName)] }
}
