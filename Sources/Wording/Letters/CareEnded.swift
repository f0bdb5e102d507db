package import AlarmCore

/// Tells the members of a care circle that an alert is over, or what became of it once somebody had acknowledged it.
package struct CareEnded: Letter, TextMessage {
    /// An ending of an alert.
    package enum Ending: Hashable, Sendable {
        /// A member takes care of it.
        case acknowledged(by: String)
        /// The person concerned called it off.
        case cancelled
        /// Somebody says that it is over.
        case resolved(by: String)
        /// The member who took care of it has left, and nobody has said that it is over.
        case left(by: String)
    }

    /// The person whom the alert was about.
    package var personName: String
    /// The kind of the alert; nil for a reader who may not know it.
    package var kind: CareSignal.Kind?
    /// The ending.
    package var how: Ending

    /// Makes the letter.
    package init(personName: String, kind: CareSignal.Kind? = nil, how: Ending) {
        self.personName = personName
        self.kind = kind
        self.how = how
    }

    package func mail(in language: Language) -> MailText {
        let keys: (subject: TextKey, body: TextKey) =
            switch how {
            case .acknowledged: (.letterCareEndedAcknowledgedSubject, .letterCareEndedAcknowledgedBody)
            case .cancelled: (.letterCareEndedCancelledSubject, .letterCareEndedCancelledBody)
            case .resolved: (.letterCareEndedResolvedSubject, .letterCareEndedResolvedBody)
            case .left: (.letterCareEndedLeftSubject, .letterCareEndedLeftBody)
            }
        return MailText(
            RichText(
                language: language,
                title: language.phrase(keys.subject, values),
                blocks: [.paragraph(language.phrase(keys.body, values))],
                footer: [
                    .paragraph(language.phrase(.commonNotMedical)), .paragraph(language.phrase(.commonSender, values)),
                ]
            )
        )
    }

    package func sms(in language: Language) -> SMSText {
        let key: TextKey =
            switch how {
            case .acknowledged: .smsCareEndedAcknowledged
            case .cancelled: .smsCareEndedCancelled
            case .resolved: .smsCareEndedResolved
            case .left: .smsCareEndedLeft
            }
        return SMSText([language.phrase(key, values)], language)
    }

    private var values: [Placeholder: TextValue] {
        var values: [Placeholder: TextValue] = [.person: .name(personName)]
        if let kind { values[.kind] = .signal(kind) }
        switch how {
        case .acknowledged(let helper), .resolved(let helper), .left(let helper): values[.helper] = .name(helper)
        case .cancelled: break
        }
        return values
    }
}
