package import AlarmCore

/// Tells a contact that a person has not checked in.
package struct MissedCheckIn: Letter, TextMessage {
    /// The person who has not checked in.
    package var personName: String
    /// The time since the last sign of life; written in hours, and below two days in minutes as well.
    package var since: Span
    /// The time of the last check-in; nil without one.
    package var lastCheckIn: Instant?
    /// The time since then at which the person last asked for more time; nil where they did not.
    package var putOffAt: Instant?
    /// The person's zone, in which times are written.
    package var zone: ZoneRules
    /// The person's last place and its time, if shared.
    package var place: LastPlace?
    /// What the person left for those who look for them, if they want it in the letter.
    package var card: CardLines?
    /// Whether the contact was told before.
    package var isSecond: Bool
    /// Whether the contacts are to be told once more if nobody reaches the person.
    package var isToldAgain: Bool
    /// The page on which the contact says that they have reached the person.
    package var reachedURL: String
    /// The page on which the contact stops all further letters.
    package var unsubscribeURL: String

    /// Makes the letter.
    package init(
        personName: String,
        since: Span,
        lastCheckIn: Instant?,
        putOffAt: Instant? = nil,
        zone: ZoneRules,
        place: LastPlace? = nil,
        card: CardLines? = nil,
        isSecond: Bool = false,
        isToldAgain: Bool = true,
        reachedURL: String,
        unsubscribeURL: String
    ) {
        self.personName = personName
        self.since = since
        self.lastCheckIn = lastCheckIn
        self.putOffAt = putOffAt
        self.zone = zone
        self.place = place
        self.card = card
        self.isSecond = isSecond
        self.isToldAgain = isToldAgain
        self.reachedURL = reachedURL
        self.unsubscribeURL = unsubscribeURL
    }

    package func mail(in language: Language) -> MailText {
        let title = language.phrase(isSecond ? .letterMissedSubjectAgain : .letterMissedSubject, values)
        let document = RichText(
            language: language,
            title: title,
            blocks: [
                .paragraph(language.phrase(isSecond ? .letterMissedBodyAgain : .letterMissedBody, values))
            ] + putOff(.letterMissedPutOff, language).map { .paragraph($0) } + [
                .facts(facts(language))
            ] + (place?.place.mapBlocks(in: language) ?? [])
                + (card?.blocks(of: personName, in: language) ?? []) + [
                    .subheading(language.phrase(.letterMissedDo)),
                    .list([
                        language.phrase(.letterMissedDoCall, values),
                        language.phrase(.letterMissedDoVisit, values),
                        language.phrase(.letterMissedDoEmergency, values),
                    ]),
                    .paragraph(
                        language.phrase(promisesSilence ? .letterMissedReached : .letterMissedReachedAgain, values)
                    ),
                    .action(language.phrase(.letterMissedReachedButton, values), url: reachedURL),
                    .paragraph(language.phrase(.letterMissedLater, values)),
                ],
            footer: RichText.contactFooter(personName: personName, unsubscribeURL: unsubscribeURL, language)
        )
        return MailText(document, subject: title)
    }

    package func sms(in language: Language) -> SMSText {
        let first = language.phrase(isSecond ? .smsMissedAgain : .smsMissed, values)
        var sentences = [first]
        if let lastCheckIn {
            sentences.append(language.phrase(.smsMissedLast, [.time: .moment(lastCheckIn, in: zone)]))
        }
        sentences += putOff(.smsMissedPutOff, language)
        if let place { sentences.append(place.sentence(after: lastCheckIn, zone, in: language)) }
        sentences.append(language.phrase(.smsMissedReached, [.link: .verbatim(reachedURL)]))
        return SMSText(sentences, language)
    }

    private var values: [Placeholder: TextValue] {
        [.person: .name(personName), .duration: .hours(since)]
    }

    /// Whether a second letter would follow that the contact's word keeps back.
    private var promisesSilence: Bool { isToldAgain && !isSecond }

    /// The sentence that the person has asked for more time, if they have.
    private func putOff(_ key: TextKey, _ language: Language) -> [Phrase] {
        guard let putOffAt else { return [] }
        return [language.phrase(key, [.person: .name(personName), .time: .moment(putOffAt, in: zone)])]
    }

    private func facts(_ language: Language) -> [RichText.Fact] {
        let last = lastCheckIn.map { Phrase(TimeText.moment($0, in: zone, language)) }
        return [
            RichText.Fact(
                label: language.phrase(.letterMissedLast),
                value: last ?? language.phrase(.letterMissedLastNone)
            ),
            RichText.Fact(
                label: language.phrase(.letterMissedSince),
                value: Phrase(DurationText.hours(since, language))
            ),
        ] + (place?.facts(zone, in: language) ?? [Place.fact(nil, in: language)])
    }
}
