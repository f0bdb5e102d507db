/// Tells a person at their own address what their devices are told of a deadline, with a link to check in.
package struct OwnWarning: Letter, TextMessage {
    /// The stage of the notification whose text it has.
    package var stage: String
    /// The policy, or the variant of the text.
    package var variant: String
    /// The values of the placeholders.
    package var values: [Placeholder: TextValue]
    /// The page on which the person checks in.
    package var checkInURL: String
    /// The page on which the person stops further letters to the address.
    package var unsubscribeURL: String

    /// Makes the message.
    package init(
        stage: String,
        variant: String,
        values: [Placeholder: TextValue],
        checkInURL: String,
        unsubscribeURL: String
    ) {
        self.stage = stage
        self.variant = variant
        self.values = values
        self.checkInURL = checkInURL
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        let text = text(in: language)
        return MailText(
            RichText(
                language: language,
                title: Phrase(text.title),
                blocks: [
                    .paragraph(Phrase(text.body)),
                    .action(language.phrase(.pageCheckInButton), url: checkInURL),
                    .paragraph(language.phrase(.letterOwnKeep)),
                ],
                footer: [
                    .paragraph(language.phrase(.letterOwnWhy)),
                    .link(language.phrase(.letterOwnStop), url: unsubscribeURL),
                ]
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        let text = text(in: language)
        return SMSText(
            [
                Self.opening(text.title, language), Phrase(text.body),
                language.phrase(.smsOwnCheckIn, [.link: .verbatim(checkInURL)]),
            ],
            language
        )
    }

    /// The title as the first sentence of a text message, with a mark at its end unless it is a question.
    private static func opening(_ title: String, _ language: Language) -> Phrase {
        let isWhole = title.last?.isPunctuation ?? true
        let (name, mark) = language.isChinese ? ("Reveille：", "。") : ("Reveille: ", ".")
        return Phrase(name + title + (isWhole ? "" : mark))
    }

    private func text(in language: Language) -> PushText {
        PushText(stage: stage, policy: variant, language: language, values: values)
    }
}

/// Asks a person whether warnings of their own deadlines may come to an address that they gave.
package struct OwnAddressConfirmation: Letter, TextMessage {
    /// The page on which the recipient agrees.
    package var confirmURL: String
    /// The page on which the recipient refuses.
    package var unsubscribeURL: String
    /// Whether the number is to be called as well.
    package var calls: Bool

    /// Makes the message.
    package init(confirmURL: String, unsubscribeURL: String, calls: Bool = false) {
        self.confirmURL = confirmURL
        self.unsubscribeURL = unsubscribeURL
        self.calls = calls
    }

    package func mail(in language: Language) -> MailText {
        MailText(
            RichText(
                language: language,
                title: language.phrase(.letterOwnSubject),
                blocks: [
                    .paragraph(language.phrase(.letterOwnBody)),
                    .action(language.phrase(.pageConfirmButton), url: confirmURL),
                    .paragraph(language.phrase(.letterOwnOtherwise)),
                ],
                footer: [.link(language.phrase(.letterOwnStop), url: unsubscribeURL)]
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [.link: .verbatim(confirmURL), .refusal: .verbatim(unsubscribeURL)]
        return SMSText(
            [language.phrase(calls ? .smsOwnCalls : .smsOwn, values), language.phrase(.smsStop, values)],
            language
        )
    }
}
