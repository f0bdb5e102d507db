/// Invites a person to somebody's care circle.
package struct CareInvitation: Letter, TextMessage {
    /// The person who invites.
    package var personName: String
    /// The deep link with which to join.
    package var link: String

    /// Makes the invitation.
    package init(personName: String, link: String) {
        self.personName = personName
        self.link = link
    }

    package func mail(in language: Language) -> MailText {
        MailText(
            RichText(
                language: language,
                title: language.phrase(.letterInvitationSubject, values),
                blocks: [
                    .paragraph(language.phrase(.letterInvitationBody, values)),
                    .paragraph(language.phrase(.letterInvitationAsk)),
                    .action(language.phrase(.letterInvitationButton), url: link),
                    .paragraph(language.phrase(.letterInvitationOtherwise, values)),
                    .paragraph(language.phrase(.commonNotMedical)),
                ],
                footer: [.paragraph(language.phrase(.commonSender, values))]
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        SMSText([language.phrase(.smsInvitation, values)], language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .link: .verbatim(link)]
    }
}
