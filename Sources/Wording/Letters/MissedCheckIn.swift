package import AlarmCore

/// Tells a contact that a person has not checked in.
package struct MissedCheckIn: Letter, TextMessage {
    /// The person who is missed.
    package var personName: String
    /// How long nothing has been heard; written in whole hours.
    package var since: Span
    /// When the person checked in last, if ever.
    package var lastCheckIn: Instant?
    /// The person's zone, in which ``lastCheckIn`` is written.
    package var zone: ZoneRules
    /// Where the person was last, if shared, and when.
    package var place: LastPlace?
    /// Whether the contact was told before.
    package var isSecond: Bool
    /// The page on which the contact stops all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(
        personName: String,
        since: Span,
        lastCheckIn: Instant?,
        zone: ZoneRules,
        place: LastPlace? = nil,
        isSecond: Bool = false,
        unsubscribeURL: String
    ) {
        self.personName = personName
        self.since = since
        self.lastCheckIn = lastCheckIn
        self.zone = zone
        self.place = place
        self.isSecond = isSecond
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        let title = language.phrase(isSecond ? .letterMissedSubjectAgain : .letterMissedSubject, values)
        let document = Document(
            language: language,
            title: title,
            blocks: [
                .paragraph(language.phrase(isSecond ? .letterMissedBodyAgain : .letterMissedBody, values)),
                .facts(facts(language)),
            ] + (place?.place.mapBlocks(in: language) ?? []) + [
                .subheading(language.phrase(.letterMissedDo)),
                .list([
                    language.phrase(.letterMissedDoCall, values),
                    language.phrase(.letterMissedDoVisit, values),
                    language.phrase(.letterMissedDoEmergency, values),
                ]),
                .paragraph(language.phrase(.letterMissedLater, values)),
            ],
            footer: Document.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
        )
        return MailText(document, subject: title)
    }

    package func sms(in language: Language) -> SMSText {
        let first = language.phrase(isSecond ? .smsMissedAgain : .smsMissed, values)
        var sentences = [first]
        if let lastCheckIn {
            sentences.append(language.phrase(.smsMissedLast, [.time: .moment(lastCheckIn, in: zone)]))
        }
        if let place { sentences.append(place.sentence(after: lastCheckIn, zone, in: language)) }
        return SMSText(sentences, language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .duration: .hours(since)]
    }

    private func facts(_ language: Language) -> [Document.Fact] {
        let last = lastCheckIn.map { Phrase(TimeText.moment($0, in: zone, language)) }
        return [
            Document.Fact(
                label: language.phrase(.letterMissedLast),
                value: last ?? language.phrase(.letterMissedLastNone)
            ),
            Document.Fact(
                label: language.phrase(.letterMissedSince),
                value: Phrase(DurationText.hours(since, language))
            ),
        ] + (place?.facts(zone, in: language) ?? [Place.fact(nil, in: language)])
    }
}
