/// An SMS that asks a person whether alerts of their care circle may also come to their phone number.
///
/// Sent by SMS only, because it confirms the number.
package struct NumberConfirmation: TextMessage {
    /// The page on which the recipient agrees.
    package var confirmURL: String
    /// The page on which the recipient refuses.
    package var unsubscribeURL: String

    /// Creates the message.
    package init(confirmURL: String, unsubscribeURL: String) {
        self.confirmURL = confirmURL
        self.unsubscribeURL = unsubscribeURL
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [.link: .verbatim(confirmURL), .refusal: .verbatim(unsubscribeURL)]
        return SMSText([language.phrase(.smsNumber, values), language.phrase(.smsStop, values)], language)
    }
}
