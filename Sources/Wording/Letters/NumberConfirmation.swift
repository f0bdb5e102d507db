/// Asks whoever has a telephone whether alerts of their care circles may come there as well.
///
/// By text message alone: it is the number that is asked.
package struct NumberConfirmation: TextMessage {
    /// The page on which they agree.
    package var confirmURL: String
    /// The page on which they refuse.
    package var unsubscribeURL: String

    /// Makes the message.
    package init(confirmURL: String, unsubscribeURL: String) {
        self.confirmURL = confirmURL
        self.unsubscribeURL = unsubscribeURL
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [.link: .verbatim(confirmURL), .refusal: .verbatim(unsubscribeURL)]
        return SMSText([language.phrase(.smsNumber, values), language.phrase(.smsStop, values)], language)
    }
}
