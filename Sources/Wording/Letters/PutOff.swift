package import AlarmCore

/// Tells everyone who was told before that the person has answered and asked for more time.
package struct PutOff: Letter, TextMessage {
    /// The person who has answered.
    package var personName: String
    /// When.
    package var at: Instant
    /// The person's zone, in which ``at`` is written.
    package var zone: ZoneRules
    /// The page on which a contact stops all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(personName: String, at: Instant, zone: ZoneRules, unsubscribeURL: String) {
        self.personName = personName
        self.at = at
        self.zone = zone
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        MailText(
            Document(
                language: language,
                title: language.phrase(.letterPutOffSubject, values),
                blocks: [
                    .paragraph(language.phrase(.letterPutOffBody, values)),
                    .paragraph(language.phrase(.letterPutOffNext)),
                    .paragraph(language.phrase(.letterAllClearThanks)),
                ],
                footer: Document.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(.smsPutOff, values)], language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .time: .moment(at, in: zone)]
    }
}
