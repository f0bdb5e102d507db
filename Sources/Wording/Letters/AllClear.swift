package import AlarmCore

/// Tells everyone who was told before that the person has checked in.
package struct AllClear: Letter, TextMessage {
    /// The person who has checked in.
    package var personName: String
    /// When.
    package var at: Instant
    /// The person's zone, in which ``at`` is written.
    package var zone: ZoneRules
    /// The page on which a contact stops all further letters; nil for a reader who is no contact.
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
                title: language.phrase(.letterAllClearSubject, values),
                blocks: [
                    .paragraph(language.phrase(.letterAllClearBody, values)),
                    .paragraph(language.phrase(.letterAllClearThanks)),
                ],
                footer: Document.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(.smsAllClear, values)], language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .time: .moment(at, in: zone)]
    }
}
