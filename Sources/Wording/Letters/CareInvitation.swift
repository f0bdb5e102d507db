/// Invites somebody by text message to the care circle of a person.
package struct CareInvitation: TextMessage {
    /// The person who invites.
    package var personName: String
    /// The deep link by which the invited joins.
    package var link: String

    /// Makes the message.
    package init(personName: String, link: String) {
        self.personName = personName
        self.link = link
    }

    package func sms(in language: Language) -> SMSText {
        let values: [Placeholder: TextValue] = [.person: .name(personName), .link: .verbatim(link)]
        return SMSText([language.phrase(.smsInvitation, values)], language)
    }
}
