package import AlarmCore

/// Tells everyone who was told before that the person has given a sign of life.
package struct AllClear: Letter, TextMessage {
    /// A kind of sign of life.
    package enum SignOfLife: CaseIterable, Hashable, Sendable {
        /// They checked in.
        case checkedIn
        /// They answered, and asked for more time.
        case putOff
    }

    /// The person who gave it.
    package var personName: String
    /// The kind of sign of life.
    package var signOfLife: SignOfLife
    /// The time of it.
    package var at: Instant
    /// The person's zone, in which ``at`` is written.
    package var zone: ZoneRules
    /// The page on which a contact stops all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(
        personName: String,
        signOfLife: SignOfLife = .checkedIn,
        at: Instant,
        zone: ZoneRules,
        unsubscribeURL: String
    ) {
        self.personName = personName
        self.signOfLife = signOfLife
        self.at = at
        self.zone = zone
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        let (subject, body): (TextKey, TextKey) =
            switch signOfLife {
            case .checkedIn: (.letterAllClearSubject, .letterAllClearBody)
            case .putOff: (.letterPutOffSubject, .letterPutOffBody)
            }
        return MailText(
            RichText(
                language: language,
                title: language.phrase(subject, values),
                blocks: [.paragraph(language.phrase(body, values))]
                    + (signOfLife == .putOff ? [.paragraph(language.phrase(.letterPutOffNext))] : [])
                    + [.paragraph(language.phrase(.letterAllClearThanks))],
                footer: RichText.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(signOfLife == .putOff ? .smsPutOff : .smsAllClear, values)], language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .time: .moment(at, in: zone)]
    }
}
