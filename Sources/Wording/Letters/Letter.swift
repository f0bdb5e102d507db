/// Something that the relay writes to a person by e-mail.
package protocol Letter: Hashable, Sendable {
    /// The letter in the reader's language.
    func mail(in language: Language) -> MailText
}

/// Something that the relay writes to a person by text message.
package protocol TextMessage: Hashable, Sendable {
    /// The message in the reader's language.
    func sms(in language: Language) -> SMSText
}
