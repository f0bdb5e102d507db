/// An SMS that asks a person whether alerts of their care circle may also come to their phone number.
///
/// Sent by SMS only, because it confirms the number.
package struct NumberConfirmation: TextMessage {
    /// The page on which the recipient agrees.
    package var confirmURL: String
    /// The page on which the recipient refuses.
    package var unsubscribeURL: String
    /// Whether the number is to be called as well.
    package var calls: Bool

    /// Creates the message.
    package init(confirmURL: String, unsubscribeURL: String, calls: Bool = false) {
        self.confirmURL = confirmURL
        self.unsubscribeURL = unsubscribeURL
        self.calls = calls
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [.link: .verbatim(confirmURL), .refusal: .verbatim(unsubscribeURL)]
        return SMSText(
            [language.phrase(calls ? .smsNumberCalls : .smsNumber, values), language.phrase(.smsStop, values)],
            language
        )
    }
}
