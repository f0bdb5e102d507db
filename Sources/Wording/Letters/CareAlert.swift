package import AlarmCore

/// Tells a member of a care circle that a person may need help.
///
/// Says plainly that the relay is not a medical device and does not replace emergency services.
package struct CareAlert: Letter, TextMessage {
    /// The person who may need help.
    package var personName: String
    /// The kind of signal.
    package var signal: CareSignal.Kind
    /// The time of the signal.
    package var at: Instant
    /// The person's zone, in which ``at`` is written.
    package var zone: ZoneRules
    /// The person's last place and its time, if the member may know.
    package var place: LastPlace?
    /// Whether others were told first and none of them answered.
    package var isNext: Bool
    /// The name of whoever had acknowledged the alert and is no longer in the circle; nil unless it begins again.
    package var formerHelper: String?

    /// Makes the letter.
    package init(
        personName: String,
        signal: CareSignal.Kind,
        at: Instant,
        zone: ZoneRules,
        place: LastPlace? = nil,
        isNext: Bool = false,
        formerHelper: String? = nil
    ) {
        self.personName = personName
        self.signal = signal
        self.at = at
        self.zone = zone
        self.place = place
        self.isNext = isNext
        self.formerHelper = formerHelper
    }

    package func mail(in language: Language) -> MailText {
        let title = language.phrase(signal.subject, values)
        var facts = [
            RichText.Fact(
                label: language.phrase(.letterCareTime),
                value: Phrase(TimeText.moment(at, in: zone, language))
            )
        ]
        if let place { facts += place.facts(zone, in: language) }
        let document = RichText(
            language: language,
            title: title,
            blocks: [.paragraph(language.phrase(signal.body, values)), .facts(facts)]
                + (place?.place.mapBlocks(in: language) ?? [])
                + (formerHelper == nil ? [] : [.paragraph(language.phrase(.letterCareLeft, values))])
                + (isNext ? [.paragraph(language.phrase(.letterCareNext))] : [])
                + [
                    .paragraph(language.phrase(.letterCareAsk, values)),
                    .paragraph(language.phrase(.commonNotMedical)),
                ],
            footer: [.paragraph(language.phrase(.commonSender, values))]
        )
        return MailText(document, subject: title)
    }

    package func sms(in language: Language) -> SMSText {
        let first = language.phrase(signal.sms, values)
        var sentences = [first]
        if formerHelper != nil { sentences.append(language.phrase(.smsCareLeft, values)) }
        if isNext { sentences.append(language.phrase(.smsCareNext)) }
        sentences += [language.phrase(.smsCareAsk), language.phrase(.smsCareNotMedical)]
        if let place { sentences.append(place.sentence(after: at, zone, in: language)) }
        return SMSText(sentences, language)
    }

    private var values: [Placeholder: TextValue] {
        var values: [Placeholder: TextValue] = [.person: .name(personName), .time: .moment(at, in: zone)]
        if let formerHelper { values[.helper] = .name(formerHelper) }
        return values
    }
}
