/// Asks somebody whom a person named as a contact for consent; the only letter that is sent without it.
package struct ContactConfirmation: Letter, TextMessage {
    /// The person who named the contact.
    package var personName: String
    /// The page on which the contact agrees.
    package var confirmURL: String
    /// The page on which the contact refuses this and all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(personName: String, confirmURL: String, unsubscribeURL: String) {
        self.personName = personName
        self.confirmURL = confirmURL
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        let person: [Placeholder: TextValue] = [.person: .name(personName)]
        return MailText(
            RichText(
                language: language,
                title: language.phrase(.letterConfirmationSubject, person),
                blocks: [
                    .paragraph(language.phrase(.letterConfirmationBody, person)),
                    .paragraph(language.phrase(.letterConfirmationAsk, person)),
                    .action(language.phrase(.letterConfirmationButton, person), url: confirmURL),
                    .paragraph(language.phrase(.letterConfirmationOtherwise, person)),
                ],
                footer: RichText.contactFooter(
                    personName: personName,
                    unsubscribeURL: unsubscribeURL,
                    language
                )
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [
            .person: .name(personName), .link: .verbatim(confirmURL), .refusal: .verbatim(unsubscribeURL),
        ]
        return SMSText([language.phrase(.smsConfirmation, values), language.phrase(.smsStop, values)], language)
    }
}
